import type { UrlVerdict } from './check-public-url.ts'
import { isLocalRun, type LocalVars } from './local-run.ts'

export type CheckedUrl = Extract<UrlVerdict, { ok: true }>

/** A request for the egress of a local run, with its allowed destinations. */
export interface EgressOrder {
  readonly url: string
  /** The name for SNI and Host. */
  readonly host: string
  readonly port: number
  /** Every address was checked. The connection goes to one of them. */
  readonly addresses: readonly string[]
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface OutgoingRequest {
  readonly method: 'HEAD' | 'POST'
  /** A redirect is returned as a response, because its target has to be checked. */
  readonly redirect: 'manual'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

/** A fetch to a checked URL. Callers use only a part of its `Response`. */
export type OutgoingFetch = (to: CheckedUrl, request: OutgoingRequest) => Promise<Response>

/** Headers about the length or the encoding of a body. Here the body has been decoded, or was not sent at all. */
const ofBodies = ['content-length', 'content-encoding', 'transfer-encoding']

/**
 * Returns the fetch for requests of the Worker itself to a customer's URL. A deployed Worker cannot pin
 * an address, and reaches no private network, whatever a name resolves to. A local one would look the name up again and
 * reach this machine. There the request goes through the egress of the local service, to exactly the address that was
 * checked.
 */
export function outgoingFetch(vars: LocalVars): OutgoingFetch {
  return (to, request) => (isLocalRun(vars) && !to.trusted ? throughEgress(vars, to, request) : fetch(to.url, request))
}

async function throughEgress(
  { LOCAL_EGRESS_URL, LOCAL_EGRESS_TOKEN }: LocalVars,
  { url, host, port, addresses }: CheckedUrl,
  { method, headers, body, signal }: OutgoingRequest,
): Promise<Response> {
  if (LOCAL_EGRESS_URL === undefined) throw new Error('A local run without an egress calls nobody.')
  const order: EgressOrder = { url: url.href, host, port, addresses, method, headers, body: body ?? null }
  const response = await fetch(LOCAL_EGRESS_URL, {
    method: 'POST',
    headers: { authorization: `Bearer ${LOCAL_EGRESS_TOKEN}` },
    body: JSON.stringify(order),
    signal,
  })
  if (!response.ok) throw new Error((await response.text()).slice(0, 500))
  const status = Number(response.headers.get('x-egress-status'))
  const theirs = JSON.parse(decodeURIComponent(response.headers.get('x-egress-headers') ?? '')) as Record<
    string,
    string[]
  >
  const isEmpty = method === 'HEAD' || [101, 204, 205, 304].includes(status)
  const kept = new Headers()
  for (const [name, values] of Object.entries(theirs))
    if (isEmpty || !ofBodies.includes(name)) for (const value of values) kept.append(name, value)
  if (isEmpty) await response.body?.cancel()
  return new Response(isEmpty ? null : response.body, { status, headers: kept })
}

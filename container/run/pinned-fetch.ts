import { lookup } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { checkPublicUrl, type Resolve, type UrlPolicy, type UrlVerdict } from '../../src/url-safety/check-public-url.ts'
import { type FetchHop, type Hop, HopRefused } from './hop.ts'

type CheckedUrl = Extract<UrlVerdict, { ok: true }>

export interface PinnedFetchOptions extends Omit<UrlPolicy, 'resolve'> {
  readonly resolve?: Resolve
  /** Certificates to trust in addition to the usual ones. */
  readonly ca?: string
}

const addressesTriedMax = 4

/** Returns every address that the system's resolver has for a name. */
const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/**
 * Fetches from the address that was checked. It resolves the name once, checks all of its addresses and connects to one
 * of them, with the name in SNI and Host. A later change of the name's addresses has no effect. Redirects are ordinary
 * responses.
 */
export function pinnedFetch({ resolve = systemResolve, ca, ...policy }: PinnedFetchOptions): FetchHop {
  return async (url, headers, signal) => {
    const verdict = await checkPublicUrl(url, { ...policy, resolve })
    if (!verdict.ok) {
      throw verdict.reason === 'unresolved' ? new Error(verdict.message) : new HopRefused(verdict.message)
    }
    const addresses = verdict.trusted ? [verdict.host] : verdict.addresses
    return hopOf(
      await connectTo(verdict, addresses, { method: 'GET', headers, signal, ...(ca === undefined ? {} : { ca }) }),
    )
  }
}

export interface PinnedRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly body?: string | null
  readonly ca?: string
}

/** Sends a request to the first of these addresses that responds, and to no other. */
export async function connectTo(
  to: Pick<CheckedUrl, 'url' | 'host' | 'port'>,
  addresses: readonly string[],
  request: PinnedRequest,
): Promise<IncomingMessage> {
  let failure: unknown
  for (const address of addresses.slice(0, addressesTriedMax)) {
    try {
      return await connect(to, address, request)
    } catch (error) {
      failure = error
      if (request.signal.aborted) break
    }
  }
  throw failure
}

function connect(
  { url, host, port }: Pick<CheckedUrl, 'url' | 'host' | 'port'>,
  address: string,
  { method, headers, signal, body = null, ca }: PinnedRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      host: address,
      port,
      method,
      path: url.pathname + url.search,
      headers: {
        ...headers,
        host: url.host,
        ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
      signal,
      // Each request has its own connection. Pooled connections are found by name, but the address was checked and not
      // the name.
      agent: false,
      ...(isIP(host) === 0 ? { servername: host.replace(/\.$/, '') } : {}),
      ...(ca === undefined ? {} : { ca }),
    }
    const request = url.protocol === 'https:' ? requestHttps(options, resolve) : requestHttp(options, resolve)
    request.on('error', reject)
    request.end(body ?? undefined)
  })
}

function hopOf(response: IncomingMessage): Hop {
  return {
    status: response.statusCode ?? 0,
    header(name) {
      const value = response.headers[name]
      return Array.isArray(value) ? (value[0] ?? null) : (value ?? null)
    },
    body: response,
    discard() {
      response.on('error', () => undefined)
      response.destroy()
    },
  }
}

import { checkPublicUrl } from '../url-safety/check-public-url.ts'
import { isLocalRun, workerPolicy } from '../url-safety/local-run.ts'
import { userAgent } from '../url-safety/outgoing.ts'
import { framed, framedHeader } from './framed-body.ts'

/** Headers that describe the bytes as sent. */
const ofBytes = ['content-length', 'content-range', 'content-encoding', 'etag', 'last-modified']
const passedOn = [...ofBytes, 'content-disposition', 'location']
/** The platform decodes these encodings when a body is read. */
const undone = new Set(['gzip', 'br'])

/**
 * Fetches one hop of a download, for an engine without a network. The engine follows redirects itself and sends a
 * request for each, so every hop is checked here. A deployed Worker cannot reach private networks at all, and the check
 * gives the reason.
 */
export async function fetchForRun(request: Request, env: Env): Promise<Response> {
  const url = new URL(request.url).searchParams.get('url') ?? ''
  const verdict = await checkPublicUrl(url, workerPolicy(env, fetch))
  // Another attempt may find an address for a name that has none now. A forbidden address stays forbidden.
  if (!verdict.ok)
    return Response.json({ error: verdict.message }, { status: verdict.reason === 'unresolved' ? 502 : 422 })
  // The engine of a local run has its own network, and connects to the address that it checked.
  if (isLocalRun(env) && !verdict.trusted) return new Response('A local engine downloads files itself', { status: 404 })
  const headers = new Headers({ 'accept-encoding': 'identity', 'user-agent': userAgent })
  for (const name of ['range', 'if-range']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  try {
    const response = await fetch(verdict.url, { headers, redirect: 'manual', signal: request.signal })
    return passOn(response)
  } catch (error) {
    return Response.json({ error: error instanceof Error ? error.message : String(error) }, { status: 502 })
  }
}

/** Passes on a response. The remote server's status is in a header, so that it is not mistaken for our own. */
function passOn(response: Response): Response {
  const headers = new Headers({
    'x-download-status': String(response.status),
    'content-type': 'application/octet-stream',
  })
  // A decoded body cannot be resumed in the middle, so the headers that would allow it are dropped.
  const isUndone = undone.has(response.headers.get('content-encoding') ?? '')
  for (const name of passedOn) {
    const value = isUndone && ofBytes.includes(name) ? null : response.headers.get(name)
    if (value !== null) headers.set(`x-download-${name}`, value)
  }
  if (response.body === null || headers.has('x-download-content-length'))
    return new Response(response.body, { headers })
  headers.set(framedHeader, '1')
  return new Response(framed(response.body), { headers })
}

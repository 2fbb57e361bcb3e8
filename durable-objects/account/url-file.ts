import type { Refusal } from '../../src/contract/response.ts'
import { checkPublicUrl, type UrlPolicy } from '../../src/url-safety/check-public-url.ts'
import { workerPolicy } from '../../src/url-safety/local-run.ts'
import { type CheckedUrl, type OutgoingFetch, outgoingFetch } from '../../src/url-safety/outgoing-fetch.ts'
import { redirectsMax, userAgent } from '../../src/url-safety/outgoing.ts'

/** The time limit for the size of the file. On a slower host, the download reveals the size. */
const probeTimeoutMs = 3000

export type UrlProbe = { readonly ok: true; readonly bytes: number } | { readonly ok: false; readonly refusal: Refusal }

/**
 * Checks that a URL may be downloaded, and requests the size of the file from its host. A name that does not resolve
 * yet and a host that does not respond are accepted, because the download reports them. `bytes` is 0 if the size is
 * unknown.
 */
export async function probeUrl(url: string, env: Env): Promise<UrlProbe> {
  const policy = workerPolicy(env, fetch)
  const verdict = await checkPublicUrl(url, policy)
  if (!verdict.ok) {
    if (verdict.reason === 'unresolved') return { ok: true, bytes: 0 }
    return { ok: false, refusal: { code: 'invalid_url', message: verdict.message } }
  }
  return { ok: true, bytes: await sizeOf(verdict, policy, outgoingFetch(env)) }
}

/** Returns the size that a `HEAD` request reports. Every redirect is checked like the first URL. */
async function sizeOf(from: CheckedUrl, policy: UrlPolicy, send: OutgoingFetch): Promise<number> {
  const signal = AbortSignal.timeout(probeTimeoutMs)
  const headers = { 'accept-encoding': 'identity', 'user-agent': userAgent }
  let to = from
  try {
    for (let hop = 0; hop <= redirectsMax; hop++) {
      const response = await send(to, { method: 'HEAD', redirect: 'manual', headers, signal })
      await response.body?.cancel()
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || location === null)
        return response.ok ? lengthOf(response) : 0
      const next = await checkPublicUrl(new URL(location, to.url).href, policy)
      if (!next.ok) return 0
      to = next
    }
  } catch {
    // The download reports the same error.
  }
  return 0
}

function lengthOf(response: Response): number {
  const length = response.headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(length) && !response.headers.has('content-encoding') ? Number(length) : 0
}

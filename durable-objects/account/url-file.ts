import type { Refusal } from '../../src/contract/answer.ts'
import { checkPublicUrl, type UrlPolicy } from '../../src/url-safety/check-public-url.ts'
import { workerPolicy } from '../../src/url-safety/local-run.ts'
import { redirectsMax, userAgent } from '../../src/url-safety/outgoing.ts'

/** A host that takes longer says its size when its file is downloaded. */
const lookMs = 3000

export type UrlLook = { readonly ok: true; readonly bytes: number } | { readonly ok: false; readonly refusal: Refusal }

/**
 * May this address be downloaded, and how large does its host say the file is? A name that does not resolve yet, and a
 * host that says nothing, are taken: the download finds out. `bytes` is 0 where nobody knows.
 */
export async function lookAtUrl(url: string, env: Env): Promise<UrlLook> {
  const policy = workerPolicy(env, fetch)
  const verdict = await checkPublicUrl(url, policy)
  if (!verdict.ok) {
    if (verdict.reason === 'unresolved') return { ok: true, bytes: 0 }
    return { ok: false, refusal: { code: 'invalid_url', message: verdict.message } }
  }
  return { ok: true, bytes: await sizeOf(verdict.url, policy) }
}

/** As `HEAD` tells it; every hop is checked like the first. */
async function sizeOf(from: URL, policy: UrlPolicy): Promise<number> {
  const signal = AbortSignal.timeout(lookMs)
  let url = from
  try {
    for (let hop = 0; hop <= redirectsMax; hop++) {
      const headers = { 'accept-encoding': 'identity', 'user-agent': userAgent }
      const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', headers, signal })
      await answer.body?.cancel()
      const location = answer.headers.get('location')
      if (answer.status < 300 || answer.status > 399 || location === null) return answer.ok ? lengthOf(answer) : 0
      const next = await checkPublicUrl(new URL(location, url).href, policy)
      if (!next.ok) return 0
      url = next.url
    }
  } catch {
    // What goes wrong here goes wrong at the download too, and is told there.
  }
  return 0
}

function lengthOf(answer: Response): number {
  const length = answer.headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(length) && !answer.headers.has('content-encoding') ? Number(length) : 0
}

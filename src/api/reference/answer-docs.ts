import { referencePage } from './reference-page.ts'
import { referenceStyle } from './style.ts'

let made: { readonly origin: string; readonly page: string; readonly policy: string } | null = null

/** `/docs`: public, without script, with no other address named that a browser would load. */
export async function answerDocs(env: Pick<Env, 'PUBLIC_ORIGIN'>): Promise<Response> {
  if (made?.origin !== env.PUBLIC_ORIGIN) made = await make(env.PUBLIC_ORIGIN)
  return new Response(made.page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': made.policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'public, max-age=300',
    },
  })
}

async function make(origin: string): Promise<NonNullable<typeof made>> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(referenceStyle)))
  const hash = btoa(String.fromCharCode(...digest))
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { origin, page: referencePage(origin), policy }
}

import { isLocalRun } from '../url-safety/local-run.ts'

/**
 * The facts that Cloudflare Access signs into a token:
 * https://developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/validating-json/
 */
interface AccessVars {
  readonly ACCESS_ISSUER?: string
  readonly ACCESS_AUDIENCE?: string
  readonly LOCAL_ENGINE_URL?: string
}

const keysLiveMs = 3_600_000
/** Tokens with invented key ids must not cause one request to Cloudflare each. */
const fetchAgainMs = 60_000

let fetched: { readonly issuer: string; readonly atMs: number; readonly keys: ReadonlyMap<string, CryptoKey> } | null =
  null

/**
 * Returns whether Cloudflare Access let this request through. A local run has no Access, so the operator's token is
 * enough there.
 */
export async function hasPassedAccess(env: AccessVars, assertion: string, nowMs: number): Promise<boolean> {
  if (isLocalRun(env)) return true
  const { ACCESS_ISSUER: issuer = '', ACCESS_AUDIENCE: audience = '' } = env
  const token = issuer === '' || audience === '' ? null : readToken(assertion)
  const key = token === null ? null : await keyOf(issuer, token.kid, nowMs)
  if (token === null || key === null) return false
  const isGenuine = await crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, token.signature, token.signed)
  return isGenuine && isFor(token.claims, issuer, audience, nowMs)
}

interface Token {
  readonly kid: string
  readonly claims: Readonly<Record<string, unknown>>
  readonly signed: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
}

/** Reads the token. Its signature is not verified yet. */
function readToken(assertion: string): Token | null {
  const [header = '', payload = '', last = '', ...rest] = assertion.split('.')
  const [head, claims, signature] = [recordOf(header), recordOf(payload), bytesOf(last)]
  if (head === null || claims === null || signature === null || rest.length > 0) return null
  const { alg, kid } = head
  if (alg !== 'RS256' || typeof kid !== 'string') return null
  return { kid, claims, signed: Uint8Array.from(new TextEncoder().encode(`${header}.${payload}`)), signature }
}

function isFor(claims: Readonly<Record<string, unknown>>, issuer: string, audience: string, nowMs: number): boolean {
  const { iss, aud, exp, nbf } = claims
  const isOurs = iss === issuer && (Array.isArray(aud) ? aud.includes(audience) : aud === audience)
  const seconds = nowMs / 1000
  return isOurs && typeof exp === 'number' && exp > seconds && (typeof nbf !== 'number' || nbf <= seconds)
}

async function keyOf(issuer: string, kid: string, nowMs: number): Promise<CryptoKey | null> {
  const ageMs = fetched?.issuer === issuer ? nowMs - fetched.atMs : Infinity
  const isKnown = fetched?.keys.has(kid) === true
  if (ageMs > (isKnown ? keysLiveMs : fetchAgainMs)) fetched = { issuer, atMs: nowMs, keys: await fetchKeys(issuer) }
  return fetched?.keys.get(kid) ?? null
}

async function fetchKeys(issuer: string): Promise<ReadonlyMap<string, CryptoKey>> {
  const response = await fetch(`${issuer}/cdn-cgi/access/certs`, { signal: AbortSignal.timeout(5000) })
  if (!response.ok) throw new Error(`Cloudflare Access responded with ${response.status} to the request for its keys`)
  const { keys } = await response.json<{ keys: readonly (JsonWebKey & { kid: string })[] }>()
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const imported = keys.map(
    async (key) => [key.kid, await crypto.subtle.importKey('jwk', key, algorithm, false, ['verify'])] as const,
  )
  return new Map(await Promise.all(imported))
}

function recordOf(part: string): Readonly<Record<string, unknown>> | null {
  const bytes = bytesOf(part)
  if (bytes === null) return null
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(base64Url)) return null
  try {
    return Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

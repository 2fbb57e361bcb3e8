import { env } from 'cloudflare:workers'

export interface Claims {
  readonly iss?: unknown
  readonly aud?: unknown
  readonly exp?: unknown
  readonly nbf?: unknown
}

const utf8 = new TextEncoder()
const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const partOf = (value: object): string => base64Url(utf8.encode(JSON.stringify(value)))

/** A token as Cloudflare Access sends it, with any claims that a test adds. */
export async function accessToken(
  claims: Claims = {},
  header: object = { alg: 'RS256', kid: 'key-of-the-tests', typ: 'JWT' },
): Promise<string> {
  const { ACCESS_ISSUER, ACCESS_AUDIENCE, ACCESS_PRIVATE_KEY } = env as unknown as Record<string, string>
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const jwk = JSON.parse(ACCESS_PRIVATE_KEY ?? '') as JsonWebKey
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign'])
  const seconds = Math.floor(Date.now() / 1000)
  const usual = { iss: ACCESS_ISSUER, aud: [ACCESS_AUDIENCE], iat: seconds, nbf: seconds, exp: seconds + 60 }
  const signed = `${partOf(header)}.${partOf({ ...usual, ...claims })}`
  return `${signed}.${base64Url(new Uint8Array(await crypto.subtle.sign(algorithm.name, key, utf8.encode(signed))))}`
}

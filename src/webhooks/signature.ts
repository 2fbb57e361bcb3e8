const utf8 = new TextEncoder()

/** Returns the value of `Service-Signature`: the secret is the key as it is written, `whsec_` included. */
export async function signCall(secret: string, body: string, unixSeconds: number): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['sign'])
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(`${unixSeconds}.${body}`)))
  return `t=${unixSeconds},v1=${[...mac].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

export function makeSecret(): string {
  const random = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...random))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}`
}

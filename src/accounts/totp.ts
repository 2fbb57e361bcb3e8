const stepSeconds = 30
const digits = 6
/** The number of valid steps before and after the current one. The clock of a phone is off by half a minute at most. */
const stepsAround = 1

/** Returns a code without the spaces and hyphens that people type into it. */
export const bareCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '')

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Creates 160 random bits in base32, as RFC 4226 recommends. */
export const makeTotpSecret = (): string => base32(crypto.getRandomValues(new Uint8Array(20)))

/** Returns the URI that a QR code gives to an authenticator app. */
export function totpUri(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: 'Rowmill' }).toString()
  return `otpauth://totp/Rowmill:${encodeURIComponent(email)}?${query}`
}

/** Computes a code by RFC 6238 with HMAC-SHA-1. */
export async function totpOf(secret: string, step: number, digitCount = digits): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-1' }
  const key = await crypto.subtle.importKey('raw', bytesOfBase32(secret), algorithm, false, ['sign'])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer))
  const at = mac.getUint8(mac.byteLength - 1) & 0xf
  const truncated = mac.getUint32(at) & 0x7fff_ffff
  return String(truncated % 10 ** digitCount).padStart(digitCount, '0')
}

/** Returns the time step of a code, or null if it is not the code of a step near this time. */
export async function stepOfCode(secret: string, code: string, nowMs: number): Promise<number | null> {
  const now = Math.floor(nowMs / 1000 / stepSeconds)
  let found: number | null = null
  for (let step = now - stepsAround; step <= now + stepsAround; step++)
    if ((await totpOf(secret, step)) === code) found = step
  return found
}

export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function bytesOfBase32(text: string): Uint8Array<ArrayBuffer> {
  const bits = Array.from(text, (sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2))
}

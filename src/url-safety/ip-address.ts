/**
 * An address as a number of 32 or 128 bits. It is always in the canonical spelling, because `URL` and resolvers write
 * no other.
 */
export interface IpAddress {
  readonly family: 4 | 6
  readonly bits: bigint
}

const v4Pattern = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

export function parseIp(text: string): IpAddress | null {
  return text.includes(':') ? parseV6(text) : parseV4(text)
}

function parseV4(text: string): IpAddress | null {
  const match = v4Pattern.exec(text)
  if (match === null) return null
  let bits = 0n
  for (const part of match.slice(1)) {
    // Some parsers read a leading zero as octal and others as decimal, so such an address is refused.
    if (Number(part) > 255 || (part.length > 1 && part.startsWith('0'))) return null
    bits = (bits << 8n) | BigInt(part)
  }
  return { family: 4, bits }
}

function parseV6(text: string): IpAddress | null {
  const halves = withHexTail(text)?.split('::')
  if (halves === undefined || halves.length > 2) return null
  const head = groupsOf(halves[0] ?? '')
  const tail = halves.length === 2 ? groupsOf(halves[1] ?? '') : []
  const missing = 8 - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  let bits = 0n
  for (const group of [...head, ...Array<string>(missing).fill('0'), ...tail]) {
    if (!/^[0-9a-f]{1,4}$/i.test(group)) return null
    bits = (bits << 16n) | BigInt(`0x${group}`)
  }
  return { family: 6, bits }
}

const groupsOf = (half: string): string[] => (half === '' ? [] : half.split(':'))

/** Returns `::ffff:7f00:1` for `::ffff:127.0.0.1`. */
function withHexTail(text: string): string | null {
  if (!text.includes('.')) return text
  const colon = text.lastIndexOf(':')
  const tail = parseV4(text.slice(colon + 1))
  if (tail === null) return null
  return `${text.slice(0, colon + 1)}${(tail.bits >> 16n).toString(16)}:${(tail.bits & 0xffffn).toString(16)}`
}

export function parseRange(range: string): { readonly address: IpAddress; readonly prefix: number } {
  const [text = '', prefix = ''] = range.split('/')
  const address = parseIp(text)
  if (address === null) throw new Error(`Not an address range: ${range}`)
  return { address, prefix: Number(prefix) }
}

export function isInRange(ip: IpAddress, range: { readonly address: IpAddress; readonly prefix: number }): boolean {
  if (ip.family !== range.address.family) return false
  const shift = BigInt((ip.family === 4 ? 32 : 128) - range.prefix)
  return ip.bits >> shift === range.address.bits >> shift
}

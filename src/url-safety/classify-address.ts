import { type IpAddress, isInRange, parseIp, parseRange } from './ip-address.ts'
import { globalUnicastV6, specialRangesV4, specialRangesV6 } from './special-ranges.ts'

export type AddressVerdict = { readonly public: true } | { readonly public: false; readonly why: string }

const parsedV4 = specialRangesV4.map((row) => ({ ...row, parsed: parseRange(row.range) }))
const parsedV6 = specialRangesV6.map((row) => ({ ...row, parsed: parseRange(row.range) }))
const globalUnicast = parseRange(globalUnicastV6)
const isPublic: AddressVerdict = { public: true }
const refused = (why: string): AddressVerdict => ({ public: false, why })

/** Decides whether an address may be called. An address that is not known to be public may not. */
export function classifyAddress(text: string): AddressVerdict {
  const ip = parseIp(text)
  if (ip === null) return refused('not an IP address')
  return ip.family === 4 ? classifyV4(ip) : classifyV6(ip)
}

function classifyV4(ip: IpAddress): AddressVerdict {
  const row = parsedV4.find(({ parsed }) => isInRange(ip, parsed))
  return row === undefined ? isPublic : refused(row.name)
}

function classifyV6(ip: IpAddress): AddressVerdict {
  const row = parsedV6.find(({ parsed }) => isInRange(ip, parsed))
  if (row?.policy === 'refuse') return refused(row.name)
  if (row?.policy === 'decode') return classifyV4(embeddedV4(ip))
  if (!isInRange(ip, globalUnicast)) return refused('outside the public IPv6 space')
  return hasIsatapInterface(ip) ? classifyV4(embeddedV4(ip)) : isPublic
}

const embeddedV4 = (ip: IpAddress): IpAddress => ({ family: 4, bits: ip.bits & 0xffff_ffffn })

/** Tests for a tunnel to an IPv4 address under any prefix (RFC 5214): `…:0:5efe:a.b.c.d` and `…:200:5efe:a.b.c.d`. */
function hasIsatapInterface(ip: IpAddress): boolean {
  const marker = (ip.bits >> 32n) & 0xffff_ffffn
  return marker === 0x0000_5efen || marker === 0x0200_5efen
}

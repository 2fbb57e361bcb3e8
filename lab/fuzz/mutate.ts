import { joined } from '../../container/engine/bytes/joined.ts'
import { strToU8, unzipSync, zipSync } from 'fflate'
import type { Random } from './random.ts'

export interface Seed {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Fragments of syntax that cause problems for readers of any format. */
const tokens = [
  '"',
  '""',
  "'",
  '\\',
  '\\N',
  ',',
  ';',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\0',
  '\u{FEFF}',
  '{',
  '}',
  '[',
  ']',
  ':',
  'null',
  '-',
  '1e999',
  '9'.repeat(40),
  '/*!40101 ',
  '*/',
  '--',
  '#',
  "\\'",
  '`',
  '0x',
  "b'",
  '_binary ',
  'DELIMITER ;;',
  'INSERT INTO `t` VALUES (',
  '),(',
  ';',
  '\\.',
  '\\! id',
  '<c r="XFD1048577" t="s"><v>99999999</v></c>',
  '</row>',
  '<row r="0">',
  '&#x110000;',
  '&amp',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '<![CDATA[',
  ']]>',
  'table:number-columns-repeated="99999999"',
  't="e"',
  '\u{D800}',
  'é',
  '\u{1F600}',
  '0000-00-00',
  '=1+1',
].map((token) => strToU8(token))

type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array

const place = (bytes: Uint8Array, random: Random): number => random.below(bytes.length + 1)
const piece = (bytes: Uint8Array, random: Random): [number, number] => {
  const start = place(bytes, random)
  return [start, Math.min(bytes.length, start + 1 + random.below(random.next() < 0.8 ? 16 : 4096))]
}

const flipBits: Mutation = (bytes, random) => {
  const out = bytes.slice()
  for (let times = 1 + random.below(8); times > 0 && out.length > 0; times--) {
    const at = random.below(out.length)
    out[at] = (out[at] ?? 0) ^ (1 << random.below(8))
  }
  return out
}
const overwrite: Mutation = (bytes, random) => {
  const out = bytes.slice()
  const at = random.below(Math.max(1, out.length))
  const value = random.pick([0, 1, 0x7f, 0x80, 0xff])
  out.fill(value, at, at + random.pick([1, 2, 4, 8]))
  return out
}
const cut: Mutation = (bytes, random) => bytes.slice(0, place(bytes, random))
const drop: Mutation = (bytes, random) => {
  const [start, end] = piece(bytes, random)
  return joined([bytes.subarray(0, start), bytes.subarray(end)])
}
const repeat: Mutation = (bytes, random) => {
  const [start, end] = piece(bytes, random)
  const copies = Array.from({ length: 1 + random.below(50) }, () => bytes.subarray(start, end))
  return joined([bytes.subarray(0, end), ...copies, bytes.subarray(end)])
}
const insertToken: Mutation = (bytes, random) => {
  const at = place(bytes, random)
  return joined([bytes.subarray(0, at), random.pick(tokens), bytes.subarray(at)])
}

const simple: readonly Mutation[] = [flipBits, overwrite, cut, drop, repeat, insertToken, insertToken]

/** Damages the bytes. A zip may also be unpacked and packed again with a damaged part, so that its checksums match. */
export function mutate(seed: Seed, random: Random): Uint8Array {
  if (seed.bytes[0] === 0x50 && seed.bytes[1] === 0x4b && random.next() < 0.85) {
    try {
      return zipSync(insideZip(unzipSync(seed.bytes), random), { level: 1 })
    } catch {
      // The zip is damaged, encrypted or unsupported by the library, so its bytes are damaged instead.
    }
  }
  return mutateBytes(seed.bytes, random)
}

export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  let mutated = bytes
  for (let times = 1 + random.below(4); times > 0; times--) mutated = random.pick(simple)(mutated, random)
  return mutated
}

/** Returns the parts of a package with one of them damaged or missing. */
export function insideZip(
  parts: Readonly<Record<string, Uint8Array>>,
  random: Random,
): Record<string, Uint8Array<ArrayBuffer>> {
  const name = random.pick(Object.keys(parts))
  const { [name]: part = new Uint8Array(0), ...others } = parts
  const kept = others as Record<string, Uint8Array<ArrayBuffer>>
  if (random.next() < 0.05) return kept
  return { ...kept, [name]: new Uint8Array(random.pick(simple)(part, random)) }
}

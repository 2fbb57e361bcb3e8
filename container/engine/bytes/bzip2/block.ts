import { archiveMessages } from '../../catalog/archives.ts'
import type { Bzip2Bits } from './bits.ts'
import { InflateError } from '../byte-source.ts'

const codeBitsMax = 20
/** A lookup table decodes codes up to this length in one step. */
const lookupBits = 11
const symbolsMax = 258
const selectorsMax = 18_002
const symbolsOfGroup = 50
const pieceBytes = 1 << 17

const damaged = (): InflateError => new InflateError(archiveMessages.bzip2Damage.block)

/**
 * Decodes a block of bzip2. It undoes Huffman coding, move-to-front, the Burrows-Wheeler transform and run-length
 * encoding.
 */
export class Bzip2Block {
  /** The checksum of the block's pieces. It is complete after the last piece. */
  checksum = 0
  /**
   * The low byte of each entry is the last column of the sorted rotations. The bits above it are the position of the
   * next row.
   */
  private readonly rows: Uint32Array
  private length = 0
  private first = 0

  constructor(level: number) {
    this.rows = new Uint32Array(level * 100_000)
  }

  /** Reads the block that follows a checksum. */
  read(bits: Bzip2Bits): void {
    if (bits.take(1) === 1) throw new InflateError(archiveMessages.bzip2Damage.oldVersion)
    this.first = bits.take(24)
    const used = usedBytes(bits)
    const groups = bits.take(3)
    if (groups < 2 || groups > 6 || used.length === 0) throw damaged()
    const selectors = readSelectors(bits, groups)
    const codes = Array.from({ length: groups }, () => new Codes(bits, used.length + 2))
    this.readColumn(
      bits,
      used,
      selectors.map((group) => codes[group] as Codes),
    )
    if (this.first >= this.length) throw damaged()
    this.sort()
  }

  /** Yields the bytes of the block. Each piece belongs to the consumer. */
  *pieces(): Iterable<Uint8Array> {
    let piece = new Uint8Array(pieceBytes)
    let at = 0
    let crc = -1
    let [row, run, last] = [(this.rows[this.first] as number) >>> 8, 0, -1]
    for (let left = this.length; left > 0; left--) {
      const entry = this.rows[row] as number
      const byte = entry & 255
      row = entry >>> 8
      const times = run === 4 ? byte : 1
      if (run === 4) run = 0
      else {
        run = byte === last ? run + 1 : 1
        last = byte
      }
      if (at + times > pieceBytes) {
        yield piece.subarray(0, at)
        piece = new Uint8Array(pieceBytes)
        at = 0
      }
      for (let time = 0; time < times; time++) {
        piece[at++] = last
        crc = (crc << 8) ^ (crcTable[(crc >>> 24) ^ last] as number)
      }
    }
    this.checksum = ~crc >>> 0
    yield piece.subarray(0, at)
  }

  private readColumn(bits: Bzip2Bits, used: Uint8Array, codes: readonly Codes[]): void {
    const { rows } = this
    const end = used.length + 1
    const recent = used.slice()
    let [length, group, run, weight] = [0, 0, 0, 1]
    for (; ; group++) {
      const code = codes[group]
      if (code === undefined) throw damaged()
      for (let left = symbolsOfGroup; left > 0; left--) {
        const symbol = code.next(bits)
        if (symbol < 2) {
          // The length of a repetition has digits of 1 and 2, the lowest first.
          run += weight << symbol
          weight <<= 1
          if (run > rows.length) throw damaged()
          continue
        }
        if (length + run + 1 > rows.length + (symbol === end ? 1 : 0)) throw damaged()
        if (run > 0) rows.fill(recent[0] as number, length, (length += run))
        ;[run, weight] = [0, 1]
        if (symbol === end) {
          this.length = length
          return
        }
        rows[length++] = toFront(recent, symbol - 1)
      }
    }
  }

  /**
   * Links each row to the next one. The first column is the sorted last column, so the position of a row gives the
   * previous row.
   */
  private sort(): void {
    const { rows, length } = this
    const places = new Uint32Array(256)
    for (let at = 0; at < length; at++)
      places[(rows[at] as number) & 255] = (places[(rows[at] as number) & 255] as number) + 1
    for (let byte = 0, sum = 0; byte < 256; byte++) {
      const count = places[byte] as number
      places[byte] = sum
      sum += count
    }
    for (let at = 0; at < length; at++) {
      const byte = (rows[at] as number) & 255
      const place = places[byte] as number
      places[byte] = place + 1
      rows[place] = ((rows[place] as number) & 255) | (at << 8)
    }
  }
}

/** Moves the byte at `index` to the front and returns it. */
function toFront(recent: Uint8Array, index: number): number {
  const byte = recent[index] as number
  if (index < 16) for (let at = index; at > 0; at--) recent[at] = recent[at - 1] as number
  else recent.copyWithin(1, 0, index)
  recent[0] = byte
  return byte
}

/** Reads which bytes occur: one bit for each group of sixteen, then one bit for each byte of the groups in use. */
function usedBytes(bits: Bzip2Bits): Uint8Array {
  const sixteens = bits.take(16)
  const used: number[] = []
  for (let high = 0; high < 16; high++) {
    if (((sixteens >> (15 - high)) & 1) === 0) continue
    const map = bits.take(16)
    for (let low = 0; low < 16; low++) if (((map >> (15 - low)) & 1) === 1) used.push(high * 16 + low)
  }
  return Uint8Array.from(used)
}

/** Reads which table decodes each fifty codes. The indexes are moved to front and counted in ones. */
function readSelectors(bits: Bzip2Bits, groups: number): number[] {
  const count = bits.take(15)
  const recent = Uint8Array.from({ length: groups }, (_, group) => group)
  const selectors: number[] = []
  for (let at = 0; at < count; at++) {
    let index = 0
    while (bits.take(1) === 1) if (++index >= groups) throw damaged()
    const selector = toFront(recent, index)
    // Some compressors write more selectors than a block can use.
    if (at < selectorsMax) selectors.push(selector)
  }
  return selectors
}

/** A table of canonical Huffman codes. */
class Codes {
  /** The symbol and, in the low bits, the length of its code, by the next bits. Longer codes have 0. */
  private readonly lookup = new Uint16Array(1 << lookupBits)
  /** The highest code of each length, widened to the longest length, plus one. */
  private readonly limits = new Int32Array(codeBitsMax + 2)
  private readonly offsets = new Int32Array(codeBitsMax + 1)
  private readonly symbols: Uint16Array

  constructor(bits: Bzip2Bits, count: number) {
    const lengths = readLengths(bits, count)
    const inOrder = Array.from({ length: count }, (_, symbol) => symbol).toSorted(
      (a, b) => (lengths[a] as number) - (lengths[b] as number) || a - b,
    )
    this.symbols = Uint16Array.from(inOrder)
    let [code, assigned] = [0, 0]
    for (let length = 1; length <= codeBitsMax; length++) {
      this.offsets[length] = assigned - code
      for (; assigned < count && lengths[inOrder[assigned] as number] === length; assigned++, code++) {
        if (length > lookupBits || code >= 1 << length) continue
        const from = code << (lookupBits - length)
        this.lookup.fill(((inOrder[assigned] as number) << 5) | length, from, from + (1 << (lookupBits - length)))
      }
      this.limits[length] = code << (codeBitsMax - length)
      code <<= 1
    }
  }

  next(bits: Bzip2Bits): number {
    const ahead = bits.peek(codeBitsMax)
    const found = this.lookup[ahead >>> (codeBitsMax - lookupBits)] as number
    if (found !== 0) {
      bits.drop(found & 31)
      return found >>> 5
    }
    for (let length = 1; length <= codeBitsMax; length++) {
      if (ahead >= (this.limits[length] as number)) continue
      bits.drop(length)
      const symbol = this.symbols[(ahead >>> (codeBitsMax - length)) + (this.offsets[length] as number)]
      if (symbol === undefined) break
      return symbol
    }
    throw damaged()
  }
}

/**
 * Reads each length as its difference from the previous one. The bits are 0 for no change, 10 for one more and 11 for
 * one less.
 */
function readLengths(bits: Bzip2Bits, count: number): Uint8Array {
  if (count > symbolsMax) throw damaged()
  const lengths = new Uint8Array(count)
  let length = bits.take(5)
  for (let symbol = 0; symbol < count; symbol++) {
    while (bits.take(1) === 1) length += bits.take(1) === 0 ? 1 : -1
    if (length < 1 || length > codeBitsMax) throw damaged()
    lengths[symbol] = length
  }
  return lengths
}

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  return crc
})

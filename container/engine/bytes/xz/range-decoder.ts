import { archiveMessages } from '../../catalog/archives.ts'
import { InflateError } from '../byte-source.ts'

/** The decoder reads another byte when the range is below this. */
const top = 0x1000000
const probabilityBits = 11
const one = 1 << probabilityBits
const adaption = 5

/** The range decoder of LZMA. Its numbers are unsigned, but it stores them as signed ones, which are faster. */
export class RangeDecoder {
  /** The probability of a 0 at each position, in 2048ths. */
  readonly probabilities: Uint16Array
  private bytes: Uint8Array = new Uint8Array(0)
  private at = 0
  private range = 0
  private code = 0

  constructor(probabilities: number) {
    this.probabilities = new Uint16Array(probabilities)
  }

  begin(bytes: Uint8Array): void {
    const [zero, first = 0, second = 0, third = 0, fourth = 0] = bytes
    if (zero !== 0 || bytes.length < 5) throw new InflateError(archiveMessages.xzDamage.chunk)
    this.bytes = bytes
    this.at = 5
    this.range = -1
    this.code = (first << 24) | (second << 16) | (third << 8) | fourth
  }

  /** Checks that the chunk used all of its bytes and ended with zero. */
  end(): void {
    this.normalize()
    if (this.at !== this.bytes.length || this.code !== 0) throw new InflateError(archiveMessages.xzDamage.chunk)
  }

  bit(place: number): number {
    this.normalize()
    const { probabilities } = this
    const chance = probabilities[place] as number
    const bound = Math.imul(this.range >>> probabilityBits, chance)
    if (this.code >>> 0 < bound >>> 0) {
      this.range = bound
      probabilities[place] = chance + ((one - chance) >> adaption)
      return 0
    }
    this.range = (this.range - bound) | 0
    this.code = (this.code - bound) | 0
    probabilities[place] = chance - (chance >> adaption)
    return 1
  }

  /** Reads a number of bits, the highest first. The previous bits choose the probability of the next one. */
  tree(place: number, bits: number): number {
    let value = 1
    for (let left = bits; left > 0; left--) value = (value << 1) | this.bit(place + value)
    return value - (1 << bits)
  }

  /** Reads a number of bits, the lowest first. */
  reverseTree(place: number, bits: number): number {
    let [node, value] = [1, 0]
    for (let at = 0; at < bits; at++) {
      const bit = this.bit(place + node)
      node = (node << 1) | bit
      value |= bit << at
    }
    return value
  }

  /** Reads bits whose values 0 and 1 are equally likely. */
  plainBits(bits: number): number {
    let value = 0
    for (let left = bits; left > 0; left--) {
      this.normalize()
      this.range >>>= 1
      const isOne = this.code >>> 0 >= this.range >>> 0
      if (isOne) this.code = (this.code - this.range) | 0
      value = (value << 1) | Number(isOne)
    }
    return value
  }

  byte(place: number): number {
    let value = 1
    while (value < 256) value = (value << 1) | this.bit(place + value)
    return value & 255
  }

  /**
   * Reads the literal after a match. It differs from the byte that would have continued the match, so the bits of that
   * byte select the probabilities until the first difference.
   */
  byteUnlike(place: number, other: number): number {
    let [value, like, rest] = [1, 0x100, other << 1]
    while (value < 256) {
      const expected = rest & like
      const bit = this.bit(place + like + expected + value)
      value = (value << 1) | bit
      like &= bit === 0 ? ~expected : expected
      rest <<= 1
    }
    return value & 255
  }

  private normalize(): void {
    if (this.range >>> 0 >= top) return
    this.range <<= 8
    const byte = this.bytes[this.at++]
    if (byte === undefined) throw new InflateError(archiveMessages.xzDamage.chunk)
    this.code = (this.code << 8) | byte
  }
}

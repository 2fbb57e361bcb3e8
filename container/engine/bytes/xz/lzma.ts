import { archiveMessages } from '../../catalog/archives.ts'
import { InflateError } from '../byte-source.ts'
import { LzmaWindow } from './lzma-window.ts'
import { RangeDecoder } from './range-decoder.ts'

/**
 * The positions of each kind of probability. Each one is the probability that the next bit is 0 in one context: the
 * state, the position of the byte among four, and the previous bits.
 */
const states = 12
const places = 16
const isMatchAt = 0
const isRepeatAt = isMatchAt + states * places
const isFirstAt = isRepeatAt + states
const isSecondAt = isFirstAt + states
const isThirdAt = isSecondAt + states
const isLongAt = isThirdAt + states
const slotAt = isLongAt + states * places
const middleAt = slotAt + 4 * 64
const alignAt = middleAt + 128
const matchLengthAt = alignAt + 16
const lengthBits = 2 + places * 8 * 2 + 256
const repeatLengthAt = matchLengthAt + lengthBits
const literalAt = repeatLengthAt + lengthBits
const literalBits = 0x300
/** LZMA2 uses at most four bits for the context of a literal. */
const literalsMax = 1 << 4
const half = 1024
const shortestMatch = 2

const damaged = (): InflateError => new InflateError(archiveMessages.xzDamage.chunk)

/** Decodes LZMA within LZMA2: chunk by chunk, each with all of its bytes. */
export class Lzma {
  private readonly window = new LzmaWindow()
  private readonly range = new RangeDecoder(literalAt + literalBits * literalsMax)
  private literalContextBits = 0
  private literalPlaceMask = 0
  private placeMask = 0
  private state = 0
  /** The last four distances, each minus one. */
  private readonly distances = new Int32Array(4)
  private needs: 'window' | 'properties' | 'state' | null = 'window'

  begin(windowBytes: number): void {
    this.window.begin(windowBytes)
    this.needs = 'window'
  }

  resetWindow(): void {
    this.window.reset()
    this.needs = 'properties'
  }

  /** Copies bytes without compression. Afterward, the state must be set again. */
  copy(bytes: Uint8Array): Uint8Array {
    if (this.needs === 'window') throw damaged()
    this.needs ??= 'state'
    this.window.append(bytes)
    return bytes
  }

  setProperties(property: number): void {
    const [context, place, position] = [property % 9, Math.floor(property / 9) % 5, Math.floor(property / 45)]
    if (position > 4 || context + place > 4 || this.needs === 'window') throw damaged()
    this.literalContextBits = context
    this.literalPlaceMask = (1 << place) - 1
    this.placeMask = (1 << position) - 1
    this.needs = 'state'
    this.resetState()
  }

  resetState(): void {
    if (this.needs === 'window' || this.needs === 'properties') throw damaged()
    this.needs = null
    this.state = 0
    this.distances.fill(0)
    this.range.probabilities.fill(half)
  }

  /** Returns the bytes of a chunk. */
  decode(packed: Uint8Array, plainBytes: number): Uint8Array {
    if (this.needs !== null) throw damaged()
    const { range, window } = this
    range.begin(packed)
    window.expect(plainBytes)
    while (window.missing > 0) this.step()
    range.end()
    return window.takeNew()
  }

  /** Decodes a literal or a match. */
  private step(): void {
    const { range, window, state } = this
    const place = window.written & this.placeMask
    if (range.bit(isMatchAt + state * places + place) === 0) {
      this.literal()
      this.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6
      return
    }
    if (range.bit(isRepeatAt + state) === 0) this.newMatch(place)
    else this.repeatedMatch(place)
  }

  private literal(): void {
    const { range, window, state } = this
    const context = (window.written & this.literalPlaceMask) << this.literalContextBits
    const before = window.lastByte >> (8 - this.literalContextBits)
    const at = literalAt + literalBits * (context + before)
    window.push(state < 7 ? range.byte(at) : range.byteUnlike(at, window.byteAt(this.distances[0] as number)))
  }

  private newMatch(place: number): void {
    const { distances, state } = this
    const length = this.length(matchLengthAt, place)
    distances.copyWithin(1, 0, 3)
    distances[0] = this.distance(length)
    this.state = state < 7 ? 7 : 10
    this.window.repeat(distances[0], length)
  }

  private repeatedMatch(place: number): void {
    const { range, window, distances, state } = this
    if (range.bit(isFirstAt + state) === 0) {
      if (range.bit(isLongAt + state * places + place) === 0) {
        this.state = state < 7 ? 9 : 11
        window.repeat(distances[0] as number, 1)
        return
      }
    } else {
      const which = range.bit(isSecondAt + state) === 0 ? 1 : 2 + range.bit(isThirdAt + state)
      const distance = distances[which] as number
      distances.copyWithin(1, 0, which)
      distances[0] = distance
    }
    const length = this.length(repeatLengthAt, place)
    this.state = state < 7 ? 8 : 11
    window.repeat(distances[0] as number, length)
  }

  private length(at: number, place: number): number {
    const { range } = this
    if (range.bit(at) === 0) return shortestMatch + range.tree(at + 2 + place * 8, 3)
    if (range.bit(at + 1) === 0) return shortestMatch + 8 + range.tree(at + 2 + places * 8 + place * 8, 3)
    return shortestMatch + 16 + range.tree(at + 2 + places * 16, 8)
  }

  /** Reads a distance minus one: a slot for its two highest bits and their position, then the lower bits. */
  private distance(length: number): number {
    const { range } = this
    const slot = range.tree(slotAt + Math.min(length - shortestMatch, 3) * 64, 6)
    if (slot < 4) return slot
    const bits = (slot >> 1) - 1
    const high = (2 | (slot & 1)) << bits
    if (slot < 14) return high + range.reverseTree(middleAt + high - slot, bits)
    return high + (range.plainBits(bits - 4) << 4) + range.reverseTree(alignAt, 4)
  }
}

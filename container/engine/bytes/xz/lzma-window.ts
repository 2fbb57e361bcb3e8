import { archiveMessages } from '../../catalog/archives.ts'
import { InflateError } from '../byte-source.ts'

const firstBytes = 1 << 20

/** The recent bytes, which matches refer to. The ring grows to its full size only when needed. */
export class LzmaWindow {
  /** The number of bytes since the last reset. */
  written = 0
  /** The number of bytes that the current chunk still needs. */
  missing = 0
  lastByte = 0
  private bytes: Uint8Array = new Uint8Array(firstBytes)
  private bytesMax = firstBytes
  /** The position of the next byte. */
  private at = 0
  private fresh = new Uint8Array(0)
  private freshAt = 0

  begin(bytesMax: number): void {
    this.bytesMax = bytesMax
    if (this.bytes.length > bytesMax) this.bytes = this.bytes.slice(0, bytesMax)
    this.reset()
  }

  reset(): void {
    this.at = this.written = this.lastByte = 0
  }

  expect(bytes: number): void {
    this.missing = bytes
    this.fresh = new Uint8Array(bytes)
    this.freshAt = 0
  }

  /** Returns the bytes that were written since the last call. They belong to the caller. */
  takeNew(): Uint8Array {
    return this.fresh
  }

  push(byte: number): void {
    if (this.at === this.bytes.length) this.wrap()
    this.bytes[this.at++] = this.fresh[this.freshAt++] = this.lastByte = byte
    this.written++
    this.missing--
  }

  /** Returns the byte at this distance from the end. Distance 0 is the last byte. */
  byteAt(distance: number): number {
    this.refuseBeyond(distance)
    const from = this.at - distance - 1
    return this.bytes[from < 0 ? from + this.bytes.length : from] as number
  }

  repeat(distance: number, length: number): void {
    this.refuseBeyond(distance)
    if (length > this.missing) throw new InflateError(archiveMessages.xzDamage.chunk)
    if (this.at + length >= this.bytes.length || this.at <= distance) {
      for (let left = length; left > 0; left--) this.push(this.byteAt(distance))
      return
    }
    const { bytes, fresh } = this
    let { at, freshAt } = this
    for (const end = at + length; at < end; at++) bytes[at] = fresh[freshAt++] = bytes[at - distance - 1] as number
    this.lastByte = bytes[at - 1] as number
    this.at = at
    this.freshAt = freshAt
    this.written += length
    this.missing -= length
  }

  append(plain: Uint8Array): void {
    this.expect(plain.length)
    for (const byte of plain) this.push(byte)
  }

  private refuseBeyond(distance: number): void {
    if (distance >>> 0 >= Math.min(this.written, this.bytesMax)) throw new InflateError(archiveMessages.xzDamage.chunk)
  }

  /** The ring can grow while none of its bytes is overwritten. */
  private wrap(): void {
    const { bytes, bytesMax } = this
    if (bytes.length === bytesMax || this.written > bytes.length) {
      this.at = 0
      return
    }
    const larger = new Uint8Array(Math.min(bytesMax, bytes.length * 2))
    larger.set(bytes)
    this.bytes = larger
  }
}

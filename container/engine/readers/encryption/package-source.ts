import { workbookMessages } from '../../catalog/workbooks.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { viewOf } from '../../bytes/view-of.ts'
import { EngineFailure } from '../../failure.ts'

/** The length of the content comes first. */
const lengthBytes = 8
/** Each segment is encrypted separately, so it can be read without the previous ones. */
const segmentBytes = 4096
const segmentsAtOnce = 64

/** Decrypts a segment. All segments but the last one are 4,096 bytes long. */
type Decrypt = (segment: Uint8Array, number: number) => Uint8Array

/** An encrypted package that is decrypted as it is read. */
export class PackageSource implements ByteSource {
  readonly size: number
  private readonly encrypted: ByteSource
  private readonly decrypt: Decrypt

  private constructor(encrypted: ByteSource, size: number, decrypt: Decrypt) {
    this.encrypted = encrypted
    this.size = size
    this.decrypt = decrypt
  }

  static async open(encrypted: ByteSource, decrypt: Decrypt): Promise<PackageSource> {
    const head = await encrypted.read(0, lengthBytes)
    if (head.length < lengthBytes) throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.encryptedShort)
    const declared = Number(viewOf(head).getBigUint64(0, true))
    return new PackageSource(encrypted, Math.min(declared, encrypted.size - lengthBytes), decrypt)
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(this.size, offset + length)
    if (offset >= end) return new Uint8Array(0)
    const first = Math.floor(offset / segmentBytes)
    const from = first * segmentBytes
    const last = Math.ceil(end / segmentBytes) * segmentBytes
    const bytes = await this.encrypted.read(lengthBytes + from, last - from)
    const plain = new Uint8Array(bytes.length)
    for (let at = 0; at < bytes.length; at += segmentBytes) {
      // Only complete blocks can be decrypted. A damaged file may end with an incomplete one.
      const whole = Math.min(segmentBytes, (bytes.length - at) & ~15)
      plain.set(this.decrypt(bytes.subarray(at, at + whole), first + at / segmentBytes), at)
    }
    return plain.subarray(offset - from, end - from)
  }

  async *stream(from = 0, to = this.size): AsyncIterable<Uint8Array> {
    for (let at = from; at < to;) {
      const end = Math.min(to, (Math.floor(at / segmentBytes) + segmentsAtOnce) * segmentBytes)
      const bytes = await this.read(at, end - at)
      if (bytes.length === 0) return
      yield bytes
      at += bytes.length
    }
  }
}

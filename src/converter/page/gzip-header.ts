import { InflateError } from '../../../container/engine/bytes/byte-source.ts'

const flags = { checksum: 2, extra: 4, name: 8, comment: 16 }
const fixedBytes = 10

/** Steps over the header of one gzip member (RFC 1952) as its bytes arrive: a field has no maximum length. */
export class GzipHeader {
  isWhole = false
  private readonly fixed: number[] = []
  /** The fields still to come: a number of bytes, or everything up to a zero. */
  private readonly steps: (number | 'zero' | 'length')[] = []
  private lengthBytes: number[] = []

  /** Consumes bytes from `at`. Returns its end position, which is the end of the chunk unless the header is complete. */
  take(chunk: Uint8Array, at: number): number {
    let next = at
    while (this.fixed.length < fixedBytes && next < chunk.length) this.takeFixed(chunk[next++] as number)
    while (next < chunk.length && this.steps.length > 0) next = this.step(chunk, next)
    this.isWhole = this.fixed.length === fixedBytes && this.steps.length === 0
    return next
  }

  private takeFixed(byte: number): void {
    const magic = [0x1f, 0x8b, 8][this.fixed.length]
    if (magic !== undefined && byte !== magic) throw new InflateError('gzip: not a member')
    this.fixed.push(byte)
    if (this.fixed.length < fixedBytes) return
    const set = this.fixed[3] as number
    if ((set & flags.extra) !== 0) this.steps.push('length')
    if ((set & flags.name) !== 0) this.steps.push('zero')
    if ((set & flags.comment) !== 0) this.steps.push('zero')
    if ((set & flags.checksum) !== 0) this.steps.push(2)
  }

  private step(chunk: Uint8Array, at: number): number {
    const step = this.steps[0]
    if (step === 'zero') {
      const end = chunk.indexOf(0, at)
      if (end >= 0) this.steps.shift()
      return end < 0 ? chunk.length : end + 1
    }
    if (step === 'length') {
      this.lengthBytes.push(chunk[at] as number)
      const [low = 0, high] = this.lengthBytes
      if (high !== undefined) this.steps.splice(0, 1, ...(low + high > 0 ? [low | (high << 8)] : []))
      return at + 1
    }
    const skipped = Math.min(step ?? 0, chunk.length - at)
    if (skipped === step) this.steps.shift()
    else this.steps[0] = (step ?? 0) - skipped
    return at + skipped
  }
}

const partBytes = 16 << 20

/**
 * Collects the output as it grows. Parts leave the memory of this thread as blobs, which browsers keep on disk if they
 * are many. So an output may be larger than the memory of a page.
 */
export class OutputParts {
  private blobs: Blob[] = []
  private chunks: Uint8Array<ArrayBuffer>[] = []
  private bytes = 0
  private readonly first: Uint8Array<ArrayBuffer>
  private firstLength = 0
  private isCut = false

  constructor(headBytes: number) {
    this.first = new Uint8Array(headBytes)
  }

  add(chunk: Uint8Array): void {
    const fits = chunk.subarray(0, this.first.length - this.firstLength)
    this.first.set(fits, this.firstLength)
    this.firstLength += fits.length
    if (fits.length < chunk.length) this.isCut = true
    this.chunks.push(chunk.slice())
    this.bytes += chunk.length
    if (this.bytes >= partBytes) this.seal()
  }

  /** Drops the output, because a conversion that starts again writes everything again. */
  clear(): void {
    this.blobs = []
    this.chunks = []
    this.bytes = 0
    this.firstLength = 0
    this.isCut = false
  }

  blob(): Blob {
    this.seal()
    return new Blob(this.blobs, { type: 'application/octet-stream' })
  }

  /** Returns the beginning as whole lines, as far as there are any. */
  head(): string {
    const text = new TextDecoder().decode(this.first.subarray(0, this.firstLength))
    if (!this.isCut) return text
    const lastLine = text.lastIndexOf('\n')
    return `${lastLine > text.length / 2 ? text.slice(0, lastLine) : text}\n…`
  }

  private seal(): void {
    if (this.chunks.length === 0) return
    this.blobs.push(new Blob(this.chunks))
    this.chunks = []
    this.bytes = 0
  }
}

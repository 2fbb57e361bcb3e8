import type { Message } from '../../src/contract/catalog/message.ts'
import { runFailures } from '../../src/contract/catalog/run-failures.ts'
import type { Progress } from '../../src/contract/conversion.ts'
import { outputBytesMax } from '../engine/bytes/bounded-sink.ts'
import type { ByteSink } from '../engine/bytes/byte-source.ts'
import type { RunApi, StoredObject, Target, UploadedPart } from './run-api.ts'

/** The maximum number of parts in R2. All of them must have the same size. */
const partsMax = 10_000
const smallPartBytes = 16 << 20
/** The body of a request to a Worker has at most 100 MB. */
const largePartBytes = 90 << 20

/** Returns the size of parts that can hold the largest output of a file of this size. */
export function partBytesFor(inputBytes: number): number {
  const mebibytes = Math.ceil(outputBytesMax(inputBytes) / partsMax / (1 << 20))
  return Math.min(Math.max(mebibytes * (1 << 20), smallPartBytes), largePartBytes)
}

/** Reports bytes that need more parts than R2 accepts. Another attempt would end in the same way. */
export class TooManyParts extends Error {
  override readonly name = 'TooManyParts'
  declare readonly message: Message

  constructor(target: Target, bytesMax: number) {
    super(runFailures.output_too_large(target, bytesMax))
  }
}

/**
 * Stores bytes in R2 in equal parts. It sends one part while the next one fills. An output that fits into one part is
 * stored in a single request. Nothing exists under the key before `finish`.
 */
export class PartsSink implements ByteSink {
  private readonly api: RunApi
  private readonly target: Target
  private partBytes: number
  private part = new Uint8Array(0)
  private filled = 0
  private upload: string | null = null
  private readonly parts: UploadedPart[] = []
  private underWay: Promise<void> = Promise.resolve()

  constructor(api: RunApi, target: Target, partBytes = smallPartBytes) {
    this.api = api
    this.target = target
    this.partBytes = partBytes
  }

  /** Sets the size of parts before the first byte, because all parts have one size. */
  expectFrom(inputBytes: number): void {
    this.partBytes = partBytesFor(inputBytes)
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.length;) {
      // A full part is sent only when more bytes follow, so that the last one is never empty.
      if (this.filled === this.partBytes) await this.send()
      if (this.part.length === 0) this.part = new Uint8Array(this.partBytes)
      const part = chunk.subarray(from, from + this.partBytes - this.filled)
      this.part.set(part, this.filled)
      this.filled += part.length
      from += part.length
    }
  }

  async finish(progress: Progress): Promise<StoredObject> {
    // The Worker holds the body of a put in memory, so a larger part is sent as the only one of an upload.
    if (this.upload === null && this.filled <= smallPartBytes) {
      // The account object checks the attempt a last time before the object exists, as in `completeUpload`.
      await this.api.reportProgress(progress)
      return this.api.putWhole(this.target, this.part.subarray(0, this.filled))
    }
    const upload = await this.send()
    await this.underWay
    return this.api.completeUpload(this.target, upload, this.parts, progress)
  }

  /** Drops the parts that were sent, and begins again. */
  async restart(): Promise<void> {
    await this.underWay.catch(() => undefined)
    await this.abort()
    this.upload = null
    this.parts.length = 0
    this.filled = 0
    this.underWay = Promise.resolve()
  }

  async abort(): Promise<void> {
    if (this.upload !== null) await this.api.abortUpload(this.target, this.upload)
  }

  private async send(): Promise<string> {
    this.upload ??= await this.api.beginUpload(this.target)
    const { upload, part, filled } = this
    await this.underWay
    if (this.parts.length === partsMax) throw this.tooManyParts()
    const partNumber = this.parts.length + 1
    this.part = new Uint8Array(0)
    this.filled = 0
    this.underWay = this.api.putPart(this.target, upload, partNumber, part.subarray(0, filled)).then((uploaded) => {
      this.parts.push(uploaded)
      return undefined
    })
    this.underWay.catch(() => undefined)
    return upload
  }

  private tooManyParts(): TooManyParts {
    return new TooManyParts(this.target, partsMax * this.partBytes)
  }
}

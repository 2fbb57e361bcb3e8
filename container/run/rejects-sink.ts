import type { Progress } from '../../src/contract/conversion.ts'
import type { ByteSink } from '../engine/bytes/byte-source.ts'
import { partBytesFor, PartsSink } from './parts-sink.ts'
import type { RunApi, StoredObject } from './run-api.ts'

/** Stores the rejected rows in R2. Most files have none, so they need neither an object nor memory for parts. */
export class RejectsSink implements ByteSink {
  private readonly api: RunApi
  private parts: PartsSink | null = null
  private inputBytes = 0

  constructor(api: RunApi) {
    this.api = api
  }

  /** Sets the size of parts before the first byte, because all parts have one size. */
  expectFrom(inputBytes: number): void {
    this.inputBytes = inputBytes
  }

  write(chunk: Uint8Array): Promise<void> {
    this.parts ??= new PartsSink(this.api, 'rejects', partBytesFor(this.inputBytes))
    return this.parts.write(chunk)
  }

  async restart(): Promise<void> {
    await this.parts?.restart()
    this.parts = null
  }

  async finish(progress: Progress): Promise<StoredObject | null> {
    return this.parts === null ? null : this.parts.finish(progress)
  }

  async abort(): Promise<void> {
    await this.parts?.abort()
  }
}

import { RowmillApiError } from './errors.ts'
import type { Conversion, Report, RowCounts } from './types.ts'

/** Opens the output of a conversion. With `fresh`, it gets a new download URL. */
export type OpenOutput = (fresh: boolean) => Promise<Response>

/** A finished conversion. Its output is downloaded only when a method needs it. */
export class ConvertedFile {
  readonly conversion: Conversion
  readonly report: Report
  private readonly openOutput: OpenOutput

  constructor(conversion: Conversion, report: Report, openOutput: OpenOutput) {
    this.conversion = conversion
    this.report = report
    this.openOutput = openOutput
  }

  get id(): string {
    return this.conversion.id
  }

  /** Returns the number of rows converted, rejected and left out. */
  get rows(): RowCounts {
    return this.report.rows
  }

  /** Returns the name that the output file should have. */
  get name(): string {
    return this.conversion.output?.name ?? 'output'
  }

  /** Returns the output as text. Output with `compression: 'gzip'` is decompressed. */
  async text(): Promise<string> {
    const stream = await this.stream()
    if (!this.name.endsWith('.gz')) return new Response(stream).text()
    const gunzip = new DecompressionStream('gzip') as unknown as TransformStream<Uint8Array, Uint8Array>
    return new Response(stream.pipeThrough(gunzip)).text()
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await (await this.response()).arrayBuffer())
  }

  async stream(): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.response()
    return body ?? new Blob([]).stream()
  }

  /** Writes the output to a file (Node, Deno, Bun). An existing file is replaced only by the whole output. */
  async save(path: string): Promise<void> {
    // The module names are in variables, so that bundlers for browsers do not resolve them.
    const [fs, streams] = ['node:fs', 'node:stream/promises']
    const { createWriteStream, promises } = (await import(fs)) as typeof import('node:fs')
    const { pipeline } = (await import(streams)) as typeof import('node:stream/promises')
    const beside = `${path}.${crypto.randomUUID()}.part`
    try {
      await pipeline(await this.stream(), createWriteStream(beside, { flags: 'wx' }))
      await promises.rename(beside, path)
    } catch (error) {
      await promises.rm(beside, { force: true })
      throw error
    }
  }

  /** A download URL is valid for ten minutes. An expired one is replaced by reading the conversion again. */
  private async response(): Promise<Response> {
    const first = await this.openOutput(false)
    if (first.ok) return first
    await first.body?.cancel()
    const second = await this.openOutput(true)
    if (second.ok) return second
    throw new RowmillApiError(second.status, { message: 'The output cannot be downloaded any more.' }, second.headers)
  }
}

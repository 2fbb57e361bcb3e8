import { isUtf8 } from 'node:buffer'
import type { Message } from '../../src/contract/catalog/message.ts'
import { runFailures } from '../../src/contract/catalog/run-failures.ts'
import type { FailureCode } from '../../src/contract/codes.ts'
import type { Progress } from '../../src/contract/conversion.ts'
import { type EngineStart, failureOf, type RunOutcome } from '../../src/contract/run.ts'
import type { ByteSource, Inflate } from '../engine/bytes/byte-source.ts'
import type { ConvertOutcome, ConvertRequest } from '../engine/convert-types.ts'
import { DownloadFailure, openDownload } from './download.ts'
import { fileNameOf } from './file-name.ts'
import type { FetchHop } from './hop.ts'
import { outputNameOf } from './output-name.ts'
import { PartsSink, TooManyParts } from './parts-sink.ts'
import { pinnedFetch } from './pinned-fetch.ts'
import { RejectsSink } from './rejects-sink.ts'
import { remoteSource } from './remote-source.ts'
import { InputChanged, RunApi, RunStopped } from './run-api.ts'
import { workerFetch } from './worker-fetch.ts'

export interface RunTools {
  readonly convert: (request: ConvertRequest) => Promise<ConvertOutcome>
  readonly inflate: Inflate
  readonly onProgress: (progress: Progress) => void
  /** Aborts on a cancel, at the end of the process, and at the time limit. */
  readonly signal: AbortSignal
}

export type RunEnd = RunOutcome | { readonly kind: 'stopped' }

interface InputFile {
  readonly name: string
  readonly source: ByteSource
}

/** Runs a conversion: opens the file, converts it, and closes the output. */
export async function runConversion(start: EngineStart, tools: RunTools): Promise<RunEnd> {
  const { order } = start
  const api = new RunApi(start.origin, start.capability, tools.signal)
  const output = new PartsSink(api, 'output')
  const rejects = new RejectsSink(api)
  let progress: Progress = { rows: 0, bytes_read: 0, bytes_total: 0 }
  const advance = (rows: number, bytesRead: number, bytesTotal: number, pass = 1): void => {
    const again = pass > 1 ? { pass } : {}
    progress = { rows, bytes_read: Math.min(bytesRead, bytesTotal), bytes_total: bytesTotal, ...again }
    tools.onProgress(progress)
  }
  try {
    const file =
      order.input.kind === 'url'
        ? await download(start, order.input.url, api, { ...tools, onBytes: (bytes, total) => advance(0, bytes, total) })
        : { name: order.name, source: remoteSource(api, order.input) }
    output.expectFrom(file.source.size)
    rejects.expectFrom(file.source.size)
    const outcome = await tools.convert({
      name: file.name,
      source: file.source,
      sink: output,
      rejects,
      spec: order.spec,
      inflate: tools.inflate,
      isUtf8,
      onProgress({ rows, bytesRead, pass }) {
        advance(rows, bytesRead, file.source.size, pass)
        return tools.signal.aborted ? 'stop' : 'continue'
      },
    })
    if (outcome.kind !== 'done') {
      await Promise.all([output.abort(), rejects.abort()])
      return outcome
    }
    const rows = outcome.report.rows.converted
    advance(rows, file.source.size, file.source.size)
    const rejected = await rejects.finish(progress)
    const { bytes } = await output.finish(progress)
    return {
      kind: 'done',
      report: outcome.report,
      outputBytes: bytes,
      outputName: outputNameOf(file.name, order.spec),
      ...(rejected === null ? {} : { rejectsBytes: rejected.bytes }),
    }
  } catch (error) {
    await Promise.all([output.abort(), rejects.abort()])
    return endOf(error, tools.signal)
  }
}

/**
 * Returns a failure that the client must read as a value. Anything else is thrown again, so that it is logged as a bug.
 */
function endOf(error: unknown, signal: AbortSignal): RunEnd {
  if (error instanceof RunStopped || signal.aborted) return { kind: 'stopped' }
  if (error instanceof DownloadFailure) return failed(error.code, error.message)
  if (error instanceof TooManyParts) return failed('output_too_large', error.message)
  if (error instanceof InputChanged) {
    return failed('not_uploaded', runFailures.not_uploaded)
  }
  throw error
}

const failed = (code: FailureCode, message: Message): RunOutcome => ({
  kind: 'failed',
  failure: failureOf(code, message),
})

interface DownloadTools extends RunTools {
  readonly onBytes: (bytes: number, total: number) => void
}

/**
 * Stores the file in R2 as the conversion's upload while it arrives, and reads it from there. No disk would be large
 * enough.
 */
async function download(start: EngineStart, url: string, api: RunApi, tools: DownloadTools): Promise<InputFile> {
  const { order, download: rules } = start
  const fetchHop: FetchHop = rules.via === 'worker' ? workerFetch(api) : pinnedFetch(rules)
  const opened = await openDownload({
    url,
    fetchHop,
    stallMs: rules.stallSeconds * 1000,
    limitMs: rules.limitSeconds * 1000,
    bytesMax: order.urlMaxBytes,
    allowanceBytes: order.allowanceLeftBytes,
    signal: tools.signal,
  })
  const name = fileNameOf(opened.disposition, opened.url, order.name)
  if (opened.bytes !== null) await api.reportFile({ name, bytes: opened.bytes })
  const input = new PartsSink(api, 'input')
  try {
    let arrived = 0
    for await (const chunk of opened.chunks) {
      arrived += chunk.length
      await input.write(chunk)
      tools.onBytes(arrived, opened.bytes ?? arrived)
    }
    const stored = await input.finish({ rows: 0, bytes_read: arrived, bytes_total: arrived })
    await api.reportFile({ name, bytes: stored.bytes, etag: stored.etag })
    return { name, source: remoteSource(api, stored) }
  } catch (error) {
    await input.abort()
    throw error
  }
}

import type { Report } from '../../src/contract/report.ts'
import type { FailureReport } from './report/failure-report.ts'
import { withNewerFields } from '../../src/contract/spec-values.ts'
import type { Spec } from '../../src/contract/spec.ts'
import type { ByteSource, Inflate } from './bytes/byte-source.ts'
import { GrowingBytes } from './bytes/growing-bytes.ts'
import type { Caster } from './cast/cast-batch.ts'
import { casterOf, reportOf, rowsOf } from './convert.ts'
import { EngineFailure, nothingRead } from './failure.ts'
import { typingFacts } from './inference/types/column-types.ts'
import { type ColumnEvidence, evidenceOf } from './inference/evidence.ts'
import { planTable } from './inference/plan-table.ts'
import { readSample } from './inference/sample/read-sample.ts'
import type { Sample } from './inference/sample/sample.ts'
import { openReader } from './readers/open-reader.ts'
import { failureReport } from './report/failure-report.ts'
import { Reporter } from './report/reporter.ts'
import { CellKind } from './table/row-batch.ts'
import { openWriter } from './writers/open-writer.ts'

export interface PreviewRequest {
  readonly name: string
  readonly source: ByteSource
  readonly spec: Spec
  readonly inflate: Inflate
  /** The maximum number of rows to show. The field below is the approximate size of the output to show. */
  readonly rowsMax: number
  readonly outputBytesMax: number
  /** Whether to collect the evidence that the sample contains for each column. */
  readonly wantsEvidence?: boolean
}

export interface PreviewRow {
  readonly number: number
  /** The cells of the file. Null means that a cell is empty. */
  readonly cells: readonly (string | null)[]
  /** The values to be written, in the order of the output columns. Null means that the row is rejected. */
  readonly written: readonly (string | null)[] | null
}

export type PreviewOutcome =
  | {
      readonly kind: 'table'
      /** The report that the file would have if it ended with the sample. */
      readonly report: Report
      readonly isWholeFile: boolean
      readonly sampleRows: number
      readonly rows: readonly PreviewRow[]
      /** The evidence for each column, if it was requested. */
      readonly evidence: readonly ColumnEvidence[]
      /** The beginning of the output. */
      readonly output: string
    }
  /** A dump has many tables and no sample, so only the conversion itself shows its contents. */
  | { readonly kind: 'dump' }
  | { readonly kind: 'failed'; readonly failure: FailureReport }

/** A preview has no accelerator. Opening one takes as long as reading a sample with plain code. */
const accelerator = null

/**
 * Previews a conversion based on the file's sample. It uses the same reading and the same types, but writes nothing.
 */
export async function preview(request: PreviewRequest): Promise<PreviewOutcome> {
  try {
    return await previewTable(request)
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    return { kind: 'failed', failure: failureReport(error) }
  }
}

async function previewTable(request: PreviewRequest): Promise<PreviewOutcome> {
  const { rowsMax, outputBytesMax } = request
  const spec = withNewerFields(request.spec)
  const reporter = new Reporter()
  const opened = await openReader({ ...request, reporter, accelerator })
  if (opened.kind === 'dump') return { kind: 'dump' }
  const { reader, typedSource } = opened
  const batches = reader.batches()[Symbol.asyncIterator]()
  const sample = await readSample(batches, spec, reader)
  await batches.return?.()
  if (sample.rowCount === 0) throw nothingRead(reporter)
  const table = planTable({ spec, fileName: request.name, reader, typedSource, sample, accelerator, reporter })
  const writer = openWriter(spec, table.plan, reporter, accelerator)
  const caster = casterOf(table, reader, reporter, accelerator, null)
  const out = new GrowingBytes()
  const facts = typingFacts(spec, sample.isWholeFile, typedSource)
  const evidence = request.wantsEvidence === true ? evidenceOf(sample, table, facts) : []
  const trial = casterOf(table, reader, new Reporter(), accelerator, null)
  const rows = firstRows(sample, table.lastHeadRow, rowsMax).map((row) => ({
    ...row,
    written: writtenOf(sample, row.number, trial),
  }))
  writer.begin(out)
  for (const batch of sample.batches) writer.write(caster.cast(batch), out)
  if (sample.isWholeFile) writer.end(out)
  rowsOf(reader, caster, reporter)
  return {
    kind: 'table',
    report: reportOf(table, reader, writer, caster, reporter),
    isWholeFile: sample.isWholeFile,
    sampleRows: sample.rowCount,
    rows,
    evidence,
    output: beginning(out, outputBytesMax),
  }
}

/** Returns the first rows of the table, without comments and other rows that are left out. */
function firstRows(sample: Sample, lastHeadRow: number, rowsMax: number): Omit<PreviewRow, 'written'>[] {
  const kept = new Set(sample.batches.flatMap(({ rowNumbers, rowCount }) => [...rowNumbers.subarray(0, rowCount)]))
  return sample
    .firstRows()
    .filter(({ number }) => number > lastHeadRow && kept.has(number))
    .slice(0, rowsMax)
    .map(({ number, cells }) => ({
      number,
      cells: cells.map(({ kind, text }) => (kind === CellKind.empty ? null : text)),
    }))
}

/** Casts a row with a separate caster, so that the preview does not count it twice. */
function writtenOf(sample: Sample, number: number, trial: Caster): (string | null)[] | null {
  for (const batch of sample.batches) {
    const row = batch.rowNumbers.subarray(0, batch.rowCount).indexOf(number)
    if (row < 0) continue
    const { rowCount, width, bytes, starts, ends } = trial.cast(batch.rows(row, row + 1))
    if (rowCount === 0) return null
    return Array.from({ length: width }, (_, at) => {
      const start = starts[at] ?? -1
      return start < 0 ? null : decoder.decode(bytes.subarray(start, ends[at]))
    })
  }
  return null
}

const decoder = new TextDecoder()

/** Returns the first complete lines of the output. */
function beginning(out: GrowingBytes, bytesMax: number): string {
  if (out.length <= bytesMax) return new TextDecoder().decode(out.bytes.subarray(0, out.length))
  const text = new TextDecoder().decode(out.bytes.subarray(0, bytesMax))
  const lastLine = text.lastIndexOf('\n')
  return `${lastLine > bytesMax / 2 ? text.slice(0, lastLine) : text}\n…`
}

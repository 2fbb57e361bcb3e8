import { specMessages } from './catalog/spec.ts'
import type { Report } from '../../src/contract/report.ts'
import { refusedForDumps, severalSheets, withNewerFields } from '../../src/contract/spec-values.ts'
import { ownEncoding } from './bytes/decoder.ts'
import { boundedSink } from './bytes/bounded-sink.ts'
import { gzipSink } from './bytes/gzip-sink.ts'
import { withoutByteOrderMarks } from './bytes/byte-order-marks.ts'
import { isWide, toUtf8 } from './bytes/utf8.ts'
import { unwrap } from './bytes/unwrap.ts'
import { Caster, type Misfits } from './cast/cast-batch.ts'
import { PrimaryKey } from './cast/primary-key.ts'
import type { AcceleratedRequest, Accelerator, EngineRequest } from './accelerator.ts'
import type { ConvertOutcome } from './convert-types.ts'
import { Correction } from './correction.ts'
import { EngineFailure, nothingRead } from './failure.ts'
import { type PlannedTable, planTable } from './inference/plan-table.ts'
import { LaterFacts } from './inference/types/later-facts.ts'
import { readSample } from './inference/sample/read-sample.ts'
import { PlainRows } from './plain-rows.ts'
import { ProgressOfPasses } from './progress-of-passes.ts'
import { type OpenedRows, openReader } from './readers/open-reader.ts'
import { isDelimited, type RowReader } from './readers/row-reader.ts'
import { failureReport } from './report/failure-report.ts'
import { RejectedRows } from './report/rejected-rows.ts'
import { Reporter } from './report/reporter.ts'
import { namingChanges } from './report/timestamp-changes.ts'
import { TableOutput } from './table-output.ts'
import { TablePass } from './table-pass.ts'
import { withAccelerator } from './webassembly/accelerator.ts'
import { openWriter } from './writers/open-writer.ts'
import type { TableWriter } from './writers/table-writer.ts'

/**
 * Converts a file in these steps:
 *   1. open the file: format, encoding, CSV format
 *   2. read the sample
 *   3. plan the table: header, names, types
 *   4. cast and write the sample
 *   5. write the next plain rows with the fast path, if there is one
 *   6. read, cast and write a batch of rows, then repeat step 5
 *   7. start over with a corrected plan if a row after the sample disproves it
 *   8. report
 */
export const convert = (request: EngineRequest): Promise<ConvertOutcome> =>
  request.accelerator === undefined
    ? withAccelerator((accelerator) => convertWith({ ...request, accelerator }))
    : convertWith({ ...request, accelerator: request.accelerator })

async function convertWith(given: AcceleratedRequest): Promise<ConvertOutcome> {
  const spec = withNewerFields(given.spec)
  const gzip = spec.output.compression === 'gzip' ? gzipSink(given.sink) : null
  const request = {
    ...given,
    spec,
    sink: boundedSink(gzip ?? given.sink, given.source.size),
  }
  const outcome = await (severalSheets(spec) ? convertAllSheets(request) : convertOne(request))
  if (outcome.kind === 'done') await gzip?.end()
  return outcome
}

const convertAllSheets = (request: AcceleratedRequest): Promise<ConvertOutcome> =>
  failuresAsOutcomes(async () => (await import('./convert-sheets.ts')).convertSheets(request, convertOne))

const convertOne = (request: AcceleratedRequest): Promise<ConvertOutcome> =>
  failuresAsOutcomes(async () => {
    const reporter = reporterOf(request)
    const later = new LaterFacts()
    const opened = await openReader({ ...request, reporter, later })
    if (opened.kind === 'dump') return convertDumpFile(request, opened, reporter)
    if (request.spec.dump.write !== 'script') refuseProof()
    return convertTable(request, opened, reporter, later)
  })

function refuseProof(): never {
  const message = specMessages.dump_dialect.notADump
  throw new EngineFailure('invalid_spec', message, [{ code: 'dump_dialect', message }])
}

async function failuresAsOutcomes(work: () => Promise<ConvertOutcome>): Promise<ConvertOutcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    return { kind: 'failed', failure: failureReport(error) }
  }
}

const reporterOf = ({ rejects, rejectsPlace }: AcceleratedRequest): Reporter =>
  new Reporter(rejects === undefined ? null : new RejectedRows(rejects, rejectsPlace ?? null))

/** Converts a dump, which has many tables and is read twice. The modules for dumps are loaded only when needed. */
async function convertDumpFile(
  request: AcceleratedRequest,
  { encoding, wrapping }: { readonly encoding: string; readonly wrapping: string | null },
  reporter: Reporter,
): Promise<ConvertOutcome> {
  const { spec, sink, onProgress } = request
  if (spec.output.dialect !== 'postgresql' || spec.output.format !== 'sql') {
    const message = specMessages.dump_dialect.otherDialect
    throw new EngineFailure('invalid_spec', message, [{ code: 'dump_dialect', message }])
  }
  const refused = refusedForDumps(spec)
  if (refused !== null) {
    const message = specMessages.dump_dialect.refusedField(refused.path.join('.'), refused.advice)
    throw new EngineFailure('invalid_spec', message, [{ code: 'dump_dialect', message }])
  }
  // The statements are ASCII with strings in between. A statement in any other encoding is converted to UTF-8 first.
  const isTranscoded = isWide(encoding) || ownEncoding(encoding) !== null
  const { convertDump } = await import('./dump/convert-dump.ts')
  const outcome = await convertDump({
    spec,
    sink: { ...sink, write: (chunk) => sink.write(chunk).then(() => reporter.rejects?.flush()) },
    reporter,
    wrapping,
    accelerator: (await request.accelerator?.openDump()) ?? null,
    encoding: isTranscoded ? 'utf-8' : spec.input.encoding === null ? null : encoding,
    fallbackEncoding: encoding === 'utf-8' ? null : encoding,
    open: async () => {
      const unwrapped = await unwrap(request)
      if (!isTranscoded) return unwrapped
      return { ...unwrapped, chunks: withoutByteOrderMarks(toUtf8(unwrapped.chunks, encoding).chunks).chunks }
    },
    ...(onProgress === undefined ? {} : { onProgress: (at) => onProgress({ ...at, pass: 1 }) }),
  })
  if (outcome.kind === 'done') await reporter.rejects?.end()
  return outcome
}

/** One pass over the file, from its first byte. */
interface Pass {
  readonly opened: OpenedRows
  readonly accelerator: Accelerator | null
  readonly reporter: Reporter
  /** The number of times that the plan was corrected. */
  readonly corrections: number
  /** Whether an earlier pass checked every row against the plan. */
  readonly isChecked: boolean
}

/** After this many corrections, rows that do not fit are rejected. */
const correctionsMax = 3
/** The last correction waits for the end of the file, so that it covers all remaining rows. */
const correctionsAtOnceMax = 2

/**
 * Reads the file, usually once. If a row after the sample disproves the plan and a corrected plan keeps its value, the
 * file is read again with that plan.
 */
async function convertTable(
  request: AcceleratedRequest,
  opened: OpenedRows,
  reporter: Reporter,
  later: LaterFacts,
): Promise<ConvertOutcome> {
  const progress = new ProgressOfPasses(request.onProgress)
  const { accelerator } = request
  let pass: Pass = { opened, accelerator, reporter, corrections: 0, isChecked: false }
  for (;;) {
    const end = await runPass(request, pass, later, progress)
    if (end.kind === 'done' || end.kind === 'failed' || end.kind === 'stopped') return end
    if (end.kind === 'corrected') await discardOutput(request)
    progress.nextPass()
    pass = {
      ...(await reopened(request, pass.accelerator, later)),
      corrections: pass.corrections + (end.kind === 'corrected' ? 1 : 0),
      isChecked: end.kind === 'checked',
    }
  }
}

function beginRejects({ rejects }: Reporter, { reportColumns }: PlannedTable, writes: boolean): void {
  if (writes) rejects?.begin(reportColumns)
  else rejects?.drop()
}

/** Discards the output of a pass. Output that cannot be discarded has not been written yet. */
async function discardOutput({ sink, rejects }: AcceleratedRequest): Promise<void> {
  if (sink.restart === undefined) return
  await sink.restart()
  await rejects?.restart?.()
}

async function reopened(request: AcceleratedRequest, last: Accelerator | null, later: LaterFacts) {
  const reporter = reporterOf(request)
  const accelerator = last?.reopened() ?? null
  const opened = await openReader({ ...request, reporter, accelerator, later })
  if (opened.kind === 'dump') throw new Error('The file changed between two reads.')
  return { opened, accelerator, reporter }
}

type PassEnd = ConvertOutcome | { readonly kind: 'corrected' | 'checked' }

async function runPass(
  request: AcceleratedRequest,
  { opened, accelerator, reporter, corrections, isChecked }: Pass,
  later: LaterFacts,
  progress: ProgressOfPasses,
): Promise<PassEnd> {
  const { spec, sink } = request
  const { reader, typedSource } = opened
  later.startPass(corrections < correctionsAtOnceMax)
  const batches = reader.batches()[Symbol.asyncIterator]()
  const sample = await readSample(batches, spec, reader)
  if (sample.rowCount === 0) throw nothingRead(reporter)
  const { name: fileName } = request
  const mayFollow = !isChecked && corrections < correctionsMax
  const facts = { spec, fileName, reader, typedSource, sample, accelerator, reporter, later }
  const table = planTable({ ...facts, mayCorrect: mayFollow })
  const mayCorrect = mayFollow && !sample.isWholeFile
  // A sink that cannot restart receives its first row only after all rows have been checked.
  const writes = sink.restart !== undefined || !mayCorrect
  beginRejects(reporter, table, writes)
  const writer = openWriter(spec, table.plan, reporter, accelerator)
  const caster = casterOf(table, reader, reporter, accelerator, mayCorrect ? later : null)
  const output = writes ? new TableOutput(sink, writer, accelerator?.output ?? null) : null
  const correction = mayCorrect ? new Correction(request, later, caster, table.castColumns) : null
  const pass = new TablePass({ table, reader, caster, reporter, progress, accelerator, output, correction })
  const afterSample = await pass.writeSample(sample)
  if (afterSample !== 'continue') return { kind: afterSample }
  const plainRows = output === null ? null : PlainRows.open({ accelerator, reader, table, caster, writer, output })
  const afterRest = await pass.writeRest(plainRows, batches)
  if (afterRest !== 'continue') return { kind: afterRest }
  table.bounds?.end()
  if ((await correction?.isNeeded()) === true) return { kind: 'corrected' }
  if (output === null) return { kind: 'checked' }
  await Promise.all([output.end(), reporter.rejects?.end()])
  if (progress.report(caster.converted, reader.bytesRead()) === 'stop') return { kind: 'stopped' }
  const rowsRead = rowsOf(reader, caster, reporter)
  return { kind: 'done', report: reportOf(table, reader, writer, caster, reporter), rowsRead }
}

export function casterOf(
  { castColumns, width, lastHeadRow, plan, dialect, trims }: PlannedTable,
  reader: RowReader,
  reporter: Reporter,
  accelerator: Accelerator | null,
  misfits: Misfits | null,
): Caster {
  const shortRowsAreFixes = isDelimited(reader)
  const key = PrimaryKey.create(plan, dialect)
  const columns = castColumns
  // The plain code handles spaces and keys, row by row. Reading and writing stay accelerated.
  const castsByRow = trims || key !== null
  const options = { columns, width, lastHeadRow, reporter, shortRowsAreFixes, misfits, trims, key }
  return new Caster({ ...options, accelerator, castsByRow })
}

/** Returns the number of rows in the file. A reader that does not report blank rows leaves gaps in the row numbers. */
export function rowsOf(reader: RowReader, caster: Caster, reporter: Reporter): number {
  if (reader.rowsRead !== undefined) return reader.rowsRead()
  const last = Math.max(caster.lastRow, reporter.lastRowAside)
  const blank = last - caster.converted - caster.rejected - reporter.rejectedByReader - reporter.leftOut.count
  if (blank > 0) reporter.leaveOut({ code: 'blank', count: blank })
  return last
}

export function reportOf(
  table: PlannedTable,
  reader: RowReader,
  writer: TableWriter,
  caster: Caster,
  reporter: Reporter,
): Report {
  const rows = {
    converted: caster.converted,
    rejected: caster.rejected + reporter.rejectedByReader,
    left_out: reporter.leftOut,
  }
  const sqlTypeOf = new Map(table.plan.columns.map((column, at) => [column.index, writer.sqlTypes[at] ?? '']))
  const columns = table.reportColumns.map((column) => ({ ...column, sql_type: sqlTypeOf.get(column.index) ?? '' }))
  const keepsT = table.dialect.pattern({ kind: 'timestamp', fractionDigits: 0 }).sort === 'with_t'
  return {
    table: table.plan.table,
    tables: [{ name: table.plan.table, source_name: table.plan.sourceName, rows, columns }],
    columns,
    rows,
    fixes: reporter.fixes.map((fix) => namingChanges(fix, keepsT)),
    problems: reporter.problems,
    problems_summary: reporter.problemsSummary,
    input: { ...reader.input, header_row: table.headerRow, date_order: table.dateOrder, decimal: table.decimal },
    notes: reporter.notes,
  }
}

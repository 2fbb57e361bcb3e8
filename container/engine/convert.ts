import type { Report } from '../../src/contract/report.ts'
import type { Spec } from '../../src/contract/spec.ts'
import { GrowingBytes } from './bytes/growing-bytes.ts'
import { withoutLineMarks } from './bytes/line-marks.ts'
import { isWide, toUtf8 } from './bytes/utf8.ts'
import { unwrap } from './bytes/unwrap.ts'
import { Caster } from './cast/cast-batch.ts'
import type { ConvertOutcome, ConvertRequest } from './convert-types.ts'
import { EngineFailure } from './failure.ts'
import { type PlannedTable, planTable } from './inference/plan-table.ts'
import { Sample } from './inference/sample.ts'
import { TableBounds } from './inference/table-bounds.ts'
import { type Kernel, openKernel } from './kernel/kernel.ts'
import { KernelLane } from './lane/kernel-lane.ts'
import { openReader } from './readers/open-reader.ts'
import { isDelimited, type RowReader } from './readers/row-reader.ts'
import { failureReport } from './report/failure-report.ts'
import { Reporter } from './report/reporter.ts'
import type { RowBatch } from './table/row-batch.ts'
import { openWriter } from './writers/open-writer.ts'
import type { TableWriter } from './writers/table-writer.ts'

/** Output goes to the sink in pieces of about this size. */
const outputChunkBytes = 1 << 20

/**
 * The data journey:
 *   1. open the file: format, encoding, dialect
 *   2. read the sample
 *   3. plan the table: header, names, types
 *   4. cast and write the sample, then every batch after it; plain rows go straight from the text to the output
 *   5. report
 */
export async function convert(request: ConvertRequest): Promise<ConvertOutcome> {
  try {
    const reporter = new Reporter()
    const kernel = request.kernel === undefined ? openKernel() : request.kernel
    const opened = await openReader({ ...request, reporter, kernel })
    if (opened.kind === 'dump') return await convertDumpFile(request, opened, reporter)
    return await convertTable({ ...request, kernel }, opened, reporter)
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    return { kind: 'failed', failure: failureReport(error) }
  }
}

/** A dump has a road of its own: many tables, read twice. Its modules are loaded for dumps alone. */
async function convertDumpFile(
  request: ConvertRequest,
  { encoding, wrapping }: { readonly encoding: string; readonly wrapping: string | null },
  reporter: Reporter,
): Promise<ConvertOutcome> {
  const { spec, sink, onProgress } = request
  if (spec.output.dialect !== 'postgresql' || spec.output.format !== 'sql') {
    const message = 'The file is a MySQL or MariaDB dump: it converts to dialect postgresql, format sql only.'
    throw new EngineFailure('invalid_spec', message, [{ code: 'dump_dialect', message }])
  }
  const { convertDump } = await import('./dump/convert-dump.ts')
  const { openDumpKernel } = await import('./kernel/dump-kernel.ts')
  return convertDump({
    spec,
    sink,
    reporter,
    wrapping,
    kernel: request.kernel === null ? null : openDumpKernel(),
    encoding: isWide(encoding) ? 'utf-8' : spec.input.encoding === null ? null : encoding,
    otherwise: encoding === 'utf-8' ? null : encoding,
    open: async () => {
      const unwrapped = await unwrap(request)
      if (!isWide(encoding)) return unwrapped
      return { ...unwrapped, chunks: withoutLineMarks(toUtf8(unwrapped.chunks, encoding).chunks).chunks }
    },
    ...(onProgress === undefined ? {} : { onProgress }),
  })
}

async function convertTable(
  request: ConvertRequest & { readonly kernel: Kernel | null },
  { reader, typedSource }: { readonly reader: RowReader; readonly typedSource: boolean },
  reporter: Reporter,
): Promise<ConvertOutcome> {
  const batches = reader.batches()[Symbol.asyncIterator]()
  const sample = await readSample(batches, request.spec, reader)
  if (sample.rowCount === 0) throw nothingRead(reporter)
  const { spec, kernel } = request
  const table = planTable({ spec, fileName: request.name, reader, typedSource, sample, kernel, reporter })
  const writer = openWriter(spec, table.plan, reporter, kernel)
  const caster = casterOf(table, reader, reporter, kernel)
  const out = new GrowingBytes(kernel?.output ?? outputChunkBytes + (outputChunkBytes >> 2))

  const flush = async (isLast: boolean): Promise<'continue' | 'stop'> => {
    if (out.length >= outputChunkBytes || isLast) {
      await request.sink.write(out.bytes.subarray(0, out.length))
      out.clear()
    }
    return request.onProgress?.({ rows: caster.converted, bytesRead: reader.bytesRead() }) ?? 'continue'
  }
  const write = (batch: RowBatch): Promise<'continue' | 'stop'> => {
    writer.write(caster.cast(kernel?.stage(batch) ?? batch), out)
    kernel?.unstage()
    return flush(false)
  }

  writer.begin(out)
  for (const batch of [...sample.batches.splice(0), ...sample.behind.splice(0)])
    if ((await write(batch)) === 'stop') return { kind: 'stopped' }
  openLane({ kernel, reader, table, writer, caster, out })
  for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
    table.bounds?.mark(next.value)
    if ((await write(next.value)) === 'stop') return { kind: 'stopped' }
  }
  table.bounds?.end()
  writer.end(out)
  if ((await flush(true)) === 'stop') return { kind: 'stopped' }
  const rowsRead = rowsOf(reader, caster, reporter)
  return { kind: 'done', report: reportOf(table, reader, writer, caster, reporter), rowsRead }
}

export function casterOf(
  { castColumns, width, lastHeadRow }: PlannedTable,
  reader: RowReader,
  reporter: Reporter,
  kernel: Kernel | null,
): Caster {
  const shortRowsAreFixes = isDelimited(reader)
  return new Caster({ columns: castColumns, width, lastHeadRow, reporter, shortRowsAreFixes, kernel })
}

interface LaneRequest {
  readonly kernel: Kernel | null
  readonly reader: RowReader
  readonly table: PlannedTable
  readonly writer: TableWriter
  readonly caster: Caster
  readonly out: GrowingBytes
}

/** From here on rows that are canonical already go from the text straight to the output. */
function openLane({ kernel, reader, table, writer, caster, out }: LaneRequest): void {
  const { straight } = reader
  const { width } = table
  const bounds = table.bounds instanceof TableBounds ? table.bounds : null
  const { straight: straightWriter = null } = writer
  if (kernel === null || straight === undefined || caster.runs === null || straightWriter === null) return
  const lane = KernelLane.open({
    kernel,
    out,
    width,
    cast: caster.runs,
    writer: straightWriter,
    dialect: straight.dialect,
    firstNames: bounds?.firstNames ?? [],
    isWithin: (number) => bounds?.isWithin(number) ?? true,
    passed: (rows, last) => {
      caster.converted += rows
      const { cellsOf } = straight
      if (bounds === null || cellsOf === undefined) return
      const row = last.slice()
      bounds.passed(rows, () => cellsOf(row))
    },
  })
  if (lane !== null) straight.use(lane)
}

/** A file without rows is empty; one whose every row is broken is not. */
export function nothingRead({ rejectedByReader, problems }: Reporter): EngineFailure {
  return rejectedByReader === 0
    ? new EngineFailure('empty_file', 'The file holds no rows.')
    : new EngineFailure('corrupt_file', `None of the ${rejectedByReader} rows can be read.`, problems)
}

/** Where names are looked for by themselves, they are not below so many rows. */
const rowsAboveMax = 64

/** What `sample_rows` asks for, and the rows above where there may be some. */
export async function readSample(
  batches: AsyncIterator<RowBatch>,
  { inference, input }: Spec,
  { header }: RowReader,
): Promise<Sample> {
  const sample = new Sample()
  const rows = inference.sample_rows + (header.kind === 'names' ? 0 : (input.header_row ?? rowsAboveMax))
  while (sample.rowCount < rows && sample.bytes < Sample.bytesMax) {
    const next = await batches.next()
    if (next.done === true) {
      sample.isWholeFile = true
      break
    }
    sample.add(next.value)
  }
  return sample
}

/** Rows in the file. Where its reader does not report blank ones, those are the numbers that no row has. */
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
  return {
    table: table.plan.table,
    tables: [{ name: table.plan.table, source_name: table.plan.sourceName, rows, columns }],
    columns,
    rows,
    fixes: reporter.fixes,
    problems: reporter.problems,
    problems_summary: reporter.problemsSummary,
    input: { ...reader.input, header_row: table.headerRow, date_order: table.dateOrder, decimal: table.decimal },
    notes: reporter.notes,
  }
}

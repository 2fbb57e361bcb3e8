import { dumpMessages } from '../catalog/dumps.ts'
import type { Report } from '../../../src/contract/report.ts'
import type { Spec } from '../../../src/contract/spec.ts'
import { withoutMessages } from '../bytes/dump-messages.ts'
import type { ByteSink } from '../bytes/byte-source.ts'
import { inPieces } from '../bytes/in-pieces.ts'
import { hasBom } from '../bytes/utf8.ts'
import { EngineFailure } from '../failure.ts'
import type { DumpAccelerator } from './rows/dump-accelerator.ts'
import type { Reporter } from '../report/reporter.ts'
import type { TimeShape } from './constants/constant.ts'
import { localTime } from './constants/date-arithmetic.ts'
import { type AfterData, afterData } from './script/after-data.ts'
import { DumpBlocks } from './rows/dump-blocks.ts'
import { asciiOf } from '../bytes/ascii.ts'
import { ComputedValues } from './server/computed-values.ts'
import { dumpReport } from './script/dump-report.ts'
import { FactsPass } from './rows/facts-pass.ts'
import { reportLeftOut, reportNotRun } from './script/left-out.ts'
import { leftOutComments } from './script/left-out-comments.ts'
import { planDump } from './plan/plan.ts'
import { ReferenceCheck } from './rows/reference-check.ts'
import { RowCells } from './text/row-cells.ts'
import { FastRows } from './rows/fast-rows.ts'
import { RowWriter } from './rows/row-writer.ts'
import { DumpSchema } from './schema/schema.ts'
import { Settings } from './text/settings.ts'
import { type DumpVisitor, StatementReader } from './text/statements.ts'
import { dumpOptions, partsOf } from './plan/dump-options.ts'
import { dataOnly } from './script/data-only.ts'
import { existingTables } from './script/existing.ts'
import { failIfNotValid } from './script/constraints.ts'
import { beginTransaction, endTransaction, transaction } from './plan/transactions.ts'
import { createTables, scriptEnd, scriptHead } from './script/structure.ts'
import { rowCounts } from './script/row-counts.ts'
import { migrationReport } from './proof/migration-report.ts'
import { verificationOfMysql, verificationOfPostgresql } from './proof/verification.ts'
import { Pieces } from './script/pieces.ts'
import type { DumpPlan } from './plan/plan-types.ts'
import { TextRepair } from './text/text-repair.ts'
import { serverOf } from './text/dump-server.ts'
import { DumpText } from './text/tokens.ts'

export interface DumpRequest {
  readonly spec: Spec
  readonly sink: ByteSink
  readonly reporter: Reporter
  /** Opens the dump at its beginning, once for each pass. */
  readonly open: () => Promise<{ readonly chunks: AsyncIterable<Uint8Array>; readonly bytesRead: () => number }>
  /** The encoding from the spec. Null means that the dump's own SET NAMES decides. */
  readonly encoding: string | null
  /** The encoding of text that is not UTF-8, in a dump that does not declare its character set. */
  readonly fallbackEncoding: string | null
  readonly wrapping: string | null
  /** Null means that the plain code does everything. */
  readonly accelerator: DumpAccelerator | null
  readonly onProgress?: (progress: { readonly rows: number; readonly bytesRead: number }) => 'continue' | 'stop'
}

export type DumpOutcome = { readonly kind: 'done'; readonly report: Report } | { readonly kind: 'stopped' }

/** The size of the chunks in a window. */
const pieceBytes = 1 << 20

/** The largest window for a statement without rows. Anything larger is not a dump. */
const windowBytesMax = 1 << 28

/**
 * Converts a dump in two passes. The first one collects every definition, and the facts that require whole columns. The
 * second one writes the script. Definitions may follow the rows, so nothing can be written until the dump has been read
 * to its end.
 */
export async function convertDump(request: DumpRequest): Promise<DumpOutcome> {
  const { spec, reporter } = request
  const schema = new DumpSchema()
  const first = newText(request)
  const facts = new FactsPass(
    schema,
    first,
    new ComputedValues(first.text, nowOf(spec, first.settings), () => first.settings.timeZone),
    request.accelerator,
  )
  const zone = dumpOptions(spec).time_zone ?? ''
  first.settings.timeZone = zone
  const bytesBefore = await pass(request, first.text, facts, { rows: () => 0, bytesBefore: 0 })
  if (bytesBefore === 'stop') return { kind: 'stopped' }
  schema.endSession()
  facts.settle()
  const { isForOtherProduct, encoding } = first.settings
  const firstTimeZone = first.settings.firstTimeZone || zone
  const plan = planDump({ spec, schema, facts, zone: firstTimeZone, reporter })
  const fallbackEncoding =
    request.fallbackEncoding !== null && isForOtherProduct ? 'windows-1252' : request.fallbackEncoding
  const out = new Pieces(request.sink)
  const { write } = dumpOptions(spec)
  const readsRows = needsRows(spec) || facts.hasQueriedRows
  if (write === 'verify') await out.writeAll(verificationOfPostgresql(plan, firstTimeZone))
  else if (write === 'verify_mysql') await out.writeAll(verificationOfMysql(plan, firstTimeZone))
  else {
    const settings = first.settings
    const { hasDistinctKeys } = first.text.server
    const found = { fallbackEncoding, readsRows, hasDistinctKeys }
    const script = { first: settings, firstTimeZone, bytesBefore, plan, schema, ...found }
    if ((await writeScript(request, script)) === 'stop') return { kind: 'stopped' }
  }
  countNotChosen(plan, spec, { rowsWritten: facts.rowsWritten, readsRows })
  const report = dumpReport({
    plan,
    reporter,
    encoding: request.encoding ?? encoding ?? fallbackEncoding ?? 'utf-8',
    wrapping: request.wrapping,
  })
  if (write === 'report') await out.writeAll([migrationReport(plan, report)])
  await out.flush()
  return { kind: 'done', report }
}

interface ScriptRequest {
  readonly first: Settings
  /** The first time zone that the dump sets, or the one from the spec. */
  readonly firstTimeZone: string
  /** The number of bytes that the first pass read. */
  readonly bytesBefore: number
  readonly plan: DumpPlan
  readonly schema: DumpSchema
  readonly fallbackEncoding: string | null
  readonly readsRows: boolean
  readonly hasDistinctKeys: boolean
}

/** Runs the second pass. The migration report needs only its counts. */
async function writeScript(request: DumpRequest, made: ScriptRequest): Promise<'done' | 'stop'> {
  const { spec, reporter } = request
  const { plan, schema, first, firstTimeZone } = made
  const sink = dumpOptions(spec).write === 'report' ? discardingSink : request.sink
  const second = newText(request)
  second.text.validatesText = true
  second.settings.timeZone = firstTimeZone
  const computed = new ComputedValues(second.text, nowOf(spec, second.settings), () => second.settings.timeZone)
  const { hasDistinctKeys } = made
  const references = new ReferenceCheck({ plan, schema, hasDistinctKeys, scope: () => computed.scope })
  const rows = new RowWriter({
    plan,
    schema,
    settings: second.settings,
    computed,
    block: new DumpBlocks(spec.output.style === 'bulk', spec.output.batch_rows, reporter),
    reporter,
    repair: new TextRepair(first.encoding !== null ? null : (made.fallbackEncoding ?? 'windows-1252')),
    fastRows: new FastRows(request.accelerator),
    references,
  })
  const out = new Pieces(sink, rows.out)
  const parts = partsOf(spec)
  const existing = existingTables(plan, spec)
  const { mode } = dumpOptions(spec)
  const begin = mode === 'data_only' ? dataOnly(plan, keepsRows(spec)).before : transaction(plan, beginTransaction)
  await out.writeAll([scriptHead(firstTimeZone), existing.before, begin])
  if (parts.has('before')) await out.writeAll(createTables(plan, spec, existing))
  if (made.readsRows) {
    const hasData = parts.has('data')
    if (!hasData) await out.flush()
    const secondRead = await pass(request, second.text, rows, {
      rows: () => plan.tables.reduce((sum, table) => sum + table.rows.converted, 0),
      bytesBefore: made.bytesBefore,
      flush: () => (hasData ? out.flush() : Promise.resolve(rows.out.clear())),
    })
    if (secondRead === 'stop') return 'stop'
    rows.finish()
    if (!hasData) rows.out.clear()
  }
  const { ignored } = made.readsRows ? rows : schema
  await out.writeAll(afterRows({ plan, schema, spec, reporter, references, existing, ignored }))
  await out.flush()
  return 'done'
}

/** Counts the rows of the dump as left out if the spec selects output without rows. */
function countNotChosen(
  { tables, leftOut }: DumpPlan,
  spec: Spec,
  { rowsWritten, readsRows }: { readonly rowsWritten: number; readonly readsRows: boolean },
): void {
  const { write } = dumpOptions(spec)
  const isRead = (write === 'script' || write === 'report') && readsRows
  if (isRead && partsOf(spec).has('data')) return
  const elsewhere = tables.reduce((rest, { source }) => rest - source.rowsWritten, rowsWritten)
  leftOut.add('not_chosen', isRead ? 0 : elsewhere)
  for (const { rows, source, leftOut: own } of tables) {
    own.add('not_chosen', isRead ? rows.converted : source.rowsWritten)
    rows.converted = 0
  }
}

const discardingSink: ByteSink = { write: () => Promise.resolve() }

interface AfterRows extends AfterData {
  /** The statements that do not run. */
  readonly ignored: DumpSchema['ignored']
}

/** Returns the end of the script, and reports everything that is not in it. */
function* afterRows(request: AfterRows): Iterable<string> {
  const { plan, schema, spec, reporter, ignored } = request
  const { mode, verify } = dumpOptions(spec)
  const parts = partsOf(spec)
  if (parts.has('after')) yield* afterData(request)
  else if (verify && parts.has('data')) yield rowCounts(plan)
  if (spec.output.create_table) reportLeftOut(plan, schema, spec, reporter)
  reportNotRun(ignored, reporter)
  yield mode === 'data_only' ? dataOnly(plan, keepsRows(spec)).after() : transaction(plan, endTransaction)
  yield scriptEnd
  yield failIfNotValid
  if (parts.has('after')) yield* leftOutComments(reporter.fixes)
}

const keepsRows = ({ output }: Spec): boolean => output.if_exists === 'append'

/** Returns the time of `dump.now`, in the zone that the dump has set by then. */
function nowOf(spec: Spec, settings: Settings): ((part: TimeShape) => string) | null {
  const { now } = dumpOptions(spec)
  return now === null ? null : (part) => localTime(now, settings.timeZone, part)
}

/** Tests whether the script after the rows depends on them: on generated numbers, and on rejected rows. */
const needsRows = (spec: Spec): boolean => {
  const parts = partsOf(spec)
  return parts.has('data') || (parts.has('after') && dumpOptions(spec).mode === 'everything')
}

function newText({ encoding, accelerator }: DumpRequest): { readonly text: DumpText; readonly settings: Settings } {
  const text = new DumpText(accelerator?.home)
  if (encoding !== null) text.useCharset(encoding)
  return { text, settings: new Settings(text, encoding !== null) }
}

interface PassOptions {
  readonly rows: () => number
  /** The number of bytes that the previous pass read. */
  readonly bytesBefore: number
  readonly flush?: () => Promise<void>
}

/** Runs one pass and returns the number of bytes that it read. Each of the two passes is half of the progress. */
async function pass(
  request: DumpRequest,
  text: DumpText,
  visitor: DumpVisitor,
  options: PassOptions,
): Promise<number | 'stop'> {
  const { chunks, bytesRead } = await request.open()
  const statements = new StatementReader(text, visitor, new RowCells())
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let isFromTool: boolean | null = null
  for await (const chunk of inPieces(withoutByteOrderMark(chunks), pieceBytes)) {
    if (isFromTool === null) {
      const head = headOf(chunk)
      isFromTool = startsLikeATool(head)
      text.server = serverOf(head)
    }
    waitingBytes += chunk.length
    const isEnough = waitingBytes >= text.bytes.length - text.at
    // The memory of a chunk is only valid until the next one is requested.
    waiting.push(isEnough ? chunk : chunk.slice())
    if (!isEnough) continue
    text.extend(waiting)
    waiting = []
    waitingBytes = 0
    if (text.bytes.length > windowBytesMax)
      throw new EngineFailure('corrupt_file', dumpMessages.corrupt_file.endlessStatement)
    statements.pump()
    await options.flush?.()
    const progress = { rows: options.rows(), bytesRead: Math.round((options.bytesBefore + bytesRead()) / 2) }
    if (request.onProgress?.(progress) === 'stop') return 'stop'
  }
  text.extend(waiting)
  for (const note of statements.finish(isFromTool === true)) request.reporter.note(note)
  return bytesRead()
}

/** Drops a byte order mark, which is not part of the first statement. */
async function* withoutByteOrderMark(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let isFirst = true
  for await (const chunk of chunks) {
    const hasByteOrderMark = isFirst && hasBom(chunk)
    isFirst = false
    yield hasByteOrderMark ? chunk.subarray(3) : chunk
  }
}

const headOf = (chunk: Uint8Array): string => withoutMessages(asciiOf(chunk, 0, Math.min(chunk.length, 2000)))

/** Recognizes tools that end their dumps with a specific line. */
const startsLikeATool = (head: string): boolean => /^(?:\/\*M?!999999[^\n]*\n)?-- (?:MySQL|MariaDB) dump/.test(head)

import type { Message } from '../../src/contract/catalog/message.ts'
import { isAboutOtherSheets, workbookMessages } from './catalog/workbooks.ts'
import type { LeftOut, Report, ReportTable } from '../../src/contract/report.ts'
import type { Spec } from '../../src/contract/spec.ts'
import type { AcceleratedRequest } from './accelerator.ts'
import type { ConvertOutcome, ConvertRequest } from './convert-types.ts'
import { EngineFailure } from './failure.ts'
import { namer, tableName } from './inference/names.ts'
import { openReader } from './readers/open-reader.ts'
import { SheetNotFound } from './readers/spreadsheet/sheet-reader.ts'
import type { SheetInfo } from './readers/spreadsheet/workbook.ts'
import { failureReport } from './report/failure-report.ts'
import type { ByteSink } from './bytes/byte-source.ts'
import { headerOfSeveralTables } from './report/rejected-rows.ts'
import { LeftOutCounts } from './report/left-out-counts.ts'
import { Reporter, shorten } from './report/reporter.ts'
import { openParts } from './writers/parts.ts'

type ConvertOne = (request: AcceleratedRequest) => Promise<ConvertOutcome>

const noSheet = 'a name that no sheet of a workbook can have, because names are shorter'
const problemsMax = 100

/** Converts several sheets of a workbook in sequence, each to a table. */
export async function convertSheets(request: AcceleratedRequest, convertOne: ConvertOne): Promise<ConvertOutcome> {
  try {
    const all = await sheetsOf(request)
    // A file without sheets is a single table.
    const chosen = all === null ? [null] : chosenSheets(all, request.spec)
    return await convertEach(request, chosen, convertOne)
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    return { kind: 'failed', failure: failureReport(error) }
  }
}

/** Returns the sheets of a workbook, or null if the file is not one. */
async function sheetsOf(request: AcceleratedRequest) {
  try {
    await openReader({ ...request, spec: specOfSheet(request.spec, noSheet, null), reporter: new Reporter() })
    return null
  } catch (error) {
    if (error instanceof SheetNotFound) return error.sheets
    throw error
  }
}

function chosenSheets(sheets: readonly SheetInfo[], { input }: Spec): readonly SheetInfo[] {
  if (!Array.isArray(input.sheets)) return sheets
  const wanted = input.sheets.map((one: string | number) => {
    const found = typeof one === 'number' ? sheets[one - 1] : sheetNamed(sheets, one)
    if (found === undefined) throw new SheetNotFound(sheets, String(one))
    return found
  })
  return [...new Set(wanted)]
}

const sheetNamed = (sheets: readonly SheetInfo[], name: string): SheetInfo | undefined =>
  sheets.find((sheet) => sheet.name === name) ??
  sheets.find((sheet) => sheet.name.trim().toLowerCase() === name.trim().toLowerCase())

/** Returns the spec for one sheet. The choice of sheets stays for a file without sheets, and is reported there. */
const specOfSheet = (spec: Spec, sheet: string | null, table: string | null): Spec => ({
  ...spec,
  input: { ...spec.input, sheets: sheet === null ? spec.input.sheets : null, sheet },
  output: { ...spec.output, table },
})

/** The outcome of one sheet is the report of its table, or the reason why it has none. */
type SheetEnd = { readonly name: string } & (
  | { readonly report: Report; readonly rowsRead: number }
  | { readonly report: null; readonly reason: Message }
)

const isSkipped = (end: SheetEnd) => end.report === null

async function convertEach(
  request: AcceleratedRequest,
  sheets: readonly (SheetInfo | null)[],
  convertOne: ConvertOne,
): Promise<ConvertOutcome> {
  const { spec, sink } = request
  const parts = openParts(spec, sink)
  const rejects = request.rejects === undefined ? null : rejectsOfTables(request.rejects)
  const nameOf = tableNamer(request)
  const ends: SheetEnd[] = []
  let { accelerator } = request
  let [rowsBefore, bytesBefore] = [0, 0]
  for (const sheet of sheets) {
    const name = sheet?.name ?? null
    const table = nameOf(name)
    let [rows, bytesRead] = [0, 0]
    accelerator = accelerator?.reopened() ?? null
    const outcome = await convertOne({
      ...request,
      accelerator,
      spec: specOfSheet(spec, name, table),
      sink: parts.part(table),
      ...(rejects === null ? {} : { rejects, rejectsPlace: { sheet: name, table } }),
      onProgress: (at) => {
        ;({ rows, bytesRead } = at)
        const bytes = Math.floor(bytesBefore + bytesRead / sheets.length)
        return request.onProgress?.({ rows: rowsBefore + rows, bytesRead: bytes, pass: at.pass }) ?? 'continue'
      },
    })
    if (outcome.kind === 'stopped') return outcome
    if (outcome.kind === 'failed' && !isWithoutTable(outcome.failure.code)) return outcome
    if (outcome.kind === 'done') await parts.endPart()
    const outcomeOf = { name: name ?? request.name }
    if (outcome.kind === 'done') ends.push({ ...outcomeOf, report: outcome.report, rowsRead: outcome.rowsRead ?? 0 })
    else ends.push({ ...outcomeOf, report: null, reason: outcome.failure.message })
    rowsBefore += rows
    bytesBefore += bytesRead / sheets.length
  }
  if (ends.every(({ report }) => report === null)) {
    throw new EngineFailure('empty_file', workbookMessages.empty_file.noTables, problemsOf(ends))
  }
  await parts.end()
  const rowsRead = ends.reduce((sum, end) => sum + (end.report === null ? 0 : end.rowsRead), 0)
  return { kind: 'done', report: joinedReport(ends), rowsRead }
}

/** All tables write their rejected rows to one file, which needs only one header. */
function rejectsOfTables(sink: ByteSink): ByteSink {
  let hasHeader = false
  return {
    async write(chunk) {
      if (!hasHeader) await sink.write(headerOfSeveralTables)
      hasHeader = true
      await sink.write(chunk)
    },
  }
}

const isWithoutTable = (code: string): boolean => code === 'empty_file' || code === 'no_columns'

const problemsOf = (ends: readonly SheetEnd[]) =>
  ends
    .filter(isSkipped)
    .slice(0, problemsMax)
    .map(({ name, reason }) => ({ code: 'sheet' as const, value: name, message: reason }))

/**
 * Returns a function that names the table of each sheet. The names are unique, and they keep generic sheet names such
 * as `Sheet1`.
 */
function tableNamer({ spec, name: fileName }: ConvertRequest): (sheet: string | null) => string {
  const unique = namer(spec)
  return (sheet) => {
    const { table } = spec.output
    const own = sheet === null ? tableName(spec, fileName, null, new Reporter()) : sheet
    const wanted = table === null || sheet === null ? own : `${table}_${sheet}`
    return unique(
      tableName({ ...spec, output: { ...spec.output, table: null } }, wanted, null, new Reporter()),
      'table',
    )
  }
}

/** Joins the reports of all tables. Fixes and problems name their table. */
function joinedReport(ends: readonly SheetEnd[]): Report {
  const done = ends.flatMap(({ report }) => (report === null ? [] : [report]))
  const [first] = done as [Report, ...Report[]]
  const sum = (count: (report: Report) => number): number => done.reduce((total, report) => total + count(report), 0)
  const skipped = ends.filter(isSkipped)
  return {
    ...first,
    tables: ends.map(tableOf),
    rows: {
      converted: sum(({ rows }) => rows.converted),
      rejected: sum(({ rows }) => rows.rejected),
      left_out: joinedLeftOut(done),
    },
    fixes: done.flatMap(({ table, fixes }) => fixes.map((fix) => ({ ...fix, table }))),
    problems: done.flatMap(({ table, problems }) => problems.map((one) => ({ ...one, table }))).slice(0, problemsMax),
    problems_summary: done.flatMap(({ table, problems_summary: all }) => all.map((one) => ({ ...one, table }))),
    notes: [
      ...skipped.map(({ name, reason }) => workbookMessages.notes.sheetSkipped(shorten(name), reason)),
      ...done.flatMap(({ table, notes }) =>
        notes.filter((note) => !isAboutOtherSheets(note)).map((note) => workbookMessages.notes.oneTable(table, note)),
      ),
    ],
  }
}

function tableOf(end: SheetEnd): ReportTable {
  const noTable = { name: '', source_name: end.name, rows: { converted: 0, rejected: 0 }, columns: [] }
  if (end.report === null) return { ...noTable, reason: end.reason }
  const { tables, rows } = end.report
  return { ...(tables[0] ?? noTable), rows }
}

function joinedLeftOut(reports: readonly Report[]): LeftOut {
  const counts = new LeftOutCounts()
  for (const { rows } of reports) if (rows.left_out !== undefined) counts.join(rows.left_out)
  return counts.leftOut
}

import { specMessages } from '../catalog/spec.ts'
import { tableMessages } from '../catalog/tables.ts'
import type { ReportColumn } from '../../../src/contract/report.ts'
import type { Spec } from '../../../src/contract/spec.ts'
import type { CastColumn } from '../cast/cast-column.ts'
import type { NullValues } from '../cast/null-values.ts'
import type { SqlDialect } from '../dialects/sql-dialect.ts'
import { EngineFailure } from '../failure.ts'
import { isDelimited, type RowReader } from '../readers/row-reader.ts'
import { type Reporter, shorten } from '../report/reporter.ts'
import type { SheetLayout } from '../table/sheet-layout.ts'
import type { PlannedColumn, TablePlan } from '../table/table-plan.ts'
import { dialectOf } from '../dialects/all.ts'
import { AnnotationColumns } from './bounds/annotation-columns.ts'
import { noteCurrencies } from './types/currency-note.ts'
import { leaveOutHead } from './header/head-rows.ts'
import { MergedFill } from './bounds/merged-fill.ts'
import { hasTooWideRows, SampleCells, SampleColumn } from './types/column-cells.ts'
import { type ColumnDecision, decideColumn, type TypingFacts, typingFacts } from './types/column-types.ts'
import { withFileDateOrder } from './types/file-date-order.ts'
import { withFileDecimal } from './types/file-decimal.ts'
import { columnOverrides, refuseTooManyColumns } from './columns-of-spec.ts'
import { noteEmptyColumns } from './rows/empty-columns.ts'
import { fileNulls, noteSpelledNulls } from './types/file-nulls.ts'
import { findTableStart, type GivenHeader, type TableStart } from './header/header-row.ts'
import { isBlank, usualWidth } from './rows/row-shapes.ts'
import { mainTable, tableFrom } from './bounds/table-blocks.ts'
import { SheetBounds } from './bounds/sheet-bounds.ts'
import { chosenTable, countedTable, findSheetTable, type SheetTable } from './bounds/sheet-table.ts'
import { TableBounds } from './bounds/table-bounds.ts'
import {
  asWanted,
  columnNamer,
  isNameless,
  reasonOfRename,
  reportGivenName,
  schemaName,
  tableName,
  visible,
} from './names.ts'
import { beforeEnd, paddedEnd, paddedNotes, type PaddedEnd } from './bounds/padded-end.ts'
import { noteGroupedCodes, noteLater, noteMixedCommas, reportDates } from './types/column-notes.ts'
import { primaryKeyOf } from './types/primary-key-columns.ts'
import { remarksOf, withoutRemarks } from './rows/remarks.ts'
import { hasRowNames } from './header/row-names.ts'
import type { TextRow } from './rows/text-row.ts'
import { undecided } from '../values/undecided.ts'
import type { Sample } from './sample/sample.ts'
import type { SurveyAccelerator } from './sample/sample-survey.ts'
import { widthWithWiderRows } from './rows/wider-rows.ts'
import type { LaterFacts } from './types/later-facts.ts'

export interface PlanRequest {
  readonly spec: Spec
  readonly fileName: string
  readonly reader: RowReader
  readonly typedSource: boolean
  readonly sample: Sample
  readonly accelerator: SurveyAccelerator | null
  readonly reporter: Reporter
  /** The facts that earlier passes found after the sample. */
  readonly later?: LaterFacts | null
  /** Whether a second pass is possible, so a column without a value in the sample waits for its first one. */
  readonly mayCorrect?: boolean
}

export interface PlannedTable {
  readonly plan: TablePlan
  readonly castColumns: readonly CastColumn[]
  readonly width: number
  readonly lastHeadRow: number
  /**
   * The bounds of delimited text and sheets, which leave out lines that are not rows. They are already applied to the
   * sample.
   */
  readonly bounds: TableBounds | SheetBounds | null
  /** The fill for sheets with merged cells. It is already applied to the sample. */
  readonly fill: MergedFill | null
  /** The columns for sheets whose URLs or comments become columns. They are already applied to the sample. */
  readonly annotations: AnnotationColumns | null
  readonly headerRow: number | null
  /** Every column of the file in order, including excluded ones. The writer fills in `sql_type`. */
  readonly reportColumns: readonly ReportColumn[]
  readonly dateOrder: string | null
  readonly decimal: string | null
  readonly dialect: SqlDialect
  /** The values that mean NULL in every column. They are already marked in the sample. */
  readonly nullValues: NullValues | null
  readonly trims: boolean
}

/** Derives the plan from the sample: the start of the table, its column names and their types. */
export function planTable(request: PlanRequest): PlannedTable {
  const { spec, sample } = request
  const given = givenHeader(request)
  const sheet = sheetTable(request, given)
  const table = sheet === null ? foundTable(request, given) : foundSheet(request, sheet)
  const { start: head, bounds } = table
  if (table.width === 0) throw new EngineFailure('no_columns', tableMessages.no_columns.none)
  leaveOutHead(sample, head, request.reporter)
  markSample(sample, bounds)
  const cells = sheet === null ? shownWidth(request, head, table.width) : table.width
  const { fill, annotations } = sheetAdditions(request, head, cells)
  const start = annotations === null ? head : { ...head, names: annotations.names }
  const width = annotations?.names.length ?? cells
  sample.end(spec.inference.sample_rows, start.lastHeadRow)
  const nulls = fileNulls(request, start.lastHeadRow)
  for (const batch of sample.batches) nulls.values?.markNulls(batch, start.lastHeadRow)
  const columns = findColumns(request, start, width, { firstColumn: sheet?.firstColumn ?? 0, nullValues: nulls.values })
  const kept = columns.filter(({ isExcluded }) => !isExcluded)
  if (kept.length === 0) throw new EngineFailure('no_columns', tableMessages.no_columns.allExcluded)
  const decisions = kept.map(({ decision }) => decision)
  const plan = tablePlan(request, kept)
  noteSpelledNulls(nulls, plan.columns, request.reporter)
  return {
    plan,
    castColumns: kept.map((found) => castColumn(found, request)),
    width,
    lastHeadRow: start.lastHeadRow,
    bounds,
    fill,
    annotations,
    headerRow: start.headerRow,
    reportColumns: columns.map((found) => reportColumn(found, plan.primaryKey)),
    dialect: dialectOf(spec),
    nullValues: nulls.values,
    trims: spec.input.trim,
    dateOrder: decisions.find(({ dateOrder }) => dateOrder !== null)?.dateOrder?.order ?? null,
    decimal: decisions.find(({ decimal }) => decimal !== null)?.decimal ?? null,
  }
}

/**
 * Returns the fill of merged cells and the columns of annotations that the spec adds to a sheet. It also applies them
 * to the sample.
 */
function sheetAdditions(
  request: PlanRequest,
  head: TableStart,
  width: number,
): Pick<PlannedTable, 'fill' | 'annotations'> {
  const { batches } = request.sample
  const layout = sheetLayout(request)
  const fill =
    request.spec.input.fill_merged && layout !== null ? new MergedFill(layout.merges, head.lastHeadRow, width) : null
  if (fill !== null) batches.forEach((batch, at) => (batches[at] = fill.fill(batch)))
  const annotations = AnnotationColumns.create(layout, { ...head, width, skipped: skippedColumns(request) })
  if (annotations !== null) batches.forEach((batch, at) => (batches[at] = annotations.add(batch)))
  return { fill, annotations }
}

function tablePlan({ spec, fileName, reader, reporter }: PlanRequest, kept: readonly FoundColumn[]): TablePlan {
  const columns = kept.map(({ column }) => column)
  const primaryKey = primaryKeyOf(spec, columns)
  return {
    table: tableName(spec, fileName, reader.sourceName, reporter),
    schema: schemaName(spec, reporter),
    sourceName: reader.sourceName ?? fileName,
    columns: columns.map((column) => (primaryKey.includes(column.name) ? { ...column, nullable: false } : column)),
    primaryKey,
  }
}

type Found = Pick<PlannedTable, 'width' | 'bounds'> & { readonly start: TableStart }

/** Marks the rows of the sample that do not belong to the table. */
function markSample({ batches, isWholeFile }: Sample, bounds: PlannedTable['bounds']): void {
  for (const batch of batches) bounds?.markRows(batch)
  if (isWholeFile && bounds instanceof SheetBounds) bounds.markLastRows(batches)
}

/** Returns the width including wider rows of the sample, after the rows of other tables are marked. */
function shownWidth({ sample, reader }: PlanRequest, { lastHeadRow }: TableStart, width: number): number {
  if (!isDelimited(reader)) return width
  const rows = sample.firstRows().filter(({ number }) => number > lastHeadRow)
  return widthWithWiderRows(sample.batches, { width, lastHeadRow, rows })
}

function foundTable(request: PlanRequest, given: GivenHeader | null): Found {
  const { sample, reader } = request
  const mayEnd = given === null && sample.isWholeFile && isDelimited(reader)
  const end = mayEnd ? (paddedEnd(sample.firstRows()) ?? paddedNotes(sample.lastRows())) : null
  const head = end === null ? tableRows(request, given) : mainTable(beforeEnd(sample.firstRows(), end))
  const start = tableStart(request, head, given)
  const rows = head.filter((row) => row.number > start.lastHeadRow)
  const ownWidth = end === null ? widthOf(request, rows, start) : usualWidth(rows)
  const width = Math.max(namedWidth(request, start), reader.header.kind === 'names' ? 0 : ownWidth)
  if (isDelimited(reader)) noteEmptyColumns([...start.headRows, ...rows], width, request.reporter)
  return { start, width, bounds: tableBounds(request, { start, width, end }, rows) }
}

/** Returns the layout of a sheet, or null for other files. */
const sheetLayout = ({ reader, typedSource }: PlanRequest): SheetLayout | null =>
  typedSource ? (reader.layout?.() ?? null) : null

/** Returns the hidden columns of a sheet if they are left out. */
const skippedColumns = (request: PlanRequest): readonly number[] =>
  request.spec.input.skip_hidden ? (sheetLayout(request)?.hiddenColumns ?? []) : []

/** Returns the table of a sheet if its rows or the spec show one. Returns null for other files. */
function sheetTable(request: PlanRequest, given: GivenHeader | null): SheetTable | null {
  const layout = sheetLayout(request)
  if (layout === null) return null
  const { sample, spec, reader } = request
  const { range, header_row: headerRow, header_rows: headerRows } = spec.input
  const rows = sample.firstRows()
  if (headerRows !== null) {
    const top = headerRow ?? (reader.header.kind === 'row' ? reader.header.row : null)
    return countedTable(rows, layout, { headerRow: top, headerRows }, range !== null)
  }
  if (given !== null) return null
  return range === null ? findSheetTable(rows, layout) : chosenTable(rows, layout)
}

function foundSheet(request: PlanRequest, table: SheetTable): Found {
  const { start, width } = table
  noteStart(request, start)
  // Without names, nothing distinguishes rows from other content. All cells that the spec selects belong to the table.
  const isWhole = start.headerRow === null || request.spec.input.range !== null
  return { start, width, bounds: isWhole ? null : new SheetBounds(table, request.reporter) }
}

interface FoundColumn {
  readonly column: PlannedColumn
  readonly decision: ColumnDecision
  readonly isExcluded: boolean
}

/** Returns every column of the file in order, including excluded ones. */
function findColumns(
  request: PlanRequest,
  start: TableStart,
  width: number,
  { firstColumn, nullValues }: { readonly firstColumn: number; readonly nullValues: NullValues | null },
): FoundColumn[] {
  const { spec, sample, reporter } = request
  const overrides = columnOverrides(spec, width)
  const hidden = new Set(skippedColumns(request))
  refuseTooManyColumns(spec, width - [...overrides.values()].filter(({ exclude }) => exclude).length)
  const facts = typingFacts(spec, sample.isWholeFile, request.typedSource, request.reader.input.delimiter ?? null)
  const nameOf = columnNamer(spec)
  // A survey covers neither the values that mean NULL in every column nor the rows that are rejected for their width.
  const isSurveyed = nullValues === null && !hasTooWideRows(sample, width, start.lastHeadRow)
  const survey = isSurveyed ? (request.accelerator?.survey(sample, width, start.lastHeadRow) ?? null) : null
  const cells = new SampleCells(sample, width, start.lastHeadRow)
  const sampled = (index: number): SampleColumn => new SampleColumn(cells, index, survey?.column(index) ?? null)
  const decide = (column: SampleColumn, given: TypingFacts): ColumnDecision =>
    decideColumn(column, given, overrides.get(column.index) ?? {}, start.names[column.index] ?? '', request.later)
  const found = Array.from({ length: width }, (_, index) => index).flatMap((index) => {
    const column = sampled(index)
    if (column.values === 0 && sample.isWholeFile && isOutsideTable(request, start, firstColumn, index)) return []
    const override = overrides.get(index)
    const sourceName = start.names[index] ?? ''
    const decision = decide(column, facts)
    const isExcluded = override?.exclude === true || hidden.has(index)
    const name = isExcluded ? sourceName : named(nameOf, sourceName, override?.name ?? null, index, request)
    const nullable = mayBeNull(decision, column, request)
    if (!isExcluded && decision.type.kind === 'text') noteCurrencies(column, name, reporter)
    return [{ column: { index, sourceName, name, type: decision.type, nullable }, decision, isExcluded }]
  })
  const columnAt = (at: number): SampleColumn => sampled((found[at] as FoundColumn).column.index)
  const dates = withFileDateOrder(
    found.map(({ decision }) => decision),
    facts,
    (at, given) => decide(columnAt(at), given),
  )
  const provenBy = found[dates.provenBy ?? -1]?.column.name ?? null
  found.forEach(({ column: { index, name }, isExcluded }, at) => {
    if (isExcluded) return
    const decision = dates.decisions[at] as ColumnDecision
    reportDates(decision, name, provenBy, reporter)
    const { later, typedSource } = request
    noteLater(decision, name, { shapes: later?.shapes(index) ?? [], typedSource }, reporter)
  })
  const { decisions, unproven } = withFileDecimal(dates.decisions, facts, {
    decide: (at, given) => decide(columnAt(at), given),
    cells: (at) => columnAt(at).cells(),
  })
  for (const { at, value, decimal } of unproven) {
    const { column, isExcluded } = found[at] as FoundColumn
    if (!isExcluded) reporter.note(tableMessages.notes.unprovenDecimal(column.name, shorten(value, 60), decimal))
  }
  return found.map((one, at) => {
    const decision = decisions[at] as ColumnDecision
    if (!one.isExcluded) {
      noteGroupedCodes(decision, one.column.name, reporter)
      noteMixedCommas(decision, one.column.name, reporter)
    }
    return { ...one, decision, column: { ...one.column, type: decision.type } }
  })
}

/**
 * Tests whether a column without a value is outside a sheet's table. A title may be to the left of its table. An empty
 * column may separate others, or extend a merged name.
 */
function isOutsideTable({ spec, typedSource }: PlanRequest, start: TableStart, firstColumn: number, index: number) {
  if (index < firstColumn) return true
  const isOwn = spec.input.range !== null || spec.columns.some((column) => column.index === index)
  if (!typedSource || isOwn || start.headRows.length === 0) return false
  return start.headRows.every(({ cells }) => isBlank(cells[index]))
}

const castColumn = (
  { column, decision }: FoundColumn,
  { typedSource, mayCorrect = false }: PlanRequest,
): CastColumn => ({
  column,
  parser: mayCorrect && decision.isUndecided ? undecided : decision.parser,
  refusesText: typedSource && ['numbers', 'booleans', 'json'].includes(decision.kinds),
})

/**
 * Tests whether the table contains NULL, or may get one from rows after the sample. The rule is the same for every
 * type.
 */
function mayBeNull({ type, hasNulls }: ColumnDecision, column: SampleColumn, { spec, sample }: PlanRequest): boolean {
  const mayBecomeNull = hasNulls || (type.kind === 'text' && (dialectOf(spec).emptyTextIsNull || spec.input.trim))
  return !sample.isWholeFile || column.empties > 0 || column.values === 0 || mayBecomeNull
}

function reportColumn({ column, isExcluded }: FoundColumn, primaryKey: readonly string[]): ReportColumn {
  const { index, sourceName, name, type } = column
  const nullable = column.nullable && (isExcluded || !primaryKey.includes(name))
  const longest = type.kind === 'text' ? type.longest : null
  return {
    index,
    name,
    source_name: sourceName,
    type: type.kind,
    sql_type: '',
    nullable,
    ...(isExcluded ? { excluded: true } : {}),
    ...(longest === null ? {} : { max_length: longest.codePoints }),
  }
}

/** Returns the sample's rows of the chosen table, without remarks among them. */
function tableRows({ sample, reader }: PlanRequest, given: GivenHeader | null): readonly TextRow[] {
  const rows = given === null ? mainTable(sample.firstRows()) : tableFrom(sample.firstRows(given.row))
  return isDelimited(reader) ? withoutRemarks(rows) : rows
}

/** Returns the header rows that the spec or the format specifies. */
function givenHeader({ spec, reader }: PlanRequest): GivenHeader | null {
  if (reader.header.kind === 'names') return null
  const { header_row: row, header_rows: rows } = spec.input
  if (row !== null) return { row, rows: rows ?? 1, areCounted: rows !== null }
  return reader.header.kind === 'row' ? reader.header : null
}

function tableStart(
  { sample, reader, reporter, spec }: PlanRequest,
  head: readonly TextRow[],
  given: GivenHeader | null,
) {
  if (reader.header.kind === 'names')
    return { headerRow: null, lastHeadRow: 0, names: reader.header.names, headRows: [] } satisfies TableStart
  if (given !== null && head.length === 0) throw noHeaderRow(given.row, sample)
  const found = countedStart(spec, head, findTableStart(head, given), given)
  const hasNoFirstName = isDelimited(reader) && hasRowNames(found, head, reader.input.delimiter)
  const start = hasNoFirstName ? { ...found, names: ['', ...found.names.slice(0, -1)] } : found
  noteStart({ sample, reporter }, start)
  if (hasNoFirstName) reporter.note(tableMessages.notes.firstColumnUnnamed)
  return start
}

/** Returns the table start with the number of header rows in the spec, if the spec does not say which rows they are. */
function countedStart(
  { input: { header_rows: rows } }: Spec,
  head: readonly TextRow[],
  found: TableStart,
  given: GivenHeader | null,
): TableStart {
  if (rows === null || given?.areCounted === true) return found
  if (rows === 0) return { headerRow: null, lastHeadRow: 0, names: found.names.map(() => ''), headRows: [] }
  return findTableStart(head, { row: found.headerRow ?? head[0]?.number ?? 1, rows, areCounted: true })
}

function noteStart({ sample, reporter }: Pick<PlanRequest, 'sample' | 'reporter'>, start: TableStart): void {
  const above = sample.rowsAbove(start.headerRow ?? start.lastHeadRow + 1)
  if (above > 0) reporter.note(tableMessages.notes.rowsAbove(above))
  const { headerRow } = start
  const lastNames = start.headRows.at(-1)?.number ?? null
  if (headerRow !== null && lastNames !== null && lastNames > headerRow)
    reporter.note(tableMessages.notes.headerRows(headerRow, lastNames))
  if (lastNames !== null && start.lastHeadRow > lastNames) reporter.note(tableMessages.notes.ruleLeftOut)
  if (headerRow === null) reporter.note(tableMessages.notes.noHeader)
}

function noHeaderRow(given: number, { isWholeFile, lastNumber }: Sample): EngineFailure {
  const message = isWholeFile
    ? specMessages.header_row_out_of_range.pastTheEnd(given, lastNumber)
    : specMessages.header_row_out_of_range.pastTheSample(given)
  return new EngineFailure('invalid_spec', message, [{ code: 'header_row_out_of_range', message }])
}

/**
 * Returns the width of a delimited table. A column that is empty in the whole sample may have its first value much
 * later, because every row has a cell for it. Without names, it cannot be ruled out as a column.
 */
function widthOf({ sample, typedSource }: PlanRequest, rows: readonly TextRow[], { headerRow }: TableStart): number {
  const width = usualWidth(rows)
  const cells = rows[0]?.cells.length ?? 0
  const last = rows.at(-1)
  const isEven = cells > width && rows.every((row) => row.cells.length === cells)
  if (typedSource || !isEven || last === undefined) return width
  return headerRow === null ? cells : Math.max(width, sample.widestOf(cells, last.number))
}

/** Returns the width of the names, without columns at the end that have no name and no value. Excel exports those if they are formatted. */
function namedWidth({ sample, reader }: PlanRequest, { names, headerRow, lastHeadRow }: TableStart): number {
  if (headerRow === null || !sample.isWholeFile || !isDelimited(reader)) return names.length
  const last = names.findLastIndex((name) => name !== '')
  return last < 0
    ? names.length
    : Math.min(names.length, Math.max(last + 1, sample.widestOf(names.length, lastHeadRow)))
}

/** Returns the bounds of a table. In a sheet or in JSON, the format itself defines the rows. */
function tableBounds(
  { typedSource, reader, reporter }: PlanRequest,
  { start, width, end }: Omit<Found, 'bounds'> & { readonly end: PaddedEnd | null },
  rows: readonly TextRow[],
): TableBounds | null {
  if (typedSource || (reader.header.kind === 'names' && !isDelimited(reader))) return null
  const { lastHeadRow, headRows } = start
  const isMarked = !isDelimited(reader)
  const remarks = isMarked ? 'none' : remarksOf(rows, width)
  return new TableBounds({ width, lastHeadRow, headRows, isMarked, remarks, end, reporter })
}

function named(
  nameOf: ReturnType<typeof columnNamer>,
  source: string,
  wanted: string | null,
  index: number,
  { spec, reporter }: PlanRequest,
): string {
  const fallback = `column_${index + 1}`
  const name = nameOf(wanted ?? source, fallback, wanted !== null)
  if (source === '' && wanted === null)
    reporter.fix({ code: 'column_named', column: name, message: tableMessages.column_named })
  else if (wanted !== null) reportGivenName({ code: 'column_renamed', column: name }, wanted, name, reporter)
  else if (isNameless(source, spec))
    reporter.fix({
      code: 'column_renamed',
      column: name,
      message: tableMessages.column_renamed.noLetter(source.slice(0, 60)),
    })
  else if (name === asWanted(visible(source), spec) && name !== asWanted(source, spec))
    reporter.fix({
      code: 'column_renamed',
      column: name,
      message: tableMessages.column_renamed.invisible,
    })
  else if (name !== asWanted(source, spec)) {
    reporter.fix({
      code: 'column_renamed',
      column: name,
      message: reasonOfRename(source, name, spec),
    })
  }
  return name
}

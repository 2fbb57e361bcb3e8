import { workbookMessages } from '../../catalog/workbooks.ts'
import type { Spec } from '../../../../src/contract/spec.ts'
import { suggestion } from '../../../../src/contract/messages.ts'
import { EngineFailure } from '../../failure.ts'
import type { WorkbookAccelerator } from './workbook-accelerator.ts'
import { Reporter, shorten } from '../../report/reporter.ts'
import type { SheetLayout } from '../../table/sheet-layout.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import type { RowReader } from '../row-reader.ts'
import { chosenCells, isSameName } from './chosen-cells.ts'
import type { OpenedSheet, SheetInfo, SheetOptions, Workbook } from './workbook.ts'

const namesMax = 100

/** Reads the sheet that the spec names, or else the first visible sheet that is not empty. */
export async function sheetReader(
  workbook: Workbook,
  input: Spec['input'],
  reporter: Reporter,
  accelerator: WorkbookAccelerator | null,
): Promise<RowReader> {
  if (workbook.sheets.length === 0) throw new EngineFailure('empty_file', workbookMessages.empty_file.noSheets)
  const cells = await chosenCells(input, () => workbook.namedCells())
  const wanted = cells?.sheet ?? input.sheet
  const range = cells?.range ?? null
  const options = {
    reporter,
    headerRow: input.header_row,
    range,
    skipHidden: input.skip_hidden,
    added: input,
    accelerator,
  }
  // A range without a sheet refers to the first visible sheet.
  for (const index of candidates(workbook, wanted).slice(0, range === null ? undefined : 1)) {
    const layout = needsLayout(input) ? await layoutOf(workbook, index, options) : null
    const opened = await workbook.openSheet(index, options)
    const started = await startRows(opened.batches())
    if (started === null) continue
    const found = { ...started, opened, layout, headerRow: cells?.headerRow ?? opened.headerRow }
    return reader(workbook, index, found, reporter)
  }
  throw emptyFailure(wanted, input.range)
}

/**
 * Returns the sheets to try. A name must match exactly, or else ignoring case. Without a name, visible sheets come
 * first.
 */
function candidates({ sheets }: Workbook, wanted: string | null): number[] {
  if (wanted === null) {
    const all = [...sheets.keys()]
    return [
      ...all.filter((index) => sheets[index]?.isHidden === false),
      ...all.filter((index) => sheets[index]?.isHidden),
    ]
  }
  const exact = sheets.findIndex((sheet) => sheet.name === wanted)
  const index = exact >= 0 ? exact : sheets.findIndex((sheet) => isSameName(sheet.name, wanted))
  if (index >= 0) return [index]
  throw new SheetNotFound(sheets, wanted)
}

/** The maximum number of names in the message. */
const namesShownMax = 10

/** The error for a missing sheet. It lists the sheets of the workbook. */
export class SheetNotFound extends EngineFailure {
  readonly sheets: readonly SheetInfo[]

  constructor(sheets: readonly SheetInfo[], wanted: string) {
    const names = sheets
      .slice(0, namesMax)
      .map((sheet) => ({ code: 'sheet' as const, value: sheet.name, message: workbookMessages.sheet }))
    const all = sheets.map((sheet) => sheet.name)
    const shown = all.slice(0, namesShownMax).map((name) => shorten(name, 60))
    const more = all.length > shown.length ? `, and ${all.length - shown.length} more` : ''
    super(
      'sheet_not_found',
      workbookMessages.sheet_not_found(shorten(wanted, 60), suggestion(wanted, all) || '.', shown.join(', '), more),
      names,
    )
    this.sheets = sheets
  }
}

export interface Started {
  readonly first: RowBatch
  readonly rest: AsyncIterator<RowBatch>
}

/** Reads until the first rows arrive. They prove that the sheet is not empty. */
export async function startRows(batches: AsyncIterable<RowBatch>): Promise<Started | null> {
  const rest = batches[Symbol.asyncIterator]()
  const first = await rest.next()
  return first.done === true ? null : { first: first.value, rest }
}

/** Tests whether the conversion needs layout information that most formats store after the rows. */
export const needsLayout = ({ fill_merged: fills, hyperlinks, comments }: Spec['input']): boolean =>
  fills || hyperlinks || comments

/** Reads a sheet's layout in an extra pass, because most formats store it after the rows. */
async function layoutOf(workbook: Workbook, index: number, options: SheetOptions): Promise<SheetLayout> {
  const opened = await workbook.openSheet(index, { ...options, reporter: new Reporter() })
  for await (const _ of opened.batches());
  return opened.layout()
}

interface FoundSheet extends Started {
  readonly opened: OpenedSheet
  readonly headerRow: number | null
  readonly layout: SheetLayout | null
}

function reader(
  workbook: Workbook,
  index: number,
  { first, rest, opened, headerRow, layout }: FoundSheet,
  reporter: Reporter,
): RowReader {
  const sheet = workbook.sheets[index]
  const name = sheet?.name ?? null
  if (sheet !== undefined) noteSheets(workbook.sheets, sheet, reporter)
  return {
    input: {
      format: workbook.format,
      ...(workbook.encoding === undefined ? {} : { encoding: workbook.encoding }),
      sheet: name,
      ...severalSheets(workbook.sheets),
    },
    sourceName: name,
    header: headerRow === null ? { kind: 'detect' } : { kind: 'row', row: headerRow, rows: 1 },
    layout: () => layout ?? opened.layout(),
    bytesRead: () => workbook.bytesRead(),
    async *batches() {
      try {
        yield first
        for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
      } finally {
        await rest.return?.()
      }
    },
  }
}

/** Sheet names for the report, which lists them if there are several. */
export const severalSheets = (sheets: readonly SheetInfo[]): { sheets?: string[] } =>
  sheets.length < 2 ? {} : { sheets: sheets.slice(0, namesMax).map(({ name }) => name) }

export function noteSheets(sheets: readonly SheetInfo[], read: SheetInfo, reporter: Reporter): void {
  const others = sheets.filter((one) => one !== read).map((one) => `"${one.name}"${one.isHidden ? ' (hidden)' : ''}`)
  if (read.isHidden) reporter.note(workbookMessages.notes.hiddenSheet(read.name))
  if (others.length === 0) return
  reporter.note(workbookMessages.notes.otherSheets(read.name, others.slice(0, 20).join(', '), others.length - 20))
}

export function emptyFailure(wanted: string | null, range: string | null = null): EngineFailure {
  const message =
    range !== null
      ? workbookMessages.empty_file.range(range)
      : wanted === null
        ? workbookMessages.empty_file.allSheets
        : workbookMessages.empty_file.sheet(wanted)
  return new EngineFailure('empty_file', message)
}

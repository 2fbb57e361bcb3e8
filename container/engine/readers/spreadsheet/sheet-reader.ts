import type { Spec } from '../../../../src/contract/spec.ts'
import { EngineFailure } from '../../failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import type { RowReader } from '../row-reader.ts'
import type { OpenedSheet, SheetInfo, Workbook } from './workbook.ts'

const namesMax = 100

/** A workbook as rows: the sheet that the spec names, or the first visible one that holds anything. */
export async function sheetReader(
  workbook: Workbook,
  input: Spec['input'],
  reporter: Reporter,
  kernel: Kernel | null,
): Promise<RowReader> {
  if (workbook.sheets.length === 0) throw new EngineFailure('empty_file', 'The workbook holds no sheet with cells.')
  for (const index of candidates(workbook, input.sheet)) {
    const opened = await workbook.openSheet(index, { reporter, headerRow: input.header_row, kernel })
    const started = await startRows(opened.batches())
    if (started !== null) return reader(workbook, index, { ...started, opened }, reporter)
  }
  throw emptyFailure(input.sheet)
}

/** By its exact name, then whatever the case; without a name the visible sheets first. */
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

/** The failure lists the sheets that the workbook has. */
export class SheetNotFound extends EngineFailure {
  readonly sheets: readonly SheetInfo[]

  constructor(sheets: readonly SheetInfo[], wanted: string) {
    const names = sheets
      .slice(0, namesMax)
      .map((sheet) => ({ code: 'sheet' as const, value: sheet.name, message: 'One of the sheets of the workbook.' }))
    super('sheet_not_found', `The workbook has no sheet "${wanted}".`, names)
    this.sheets = sheets
  }
}

export interface Started {
  readonly first: RowBatch
  readonly rest: AsyncIterator<RowBatch>
}

/** Reads up to the first rows, which tell whether a sheet holds anything. */
export async function startRows(batches: AsyncIterable<RowBatch>): Promise<Started | null> {
  const rest = batches[Symbol.asyncIterator]()
  const first = await rest.next()
  return first.done === true ? null : { first: first.value, rest }
}

function reader(
  workbook: Workbook,
  index: number,
  { first, rest, opened }: Started & { readonly opened: OpenedSheet },
  reporter: Reporter,
): RowReader {
  const { headerRow } = opened
  const sheet = workbook.sheets[index]
  const name = sheet?.name ?? null
  if (sheet !== undefined) noteSheets(workbook.sheets, sheet, reporter)
  return {
    input: {
      format: workbook.format,
      ...(workbook.encoding === undefined ? {} : { encoding: workbook.encoding }),
      sheet: name,
    },
    sourceName: name,
    header: headerRow === null ? { kind: 'detect' } : { kind: 'row', row: headerRow, rows: 1 },
    layout: () => opened.layout(),
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

export function noteSheets(sheets: readonly SheetInfo[], read: SheetInfo, reporter: Reporter): void {
  const others = sheets.filter((one) => one !== read).map((one) => `"${one.name}"${one.isHidden ? ' (hidden)' : ''}`)
  if (read.isHidden) reporter.note(`The sheet "${read.name}" is hidden.`)
  if (others.length === 0) return
  const more = others.length > 20 ? ` and ${others.length - 20} more` : ''
  reporter.note(`Converted is sheet "${read.name}"; the workbook also has ${others.slice(0, 20).join(', ')}${more}.`)
}

/** Names are compared without the spaces around and whatever the case, once no exact one is found. */
export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

export function emptyFailure(wanted: string | null): EngineFailure {
  const message = wanted === null ? 'No sheet of the workbook holds a value.' : `The sheet "${wanted}" holds no value.`
  return new EngineFailure('empty_file', message)
}

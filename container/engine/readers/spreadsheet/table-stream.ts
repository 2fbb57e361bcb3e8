import { workbookMessages } from '../../catalog/workbooks.ts'
import type { Spec } from '../../../../src/contract/spec.ts'
import { EngineFailure } from '../../failure.ts'
import { Reporter } from '../../report/reporter.ts'
import type { SheetLayout } from '../../table/sheet-layout.ts'
import type { BatchMemory, RowBatch } from '../../table/row-batch.ts'
import type { RowReader } from '../row-reader.ts'
import { chosenCells, isSameName } from './chosen-cells.ts'
import type { ReportInput } from '../../../../src/contract/report.ts'
import {
  emptyFailure,
  needsLayout,
  noteSheets,
  severalSheets,
  SheetNotFound,
  startRows,
  type Started,
} from './sheet-reader.ts'
import { SheetRows } from './sheet-rows.ts'
import type { NamedCells, SheetInfo } from './workbook.ts'

/** A document with several tables in sequence and no directory: OpenDocument, SpreadsheetML or HTML. */
export interface TableStream {
  /** Skips the rest of the current table and moves to the next one. Returns null at the end. */
  nextTable(): Promise<SheetInfo | null>
  /** Returns the rows of the current table. */
  batches(rows: SheetRows): AsyncIterable<RowBatch>
  close(): Promise<void>
}

export interface StreamedBook {
  readonly format: string
  /** Opens the document again from its beginning. */
  open(): Promise<TableStream>
  /** Returns the named ranges. */
  namedCells?(): Promise<readonly NamedCells[]>
  bytesRead(): number
}

/**
 * Reads the document in one pass if the table is the first one or its name matches exactly. Otherwise, it takes two
 * passes.
 */
export async function streamedReader(
  book: StreamedBook,
  input: Spec['input'],
  reporter: Reporter,
  memory: BatchMemory | null,
): Promise<RowReader> {
  const cells = await chosenCells(input, async () => (await book.namedCells?.()) ?? [])
  const wanted = cells?.sheet ?? input.sheet
  const chosen = { range: cells?.range ?? null, skipHidden: input.skip_hidden, added: input }
  const rows = (): SheetRows => new SheetRows(reporter, memory, chosen)
  const first = await firstTable(book, rows, (table) => (wanted === null ? !table.isHidden : table.name === wanted))
  if (first.found !== null) return reader(book, first.found, reporter, await layoutOf(book, first.found, input))
  const { tables } = first
  if (wanted !== null && !tables.some((table) => isSameName(table.name, wanted)))
    throw new SheetNotFound(tables, wanted)
  const again = await firstTable(book, rows, (table) =>
    wanted === null ? table.isHidden : isSameName(table.name, wanted),
  )
  if (again.found === null) throw emptyFailure(wanted, input.range)
  return reader(book, again.found, reporter, await layoutOf(book, again.found, input))
}

/**
 * Reads the layout of a table in an extra pass, if the spec needs it before the rows. Merged cells and annotations are
 * only known after the rows.
 */
async function layoutOf(
  book: StreamedBook,
  { passed, rows }: Found,
  input: Spec['input'],
): Promise<SheetLayout | null> {
  if (!needsLayout(input)) return null
  const stream = await book.open()
  try {
    for (let at = 0; at <= passed.length; at++) await stream.nextTable()
    // The accelerator's memory already holds the first rows.
    const all = new SheetRows(new Reporter(), null, { range: rows.range, added: input })
    for await (const _ of stream.batches(all));
    return all.layout
  } finally {
    await stream.close()
  }
}

interface Found {
  readonly stream: TableStream
  readonly table: SheetInfo
  readonly started: Started
  readonly rows: SheetRows
  /** The tables before this one. */
  readonly passed: readonly SheetInfo[]
}

async function firstTable(
  book: StreamedBook,
  rows: () => SheetRows,
  isWanted: (table: SheetInfo) => boolean,
): Promise<{ readonly found: Found | null; readonly tables: readonly SheetInfo[] }> {
  const stream = await book.open()
  const passed: SheetInfo[] = []
  let isKept = false
  try {
    for (let table = await stream.nextTable(); table !== null; table = await stream.nextTable()) {
      const own = rows()
      const started = isWanted(table) ? await startRows(stream.batches(own)) : null
      if (started !== null) {
        isKept = true
        return { found: { stream, table, started, passed, rows: own }, tables: passed }
      }
      passed.push(table)
      if (passed.length > tablesMax)
        throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.manyTables(tablesMax))
    }
    return { found: null, tables: passed }
  } finally {
    if (!isKept) await stream.close()
  }
}

const tablesMax = 100_000

function reader(
  book: StreamedBook,
  { stream, table, started, passed, rows }: Found,
  reporter: Reporter,
  layout: SheetLayout | null,
): RowReader {
  // The other sheets are known only at the end.
  const input: ReportInput = { format: book.format, sheet: table.name }
  return {
    input,
    sourceName: table.name === '' ? null : table.name,
    header: { kind: 'detect' },
    layout: () => layout ?? rows.layout,
    bytesRead: () => book.bytesRead(),
    async *batches() {
      try {
        yield started.first
        for (let next = await started.rest.next(); next.done !== true; next = await started.rest.next())
          yield next.value
        // The rest is read as well, because the checksum is at the end and the report names the other tables.
        const tables = [...passed, table]
        for (let other = await stream.nextTable(); other !== null; other = await stream.nextTable()) {
          if (tables.length < tablesMax) tables.push(other)
        }
        noteSheets(tables, table, reporter)
        Object.assign(input, severalSheets(tables))
      } finally {
        await stream.close()
      }
    },
  }
}

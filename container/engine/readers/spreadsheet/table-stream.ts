import type { Spec } from '../../../../src/contract/spec.ts'
import { EngineFailure } from '../../failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import type { RowReader } from '../row-reader.ts'
import { emptyFailure, isSameName, noteSheets, SheetNotFound, startRows, type Started } from './sheet-reader.ts'
import { SheetRows } from './sheet-rows.ts'
import type { SheetInfo } from './workbook.ts'

/** A document that holds its tables one after another, and no directory of them: OpenDocument, SpreadsheetML, HTML. */
export interface TableStream {
  /** Goes on to the next table, past what is left of this one; null at the end. */
  nextTable(): Promise<SheetInfo | null>
  /** The rows of the table that `nextTable` came to. */
  batches(rows: SheetRows): AsyncIterable<RowBatch>
  close(): Promise<void>
}

export interface StreamedBook {
  readonly format: string
  /** From its beginning, each time. */
  open(): Promise<TableStream>
  bytesRead(): number
}

/** In one pass where the first table, or one of exactly the wanted name, is it; otherwise in two. */
export async function streamedReader(
  book: StreamedBook,
  { sheet: wanted }: Pick<Spec['input'], 'sheet'>,
  reporter: Reporter,
  kernel: Kernel | null,
): Promise<RowReader> {
  const rows = (): SheetRows => new SheetRows(reporter, kernel)
  const first = await firstTable(book, rows, (table) => (wanted === null ? !table.isHidden : table.name === wanted))
  if (first.found !== null) return reader(book, first.found, reporter)
  const { tables } = first
  if (wanted !== null && !tables.some((table) => isSameName(table.name, wanted)))
    throw new SheetNotFound(tables, wanted)
  const again = await firstTable(book, rows, (table) =>
    wanted === null ? table.isHidden : isSameName(table.name, wanted),
  )
  if (again.found === null) throw emptyFailure(wanted)
  return reader(book, again.found, reporter)
}

interface Found {
  readonly stream: TableStream
  readonly table: SheetInfo
  readonly started: Started
  readonly rows: SheetRows
  /** The tables before it. */
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
      if (passed.length > tablesMax) throw new EngineFailure('corrupt_file', `More than ${tablesMax} tables.`)
    }
    return { found: null, tables: passed }
  } finally {
    if (!isKept) await stream.close()
  }
}

const tablesMax = 100_000

function reader(book: StreamedBook, { stream, table, started, passed, rows }: Found, reporter: Reporter): RowReader {
  return {
    input: { format: book.format, sheet: table.name },
    sourceName: table.name === '' ? null : table.name,
    header: { kind: 'detect' },
    layout: () => rows.layout,
    bytesRead: () => book.bytesRead(),
    async *batches() {
      try {
        yield started.first
        for (let next = await started.rest.next(); next.done !== true; next = await started.rest.next())
          yield next.value
        // To the end: the checksum stands there, and the names of the other tables on the way.
        const tables = [...passed, table]
        for (let other = await stream.nextTable(); other !== null; other = await stream.nextTable()) {
          if (tables.length < tablesMax) tables.push(other)
        }
        noteSheets(tables, table, reporter)
      } finally {
        await stream.close()
      }
    },
  }
}

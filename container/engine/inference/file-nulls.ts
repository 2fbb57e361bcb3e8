import type { Spec } from '../../../src/contract/spec.ts'
import { NullValues } from '../cast/null-values.ts'
import { andMore } from '../catalog/lists.ts'
import { tableMessages } from '../catalog/tables.ts'
import { isDelimited, type RowReader } from '../readers/row-reader.ts'
import { CellKind, type RowBatch } from '../table/row-batch.ts'
import { type Reporter, shorten } from '../report/reporter.ts'
import type { PlannedColumn } from '../table/table-plan.ts'
import { trimmed } from '../values/trim.ts'
import type { Sample } from './sample.ts'

/** The words that database clients print for NULL in tables for human readers. */
const printed = ['NULL', 'null', '(null)', '<null>', '[NULL]', 'ᴺᵁᴸᴸ']
/** The word that MySQL and PostgreSQL write to files. */
const written = String.raw`\N`
/** The word that `mysql --batch` and Management Studio write. In a column of words, it may be one. */
const spelled = 'NULL'

const words = [written, ...printed]
/** Whether one of the words begins with a byte, which rules out most cells quickly. */
const begins = new Uint8Array(256)
for (const word of words) begins[new TextEncoder().encode(word)[0] as number] = 1
const longest = 12
const decoder = new TextDecoder()

/** The words for NULL in a file. */
export interface FileNulls {
  /** The values that mean NULL in every column. */
  readonly values: NullValues | null
  /** The columns that need them, or null for all columns. Other columns have a type, which reads them as NULL anyway. */
  readonly columns: ReadonlySet<number> | null
  /** The columns with an unquoted `NULL` in the sample, if it means nothing in columns of text. */
  readonly spelled: ReadonlySet<number>
}

const none: FileNulls = { values: null, columns: null, spelled: new Set() }

/**
 * Returns the values that mean NULL in every column: those of the spec, or else the unquoted words that the program
 * which wrote the file has in the sample. A column with `as_text` keeps them.
 */
export function fileNulls(spec: Spec, reader: RowReader, sample: Sample, lastHeadRow: number): FileNulls {
  if (spec.input.null_values !== null) return { ...none, values: NullValues.create(spec.input.null_values) }
  if (!isDelimited(reader)) return none
  const keptColumns = new Set(spec.columns.filter((column) => column.as_text).map(({ index }) => index))
  const found = new Map(words.map((word) => [word, new Set<number>()]))
  for (const batch of sample.batches) findWords(batch, lastHeadRow, found)
  const columnsOf = (word: string): number[] =>
    [...(found.get(word) ?? [])].filter((column) => !keptColumns.has(column))
  const isPrinted = reader.isPrinted === true
  const meant = isPrinted ? words : [written]
  const columns = new Set(meant.flatMap(columnsOf))
  const values = columns.size > 0 ? NullValues.create(meant, { isUnquoted: true, keptColumns }) : null
  return { values, columns: isPrinted ? null : columns, spelled: new Set(isPrinted ? [] : columnsOf(spelled)) }
}

/** Returns the values that the rows need. Without any, the fast path can read the rows. */
export function nullsOfColumns({ values, columns }: FileNulls, planned: readonly PlannedColumn[]): NullValues | null {
  const isNeeded = ({ index, type }: PlannedColumn): boolean => type.kind === 'text' && columns?.has(index) === true
  return columns === null || planned.some(isNeeded) ? values : null
}

/** Reports words that may mean NULL in columns of text, if `NULL` is also in another column. */
export function noteSpelledNulls(nulls: FileNulls, columns: readonly PlannedColumn[], reporter: Reporter): void {
  const texts = columns.filter(({ index, type }) => type.kind === 'text' && nulls.spelled.has(index))
  if (nulls.spelled.size < 2 || texts.length === 0) return
  reporter.note(tableMessages.notes.spelledNulls(shownNames(texts.map(({ name }) => name))))
}

const shownMax = 3
const shownNames = (names: readonly string[]): string =>
  names
    .slice(0, shownMax)
    .map((name) => `"${shorten(name, 60)}"`)
    .join(', ') + andMore(names.length - shownMax)

/** Adds the columns that have each word. This runs for each cell of the sample. */
function findWords(batch: RowBatch, lastHeadRow: number, columns: ReadonlyMap<string, Set<number>>): void {
  const { bytes, kinds, starts, ends, rowStarts, rowNumbers, rowCount } = batch
  for (let row = 0; row < rowCount; row++) {
    if ((rowNumbers[row] as number) <= lastHeadRow) continue
    const first = rowStarts[row] as number
    const last = rowStarts[row + 1] as number
    for (let cell = first; cell < last; cell++) {
      if (kinds[cell] !== CellKind.text || begins[bytes[starts[cell] as number] as number] !== 1) continue
      const [start, end] = trimmed(bytes, starts[cell] as number, ends[cell] as number)
      if (end - start <= longest) columns.get(decoder.decode(bytes.subarray(start, end)))?.add(cell - first)
    }
  }
}

import type { Spec } from '../../../src/contract/spec.ts'
import { NullValues } from '../cast/null-values.ts'
import { andMore } from '../catalog/lists.ts'
import { tableMessages } from '../catalog/tables.ts'
import { isDelimited, type RowReader } from '../readers/row-reader.ts'
import { type Reporter, shorten } from '../report/reporter.ts'
import type { PlannedColumn } from '../table/table-plan.ts'
import type { Sample } from './sample.ts'

/** The words that database clients print for NULL in tables for human readers. */
const printed = ['NULL', 'null', '(null)', '<null>', '[NULL]', 'ᴺᵁᴸᴸ']
/** The word that MySQL and PostgreSQL write to files. */
const written = String.raw`\N`
/** The word that `mysql --batch` and Management Studio write. In a column of words, it may be one. */
const spelled = 'NULL'

/** The words for NULL in a file. */
export interface FileNulls {
  /** The values that mean NULL in every column. */
  readonly values: NullValues | null
  /** The columns with an unquoted `NULL` in the sample, if it means nothing in columns of text. */
  readonly spelled: ReadonlySet<number>
  /** Whether the sample has an unquoted `\N`. */
  readonly hasWritten: boolean
}

const none: FileNulls = { values: null, spelled: new Set(), hasWritten: false }

/**
 * Returns the values that mean NULL in every column: those of the spec, or else the unquoted words that the program
 * which wrote the file has for NULL. A column with `as_text` keeps them.
 */
export function fileNulls(spec: Spec, reader: RowReader, sample: Sample, lastHeadRow: number): FileNulls {
  if (spec.input.null_values !== null) return { ...none, values: NullValues.create(spec.input.null_values) }
  if (!isDelimited(reader)) return none
  const keptColumns = new Set(spec.columns.filter((column) => column.as_text).map(({ index }) => index))
  const cells = { isUnquoted: true, keptColumns }
  if (reader.isPrinted === true) return { ...none, values: new NullValues([written, ...printed], cells) }
  const found = columnsWith([written, spelled], sample, lastHeadRow)
  const hasWritten = found.has(written)
  return {
    values: hasWritten ? new NullValues([written], cells) : null,
    spelled: new Set([...(found.get(spelled) ?? [])].filter((column) => !keptColumns.has(column))),
    hasWritten,
  }
}

/** Reports words that may mean NULL in columns of text, if `NULL` is also in another column. */
export function noteSpelledNulls(nulls: FileNulls, columns: readonly PlannedColumn[], reporter: Reporter): void {
  const texts = columns.filter(({ index, type }) => type.kind === 'text' && nulls.spelled.has(index))
  if (nulls.spelled.size < 2 || texts.length === 0) return
  const advised = nulls.hasWritten ? [spelled, written] : [spelled]
  reporter.note(tableMessages.notes.spelledNulls(shownNames(texts.map(({ name }) => name)), advised))
}

const shownMax = 3
const shownNames = (names: readonly string[]): string =>
  names
    .slice(0, shownMax)
    .map((name) => `"${shorten(name, 60)}"`)
    .join(', ') + andMore(names.length - shownMax)

/** Returns the columns of the sample that have each of the unquoted words. This runs for each cell of the sample. */
function columnsWith(words: readonly string[], sample: Sample, lastHeadRow: number): Map<string, Set<number>> {
  const columns = new Map<string, Set<number>>()
  const values = new NullValues(words, { isUnquoted: true, keptColumns: new Set() })
  for (const batch of sample.batches)
    for (let row = 0; row < batch.rowCount; row++) {
      if ((batch.rowNumbers[row] as number) <= lastHeadRow) continue
      const first = batch.rowStarts[row] as number
      const end = batch.rowStarts[row + 1] as number
      for (let cell = first; cell < end; cell++) {
        const word = values.wordAt(batch, cell)
        if (word === null) continue
        const found = columns.get(word)
        if (found === undefined) columns.set(word, new Set([cell - first]))
        else found.add(cell - first)
      }
    }
  return columns
}

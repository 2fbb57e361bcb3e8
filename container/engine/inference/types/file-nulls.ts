import type { Spec } from '../../../../src/contract/spec.ts'
import { NullValues } from '../../cast/null-values.ts'
import { andMore } from '../../catalog/lists.ts'
import { tableMessages } from '../../catalog/tables.ts'
import { isDelimited, type RowReader } from '../../readers/row-reader.ts'
import { type Reporter, shorten } from '../../report/reporter.ts'
import type { PlannedColumn } from '../../table/table-plan.ts'
import type { LaterFacts } from './later-facts.ts'
import type { Sample } from '../sample/sample.ts'

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
}

interface NullsRequest {
  readonly spec: Spec
  readonly reader: RowReader
  readonly sample: Sample
  readonly later?: Pick<LaterFacts, 'hasWrittenNull'> | null
}

const none: FileNulls = { values: null, spelled: new Set() }

/**
 * Returns the values that mean NULL in every column: those of the spec, or else the unquoted words that the program
 * which wrote the file has for NULL. A column with `as_text` keeps them.
 */
export function fileNulls({ spec, reader, sample, later }: NullsRequest, lastHeadRow: number): FileNulls {
  if (spec.input.null_values !== null) return { ...none, values: NullValues.create(spec.input.null_values) }
  if (!isDelimited(reader)) return none
  const keptColumns = new Set(spec.columns.filter((column) => column.as_text).map(({ index }) => index))
  const cells = { isUnquoted: true, keptColumns }
  if (reader.isPrinted === true) return { ...none, values: new NullValues([written, ...printed], cells) }
  const found = columnsWith([written, spelled], sample, lastHeadRow)
  return {
    values: found.has(written) || later?.hasWrittenNull === true ? new NullValues([written], cells) : null,
    spelled: new Set([...(found.get(spelled) ?? [])].filter((column) => !keptColumns.has(column))),
  }
}

/** Reports words that may mean NULL in columns of text, if `NULL` is also in another column. */
export function noteSpelledNulls(nulls: FileNulls, columns: readonly PlannedColumn[], reporter: Reporter): void {
  const texts = columns.filter(({ index, type }) => type.kind === 'text' && nulls.spelled.has(index))
  if (nulls.spelled.size < 2 || texts.length === 0) return
  // The list of the spec replaces the words of the file.
  const advised = nulls.values === null ? [spelled] : [spelled, written]
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
  const add = (word: string, column: number): void => {
    const found = columns.get(word)
    if (found === undefined) columns.set(word, new Set([column]))
    else found.add(column)
  }
  for (const batch of sample.batches) values.visit(batch, lastHeadRow, add)
  return columns
}

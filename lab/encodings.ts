import { decoderOf } from '../container/engine/bytes/decoder.ts'
import { detectEncoding, type FoundEncoding } from '../container/engine/detect/encoding/encoding.ts'
import { encodingsOf } from './encodings/languages.ts'
import { learn } from './encodings/learn.ts'
import { labelledTables, type LabelledTable } from './encodings/tables.ts'
import { numberOption, textOption } from './shared/options.ts'

/**
 * npm run encodings -- [--words FOLDER] [--tables 20] [--seed 1] [--only TEXT] [--verbose].
 * npm run encodings -- --learn FOLDER.
 * Writes tables of real words in every encoding of their language with iconv, and counts how many the engine reads
 * exactly. The words are names of countries, languages and currencies, or the lines of `FOLDER/LANGUAGE.txt`.
 */
const isVerbose = process.argv.includes('--verbose')
const only = textOption('--only')
/** The number of rows with a non-ASCII word, among ten times as many without one. */
const sizes = [1, 2, 3, 10, 50, 1000]
/** A guess with less confidence than this has a note. */
const sureFrom = 0.99

interface Count {
  tables: number
  exact: number
  /** The number of wrong guesses without a note. */
  silent: number
}

type Counts = Map<string, Map<number, Count>>

function countOf(counts: Counts, { encoding, size }: LabelledTable): Count {
  const bySize = counts.get(encoding) ?? new Map<number, Count>()
  counts.set(encoding, bySize)
  const count = bySize.get(size) ?? { tables: 0, exact: 0, silent: 0 }
  bySize.set(size, count)
  return count
}

function measure(): Counts {
  const counts: Counts = new Map()
  const settings = {
    folder: textOption('--words'),
    tables: numberOption('--tables', 20),
    seed: numberOption('--seed', 1),
  }
  for (const [language, encodings] of Object.entries(encodingsOf)) {
    const wanted = encodings.filter((encoding) => only === undefined || `${language} ${encoding}`.includes(only))
    for (const table of labelledTables(language, wanted, sizes, settings)) add(table, countOf(counts, table))
  }
  return counts
}

function add(table: LabelledTable, count: Count): void {
  count.tables++
  const found = detectEncoding(table.bytes, true)
  const read = decoderOf(found.encoding)(table.bytes, false).normalize('NFC')
  if (read === table.text) return void count.exact++
  const isNoted = found.source === 'guessed' && (found.guess?.confidence ?? 1) < sureFrom
  if (!isNoted) count.silent++
  if (isVerbose) show(table, read, found)
}

function show({ language, encoding, size, text }: LabelledTable, read: string, found: FoundEncoding): void {
  const lines = read.split('\n')
  const [ours, theirs] = text.split('\n').flatMap((line, at) => (line === lines[at] ? [] : [line, lines[at]]))
  const confidence = found.guess?.confidence ?? found.source
  console.log(`${language} ${encoding} ${size} rows: ${found.encoding} ${confidence}: ${ours} / ${theirs}`)
}

const percent = (exact: number, total: number): string => `${((exact / total) * 100).toFixed(1)} %`

function print(counts: Counts): void {
  console.log(`| encoding | ${sizes.map((size) => `${size} rows`).join(' | ')} | wrong without a note |`)
  console.log(`|---|${'---:|'.repeat(sizes.length + 1)}`)
  const total: Count = { tables: 0, exact: 0, silent: 0 }
  for (const [encoding, bySize] of counts) {
    const all = [...bySize.values()]
    for (const { tables, exact, silent } of all) {
      total.tables += tables
      total.exact += exact
      total.silent += silent
    }
    const cells = all.map(({ exact, tables }) => percent(exact, tables))
    console.log(`| ${encoding} | ${cells.join(' | ')} | ${all.reduce((sum, { silent }) => sum + silent, 0)} |`)
  }
  console.log(
    `\n${total.tables} tables: ${percent(total.exact, total.tables)} exact, ${total.silent} wrong without a note`,
  )
}

const lessons = textOption('--learn')
if (lessons === undefined) print(measure())
else learn(lessons)

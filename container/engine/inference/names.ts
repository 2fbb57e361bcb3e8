import { tableMessages } from '../catalog/tables.ts'
import type { Spec } from '../../../src/contract/spec.ts'
import { encode } from '../bytes/encode.ts'
import { dialectOf } from '../dialects/all.ts'
import type { SqlDialect } from '../dialects/sql-dialect.ts'
import { type FixOccurrence, type Reporter, shorten } from '../report/reporter.ts'

/** No dialect allows a longer name. A megabyte in broken quotes, read as a name, would cost seconds. */
const examinedMax = 4096

/** `isGiven`: the spec gives the name, which is written as it stands there. */
export type Namer = (wanted: string, fallback: string, isGiven?: boolean) => string

/** A name as it will be written: within the dialect's length, unlike every other of its table. */
export function namer(spec: Spec, reserved: RegExp | null = null, style = styleOf(spec)): Namer {
  const dialect = dialectOf(spec)
  const usedNames = new Set<string>()
  const isTaken = (name: string): boolean => usedNames.has(compared(name, dialect)) || reserved?.test(name) === true
  /** The next free number for each name without number. Thousands of columns may share one name. */
  const nextNumbers = new Map<string, number>()
  return (wanted, fallback, isGiven = false) => {
    const spelt = (isGiven ? quotable(wanted, dialect) : spelling(wanted, spec, style)) || fallback
    const chosen = stored(spelt, dialect, style)
    let name = fitted(chosen, dialect, '')
    const bare = compared(name, dialect)
    let number = nextNumbers.get(bare) ?? 2
    while (isTaken(name)) name = fitted(chosen, dialect, `_${number++}`)
    nextNumbers.set(bare, number)
    usedNames.add(compared(name, dialect))
    return name
  }
}

/** Names the columns of one table. */
export const columnNamer = (spec: Spec, style = styleOf(spec)): Namer =>
  namer(spec, dialectOf(spec).systemColumns, style)

/**
 * Names that are the same to the database are the same here. Each letter is folded by itself: to MariaDB the final sigma is
 * another letter than the one it is for JavaScript, and `İ` is an `i`.
 */
function compared(name: string, dialect: SqlDialect): string {
  if (/^[ -~]*$/.test(name)) return name.toLowerCase()
  return Array.from(dialect.folded(name), (letter) =>
    String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0),
  ).join('')
}

/** Whether nothing of the name would be written. */
export const isNameless = (wanted: string, spec: Spec): boolean => spelling(wanted, spec) === ''

const spelling = (wanted: string, spec: Spec, style = styleOf(spec)): string =>
  spelled(quotable(wanted, dialectOf(spec)), style)

/** How names are spelled. */
export type NameStyle = 'as_written' | 'lower' | 'snake_case'

const styleOf = ({ output }: Spec): NameStyle => output.column_names

/** In the spelling that the spec asks for, whatever the dialect allows. */
export const asWanted = (name: string, spec: Spec): string =>
  stored(spelled(name, styleOf(spec)), dialectOf(spec), styleOf(spec))

/** A snake_case name as the database stores it where people type it without quotes: Oracle in upper case. */
const stored = (name: string, dialect: SqlDialect, style: NameStyle): string =>
  style === 'as_written' || snakeCase(name) !== name ? name : dialect.stored(name)

function spelled(name: string, style: NameStyle): string {
  const bounded = name.trim().slice(0, examinedMax)
  if (style === 'as_written') return bounded
  return style === 'lower' ? bounded.toLowerCase() : snakeCase(bounded)
}

/** Spaces of no width, joiners and byte order marks: nobody sees them, and nobody can type such a name. */
const invisible = '[\\s\u200b-\u200f\u2060\ufeff]+'
const invisibleEnds = new RegExp(`^${invisible}|${invisible}$`, 'g')

/** A name without what is invisible at its ends. */
export const visible = (name: string): string => name.replaceAll(invisibleEnds, '')

/** Without what the dialect's quotes cannot hold: NUL anywhere. */
function quotable(text: string, dialect: SqlDialect): string {
  const bounded = visible(text).slice(0, examinedMax)
  const clean = bounded.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').replaceAll(/[\ud800-\udfff]/gu, '')
  return dialect.quotable(clean).trim()
}

/** `Order No.` → `order_no`, `firstName` → `first_name`. Letters of every script stay; accents stay too: they are letters. */
function snakeCase(text: string): string {
  // Most names are so already, and compiling the patterns below takes a millisecond.
  if (/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(text)) return text
  return text
    .normalize('NFC')
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
}

/** Cut between characters so that name and suffix fit; a name that would begin with a digit is fine, as all are quoted. */
function fitted(name: string, dialect: SqlDialect, suffix: string, isTable = false): string {
  const { identifierMax, identifierUnit } = dialect
  const size = (text: string): number => (identifierUnit === 'bytes' ? encode(text).length : text.length)
  const fits = (text: string): boolean => size(text) <= identifierMax && (!isTable || dialect.isTableNameStorable(text))
  if (fits(name + suffix)) return name + suffix
  let kept = ''
  for (const character of name) {
    if (!fits(kept + character + suffix)) break
    kept += character
  }
  return kept.trimEnd() + suffix
}

const plainSheet = /^(?:sheet|tabelle|feuil|hoja|foglio|blad|лист|シート)\s?\d*$/i

/** Writes a name from the spec unchanged, or reports the name that is written instead. */
export function reportGivenName(
  fix: Omit<FixOccurrence, 'message'>,
  given: string,
  written: string | null,
  reporter: Reporter,
): void {
  // The case differs where a snake_case name is written as the database stores it.
  if (given.trim().toLowerCase() === written?.toLowerCase()) return
  reporter.fix({ ...fix, message: tableMessages.nameNotUsed(shorten(given, 60), written) })
}

/** The table's name: the spec's, or else the sheet's or the file's, without endings. */
export function tableName(spec: Spec, fileName: string, sourceName: string | null, reporter: Reporter): string {
  const { table } = spec.output
  const dialect = dialectOf(spec)
  const fromFile = fileName
    .replace(/^.*[/\\]/, '')
    .replace(
      /(?:\.(?:csv|tsv|txt|json|geojson|ndjson|jsonl|xml|rss|gpx|kml|xlsx|xlsm|xlsb|xls|ods|fods|sql|gz|zst|xz|bz2|tar|tgz|txz|tbz2?|tzst|zip))+$/i,
      '',
    )
  const isPlainSheet = sourceName === null || plainSheet.test(sourceName)
  const derived = (): string => spelling(isPlainSheet ? fromFile : (sourceName ?? fromFile), spec)
  const given = table === null ? '' : quotable(table, dialect)
  const name = stored(given || derived() || 'table_1', dialect, styleOf(spec))
  const written = fitted(dialect.allowedTableName(name, given !== ''), dialect, '', true)
  if (table !== null) reportGivenName({ code: 'table_renamed' }, table, written, reporter)
  return written
}

/** null if nothing of it can be written. */
export function schemaName(spec: Spec, reporter: Reporter): string | null {
  const { schema } = spec.output
  if (schema === null) return null
  const dialect = dialectOf(spec)
  const written = fitted(stored(quotable(schema, dialect), dialect, styleOf(spec)), dialect, '') || null
  reportGivenName({ code: 'schema_renamed' }, schema, written, reporter)
  return written
}

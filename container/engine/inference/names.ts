import { specMessages } from '../catalog/spec.ts'
import { tableMessages } from '../catalog/tables.ts'
import type { Message } from '../../../src/contract/catalog/message.ts'
import type { Spec } from '../../../src/contract/spec.ts'
import { encode } from '../bytes/encode.ts'
import { dialectOf } from '../dialects/all.ts'
import type { SqlDialect } from '../dialects/sql-dialect.ts'
import { type FixOccurrence, type Reporter, shorten } from '../report/reporter.ts'

/**
 * The maximum length of a name to process. No dialect allows a longer one, and a megabyte in broken quotes would take
 * seconds.
 */
const examinedMax = 4096

/** `isGiven` means that the name comes from the spec and is written unchanged. */
export type Namer = (wanted: string, fallback: string, isGiven?: boolean) => string

/** Returns a function that turns names into output names: within the dialect's length, and unique in their table. */
export function namer(spec: Spec, reserved: RegExp | null = null, style = styleOf(spec)): Namer {
  const dialect = dialectOf(spec)
  const usedNames = new Set<string>()
  const isTaken = (name: string): boolean => usedNames.has(compared(name, dialect)) || reserved?.test(name) === true
  /** The next free number for each name, because thousands of columns may share one name. */
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

/** Creates the namer for the columns of one table. */
export const columnNamer = (spec: Spec, style = styleOf(spec)): Namer =>
  namer(spec, dialectOf(spec).systemColumns, style)

/**
 * Returns a form that is equal for names that the database considers the same. Each letter is folded separately:
 * MariaDB distinguishes the final sigma from the one that JavaScript returns, and `İ` is an `i`.
 */
function compared(name: string, dialect: SqlDialect): string {
  if (/^[ -~]*$/.test(name)) return name.toLowerCase()
  return Array.from(dialect.folded(name), (letter) =>
    String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0),
  ).join('')
}

/** Tests whether nothing would remain of the name. */
export const isNameless = (wanted: string, spec: Spec): boolean => spelling(wanted, spec) === ''

const spelling = (wanted: string, spec: Spec, style = styleOf(spec)): string =>
  spelled(quotable(wanted, dialectOf(spec)), style)

/** The spelling of names. */
export type NameStyle = 'as_written' | 'lower' | 'snake_case'

const styleOf = ({ output }: Spec): NameStyle => output.column_names

/** Returns a name in the spelling of the spec, regardless of the dialect. */
export const asWanted = (name: string, spec: Spec): string =>
  stored(spelled(name, styleOf(spec)), dialectOf(spec), styleOf(spec))

/**
 * Returns a snake_case name in the form that the database stores if it is typed without quotes. For Oracle, that is
 * uppercase.
 */
const stored = (name: string, dialect: SqlDialect, style: NameStyle): string =>
  style === 'as_written' || snakeCase(name) !== name ? name : dialect.stored(name)

/** Returns the reason why a column has another name than its source. */
export function reasonOfRename(source: string, written: string, spec: Spec): Message {
  const dialect = dialectOf(spec)
  const wanted = asWanted(source, spec)
  const shown = shorten(source, 60)
  const say = tableMessages.column_renamed
  if (dialect.systemColumns?.test(wanted) === true) return say.ofEveryTable(wanted)
  if (fitted(wanted, dialect, '') !== wanted) return say.tooLong(shown, dialect.identifierMax, dialect.identifierUnit)
  return written.startsWith(`${wanted}_`) ? say.nameInUse(shown) : say.notAllowed(shown)
}

function spelled(name: string, style: NameStyle): string {
  const bounded = name.trim().slice(0, examinedMax)
  if (style === 'as_written') return bounded
  return style === 'lower' ? bounded.toLowerCase() : snakeCase(bounded)
}

/** Zero-width spaces, joiners and byte order marks. They are invisible, and hardly anyone can type such a name. */
const invisible = '[\\s\u200b-\u200f\u2060\ufeff]+'
const invisibleEnds = new RegExp(`^${invisible}|${invisible}$`, 'g')

/** Removes invisible characters at the ends of a name. */
export const visible = (name: string): string => name.replaceAll(invisibleEnds, '')

/** Removes characters that the dialect's quotes cannot contain. NUL is never allowed. */
function quotable(text: string, dialect: SqlDialect): string {
  const bounded = visible(text).slice(0, examinedMax)
  const clean = bounded.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').replaceAll(/[\ud800-\udfff]/gu, '')
  return dialect.quotable(clean).trim()
}

/**
 * Converts `Order No.` to `order_no`, and `firstName` to `first_name`. Letters of every script stay, including those
 * with accents.
 */
function snakeCase(text: string): string {
  // Most names need no change, and it takes a millisecond to compile the patterns below.
  if (/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(text)) return text
  return text
    .normalize('NFC')
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
}

/**
 * Cuts between characters, so that name and suffix fit. A name may begin with a digit, because all names are quoted.
 */
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

/** Matches a name that may have been meant as that of a schema and a table. */
const schemaAndName = /[\p{L}\p{N}_]["`\]]?\.\S/u

/** Writes a name from the spec unchanged, or reports the name that is written instead. */
export function reportGivenName(
  fix: Omit<FixOccurrence, 'message'>,
  given: string,
  written: string | null,
  reporter: Reporter,
): void {
  // The case differs if a snake_case name is written in the database's own case.
  if (given.trim().toLowerCase() === written?.toLowerCase()) return
  reporter.fix({ ...fix, message: tableMessages.nameNotUsed(shorten(given, 60), written) })
}

/** Returns the table's name from the spec, or else the name of the sheet or file, without extensions. */
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
  const mayNameSchema = spec.output.format === 'sql' && spec.output.schema === null && written.includes('.')
  if (table !== null && mayNameSchema && schemaAndName.test(table)) reporter.note(specMessages.notes.dotInTable(table))
  return written
}

/** Returns null if nothing of the name can be written. */
export function schemaName(spec: Spec, reporter: Reporter): string | null {
  const { schema } = spec.output
  if (schema === null) return null
  const dialect = dialectOf(spec)
  const written = fitted(stored(quotable(schema, dialect), dialect, styleOf(spec)), dialect, '') || null
  reportGivenName({ code: 'schema_renamed' }, schema, written, reporter)
  return written
}

import type { Dialect, Spec } from '../../../src/contract/spec.ts'
import { type FixSighting, type Reporter, shorten } from '../report/reporter.ts'
import { dialectFacts } from './dialect-facts.ts'

/** More than any dialect takes: a megabyte within broken quotes, taken for a name, would cost seconds. */
const lookedAtMax = 4096

/** `isGiven`: the spec gives the name, which is written as it stands there. */
export type Namer = (wanted: string, fallback: string, isGiven?: boolean) => string

/** A name as it will be written: within the dialect's length, unlike every other of its table. */
export function namer(spec: Spec, reserved: RegExp | null = null): Namer {
  const { dialect } = spec.output
  const taken = new Set<string>()
  const isTaken = (name: string): boolean => taken.has(compared(name, dialect)) || reserved?.test(name) === true
  /** By a name without number: those below are taken. Thousands of columns may have the same name. */
  const nextNumbers = new Map<string, number>()
  return (wanted, fallback, isGiven = false) => {
    const spelled = (isGiven ? quotable(wanted, dialect) : spelling(wanted, spec)) || fallback
    let name = fitted(spelled, dialect, '')
    const bare = compared(name, dialect)
    let number = nextNumbers.get(bare) ?? 2
    while (isTaken(name)) name = fitted(spelled, dialect, `_${number++}`)
    nextNumbers.set(bare, number)
    taken.add(compared(name, dialect))
    return name
  }
}

const innodbColumns = /^(?:db_row_id|db_trx_id|db_roll_ptr|fts_doc_id)$/i

/** Columns that every table has by itself, so that no other may have their names, in quotes neither. */
const systemColumns: Readonly<Record<Dialect, RegExp | null>> = {
  // https://www.postgresql.org/docs/current/ddl-system-columns.html
  postgresql: /^(?:tableoid|[cx]min|[cx]max|ctid)$/,
  // https://dev.mysql.com/doc/refman/8.4/en/innodb-limits.html, and the column that full-text indexes look for
  mysql: innodbColumns,
  mariadb: innodbColumns,
  // It has three names for its row's number: one of them is always left.
  sqlite: null,
  sql_server: null,
  // https://docs.oracle.com/en/database/oracle/oracle-database/19/sqlrf/ROWID-Pseudocolumn.html
  oracle: /^ROWID$/,
}

/** Of the columns of one table. */
export const columnNamer = (spec: Spec): Namer => namer(spec, systemColumns[spec.output.dialect])

/**
 * Names that are the same to the database are the same here. Each letter is folded by itself: to MariaDB the final sigma is
 * another letter than the one it is for JavaScript, and `İ` is an `i`. SQL Server's collations know neither width nor ß.
 */
function compared(name: string, dialect: Dialect): string {
  if (/^[ -~]*$/.test(name)) return name.toLowerCase()
  const alike = dialect === 'sql_server' ? name.normalize('NFKC').toUpperCase() : name
  return Array.from(alike, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join('')
}

/** Whether nothing of the name would be written. */
export const isNameless = (wanted: string, spec: Spec): boolean => spelling(wanted, spec) === ''

const spelling = (wanted: string, spec: Spec): string => asWanted(quotable(wanted, spec.output.dialect), spec)

/** In the spelling that the spec asks for, whatever the dialect allows. */
export function asWanted(name: string, { output }: Spec): string {
  const bounded = name.trim().slice(0, lookedAtMax)
  return output.column_names === 'as_written' ? bounded : snakeCase(bounded)
}

/** Without what the dialect's quotes cannot hold: NUL anywhere. */
function quotable(text: string, dialect: Dialect): string {
  const bounded = text.trim().slice(0, lookedAtMax)
  const clean = bounded.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').replaceAll(/[\ud800-\udfff]/gu, '')
  return withoutForbidden(clean, dialect).trim()
}

function withoutForbidden(text: string, dialect: Dialect): string {
  switch (dialect) {
    case 'mysql':
    case 'mariadb':
      // https://dev.mysql.com/doc/refman/8.4/en/identifiers.html: no characters beyond the basic plane.
      return text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')
    case 'sql_server':
      // sqlcmd would take it for a variable.
      return text.replaceAll('$(', '$ (')
    case 'oracle':
      return text.replaceAll('"', "'")
    case 'postgresql':
    case 'sqlite':
      return text
  }
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
function fitted(name: string, dialect: Dialect, suffix: string, isTable = false): string {
  const { identifierMax, identifierUnit } = dialectFacts[dialect]
  const size = (text: string): number =>
    identifierUnit === 'bytes' ? new TextEncoder().encode(text).length : text.length
  const isFile = isTable && (dialect === 'mysql' || dialect === 'mariadb')
  const fits = (text: string): boolean =>
    size(text) <= identifierMax && (!isFile || fileNameLength(text) <= fileNameMax)
  if (fits(name + suffix)) return name + suffix
  let kept = ''
  for (const character of name) {
    if (!fits(kept + character + suffix)) break
    kept += character
  }
  return kept.trimEnd() + suffix
}

/** Of 255 bytes, without its `.ibd`. */
const fileNameMax = 251

/**
 * MySQL and MariaDB make a file name of a table's: other characters than plain ones become `@` with two or four more
 * (https://dev.mysql.com/doc/refman/8.4/en/identifier-mapping.html), two for European letters that have cases.
 */
function fileNameLength(name: string): number {
  let length = 0
  for (const character of name) {
    const isEuropean = /[\u00c0-\u0587\u1e00-\u1fff]/.test(character)
    const isCased = character.toLowerCase() !== character.toUpperCase()
    length += /\w/.test(character) ? 1 : isEuropean && isCased ? 3 : 5
  }
  return length
}

const plainSheet = /^(?:sheet|tabelle|feuil|hoja|foglio|blad|лист|シート)\s?\d*$/i

/** What the spec names is written as it stands there, or the report says what is written in its place. */
export function reportGivenName(
  fix: Omit<FixSighting, 'message'>,
  given: string,
  written: string | null,
  reporter: Reporter,
): void {
  if (given.trim() === written) return
  const instead = written === null ? 'none is written' : `"${written}" is written`
  const message = `"${shorten(given, 60)}" is taken already, or no name that the dialect takes as it is: ${instead}.`
  reporter.fix({ ...fix, message })
}

/** The table's name: the spec's, or else the sheet's or the file's, without endings. */
export function tableName(spec: Spec, fileName: string, sourceName: string | null, reporter: Reporter): string {
  const { dialect, table } = spec.output
  const fromFile = fileName
    .replace(/^.*[/\\]/, '')
    .replace(/(?:\.(?:csv|tsv|txt|json|ndjson|jsonl|xlsx|xlsm|xlsb|xls|ods|fods|sql|gz|zip))+$/i, '')
  const isPlainSheet = sourceName === null || plainSheet.test(sourceName)
  const derived = (): string => {
    const name = spelling(isPlainSheet ? fromFile : (sourceName ?? fromFile), spec)
    // `#` would make it a table of the session alone.
    return dialect === 'sql_server' && name.startsWith('#') ? `_${name}` : name
  }
  const given = table === null ? '' : quotable(table, dialect)
  const name = given || derived() || 'table_1'
  const isReserved = dialect === 'sqlite' && /^sqlite_/i.test(name)
  const written = fitted(isReserved ? `_${name}` : name, dialect, '', true)
  if (table !== null) reportGivenName({ code: 'table_renamed' }, table, written, reporter)
  return written
}

/** null where nothing of it can be written. */
export function schemaName({ output: { schema, dialect } }: Spec, reporter: Reporter): string | null {
  if (schema === null) return null
  const written = fitted(quotable(schema, dialect), dialect, '') || null
  reportGivenName({ code: 'schema_renamed' }, schema, written, reporter)
  return written
}

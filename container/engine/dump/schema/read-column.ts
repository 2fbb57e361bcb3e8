import { addForeignKey, addKey } from './read-keys.ts'
import { withoutTrailingSpaces } from './labels.ts'
import { type DumpColumn, type DumpTable, unaltered } from './schema.ts'
import type { TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'

/** Types of two or three words, and synonyms of types. */
const typeSynonyms: ReadonlyMap<string, string> = new Map([
  ['integer', 'int'],
  ['int1', 'tinyint'],
  ['int3', 'mediumint'],
  ['int4', 'int'],
  ['int8', 'bigint'],
  ['int2', 'smallint'],
  ['middleint', 'mediumint'],
  ['dec', 'decimal'],
  ['numeric', 'decimal'],
  ['fixed', 'decimal'],
  ['float4', 'float'],
  ['float8', 'double'],
  ['real', 'double'],
  ['character', 'char'],
  ['nchar', 'char'],
  ['nvarchar', 'varchar'],
  ['varcharacter', 'varchar'],
  ['long', 'mediumtext'],
  ['geomcollection', 'geometrycollection'],
])

// Columns share this list. Few of the columns in a dump with thousands of tables have sizes, and most of them are NULL
// by default.
const noSizes: readonly number[] = []
const noLabels: readonly string[] = []
const nullByDefault: readonly Token[] = [{ kind: 'word', text: 'NULL' }]

function sizesIn(tokens: readonly Token[]): readonly number[] {
  const sizes = tokens.filter(({ kind }) => kind === 'number')
  return sizes.length === 0 ? noSizes : sizes.map(({ text }) => Number(text))
}

function labelsIn(tokens: readonly Token[]): readonly string[] {
  const labels = tokens.filter(({ kind }) => kind === 'string')
  return labels.length === 0 ? noLabels : labels.map(({ text }) => withoutTrailingSpaces(text))
}

/** Reads the words of a type after the first one, such as `LONG VARBINARY`. */
function takeType(written: string, reader: TokenReader): string {
  const type = typeSynonyms.get(written) ?? written
  if (written === 'long' && reader.takeWords('VARBINARY')) return 'mediumblob'
  if (written === 'long')
    while (reader.takeWords('VARCHAR') || reader.takeWords('CHAR') || reader.takeWords('VARYING'));
  if (written === 'national') return takeType(reader.takeName()?.toLowerCase() ?? '', reader)
  if (type === 'char' && (reader.takeWords('VARYING') || reader.takeWords('VARCHAR'))) return 'varchar'
  if (type === 'double') reader.takeWords('PRECISION')
  return type === 'bool' || type === 'boolean' ? 'tinyint' : type
}

/** Returns a nullable column without attributes. */
export const plainColumn = (type: string, sizes = noSizes): Omit<DumpColumn, 'id' | 'name'> => ({
  type,
  sizes,
  labels: noLabels,
  unsigned: false,
  notNull: false,
  defaultTokens: null,
  firstDefault: null,
  isFirstNotNull: false,
  isAddedToRows: false,
  isZerofill: false,
  earlier: unaltered,
  autoIncrement: false,
  onUpdate: false,
  comment: '',
  generated: null,
  isStored: false,
  isJson: false,
  isInvisible: false,
  isExactText: false,
  srid: 0,
  charset: null,
})

/** Reads `name type attributes`. Keys and references among the attributes are added to the table. */
export function readColumn(table: DumpTable, reader: TokenReader): DumpColumn | null {
  const name = reader.takeName()
  const written = reader.takeName()?.toLowerCase()
  if (name === null || written === undefined) return null
  const type = takeType(written, reader)
  const inParentheses = reader.takeParentheses() ?? []
  const column: DumpColumn = {
    ...plainColumn(type, sizesIn(inParentheses)),
    id: ++table.columnsMade,
    name,
    labels: labelsIn(inParentheses),
    isJson: type === 'json',
    charset: /^n(?:ational|char|varchar)$/.test(written) ? 'utf8' : null,
  }
  if (written === 'bool' || written === 'boolean') column.sizes = [1]
  if (type === 'serial') {
    Object.assign(column, { type: 'bigint', unsigned: true })
    becomeSerial(table, column)
  }
  while (!reader.isDone) readAttribute(table, column, reader)
  return column
}

/**
 * Sets the character set of a column without one to that of its table. The character set `binary` turns strings into
 * binary strings.
 */
export function settleCharset(column: DumpColumn, table: DumpTable): void {
  column.isExactText ||= column.charset === null && table.isExactText
  if (column.charset === null) column.collation ??= table.collation
  column.charset ??= table.charset
  if (!/^binary$/i.test(column.charset ?? '')) return
  column.type = column.type.replace(/^(var)?char$/, '$1binary').replace(/text$/, 'blob')
}

/** Reads `CHARACTER SET latin1`, `CHARSET=latin1`, or the character set of a collation such as `latin1_swedish_ci`. */
export function takeCharset(reader: TokenReader): string | null {
  if (reader.takeWords('BYTE')) return 'binary'
  const isNamed = reader.takeWords('CHARACTER', 'SET') || reader.takeWords('CHARSET')
  if (!isNamed && !reader.takeWords('COLLATE')) return null
  reader.takeSymbol('=')
  const name = reader.takeName()
  return (isNamed ? name : name?.replace(/_.*$/, '')) ?? null
}

/** Tests for a case-sensitive collation, such as `COLLATE utf8mb4_bin`. */
export function isExactCollation({ tokens, at }: TokenReader): boolean {
  if (isWord(tokens[at], 'BINARY')) return true
  const name = tokens[isSymbol(tokens[at + 1], '=') ? at + 2 : at + 1]
  return isWord(tokens[at], 'COLLATE') && /_(?:bin|cs)$/i.test(name?.text ?? '')
}

/** Returns the name of the collation that is next, or null. */
export function collationAt({ tokens, at }: TokenReader): string | null {
  const name = tokens[isSymbol(tokens[at + 1], '=') ? at + 2 : at + 1]
  return isWord(tokens[at], 'COLLATE') ? (name?.text ?? null) : null
}

/** Reads the character set and the collation among the options of a table or database. */
export function takeCollation(reader: TokenReader): {
  readonly charset: string | null
  readonly isExact: boolean
  readonly collation: string | null
} {
  let isExact = false
  let collation: string | null = null
  let charset: string | null = null
  while (!reader.isDone) {
    isExact ||= isExactCollation(reader)
    collation ??= collationAt(reader)
    const found = takeCharset(reader)
    if (found === null) reader.at++
    else charset ??= found
  }
  return { charset, isExact, collation }
}

function readAttribute(table: DumpTable, column: DumpColumn, reader: TokenReader): void {
  column.isExactText ||= isExactCollation(reader)
  column.collation ??= collationAt(reader)
  const charset = takeCharset(reader)
  if (charset !== null) column.charset ??= charset
  else if (reader.takeWords('UNSIGNED')) column.unsigned = true
  else if (reader.takeWords('ZEROFILL')) Object.assign(column, { unsigned: true, isZerofill: true })
  else if (reader.takeWords('NOT', 'NULL')) column.notNull = true
  else if (reader.takeWords('NULL')) column.notNull = false
  else if (reader.takeWords('AUTO_INCREMENT')) column.autoIncrement = true
  else if (reader.takeWords('DEFAULT')) column.defaultTokens = takeDefault(reader)
  else if (reader.takeWords('INVISIBLE')) column.isInvisible = true
  else if (reader.takeWords('ON', 'UPDATE')) column.onUpdate = true
  else if (reader.takeWords('COMMENT')) column.comment = reader.take()?.text ?? ''
  else if (reader.takeWords('SRID')) column.srid = Number(reader.take()?.text)
  else if (!readRule(table, column, reader)) reader.at++
}

/** Reads keys, references and expressions among the attributes of a column. */
function readRule(table: DumpTable, column: DumpColumn, reader: TokenReader): boolean {
  if (readOwnKey(table, column, reader)) return true
  if (reader.takeWords('AS', 'ROW', 'END')) table.rowEnd = column.name
  else if (reader.takeWords('AS')) readGenerated(column, reader)
  else if (reader.takeWords('CHECK')) readColumnCheck(table, column, reader)
  else if (reader.takeWords('REFERENCES')) addForeignKey(table, reader, '', [column.name])
  else return false
  return true
}

function readGenerated(column: DumpColumn, reader: TokenReader): void {
  column.generated = reader.takeParentheses()
  column.isStored = reader.takeWords('STORED') || reader.takeWords('PERSISTENT')
}

/** Applies `SERIAL DEFAULT VALUE` or the type SERIAL, which mean NOT NULL AUTO_INCREMENT UNIQUE. */
function becomeSerial(table: DumpTable, column: DumpColumn): void {
  Object.assign(column, { notNull: true, autoIncrement: true })
  addKey(table, 'unique', '', [{ column: column.name, expression: null, prefix: null, descending: false }])
}

/** Reads `PRIMARY KEY`, its synonym `KEY`, `UNIQUE`, and SERIAL, which implies a key. */
function readOwnKey(table: DumpTable, column: DumpColumn, reader: TokenReader): boolean {
  if (reader.takeWords('SERIAL', 'DEFAULT', 'VALUE')) {
    becomeSerial(table, column)
    return true
  }
  const isUnique = reader.takeWords('UNIQUE')
  if (isUnique) reader.takeWords('KEY')
  else if (!reader.takeWords('PRIMARY', 'KEY') && !reader.takeWords('KEY')) return false
  addKey(table, isUnique ? 'unique' : 'primary', '', [
    { column: column.name, expression: null, prefix: null, descending: false },
  ])
  return true
}

/**
 * Reads a check. MariaDB writes its JSON type as `longtext CHECK (json_valid(c))`, so that check is part of the type.
 */
function readColumnCheck(table: DumpTable, column: DumpColumn, reader: TokenReader): void {
  const check = reader.takeParentheses() ?? []
  if (isWord(check[0], 'JSON_VALID') && check.length === 4) column.isJson = true
  else {
    const isEnforced = !reader.takeWords('NOT', 'ENFORCED')
    table.checks.push({ name: '', tokens: check, isEnforced, ofColumn: column.id })
  }
}

/** Reads a literal, a call with its parentheses, or an expression in parentheses. */
export function takeDefault(reader: TokenReader): readonly Token[] {
  const start = reader.at
  if (reader.takeWords('NULL')) return nullByDefault
  if (reader.takeParentheses() === null) {
    if (!reader.takeSymbol('-')) reader.takeSymbol('+')
    const first = reader.take()
    if (first?.kind === 'word' && first.text.startsWith('_') && reader.current?.kind === 'string') {
      return [reader.take() ?? first]
    }
    reader.takeParentheses()
  }
  return reader.tokens.slice(start, reader.at)
}

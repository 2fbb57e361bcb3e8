import { dumpMessages } from '../../catalog/dumps.ts'
import { EngineFailure } from '../../failure.ts'
import { collationAt, isExactCollation, readColumn, settleCharset, takeCharset } from './read-column.ts'
import { impliedIndexes, defineForeignKey, defineKey } from './read-keys.ts'
import { attempt } from '../expressions/translated.ts'
import { columnsOfQuery } from './query-columns.ts'
import { readPartitioning } from './read-partitions.ts'
import { type DumpColumn, type DumpSchema, type DumpTable, findColumn, type KeyPart, unaltered } from './schema.ts'
import { type QualifiedName, splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'

/** The maximum number of columns in any of these servers. */
const widthMax = 4096

export interface CreatedTable extends QualifiedName {
  readonly replaces: boolean
  readonly isTemporary: boolean
}

export function createTable(schema: DumpSchema, created: CreatedTable, reader: TokenReader): void {
  const { database, name, replaces, isTemporary } = created
  const key = schema.key(database, name)
  const before = schema.tables.get(key)
  const isTaken = before !== undefined && (!isTemporary || before.isTemporary)
  if (isTaken && !replaces) return
  if (isTaken) schema.dropTable(key)
  const id = schema.nextId()
  const table = emptyTable({
    id,
    originId: id,
    counterId: id,
    database: database ?? schema.database,
    name,
    isTemporary,
  })
  schema.addTable(key, table)
  // mysqldump writes a placeholder table for a view and drops it later.
  schema.views.delete(key)
  const queryAt = queryStart(reader.tokens, reader.at)
  defineTable(schema, table, new TokenReader(reader.tokens.slice(reader.at, queryAt)))
  if (queryAt === reader.tokens.length) return
  // A query may read the table that the new one hides.
  table.hasUnknownRows = before !== undefined && !isTaken
  defineByQuery(schema, table, reader.tokens, queryAt)
}

/** Defines the columns, keys and options of a table. */
function defineTable(schema: DumpSchema, table: DumpTable, reader: TokenReader): void {
  const start = reader.tokens.findIndex((token) => isSymbol(token, '(') || isWord(token, 'LIKE'))
  reader.at = Math.max(0, start)
  if (reader.takeWords('LIKE')) return copyDefinition(schema, table, reader)
  const body = reader.takeParentheses() ?? []
  if (isWord(body[0], 'LIKE')) return copyDefinition(schema, table, new TokenReader(body.slice(1)))
  for (const part of splitAtCommas(body)) definePart(table, new TokenReader(part))
  readTableOptions(table, reader)
  table.isExactText ||= table.charset === null && schema.exactDatabases.has(table.database)
  for (const column of table.columns) settleCharset(column, table)
}

/** Returns the index of the query of `CREATE TABLE … SELECT`, or the number of tokens. */
function queryStart(tokens: readonly Token[], from: number): number {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]
    const isQuery = isWord(token, 'SELECT') || (isWord(token, 'WITH') && !isWord(tokens[at + 1], 'SYSTEM'))
    if (depth === 0 && (isQuery || isWord(firstInside(tokens, at), 'SELECT', 'WITH'))) return at
    if (isSymbol(token, '(')) depth++
    if (isSymbol(token, ')')) depth--
  }
  return tokens.length
}

/** Returns the first token inside of the parentheses that begin at an index. */
function firstInside(tokens: readonly Token[], at: number): Token | undefined {
  if (!isSymbol(tokens[at], '(')) return undefined
  let inside = at
  while (isSymbol(tokens[inside], '(')) inside++
  return tokens[inside]
}

/** Adds the columns of a query to a table. */
function defineByQuery(schema: DumpSchema, table: DumpTable, tokens: readonly Token[], at: number): void {
  const query = tokens.slice(at)
  const before = tokens[isWord(tokens[at - 1], 'AS') ? at - 2 : at - 1]
  const columns = attempt(() => columnsOfQuery(query, (database, name) => schema.find(database, name) ?? null))
  if (columns === null) return leaveOutQuery(schema, table)
  for (const column of columns) {
    const declared = findColumn(table, column.name)
    const others = table.columns.filter((other) => other !== declared)
    table.columns = [...others, declared ?? { ...column, id: ++table.columnsMade }]
  }
  if (table.hasUnknownRows) return
  const names = columns.flatMap(({ name }, index) => [...(index === 0 ? [] : [comma]), nameToken(name)])
  const isIgnore = isWord(before, 'IGNORE')
  if (isIgnore && !losesOnlyDuplicates(table, columns)) return leaveOutQuery(schema, table)
  const insertion = [
    wordToken(isWord(before, 'REPLACE') ? 'REPLACE' : 'INSERT'),
    ...(isIgnore ? [wordToken('IGNORE')] : []),
    wordToken('INTO'),
    ...(table.database === '' ? [] : [nameToken(table.database), symbol('.')]),
    nameToken(table.name),
    symbol('('),
    ...names,
    symbol(')'),
    ...query,
  ]
  schema.filling = { table, insertion }
}

function leaveOutQuery(schema: DumpSchema, table: DumpTable): void {
  table.hasUnknownRows = true
  schema.ignoreQueryOf(table)
}

/**
 * Tests whether IGNORE leaves out only duplicates. MariaDB 10.11 loses other rows, too, if a column cannot store NULL, or
 * if a value of the query occurs twice in the key that orders the rows.
 */
function losesOnlyDuplicates(table: DumpTable, columns: readonly Pick<DumpColumn, 'name' | 'notNull'>[]): boolean {
  const columnOf = ({ column }: KeyPart): DumpColumn | undefined => findColumn(table, column ?? '')
  const primary = table.keys.find(({ kind }) => kind === 'primary')
  const isOrdered =
    primary === undefined
      ? table.keys.some(
          ({ kind, parts }) => kind === 'unique' && parts.every((part) => columnOf(part)?.notNull === true),
        )
      : primary.parts.some((part) => columnOf(part)?.autoIncrement !== true)
  return !isOrdered && columns.every(({ name, notNull }) => notNull || findColumn(table, name)?.notNull !== true)
}

const wordToken = (text: string): Token => ({ kind: 'word', text })
const symbol = (text: string): Token => ({ kind: 'symbol', text })
const comma = symbol(',')
const nameToken = (text: string): Token => ({ kind: 'name', text })

export const emptyTable = (
  own: Pick<DumpTable, 'id' | 'originId' | 'counterId' | 'database' | 'name' | 'isTemporary'>,
): DumpTable => ({
  ...own,
  columnsMade: 0,
  columns: [],
  keys: [],
  foreignKeys: [],
  droppedForeignKeys: [],
  droppedColumns: [],
  checks: [],
  comment: '',
  engine: '',
  autoIncrement: 0n,
  counterDefinitions: 0,
  isExactText: false,
  needsRows: false,
  sharesKeys: false,
  hasLaxRows: false,
  hasSeveralZones: false,
  hasUnknownRows: false,
  rowsWritten: 0,
  rowBytes: 0,
  hasLostRows: false,
  partitioning: null,
  charset: null,
  rowEnd: null,
  onDuplicate: new Set(),
  updatedColumns: new Set(),
  keptOnUpdate: new Set(),
})

function copyDefinition(schema: DumpSchema, table: DumpTable, reader: TokenReader): void {
  const from = reader.takeQualified()
  const source = from === null ? undefined : schema.find(from.database, from.name)
  if (source === undefined) return
  table.columns = source.columns.map((column) => ({ ...column, isAddedToRows: false, earlier: unaltered }))
  table.columnsMade = source.columnsMade
  table.keys = [...source.keys, ...impliedIndexes(source)]
  table.checks = [...source.checks]
  const { charset, collation, isExactText, comment, engine, partitioning } = source
  Object.assign(table, { charset, collation, isExactText, comment, engine, partitioning })
}

function readTableOptions(table: DumpTable, reader: TokenReader): void {
  while (!reader.isDone) {
    table.isExactText ||= isExactCollation(reader)
    table.collation ??= collationAt(reader)
    const charset = takeCharset(reader)
    if (charset !== null) table.charset ??= charset
    else if (reader.takeWords('COMMENT')) {
      reader.takeSymbol('=')
      if (reader.current?.kind === 'string') table.comment = reader.take()?.text ?? ''
    } else if (reader.takeWords('AUTO_INCREMENT')) {
      reader.takeSymbol('=')
      readAutoIncrement(table, reader)
    } else if (reader.takeWords('ENGINE') || reader.takeWords('TYPE')) {
      reader.takeSymbol('=')
      table.engine = reader.takeName()?.toLowerCase() ?? ''
    } else if (reader.takeWords('PARTITION', 'BY')) table.partitioning = readPartitioning(reader)
    else if (reader.takeWords('WITH', 'SYSTEM', 'VERSIONING')) table.rowEnd ??= 'row_end'
    else reader.at++
  }
}

export function readAutoIncrement(table: DumpTable, reader: TokenReader): void {
  const value = reader.current
  if (value?.kind !== 'number' || !/^\d{1,20}$/.test(value.text)) return
  table.autoIncrement = BigInt(value.text)
  table.counterDefinitions++
}

/** Defines a line of CREATE TABLE: a key, a constraint or a column. */
function definePart(table: DumpTable, reader: TokenReader): void {
  let name = ''
  if (reader.takeWords('CONSTRAINT')) {
    reader.takeWords('IF', 'NOT', 'EXISTS')
    if (!isWord(reader.current, 'PRIMARY', 'UNIQUE', 'FOREIGN', 'CHECK')) name = reader.takeName() ?? ''
  }
  if (reader.takeWords('FOREIGN', 'KEY')) return defineForeignKey(table, reader, name)
  if (reader.takeWords('CHECK')) return defineCheck(table, reader, name)
  if (isWord(reader.current, 'PERIOD') && isWord(reader.tokens[reader.at + 1], 'FOR')) return
  // These words are reserved, so a column with such a name is quoted.
  if (isWord(reader.current, 'PRIMARY', 'UNIQUE', 'FULLTEXT', 'SPATIAL', 'KEY', 'INDEX'))
    return defineKey(table, reader, name)
  defineColumn(table, reader)
}

function defineCheck(table: DumpTable, reader: TokenReader, name: string): void {
  const tokens = reader.takeParentheses()
  if (tokens === null || (name !== '' && table.checks.some((check) => check.name === name))) return
  table.checks.push({ name, tokens, isEnforced: !reader.takeWords('NOT', 'ENFORCED') })
}

/** Defines a column. If it already exists, it stays unchanged. */
function defineColumn(table: DumpTable, reader: TokenReader): void {
  const name = reader.current?.text ?? ''
  if (table.columns.some((column) => column.name.toLowerCase() === name.toLowerCase())) return
  const column = readColumn(table, reader)
  if (column === null) return
  if (table.columns.length >= widthMax)
    throw new EngineFailure('corrupt_file', dumpMessages.corrupt_file.wideTable(widthMax))
  table.columns.push(column)
}

export function addPart(table: DumpTable, reader: TokenReader): void {
  const before = table.columns.length
  definePart(table, reader)
  const column = table.columns[before]
  if (column === undefined) return
  settleCharset(column, table)
  place(table, column, before, reader)
}

/** Moves a column to the position that `FIRST` or `AFTER other` specifies, or else to its own. */
export function place(table: DumpTable, column: DumpColumn, own: number, { tokens }: TokenReader): void {
  const [word, name] = tokens.slice(-2)
  const others = table.columns.filter(({ id }) => id !== column.id)
  const other = isWord(word, 'AFTER') ? findColumn(table, name?.text ?? '') : undefined
  const at = isWord(name, 'FIRST') ? 0 : other === undefined ? own : others.indexOf(other) + 1
  table.columns = others.toSpliced(at, 0, column)
}

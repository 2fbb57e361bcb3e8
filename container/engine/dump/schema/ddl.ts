import { EngineFailure } from '../../failure.ts'
import { readColumn, takeCharset, takeDefault } from './read-column.ts'
import { defineForeignKey, defineKey, namesIn } from './read-keys.ts'
import { type DumpColumn, type DumpSchema, type DumpTable, findColumn } from './schema.ts'
import { partitionsNotMoved, statementNotRun } from '../text/not-run.ts'
import { type QualifiedName, splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'

/** Of every server whose dumps these are. */
const widthMax = 4096

/** Takes one statement into the schema. What changes nothing that we keep is passed over. */
export function define(schema: DumpSchema, written: readonly Token[]): void {
  const tokens = withoutSchema(written)
  const reader = new TokenReader(tokens)
  if (reader.takeWords('USE')) useDatabase(schema, reader.takeName())
  else if (reader.takeWords('DROP')) drop(schema, reader)
  else if (reader.takeWords('ALTER')) alterAny(schema, reader)
  else if (reader.takeWords('RENAME', 'TABLE')) renameTables(schema, reader)
  else if (reader.takeWords('CREATE')) create(schema, reader)
  else if (!empty(schema, reader)) schema.ignore(statementNotRun(tokens))
}

function alterAny(schema: DumpSchema, reader: TokenReader): void {
  const { tokens } = reader
  const at = tokens.findIndex((token) => isWord(token, 'TABLE', 'VIEW', 'USER', ...otherKinds))
  reader.at = at + 1
  if (isWord(tokens[at], 'TABLE')) alterTable(schema, reader)
  else if (isWord(tokens[at], 'VIEW')) create(schema, reader)
  else if (isWord(tokens[at], 'USER')) schema.ignore('ALTER USER')
}

/** `mariadb_schema.date`, which MariaDB writes where `sql_mode` is ORACLE, is its own `date`. */
function withoutSchema(tokens: readonly Token[]): readonly Token[] {
  const isSchema = (token: Token | undefined): boolean => isWord(token, 'MARIADB_SCHEMA')
  if (!tokens.some(isSchema)) return tokens
  return tokens.filter((token, at) => !isSchema(token) && !(isSymbol(token, '.') && isSchema(tokens[at - 1])))
}

/** `TRUNCATE t` and `DELETE FROM t`: the rows so far are gone. */
function empty(schema: DumpSchema, reader: TokenReader): boolean {
  if (reader.takeWords('TRUNCATE')) reader.takeWords('TABLE')
  else if (!reader.takeWords('DELETE', 'FROM')) return false
  const target = reader.takeQualified()
  const table = target === null || !reader.isDone ? undefined : schema.find(target.database, target.name)
  if (table !== undefined) table.id = schema.nextId()
  return table !== undefined
}

function renameTables(schema: DumpSchema, reader: TokenReader): void {
  do {
    const from = reader.takeQualified()
    const to = reader.takeWords('TO') ? reader.takeQualified() : null
    if (from !== null && to !== null) rename(schema, schema.find(from.database, from.name), to)
  } while (reader.takeSymbol(','))
}

function rename(schema: DumpSchema, table: DumpTable | undefined, to: QualifiedName): void {
  if (table === undefined) return
  schema.tables.delete(schema.key(table.database, table.name))
  table.name = to.name
  schema.tables.set(schema.key(to.database ?? table.database, to.name), table)
}

interface CreatedTable extends QualifiedName {
  readonly replaces: boolean
  readonly isTemporary: boolean
}

/** The table a CREATE statement makes, or null. */
function createdTable(tokens: readonly Token[]): CreatedTable | null {
  const reader = new TokenReader(tokens)
  if (!reader.takeWords('CREATE')) return null
  const replaces = reader.takeWords('OR', 'REPLACE')
  const isTemporary = reader.takeWords('TEMPORARY')
  if (!reader.takeWords('TABLE')) return null
  reader.takeWords('IF', 'NOT', 'EXISTS')
  const created = reader.takeQualified()
  return created === null ? null : { ...created, replaces, isTemporary }
}

function useDatabase(schema: DumpSchema, name: string | null): void {
  if (name !== null) schema.database = name
}

function drop(schema: DumpSchema, reader: TokenReader): void {
  if (reader.takeWords('DATABASE') || reader.takeWords('SCHEMA')) return dropDatabase(schema, reader)
  if (reader.takeWords('INDEX')) return dropIndex(schema, reader)
  const isTemporary = reader.takeWords('TEMPORARY')
  const isView = reader.takeWords('VIEW')
  if (!isView && !reader.takeWords('TABLE')) return
  reader.takeWords('IF', 'EXISTS')
  do {
    const dropped = reader.takeQualified()
    if (dropped === null) continue
    const key = schema.key(dropped.database, dropped.name)
    if (isView) schema.views.delete(key)
    else if (!isTemporary || schema.tables.get(key)?.isTemporary === true) schema.dropTable(key)
  } while (reader.takeSymbol(','))
}

function dropDatabase(schema: DumpSchema, reader: TokenReader): void {
  reader.takeWords('IF', 'EXISTS')
  const name = reader.takeName()
  for (const definitions of [schema.tables, schema.views])
    for (const [key, { database }] of definitions) if (database === name) definitions.delete(key)
}

/** `DROP INDEX name ON table`. */
function dropIndex(schema: DumpSchema, reader: TokenReader): void {
  reader.takeWords('IF', 'EXISTS')
  const name = reader.takeName()
  const target = reader.takeWords('ON') ? reader.takeQualified() : null
  const table = target === null ? undefined : schema.find(target.database, target.name)
  if (table !== undefined) table.keys = table.keys.filter((key) => key.name !== name)
}

const otherKinds = ['TRIGGER', 'FUNCTION', 'PROCEDURE', 'EVENT', 'PACKAGE', 'SEQUENCE'] as const

function create(schema: DumpSchema, reader: TokenReader): void {
  if (reader.takeWords('DATABASE') || reader.takeWords('SCHEMA')) return
  const created = createdTable(reader.tokens)
  if (created !== null) return createTable(schema, created, reader)
  if (isWord(reader.current, 'UNIQUE', 'INDEX', 'FULLTEXT', 'SPATIAL')) return createIndex(schema, reader)
  const at = reader.tokens.findIndex((token) => isWord(token, 'VIEW', ...otherKinds))
  if (at < 0) return schema.ignore(`CREATE ${reader.current?.text.toUpperCase()}`)
  const kind = reader.tokens[at]?.text.toLowerCase() ?? ''
  reader.at = at + 1
  if (kind === 'package') reader.takeWords('BODY')
  reader.takeWords('IF', 'NOT', 'EXISTS')
  const named = reader.takeQualified()
  if (named === null) return
  if (kind === 'view') return createView(schema, named, reader)
  const on = kind === 'trigger' ? reader.tokens.findIndex((token, index) => index > at && isWord(token, 'ON')) : -1
  const table = on < 0 ? null : (reader.tokens[on + (isSymbol(reader.tokens[on + 2], '.') ? 3 : 1)]?.text ?? null)
  schema.others.set(`${kind} ${schema.key(named.database, named.name)}`, { kind, name: named.name, table })
}

function createView(schema: DumpSchema, { database, name }: QualifiedName, reader: TokenReader): void {
  const key = schema.key(database, name)
  const columns = namesIn(reader.takeBrackets())
  while (!reader.isDone && !reader.takeWords('AS')) reader.at++
  schema.tables.delete(key)
  schema.views.set(key, { database: database ?? schema.database, name, columns, query: reader.tokens.slice(reader.at) })
}

/** `CREATE UNIQUE INDEX name ON table (…)`. */
function createIndex(schema: DumpSchema, reader: TokenReader): void {
  const on = reader.tokens.findIndex((token) => isWord(token, 'ON'))
  if (on < 0) return
  const named = reader.tokens.slice(reader.at, on)
  reader.at = on + 1
  const target = reader.takeQualified()
  const table = target === null ? undefined : schema.find(target.database, target.name)
  if (table !== undefined) defineKey(table, new TokenReader([...named, ...reader.tokens.slice(reader.at)]), '')
}

function createTable(schema: DumpSchema, created: CreatedTable, reader: TokenReader): void {
  const { database, name, replaces, isTemporary } = created
  const key = schema.key(database, name)
  const before = schema.tables.get(key)
  const isTaken = before !== undefined && (!isTemporary || before.isTemporary)
  if (isTaken && !replaces) return
  if (isTaken) schema.dropTable(key)
  const table = emptyTable({ id: schema.nextId(), database: database ?? schema.database, name, isTemporary })
  schema.addTable(key, table)
  // What a view has become a table for while the dump was made is dropped again.
  schema.views.delete(key)
  const start = reader.tokens.findIndex((token) => isSymbol(token, '(') || isWord(token, 'LIKE'))
  if (start < 0) return
  reader.at = start
  if (reader.takeWords('LIKE')) return copyDefinition(schema, table, reader)
  const body = reader.takeBrackets() ?? []
  if (isWord(body[0], 'LIKE')) return copyDefinition(schema, table, new TokenReader(body.slice(1)))
  for (const part of splitAtCommas(body)) definePart(table, new TokenReader(part))
  readTableOptions(table, reader)
  for (const column of table.columns) column.charset ??= table.charset
  if (table.columns.length > 0 && reader.tokens.some((token) => isWord(token, 'SELECT')))
    schema.ignore('CREATE TABLE … SELECT')
}

const emptyTable = (own: Pick<DumpTable, 'id' | 'database' | 'name' | 'isTemporary'>): DumpTable => ({
  ...own,
  columnsMade: 0,
  columns: [],
  keys: [],
  foreignKeys: [],
  checks: [],
  comment: '',
  autoIncrement: 0n,
  isPartitioned: false,
  charset: null,
  rowEnd: null,
  onDuplicate: new Set(),
  keptOnUpdate: new Set(),
})

function copyDefinition(schema: DumpSchema, table: DumpTable, reader: TokenReader): void {
  const from = reader.takeQualified()
  const source = from === null ? undefined : schema.find(from.database, from.name)
  if (source === undefined) return
  table.columns = source.columns.map((column) => ({ ...column }))
  table.columnsMade = source.columnsMade
  table.keys = [...source.keys]
  table.checks = [...source.checks]
}

function readTableOptions(table: DumpTable, reader: TokenReader): void {
  while (!reader.isDone) {
    const charset = takeCharset(reader)
    if (charset !== null) table.charset ??= charset
    else if (reader.takeWords('COMMENT')) {
      reader.takeSymbol('=')
      if (reader.current?.kind === 'string') table.comment = reader.take()?.text ?? ''
    } else if (reader.takeWords('AUTO_INCREMENT')) {
      reader.takeSymbol('=')
      readAutoIncrement(table, reader)
    } else if (reader.takeWords('PARTITION')) table.isPartitioned = true
    else if (reader.takeWords('WITH', 'SYSTEM', 'VERSIONING')) table.rowEnd ??= 'row_end'
    else reader.at++
  }
}

function readAutoIncrement(table: DumpTable, reader: TokenReader): void {
  const value = reader.current
  if (value?.kind === 'number' && /^\d{1,20}$/.test(value.text)) table.autoIncrement = BigInt(value.text)
}

/** One line of a definition: a key, a constraint or a column. */
function definePart(table: DumpTable, reader: TokenReader): void {
  let name = ''
  if (reader.takeWords('CONSTRAINT')) {
    if (!isWord(reader.current, 'PRIMARY', 'UNIQUE', 'FOREIGN', 'CHECK')) name = reader.takeName() ?? ''
  }
  if (reader.takeWords('FOREIGN', 'KEY')) return defineForeignKey(table, reader, name)
  if (reader.takeWords('CHECK')) {
    const tokens = reader.takeBrackets()
    if (tokens !== null) table.checks.push({ name, tokens, isEnforced: !reader.takeWords('NOT', 'ENFORCED') })
    return
  }
  if (isWord(reader.current, 'PERIOD') && isWord(reader.tokens[reader.at + 1], 'FOR')) return
  const first = reader.current
  const second = reader.tokens[reader.at + 1]
  const isKey =
    isWord(first, 'PRIMARY', 'UNIQUE', 'FULLTEXT', 'SPATIAL') ||
    (isWord(first, 'KEY', 'INDEX') &&
      (isSymbol(second, '(') ||
        isSymbol(reader.tokens[reader.at + 2], '(') ||
        isWord(reader.tokens[reader.at + 2], 'USING')))
  if (isKey) return defineKey(table, reader, name)
  const column = readColumn(table, reader)
  if (column === null) return
  if (table.columns.length >= widthMax)
    throw new EngineFailure('corrupt_file', `A table of the dump has more than ${widthMax} columns.`)
  table.columns.push(column)
}

/** phpMyAdmin adds keys, identities and foreign keys after the data. */
function alterTable(schema: DumpSchema, reader: TokenReader): void {
  reader.takeWords('IF', 'EXISTS')
  const target = reader.takeQualified()
  const table = target === null ? undefined : schema.find(target.database, target.name)
  if (table === undefined) return
  const { columnsMade } = table
  for (const part of splitAtCommas(reader.tokens.slice(reader.at))) {
    const action = new TokenReader(part)
    schema.ignore(partitionsNotMoved(part))
    if (action.takeWords('RENAME')) {
      if (!action.takeWords('TO')) action.takeWords('AS')
      const to = action.takeQualified()
      if (to !== null && action.isDone) rename(schema, table, to)
      else renamePart(table, new TokenReader(part.slice(1)))
    } else alter(table, action)
  }
  for (const column of table.columns) if (column.id > columnsMade) column.firstDefault = column.defaultTokens
}

function alter(table: DumpTable, reader: TokenReader): void {
  if (reader.takeWords('ALTER')) alterDefault(table, reader)
  else if (reader.takeWords('ADD')) {
    reader.takeWords('COLUMN')
    reader.takeWords('IF', 'NOT', 'EXISTS')
    if (isSymbol(reader.current, '(')) {
      for (const part of splitAtCommas(reader.takeBrackets() ?? [])) addPart(table, new TokenReader(part))
    } else addPart(table, reader)
  } else if (reader.takeWords('MODIFY') || reader.takeWords('CHANGE')) alterColumn(table, reader)
  else if (reader.takeWords('DROP')) dropPart(table, reader)
  else if (reader.takeWords('AUTO_INCREMENT')) {
    reader.takeSymbol('=')
    readAutoIncrement(table, reader)
  } else if (reader.takeWords('COMMENT')) {
    reader.takeSymbol('=')
    table.comment = reader.take()?.text ?? ''
  }
}

/** `ALTER COLUMN c SET DEFAULT 1`, `ALTER c DROP DEFAULT`. */
function alterDefault(table: DumpTable, reader: TokenReader): void {
  reader.takeWords('COLUMN')
  reader.takeWords('IF', 'EXISTS')
  const column = findColumn(table, reader.takeName() ?? '')
  if (column === undefined) return
  if (reader.takeWords('SET', 'DEFAULT')) column.defaultTokens = takeDefault(reader)
  else if (reader.takeWords('DROP', 'DEFAULT')) column.defaultTokens = null
}

function addPart(table: DumpTable, reader: TokenReader): void {
  const before = table.columns.length
  definePart(table, reader)
  const column = table.columns[before]
  if (column === undefined) return
  column.charset ??= table.charset
  place(table, column, before, reader)
}

/** Puts a column where `FIRST` or `AFTER other` says, or to the place that is its own. */
function place(table: DumpTable, column: DumpColumn, own: number, { tokens }: TokenReader): void {
  const [word, name] = tokens.slice(-2)
  const others = table.columns.filter(({ id }) => id !== column.id)
  const other = isWord(word, 'AFTER') ? findColumn(table, name?.text ?? '') : undefined
  const at = isWord(name, 'FIRST') ? 0 : other === undefined ? own : others.indexOf(other) + 1
  table.columns = others.toSpliced(at, 0, column)
}

function alterColumn(table: DumpTable, reader: TokenReader): void {
  const isChange = isWord(reader.tokens[0], 'CHANGE')
  reader.takeWords('COLUMN')
  reader.takeWords('IF', 'EXISTS')
  const old = findColumn(table, (isChange ? reader.takeName() : reader.current?.text) ?? '')
  const column = readColumn(table, reader)
  if (column !== null && old !== undefined) {
    renameColumn(table, old.name, column.name)
    Object.assign(column, { id: old.id, firstDefault: old.firstDefault })
    place(table, column, table.columns.indexOf(old), reader)
  }
  readTrailingAutoIncrement(table, reader)
}

/** `RENAME COLUMN a TO b`, `RENAME KEY a TO b`. */
function renamePart(table: DumpTable, reader: TokenReader): void {
  const isColumn = reader.takeWords('COLUMN')
  if (!isColumn && !reader.takeWords('INDEX') && !reader.takeWords('KEY')) return
  const from = reader.takeName() ?? ''
  const to = reader.takeWords('TO') ? reader.takeName() : null
  if (to === null) return
  if (!isColumn) table.keys = table.keys.map((key) => (key.name === from ? { ...key, name: to } : key))
  else {
    const column = findColumn(table, from)
    if (column !== undefined) column.name = to
    renameColumn(table, from, to)
  }
}

/** A column's new name in the table's keys. */
function renameColumn(table: DumpTable, from: string, to: string): void {
  const lower = from.toLowerCase()
  const renamed = (name: string): string => (name.toLowerCase() === lower ? to : name)
  table.keys = table.keys.map((key) => ({
    ...key,
    parts: key.parts.map((part) => (part.column === null ? part : { ...part, column: renamed(part.column) })),
  }))
  table.foreignKeys = table.foreignKeys.map((key) => ({ ...key, columns: key.columns.map(renamed) }))
}

function dropPart(table: DumpTable, reader: TokenReader): void {
  const without = <Part extends { readonly name: string }>(parts: readonly Part[], name: string | null): Part[] =>
    parts.filter((part) => part.name !== name)
  if (reader.takeWords('PRIMARY', 'KEY')) table.keys = table.keys.filter(({ kind }) => kind !== 'primary')
  else if (reader.takeWords('FOREIGN', 'KEY')) table.foreignKeys = without(table.foreignKeys, reader.takeName())
  else if (reader.takeWords('INDEX') || reader.takeWords('KEY')) table.keys = without(table.keys, reader.takeName())
  else if (reader.takeWords('CONSTRAINT') || reader.takeWords('CHECK')) {
    const name = reader.takeName()
    table.checks = without(table.checks, name)
    table.foreignKeys = without(table.foreignKeys, name)
    table.keys = without(table.keys, name)
  } else {
    reader.takeWords('COLUMN')
    reader.takeWords('IF', 'EXISTS')
    table.columns = without(table.columns, reader.takeName())
  }
}

/** `MODIFY id int NOT NULL AUTO_INCREMENT, AUTO_INCREMENT=5`: after the column's own word comes the table's number. */
function readTrailingAutoIncrement(table: DumpTable, reader: TokenReader): void {
  const at = reader.tokens.findIndex(
    (token, index) => isWord(token, 'AUTO_INCREMENT') && isSymbol(reader.tokens[index + 1], '='),
  )
  const value = reader.tokens[at + 2]
  if (at >= 0 && value?.kind === 'number') table.autoIncrement = BigInt(value.text.replace(/\D.*/, ''))
}

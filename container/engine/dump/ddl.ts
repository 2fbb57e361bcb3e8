import type { DumpColumn, DumpForeignKey, DumpKey, DumpSchema, DumpTable, KeyPart } from './schema.ts'
import { splitAtCommas, TokenReader } from './token-reader.ts'
import { isSymbol, isWord, type Token } from './tokens.ts'

/** Takes one statement into the schema. What changes nothing that we keep is passed over. */
export function define(schema: DumpSchema, tokens: readonly Token[]): void {
  const reader = new TokenReader(tokens)
  if (reader.takeWords('USE')) useDatabase(schema, reader.takeName())
  else if (reader.takeWords('DROP')) drop(schema, reader)
  else if (reader.takeWords('ALTER')) {
    while (!reader.isDone && !reader.takeWords('TABLE')) reader.at++
    alterTable(schema, reader)
  } else if (reader.takeWords('RENAME', 'TABLE')) renameTables(schema, reader)
  else if (reader.takeWords('CREATE')) create(schema, reader)
  else if (isWord(tokens[0], ...rowChanges)) ignore(schema, tokens)
}

/** Statements that change rows: a dump has none, a script written by hand may. */
const rowChanges = ['INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'TRUNCATE', 'LOAD', 'CALL', 'WITH']

function ignore(schema: DumpSchema, [first]: readonly Token[]): void {
  const word = first?.text.toUpperCase() ?? ''
  schema.ignored.set(word, (schema.ignored.get(word) ?? 0) + 1)
}

function renameTables(schema: DumpSchema, reader: TokenReader): void {
  do {
    const from = reader.takeQualified()
    const to = reader.takeWords('TO') ? reader.takeQualified() : null
    if (from !== null && to !== null) rename(schema, schema.find(from.database, from.name), to)
  } while (reader.takeSymbol(','))
}

function rename(
  schema: DumpSchema,
  table: DumpTable | undefined,
  to: { readonly database: string | null; readonly name: string },
): void {
  if (table === undefined) return
  schema.tables.delete(schema.key(table.database, table.name))
  table.name = to.name
  schema.tables.set(schema.key(to.database ?? table.database, to.name), table)
}

/** The table a CREATE statement makes, or null: the second pass counts them as the first did. */
export function createdTable(
  tokens: readonly Token[],
): { readonly database: string | null; readonly name: string } | null {
  const reader = new TokenReader(tokens)
  if (!reader.takeWords('CREATE')) return null
  reader.takeWords('OR', 'REPLACE')
  reader.takeWords('TEMPORARY')
  if (!reader.takeWords('TABLE')) return null
  reader.takeWords('IF', 'NOT', 'EXISTS')
  return reader.takeQualified()
}

export function useDatabase(schema: DumpSchema, name: string | null): void {
  if (name !== null) schema.database = name
}

function drop(schema: DumpSchema, reader: TokenReader): void {
  const isView = reader.takeWords('VIEW')
  if (!isView && !reader.takeWords('TABLE')) return
  reader.takeWords('IF', 'EXISTS')
  do {
    const dropped = reader.takeQualified()
    if (dropped === null) continue
    const key = schema.key(dropped.database, dropped.name)
    if (isView) schema.views.delete(key)
    else schema.drop(key)
  } while (reader.takeSymbol(','))
}

const otherKinds = ['TRIGGER', 'FUNCTION', 'PROCEDURE', 'EVENT', 'PACKAGE', 'SEQUENCE'] as const

function create(schema: DumpSchema, reader: TokenReader): void {
  if (reader.takeWords('DATABASE') || reader.takeWords('SCHEMA')) return
  const created = createdTable(reader.tokens)
  if (created !== null) return createTable(schema, created, reader)
  if (isWord(reader.current, 'UNIQUE', 'INDEX', 'FULLTEXT', 'SPATIAL')) return createIndex(schema, reader)
  const at = reader.tokens.findIndex((token) => isWord(token, 'VIEW', ...otherKinds))
  if (at < 0) return
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

function createView(
  schema: DumpSchema,
  { database, name }: { readonly database: string | null; readonly name: string },
  reader: TokenReader,
): void {
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

function createTable(
  schema: DumpSchema,
  { database, name }: { readonly database: string | null; readonly name: string },
  reader: TokenReader,
): void {
  const key = schema.key(database, name)
  const incarnation = schema.dropped.get(key) ?? 0
  if (schema.tables.has(key)) return
  const table = emptyTable(database ?? schema.database, name, incarnation)
  schema.tables.set(key, table)
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
}

const emptyTable = (database: string, name: string, incarnation: number): DumpTable => ({
  database,
  name,
  columns: [],
  keys: [],
  foreignKeys: [],
  checks: [],
  comment: '',
  autoIncrement: 0n,
  isPartitioned: false,
  incarnation,
})

function copyDefinition(schema: DumpSchema, table: DumpTable, reader: TokenReader): void {
  const from = reader.takeQualified()
  const source = from === null ? undefined : schema.find(from.database, from.name)
  if (source === undefined) return
  table.columns = source.columns.map((column) => ({ ...column }))
  table.keys = [...source.keys]
  table.checks = [...source.checks]
}

function readTableOptions(table: DumpTable, reader: TokenReader): void {
  while (!reader.isDone) {
    if (reader.takeWords('COMMENT')) {
      reader.takeSymbol('=')
      if (reader.current?.kind === 'string') table.comment = reader.take()?.text ?? ''
    } else if (reader.takeWords('AUTO_INCREMENT')) {
      reader.takeSymbol('=')
      readAutoIncrement(table, reader)
    } else if (reader.takeWords('PARTITION')) table.isPartitioned = true
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
    if (tokens !== null) table.checks.push({ name, tokens })
    return
  }
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
  if (column !== null) table.columns.push(column)
}

function defineKey(table: DumpTable, reader: TokenReader, constraint: string): void {
  let kind: DumpKey['kind'] = 'index'
  if (reader.takeWords('PRIMARY')) kind = 'primary'
  else if (reader.takeWords('UNIQUE')) kind = 'unique'
  else if (reader.takeWords('FULLTEXT')) kind = 'fulltext'
  else if (reader.takeWords('SPATIAL')) kind = 'spatial'
  if (!reader.takeWords('KEY')) reader.takeWords('INDEX')
  let name = constraint
  if (!isSymbol(reader.current, '(') && !isWord(reader.current, 'USING')) name = reader.takeName() ?? constraint
  if (reader.takeWords('USING')) reader.at++
  const parts = splitAtCommas(reader.takeBrackets() ?? []).map(readKeyPart)
  if (parts.length > 0) table.keys.push({ kind, name, parts })
}

function readKeyPart(tokens: readonly Token[]): KeyPart {
  const reader = new TokenReader(tokens)
  const expression = reader.takeBrackets()
  const column = expression === null ? reader.takeName() : null
  const prefix = reader.takeBrackets()?.[0]
  return {
    column,
    expression,
    prefix: prefix?.kind === 'number' ? Number(prefix.text) : null,
    descending: reader.takeWords('DESC'),
  }
}

function defineForeignKey(table: DumpTable, reader: TokenReader, constraint: string): void {
  const name = isSymbol(reader.current, '(') ? constraint : constraint || (reader.takeName() ?? '')
  if (!isSymbol(reader.current, '(')) reader.at++
  const columns = namesIn(reader.takeBrackets())
  if (reader.takeWords('REFERENCES')) addForeignKey(table, reader, name, columns)
}

function addForeignKey(table: DumpTable, reader: TokenReader, name: string, columns: readonly string[]): void {
  const target = reader.takeQualified()
  if (target === null) return
  const references = namesIn(reader.takeBrackets())
  const key: DumpForeignKey = {
    name,
    columns,
    database: target.database,
    table: target.name,
    references,
    actions: readActions(reader),
  }
  table.foreignKeys.push(key)
}

const namesIn = (tokens: readonly Token[] | null): string[] =>
  splitAtCommas(tokens ?? []).flatMap(([name]) => (name === undefined ? [] : [name.text]))

/** `ON DELETE CASCADE ON UPDATE SET NULL`, from known words alone. */
function readActions(reader: TokenReader): string {
  let actions = ''
  while (reader.takeWords('ON')) {
    const event = reader.takeWords('DELETE') ? 'DELETE' : reader.takeWords('UPDATE') ? 'UPDATE' : null
    const action = [['CASCADE'], ['RESTRICT'], ['NO', 'ACTION'], ['SET', 'NULL'], ['SET', 'DEFAULT']].find((words) =>
      reader.takeWords(...words),
    )
    if (event === null || action === undefined) break
    actions += ` ON ${event} ${action.join(' ')}`
  }
  return actions
}

/** Types of two or three words, and other names of types. */
const typeSynonyms: Readonly<Record<string, string>> = {
  integer: 'int',
  int4: 'int',
  int8: 'bigint',
  int2: 'smallint',
  middleint: 'mediumint',
  dec: 'decimal',
  numeric: 'decimal',
  fixed: 'decimal',
  real: 'double',
  character: 'char',
  nchar: 'char',
  nvarchar: 'varchar',
  varcharacter: 'varchar',
  long: 'mediumtext',
}

function readColumn(table: DumpTable, reader: TokenReader): DumpColumn | null {
  const name = reader.takeName()
  const written = reader.takeName()?.toLowerCase()
  if (name === null || written === undefined) return null
  let type = typeSynonyms[written] ?? written
  if (written === 'national') type = typeSynonyms[reader.takeName()?.toLowerCase() ?? ''] ?? 'varchar'
  if (type === 'char' && reader.takeWords('VARYING')) type = 'varchar'
  if (type === 'double') reader.takeWords('PRECISION')
  if (type === 'bool' || type === 'boolean') type = 'tinyint'
  const inBrackets = reader.takeBrackets() ?? []
  const column: DumpColumn = {
    name,
    type,
    sizes: inBrackets.filter((token) => token.kind === 'number').map((token) => Number(token.text)),
    labels: inBrackets.filter((token) => token.kind === 'string').map((token) => token.text),
    unsigned: false,
    notNull: type === 'serial',
    defaultTokens: null,
    autoIncrement: type === 'serial',
    onUpdate: false,
    comment: '',
    generated: null,
    isJson: type === 'json',
  }
  if (written === 'bool' || written === 'boolean') column.sizes = [1]
  if (type === 'serial') {
    Object.assign(column, { type: 'bigint', unsigned: true })
    table.keys.push(keyOf('unique', name))
  }
  while (!reader.isDone) readAttribute(table, column, reader)
  return column
}

function readAttribute(table: DumpTable, column: DumpColumn, reader: TokenReader): void {
  if (reader.takeWords('UNSIGNED') || reader.takeWords('ZEROFILL')) column.unsigned = true
  else if (reader.takeWords('NOT', 'NULL')) column.notNull = true
  else if (reader.takeWords('AUTO_INCREMENT')) column.autoIncrement = true
  else if (reader.takeWords('DEFAULT')) column.defaultTokens = takeDefault(reader)
  else if (reader.takeWords('ON', 'UPDATE')) column.onUpdate = true
  else if (reader.takeWords('COMMENT')) column.comment = reader.take()?.text ?? ''
  else if (reader.takeWords('PRIMARY', 'KEY')) table.keys.push(keyOf('primary', column.name))
  else if (reader.takeWords('UNIQUE')) {
    reader.takeWords('KEY')
    table.keys.push(keyOf('unique', column.name))
  } else if (reader.takeWords('AS')) column.generated = reader.takeBrackets()
  else if (reader.takeWords('CHECK')) readColumnCheck(table, column, reader)
  else if (reader.takeWords('REFERENCES')) addForeignKey(table, reader, '', [column.name])
  else reader.at++
}

/** MariaDB writes its JSON as `longtext CHECK (json_valid(c))`: that is the type, not a rule. */
function readColumnCheck(table: DumpTable, column: DumpColumn, reader: TokenReader): void {
  const check = reader.takeBrackets() ?? []
  if (isWord(check[0], 'JSON_VALID') && check.length === 4) column.isJson = true
  else table.checks.push({ name: '', tokens: check })
}

const keyOf = (kind: 'primary' | 'unique', column: string): DumpKey => ({
  kind,
  name: '',
  parts: [{ column, expression: null, prefix: null, descending: false }],
})

/** A literal, a call with its brackets, or an expression in brackets. */
function takeDefault(reader: TokenReader): readonly Token[] {
  const start = reader.at
  if (reader.takeBrackets() === null) {
    if (!reader.takeSymbol('-')) reader.takeSymbol('+')
    const first = reader.take()
    if (first?.kind === 'word' && first.text.startsWith('_') && reader.current?.kind === 'string') {
      return [reader.take() ?? first]
    }
    reader.takeBrackets()
  }
  return reader.tokens.slice(start, reader.at)
}

/** phpMyAdmin adds keys, identities and foreign keys after the data. */
function alterTable(schema: DumpSchema, reader: TokenReader): void {
  reader.takeWords('IF', 'EXISTS')
  const target = reader.takeQualified()
  const table = target === null ? undefined : schema.find(target.database, target.name)
  if (table === undefined) return
  for (const part of splitAtCommas(reader.tokens.slice(reader.at))) {
    const action = new TokenReader(part)
    if (action.takeWords('RENAME')) {
      if (!action.takeWords('TO')) action.takeWords('AS')
      const to = action.takeQualified()
      if (to !== null && action.isDone) rename(schema, table, to)
    } else alter(table, action)
  }
}

function alter(table: DumpTable, reader: TokenReader): void {
  if (reader.takeWords('ADD')) {
    reader.takeWords('COLUMN')
    reader.takeWords('IF', 'NOT', 'EXISTS')
    if (isSymbol(reader.current, '(')) {
      for (const part of splitAtCommas(reader.takeBrackets() ?? [])) definePart(table, new TokenReader(part))
    } else definePart(table, reader)
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

function alterColumn(table: DumpTable, reader: TokenReader): void {
  const isChange = isWord(reader.tokens[0], 'CHANGE')
  reader.takeWords('COLUMN')
  const old = isChange ? reader.takeName() : reader.current?.text
  const column = readColumn(table, reader)
  const at = table.columns.findIndex(({ name }) => name === old)
  if (column !== null && at >= 0) table.columns[at] = column
  readTrailingAutoIncrement(table, reader)
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

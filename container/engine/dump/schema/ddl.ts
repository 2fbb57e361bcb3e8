import { alterTable, rename } from './alter-table.ts'
import { type CreatedTable, createTable } from './create-table.ts'
import { takeCollation } from './read-column.ts'
import { defineKey } from './read-keys.ts'
import { type DumpSchema, type OtherKind, otherKinds, type SequenceChange, triggerTableAt } from './schema.ts'
import { statementNotRun } from '../text/not-run.ts'
import { namesIn, type QualifiedName, splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'

/** Applies one statement to the schema. Statements without a relevant effect are skipped. */
export function define(schema: DumpSchema, written: readonly Token[], text: () => string): void {
  schema.currentText = text
  schema.filling = null
  const tokens = withoutSchema(written)
  const reader = new TokenReader(tokens)
  if (reader.takeWords('USE')) useDatabase(schema, reader.takeName())
  else if (reader.takeWords('DROP')) drop(schema, reader)
  else if (reader.takeWords('ALTER')) alterAny(schema, reader)
  else if (reader.takeWords('RENAME', 'TABLE')) renameTables(schema, reader)
  else if (reader.takeWords('CREATE')) create(schema, reader)
  else if (setsSequence(schema, reader)) return
  else if (!empty(schema, reader)) schema.ignore(statementNotRun(tokens))
}

function alterAny(schema: DumpSchema, reader: TokenReader): void {
  const { tokens } = reader
  const at = tokens.findIndex((token) => isWord(token, 'TABLE', 'VIEW', 'USER', ...otherWords))
  reader.at = at + 1
  if (isWord(tokens[at], 'TABLE')) alterTable(schema, tokens)
  else if (isWord(tokens[at], 'VIEW')) create(schema, reader)
  else if (isWord(tokens[at], 'USER')) schema.ignore('ALTER USER')
  else if (isWord(tokens[at], 'SEQUENCE')) alterSequence(schema, reader)
}

/** Applies `ALTER SEQUENCE s RESTART 50`. */
function alterSequence(schema: DumpSchema, reader: TokenReader): void {
  reader.takeWords('IF', 'EXISTS')
  const named = reader.takeQualified()
  changeSequence(schema, named, { options: reader.tokens.slice(reader.at) })
}

/** Returns false if the dump has no such sequence. */
function changeSequence(schema: DumpSchema, named: QualifiedName | null, change: SequenceChange): boolean {
  const key = named === null ? '' : schema.keyOfOther('sequence', named)
  const found = schema.others.get(key)
  if (found !== undefined)
    schema.others.set(key, {
      ...found,
      changes: [...found.changes, change],
      text: `${found.text};\n${schema.currentText()}`,
    })
  return found !== undefined
}

/** Applies `DO SETVAL(s, 7, 0)` and `SELECT SETVAL(s, 7)`. Returns false for any other statement. */
function setsSequence(schema: DumpSchema, reader: TokenReader): boolean {
  if (!isWord(reader.current, 'DO', 'SELECT') || !isWord(reader.tokens[1], 'SETVAL')) return false
  reader.at = 2
  const [named = [], ...values] = splitAtCommas(reader.takeParentheses() ?? [])
  const [value = '', used = '1', round = '0'] = values.map((part) => part.map(({ text }) => text).join(''))
  const isSet =
    /^-?\d+$/.test(value) &&
    /^\d+$/.test(round) &&
    changeSequence(schema, new TokenReader(named).takeQualified(), {
      value: BigInt(value),
      isUsed: used !== '0',
      round: BigInt(round),
    })
  if (!isSet) schema.ignore('SETVAL')
  return true
}

/**
 * Removes the schema in `mariadb_schema.date`. MariaDB writes it if `sql_mode` is ORACLE, and means its own type
 * `date`.
 */
function withoutSchema(tokens: readonly Token[]): readonly Token[] {
  const isSchema = (token: Token | undefined): boolean => isWord(token, 'MARIADB_SCHEMA')
  if (!tokens.some(isSchema)) return tokens
  return tokens.filter((token, at) => !isSchema(token) && !(isSymbol(token, '.') && isSchema(tokens[at - 1])))
}

/** Records a statement that runs on the held rows of its table. */
export function defineChange(schema: DumpSchema, tokens: readonly Token[]): void {
  empty(schema, new TokenReader(tokens))
}

/** Applies `TRUNCATE t` and `DELETE FROM t`, which delete all earlier rows. */
function empty(schema: DumpSchema, reader: TokenReader): boolean {
  const isTruncated = reader.takeWords('TRUNCATE')
  if (isTruncated) reader.takeWords('TABLE')
  else if (!reader.takeWords('DELETE', 'FROM')) return false
  const target = reader.takeQualified()
  const table = target === null || !reader.isDone ? undefined : schema.find(target.database, target.name)
  if (table === undefined || (!isTruncated && schema.isFollowed(table))) return false
  table.id = schema.nextId()
  if (isTruncated) Object.assign(table, { counterId: table.id, autoIncrement: 0n, hasLostRows: false })
  else table.hasLostRows = true
  return true
}

function renameTables(schema: DumpSchema, reader: TokenReader): void {
  reader.takeWords('IF', 'EXISTS')
  do {
    const from = reader.takeQualified()
    const to = reader.takeWords('TO') ? reader.takeQualified() : null
    if (from !== null && to !== null) rename(schema, schema.find(from.database, from.name), to)
  } while (reader.takeSymbol(','))
}

/** Returns the table that a CREATE statement creates, or null. */
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
  if (isWord(reader.current, ...otherWords)) return dropOther(schema, reader)
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
  schema.exactDatabases.delete(name ?? '')
  for (const definitions of [schema.tables, schema.views])
    for (const [key, { database }] of definitions) if (database === name) definitions.delete(key)
}

/** Applies `DROP TRIGGER t` and `DROP SEQUENCE s`. */
function dropOther(schema: DumpSchema, reader: TokenReader): void {
  const kind = reader.take()?.text.toLowerCase() ?? ''
  if (kind === 'package') reader.takeWords('BODY')
  reader.takeWords('IF', 'EXISTS')
  do {
    const dropped = reader.takeQualified()
    if (dropped !== null) schema.others.delete(schema.keyOfOther(kind, dropped))
  } while (reader.takeSymbol(','))
}

/** Applies `DROP INDEX name ON table`. */
function dropIndex(schema: DumpSchema, reader: TokenReader): void {
  reader.takeWords('IF', 'EXISTS')
  const name = reader.takeName()
  const target = reader.takeWords('ON') ? reader.takeQualified() : null
  const table = target === null ? undefined : schema.find(target.database, target.name)
  if (table !== undefined) table.keys = table.keys.filter((key) => key.name.toLowerCase() !== name?.toLowerCase())
}

const otherWords = otherKinds.map((kind) => kind.toUpperCase() as Uppercase<OtherKind>)

function create(schema: DumpSchema, reader: TokenReader): void {
  if (reader.takeWords('DATABASE') || reader.takeWords('SCHEMA')) return createDatabase(schema, reader)
  const created = createdTable(reader.tokens)
  if (created !== null) return createTable(schema, created, reader)
  const replaces = isIndex(reader.tokens[reader.at + 2]) && reader.takeWords('OR', 'REPLACE')
  if (isIndex(reader.current)) return createIndex(schema, reader, replaces)
  createNamed(schema, reader)
}

/** Remembers whether the tables of a database compare exactly unless they say otherwise. */
function createDatabase(schema: DumpSchema, reader: TokenReader): void {
  reader.takeWords('IF', 'NOT', 'EXISTS')
  const name = reader.takeName()
  if (name !== null && takeCollation(reader).isExact) schema.exactDatabases.add(name)
}

const isIndex = (token: Token | undefined): boolean => isWord(token, 'UNIQUE', 'INDEX', 'FULLTEXT', 'SPATIAL')

/** Records a view, or an object that is listed but not translated. */
function createNamed(schema: DumpSchema, reader: TokenReader): void {
  const at = reader.tokens.findIndex((token) => isWord(token, 'VIEW', ...otherWords))
  if (at < 0) return schema.ignore(`CREATE ${reader.current?.text.toUpperCase()}`)
  const kind = (reader.tokens[at]?.text.toLowerCase() ?? '') as OtherKind | 'view'
  reader.at = at + 1
  if (kind === 'package') reader.takeWords('BODY')
  const keepsFirst = reader.takeWords('IF', 'NOT', 'EXISTS')
  const named = reader.takeQualified()
  if (named === null) return
  if (kind === 'view') {
    if (!keepsFirst || !schema.views.has(schema.key(named.database, named.name))) createView(schema, named, reader)
    return
  }
  schema.hasSequences ||= kind === 'sequence'
  const key = schema.keyOfOther(kind, named)
  if (keepsFirst && schema.others.has(key)) return
  const table = kind === 'trigger' ? (reader.tokens[triggerTableAt(reader.tokens)]?.text ?? null) : null
  schema.others.set(key, {
    kind,
    database: named.database ?? schema.database,
    name: named.name,
    table,
    tokens: reader.tokens,
    mode: schema.mode,
    changes: [],
    text: schema.currentText(),
  })
}

function createView(schema: DumpSchema, { database, name }: QualifiedName, reader: TokenReader): void {
  const key = schema.key(database, name)
  const columns = namesIn(reader.takeParentheses())
  while (!reader.isDone && !reader.takeWords('AS')) reader.at++
  schema.tables.delete(key)
  schema.views.set(key, {
    database: database ?? schema.database,
    name,
    columns,
    query: reader.tokens.slice(reader.at),
    text: schema.currentText(),
  })
}

/** Applies `CREATE UNIQUE INDEX name ON table (…)`. */
function createIndex(schema: DumpSchema, reader: TokenReader, replaces: boolean): void {
  const on = reader.tokens.findIndex((token) => isWord(token, 'ON'))
  if (on < 0) return
  const named = reader.tokens.slice(reader.at, on)
  reader.at = on + 1
  const target = reader.takeQualified()
  const table = target === null ? undefined : schema.find(target.database, target.name)
  if (table === undefined) return
  const name = named.at(-1)?.text.toLowerCase()
  if (replaces) table.keys = table.keys.filter((key) => key.name.toLowerCase() !== name)
  defineKey(table, new TokenReader([...named, ...reader.tokens.slice(reader.at)]), '')
}

import { addPart, place, readAutoIncrement } from './create-table.ts'
import { readColumn, settleCharset, takeCollation, takeDefault } from './read-column.ts'
import { alterPartitioning } from './read-partitions.ts'
import { impliedIndexes } from './read-keys.ts'
import {
  type DumpCheck,
  type DumpColumn,
  type DumpForeignKey,
  type DumpSchema,
  type DumpTable,
  findColumn,
} from './schema.ts'
import { partitionsNotMoved } from '../text/not-run.ts'
import { type QualifiedName, splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'

export function rename(schema: DumpSchema, table: DumpTable | undefined, to: QualifiedName): void {
  if (table === undefined) return
  changeReferences(schema, table, (key) => ({ ...key, database: to.database ?? key.database, table: to.name }))
  schema.renameTriggers(table, to.name)
  schema.tables.delete(schema.key(table.database, table.name))
  table.name = to.name
  schema.tables.set(schema.key(to.database ?? table.database, to.name), table)
}

/** Changes the foreign keys that refer to a table, which follow its new names. */
function changeReferences(schema: DumpSchema, table: DumpTable, change: (key: DumpForeignKey) => DumpForeignKey): void {
  for (const child of schema.tables.values())
    child.foreignKeys = child.foreignKeys.map((key) =>
      schema.find(key.database ?? child.database, key.table) === table ? change(key) : key,
    )
}

/** Reads `ALTER IGNORE TABLE IF EXISTS t`. Returns undefined for another statement or an unknown table. */
export function takeAltered(schema: DumpSchema, reader: TokenReader): DumpTable | undefined {
  if (!reader.takeWords('ALTER')) return undefined
  while (reader.takeWords('ONLINE') || reader.takeWords('IGNORE'));
  if (!reader.takeWords('TABLE')) return undefined
  reader.takeWords('IF', 'EXISTS')
  const named = reader.takeQualified()
  return named === null ? undefined : schema.find(named.database, named.name)
}

/** Applies ALTER TABLE. phpMyAdmin adds keys, identities and foreign keys after the data. */
export function alterTable(schema: DumpSchema, tokens: readonly Token[]): void {
  const reader = new TokenReader(tokens)
  const table = takeAltered(schema, reader)
  if (table === undefined) return
  const { columnsMade } = table
  const parts = splitAtCommas(tokens.slice(reader.at)).toSorted(
    (one, other) => Number(dropsConstraint(other)) - Number(dropsConstraint(one)),
  )
  for (const part of parts.length > 1 && parts.some(namesColumn) ? inOrder(schema, table, parts) : parts) {
    const action = new TokenReader(part)
    schema.ignore(partitionsNotMoved(part))
    if (alterPartitioning(table, part)) continue
    if (action.takeWords('RENAME')) {
      if (!action.takeWords('TO')) action.takeWords('AS')
      const to = action.takeQualified()
      if (to !== null && action.isDone) rename(schema, table, to)
      else renamePart(schema, table, new TokenReader(part.slice(1)))
    } else alter(schema, table, action)
  }
  for (const column of table.columns) {
    if (column.name.endsWith(asideMark)) renameTo(schema, table, column, column.name.slice(0, -1))
    if (column.id <= columnsMade) continue
    column.firstDefault = column.defaultTokens
    column.isFirstNotNull = column.notNull
    column.isAddedToRows = table.rowsWritten > 0
    // The server numbers the rows in its own order.
    table.needsRows ||= column.autoIncrement && column.isAddedToRows
  }
}

/** Tests for a part that drops a foreign key, whose index another part may drop. */
const dropsConstraint = ([first, second]: readonly Token[]): boolean =>
  isWord(first, 'DROP') && isWord(second, 'FOREIGN', 'CONSTRAINT')

/** Tests for a part that gives a column a name, which another part may drop or rename. */
const namesColumn = ([first]: readonly Token[]): boolean => isWord(first, 'ADD', 'CHANGE', 'RENAME')

/** The end of a temporary name. No name of a server contains it. */
const asideMark = '\0'

function renameTo(schema: DumpSchema, table: DumpTable, column: DumpColumn, to: string): void {
  const { name } = column
  doubtChecksOf(table, column, true)
  column.name = to
  renameColumn(schema, table, name, to)
}

/** Returns the parts in the order of a server: columns are dropped and renamed before others are added or moved. */
function inOrder(schema: DumpSchema, table: DumpTable, parts: readonly (readonly Token[])[]): (readonly Token[])[] {
  const early: (readonly Token[])[] = []
  const late: (readonly Token[])[] = []
  for (const part of parts) {
    const found = withoutClash(schema, table, part)
    const isMoved = isWord(part.at(-1), 'FIRST') || isWord(part.at(-2), 'AFTER')
    if (found === part || isMoved) late.push(found)
    else early.push(found)
  }
  return [...early, ...late]
}

/**
 * Gives a column that the part drops or renames a temporary name, and returns the part with that name. A server finds
 * all such columns before it adds any, so one statement can swap two names.
 */
function withoutClash(schema: DumpSchema, table: DumpTable, part: readonly Token[]): readonly Token[] {
  const reader = new TokenReader(part)
  const isColumn = reader.takeWords('CHANGE') || reader.takeWords('RENAME', 'COLUMN') || reader.takeWords('DROP')
  if (!isColumn || isWord(reader.current, 'PRIMARY', 'FOREIGN', 'INDEX', 'KEY', 'CONSTRAINT', 'CHECK', 'PARTITION'))
    return part
  reader.takeWords('COLUMN')
  reader.takeWords('IF', 'EXISTS')
  const { at } = reader
  const column = findColumn(table, reader.takeName() ?? '')
  // A change of the type alone keeps its column's name.
  if (column === undefined || isSameName(column.name, part[at + 1]?.text ?? '')) return part
  renameTo(schema, table, column, `${column.name}${asideMark}`)
  return part.with(at, { kind: 'name', text: column.name })
}

function alter(schema: DumpSchema, table: DumpTable, reader: TokenReader): void {
  if (reader.takeWords('ALTER')) alterDefault(table, reader)
  else if (reader.takeWords('ADD')) {
    reader.takeWords('COLUMN')
    reader.takeWords('IF', 'NOT', 'EXISTS')
    if (isSymbol(reader.current, '(')) {
      for (const part of splitAtCommas(reader.takeParentheses() ?? [])) addPart(table, new TokenReader(part))
    } else addPart(table, reader)
  } else if (reader.takeWords('MODIFY') || reader.takeWords('CHANGE')) alterColumn(schema, table, reader)
  else if (reader.takeWords('DROP')) dropPart(table, reader)
  else if (reader.takeWords('AUTO_INCREMENT')) {
    reader.takeSymbol('=')
    readAutoIncrement(table, reader)
  } else if (reader.takeWords('COMMENT')) {
    reader.takeSymbol('=')
    table.comment = reader.take()?.text ?? ''
  } else if (reader.takeWords('ENGINE')) {
    reader.takeSymbol('=')
    table.engine = reader.takeName()?.toLowerCase() ?? ''
  } else alterCollation(table, reader)
}

/** Applies `COLLATE utf8mb4_bin` to later columns, and `CONVERT TO CHARACTER SET utf8mb4` to all columns. */
function alterCollation(table: DumpTable, reader: TokenReader): void {
  const isForAll = reader.takeWords('CONVERT', 'TO')
  const { charset, collation, isExact } = takeCollation(reader)
  if (charset === null) return
  table.charset = charset
  table.collation = collation
  table.isExactText = isExact
  if (!isForAll) return
  for (const column of table.columns) {
    column.isExactText = isExact
    if (/char|text|enum|set/.test(column.type)) Object.assign(column, { charset, collation })
  }
}

/** Applies `ALTER CHECK c NOT ENFORCED`. */
function alterCheck(table: DumpTable, reader: TokenReader): void {
  const name = reader.takeName()
  const isEnforced = !reader.takeWords('NOT', 'ENFORCED')
  if (!table.checks.some((check) => isSameName(check.name, name))) doubtChecks(table)
  table.checks = table.checks.map((check) => (isSameName(check.name, name) ? { ...check, isEnforced } : check))
}

/** Marks checks that a server may have dropped: MariaDB does so for those in the definition of a changed column. */
function doubtChecks(table: DumpTable, isDoubtful: (check: DumpCheck) => boolean = () => true): void {
  table.checks = table.checks.map((check) => (isDoubtful(check) ? { ...check, isDoubtful: true } : check))
}

/** Marks the checks in the definition of a column, and those that use a column whose name changes. */
function doubtChecksOf(table: DumpTable, { id, name }: DumpColumn, isRenamed: boolean): void {
  const isUsed = (tokens: readonly Token[]): boolean => tokens.some(({ text }) => isSameName(text, name))
  doubtChecks(table, ({ ofColumn, tokens }) => ofColumn === id || (isRenamed && isUsed(tokens)))
}

/** Applies `ALTER COLUMN c SET DEFAULT 1` and `ALTER c DROP DEFAULT`. */
function alterDefault(table: DumpTable, reader: TokenReader): void {
  if (reader.takeWords('CHECK') || reader.takeWords('CONSTRAINT')) return alterCheck(table, reader)
  reader.takeWords('COLUMN')
  reader.takeWords('IF', 'EXISTS')
  const column = findColumn(table, reader.takeName() ?? '')
  if (column === undefined) return
  keepEarlier(table, column)
  if (reader.takeWords('SET', 'DEFAULT')) column.defaultTokens = takeDefault(reader)
  else if (reader.takeWords('DROP', 'DEFAULT')) column.defaultTokens = null
}

/** Remembers the current definition of a column that is about to change. */
function keepEarlier({ rowsWritten }: DumpTable, column: DumpColumn): void {
  const { earlier, type, sizes, defaultTokens } = column
  if (rowsWritten > 0) column.earlier = [...earlier, { type, sizes, defaultTokens }]
}

function alterColumn(schema: DumpSchema, table: DumpTable, reader: TokenReader): void {
  const isChange = isWord(reader.tokens[0], 'CHANGE')
  reader.takeWords('COLUMN')
  reader.takeWords('IF', 'EXISTS')
  const old = findColumn(table, (isChange ? reader.takeName() : reader.current?.text) ?? '')
  if (old !== undefined) doubtChecksOf(table, old, isChange && !isSameName(old.name, reader.current?.text ?? ''))
  const column = old === undefined ? null : readColumn(table, reader)
  if (column !== null && old !== undefined) {
    table.checks = table.checks.map((check) => (check.ofColumn === column.id ? { ...check, ofColumn: old.id } : check))
    renameColumn(schema, table, old.name, column.name)
    keepEarlier(table, old)
    const { id, firstDefault, isFirstNotNull, isAddedToRows, earlier } = old
    Object.assign(column, { id, firstDefault, isFirstNotNull, isAddedToRows, earlier })
    settleCharset(column, table)
    place(table, column, table.columns.indexOf(old), reader)
  }
  readTrailingAutoIncrement(table, reader)
}

/** Applies `RENAME COLUMN a TO b` and `RENAME KEY a TO b`. */
function renamePart(schema: DumpSchema, table: DumpTable, reader: TokenReader): void {
  const isColumn = reader.takeWords('COLUMN')
  if (!isColumn && !reader.takeWords('INDEX') && !reader.takeWords('KEY')) return
  reader.takeWords('IF', 'EXISTS')
  const from = reader.takeName() ?? ''
  const to = reader.takeWords('TO') ? reader.takeName() : null
  if (to === null) return
  if (!isColumn) table.keys = table.keys.map((key) => (isSameName(key.name, from) ? { ...key, name: to } : key))
  else {
    const column = findColumn(table, from)
    if (column !== undefined) {
      doubtChecksOf(table, column, true)
      column.name = to
    }
    renameColumn(schema, table, from, to)
  }
}

/** Renames a column in the table's keys, and in the foreign keys that refer to it. */
function renameColumn(schema: DumpSchema, table: DumpTable, from: string, to: string): void {
  // MODIFY keeps the name, and a dump of phpMyAdmin has one for every table.
  if (from === to) return
  const lower = from.toLowerCase()
  const renamed = (name: string): string => (name.toLowerCase() === lower ? to : name)
  table.keys = table.keys.map((key) => ({
    ...key,
    parts: key.parts.map((part) => (part.column === null ? part : { ...part, column: renamed(part.column) })),
  }))
  table.foreignKeys = table.foreignKeys.map((key) => ({ ...key, columns: key.columns.map(renamed) }))
  changeReferences(schema, table, (key) => ({ ...key, references: key.references.map(renamed) }))
}

const without = <Part extends { readonly name: string }>(parts: readonly Part[], name: string | null): Part[] =>
  parts.filter((part) => !isSameName(part.name, name))

/** Reads a name, with or without `IF EXISTS` before it. */
function takeDropped(reader: TokenReader): string | null {
  reader.takeWords('IF', 'EXISTS')
  return reader.takeName()
}

function dropPart(table: DumpTable, reader: TokenReader): void {
  if (reader.takeWords('PRIMARY', 'KEY')) dropPrimaryKey(table)
  else if (reader.takeWords('FOREIGN', 'KEY')) dropForeignKey(table, takeDropped(reader))
  else if (reader.takeWords('INDEX') || reader.takeWords('KEY')) table.keys = without(table.keys, takeDropped(reader))
  else if (reader.takeWords('CONSTRAINT') || reader.takeWords('CHECK')) {
    const name = takeDropped(reader)
    const before = constraintsOf(table)
    table.checks = without(table.checks, name)
    dropForeignKey(table, name)
    table.keys = without(table.keys, name)
    // The name may be the one that the server gave to a check.
    if (constraintsOf(table) === before) doubtChecks(table)
  } else {
    reader.takeWords('COLUMN')
    dropColumn(table, takeDropped(reader))
  }
}

const constraintsOf = ({ checks, foreignKeys, keys }: DumpTable): number =>
  checks.length + foreignKeys.length + keys.length

/** Drops the primary key. Its columns stay NOT NULL. */
function dropPrimaryKey(table: DumpTable): void {
  for (const { parts } of table.keys.filter(({ kind }) => kind === 'primary'))
    for (const { column } of parts) {
      const found = findColumn(table, column ?? '')
      if (found !== undefined) found.notNull = true
    }
  table.keys = table.keys.filter(({ kind }) => kind !== 'primary')
}

/** Drops a foreign key by its name, or by the name that the server generates: `table_ibfk_1`. */
function dropForeignKey(table: DumpTable, name: string | null): void {
  let unnamed = 0
  const isDropped = (key: DumpForeignKey): boolean =>
    isSameName(key.name === '' ? `${table.name}_ibfk_${++unnamed}` : key.name, name)
  const dropped = new Set(table.foreignKeys.filter(isDropped))
  table.droppedForeignKeys.push(...dropped)
  table.keys.push(...impliedIndexes({ keys: table.keys, foreignKeys: [...dropped] }))
  table.foreignKeys = table.foreignKeys.filter((key) => !dropped.has(key))
}

/** Drops a column, also from the keys. A key without columns is dropped as well. */
function dropColumn(table: DumpTable, name: string | null): void {
  const dropped = name === null ? undefined : findColumn(table, name)
  if (name === null || dropped === undefined) return
  if (table.rowsWritten > 0 || table.needsRows) table.droppedColumns.push(dropped)
  doubtChecksOf(table, dropped, true)
  table.columns = without(table.columns, name)
  table.keys = table.keys
    .map((key) => ({ ...key, parts: key.parts.filter(({ column }) => column === null || !isSameName(column, name)) }))
    .filter(({ parts }) => parts.length > 0)
}

/**
 * Reads the table's AUTO_INCREMENT after a column with the same attribute: `MODIFY id int NOT NULL AUTO_INCREMENT,
 * AUTO_INCREMENT=5`.
 */
function readTrailingAutoIncrement(table: DumpTable, reader: TokenReader): void {
  const at = reader.tokens.findIndex(
    (token, index) => isWord(token, 'AUTO_INCREMENT') && isSymbol(reader.tokens[index + 1], '='),
  )
  const value = reader.tokens[at + 2]
  if (at < 0 || value?.kind !== 'number') return
  table.autoIncrement = BigInt(value.text.replace(/\D.*/, ''))
  table.counterDefinitions++
}

import { type DumpColumn, type DumpSchema, type DumpTable, findColumn, insertedColumns } from '../schema/schema.ts'
import { insertedQuery } from '../text/insertion-head.ts'
import { indexOfWord, indexOfWordFrom, splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'

/** A column that a statement sets without listing rows of values, and its expression. */
export interface WrittenColumn {
  readonly table: DumpTable
  readonly column: DumpColumn
  readonly value: readonly Token[]
  /** The tables whose columns the expression may use. */
  readonly from: readonly DumpTable[]
}

/** Returns the columns that `UPDATE` and `INSERT … SELECT` set. */
export function writtenColumns(schema: DumpSchema, tokens: readonly Token[]): WrittenColumn[] {
  if (isWord(tokens[0], 'UPDATE')) return updated(schema, tokens)
  return isWord(tokens[0], 'INSERT', 'REPLACE') ? inserted(schema, tokens) : []
}

/** Returns the columns that `ON DUPLICATE KEY UPDATE a = 1, b = VALUES(b)` sets, starting at the word UPDATE. */
export function writtenOnDuplicate(table: DumpTable, tokens: readonly Token[]): WrittenColumn[] {
  const at = tokens.findIndex((token) => isWord(token, 'UPDATE'))
  return at < 0 ? [] : assigned(tokens.slice(at + 1), [table])
}

function updated(schema: DumpSchema, tokens: readonly Token[]): WrittenColumn[] {
  const at = tokens.findIndex((token) => isWord(token, 'SET'))
  // Every table in the statement may be written, including those of a join.
  const tables = [...schema.tables.values()].filter(({ name }) =>
    tokens.slice(1, at).some(({ text }) => text.toLowerCase() === name.toLowerCase()),
  )
  return at < 0 ? [] : assigned(clause(tokens.slice(at + 1), 'WHERE', 'ORDER', 'LIMIT'), tables)
}

function assigned(tokens: readonly Token[], tables: readonly DumpTable[]): WrittenColumn[] {
  return splitAtCommas(tokens).flatMap((part) => {
    const equals = part.findIndex((token) => isSymbol(token, '='))
    const name = part[equals - 1]?.text ?? ''
    return tables.flatMap((table) => {
      const column = findColumn(table, name)
      return column === undefined ? [] : [{ table, column, value: part.slice(equals + 1), from: tables }]
    })
  })
}

function inserted(schema: DumpSchema, tokens: readonly Token[]): WrittenColumn[] {
  const found = insertedQuery(tokens)
  const table = found === null ? undefined : schema.find(found.head.database, found.head.table)
  if (found === null || table === undefined) return []
  const { head, query: inserting } = found
  const columns = insertedColumns(table, head.columns)
  const queries = inserting.flatMap((token, index) =>
    isWord(token, 'SELECT') ? [inserting.slice(index + 1, indexOfWordFrom(inserting, index + 1, 'UNION'))] : [],
  )
  return queries.flatMap((query) => {
    const named = new TokenReader(query.slice(query.findIndex((token) => isWord(token, 'FROM')) + 1)).takeQualified()
    const from = named === null ? undefined : schema.find(named.database, named.name)
    const values = splitAtCommas(clause(query, 'FROM')).flatMap((value) => starred(value, from))
    return columns.flatMap((column, index) =>
      column === undefined
        ? []
        : [{ table, column, value: values[index] ?? [], from: from === undefined ? [] : [from] }],
    )
  })
}

/** Expands `*` to its columns. */
const starred = (value: readonly Token[], from: DumpTable | undefined): (readonly Token[])[] =>
  isSymbol(value.at(-1), '*') && from !== undefined
    ? insertedColumns(from, null).map((column) => [{ kind: 'name', text: column?.name ?? '' }])
    : [value]

const clause = (tokens: readonly Token[], ...words: readonly string[]): readonly Token[] =>
  tokens.slice(0, indexOfWord(tokens, ...words))

import type { DumpForeignKey, DumpKey, DumpTable, KeyPart } from './schema.ts'
import { namesIn, splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'

/** Reads `UNIQUE KEY name (a, b(10) DESC)`, starting at its first word. */
export function defineKey(table: DumpTable, reader: TokenReader, constraint: string): void {
  let kind: DumpKey['kind'] = 'index'
  if (reader.takeWords('PRIMARY')) kind = 'primary'
  else if (reader.takeWords('UNIQUE')) kind = 'unique'
  else if (reader.takeWords('FULLTEXT')) kind = 'fulltext'
  else if (reader.takeWords('SPATIAL')) kind = 'spatial'
  if (!reader.takeWords('KEY')) reader.takeWords('INDEX')
  reader.takeWords('IF', 'NOT', 'EXISTS')
  let name = constraint
  if (!isSymbol(reader.current, '(') && !isWord(reader.current, 'USING')) name = reader.takeName() ?? constraint
  if (reader.takeWords('USING')) reader.at++
  const parts = splitAtCommas(reader.takeParentheses() ?? []).map(readKeyPart)
  if (parts.length > 0) addKey(table, kind, kind === 'primary' ? '' : name, parts)
}

/** Adds a key. If the name is already used, nothing changes. A key without a name gets that of its first column. */
export function addKey(table: DumpTable, kind: DumpKey['kind'], name: string, parts: readonly KeyPart[]): void {
  const isThere = (wanted: string): boolean =>
    table.keys.some((key) => key.kind !== 'primary' && key.name.toLowerCase() === wanted.toLowerCase())
  if (kind === 'primary') {
    if (table.keys.every((key) => key.kind !== 'primary')) table.keys.push({ kind, name: '', parts })
    return
  }
  if (name !== '' && isThere(name)) return
  const first = parts[0]?.column ?? 'functional_index'
  let own = name === '' ? first : name
  for (let count = 2; isThere(own); count++) own = `${first}_${count}`
  table.keys.push({ kind, name: own, parts })
}

function readKeyPart(tokens: readonly Token[]): KeyPart {
  const reader = new TokenReader(tokens)
  const expression = reader.takeParentheses()
  const column = expression === null ? reader.takeName() : null
  const prefix = reader.takeParentheses()?.[0]
  return {
    column,
    expression,
    prefix: prefix?.kind === 'number' ? Number(prefix.text) : null,
    descending: reader.takeWords('DESC'),
  }
}

/** Reads `FOREIGN KEY name (a) REFERENCES t (b) ON DELETE CASCADE`, after its first two words. */
export function defineForeignKey(table: DumpTable, reader: TokenReader, constraint: string): void {
  reader.takeWords('IF', 'NOT', 'EXISTS')
  const name = isSymbol(reader.current, '(') ? constraint : constraint || (reader.takeName() ?? '')
  if (!isSymbol(reader.current, '(')) reader.at++
  const columns = namesIn(reader.takeParentheses())
  if (reader.takeWords('REFERENCES')) addForeignKey(table, reader, name, columns)
}

export function addForeignKey(table: DumpTable, reader: TokenReader, name: string, columns: readonly string[]): void {
  const target = reader.takeQualified()
  if (target === null) return
  const references = namesIn(reader.takeParentheses())
  const key: DumpForeignKey = {
    name,
    columns,
    database: target.database,
    table: target.name,
    references,
    actions: readActions(reader),
  }
  const isThere = name !== '' && table.foreignKeys.some((other) => other.name.toLowerCase() === name.toLowerCase())
  if (!isThere) table.foreignKeys.push(key)
}

/**
 * Returns the indexes that MySQL creates for the columns of a foreign key if no key begins with them. Handwritten scripts
 * rely on them. They stay if the foreign key is dropped, and CREATE TABLE LIKE copies them without it.
 */
export function impliedIndexes({ keys, foreignKeys }: Pick<DumpTable, 'keys' | 'foreignKeys'>): DumpKey[] {
  const implied: DumpKey[] = []
  const begins = (key: DumpKey, columns: readonly string[]): boolean =>
    columns.every((column, at) => {
      const part = key.parts[at]
      return part?.prefix === null && part.column?.toLowerCase() === column.toLowerCase()
    })
  for (const { name, columns } of foreignKeys) {
    const isThere = [...keys, ...implied].some(
      (key) => /^(?:primary|unique|index)$/.test(key.kind) && begins(key, columns),
    )
    const parts = columns.map((column) => ({ column, expression: null, prefix: null, descending: false }))
    if (!isThere) implied.push({ kind: 'index', name: name || (columns[0] ?? ''), parts })
  }
  return implied
}

/** Reads `ON DELETE CASCADE ON UPDATE SET NULL`. Only known words are accepted. */
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

import { dumpMessages } from '../../catalog/dumps.ts'
import type { Reporter } from '../../report/reporter.ts'
import { type DumpTable, isUniqueKey } from './schema.ts'
import { splitAtCommas } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'

/** Records how this INSERT resolves rows with the key of another row. */
export function noteUpdate(table: DumpTable, columns: readonly string[], tokens: readonly Token[]): void {
  const update = tokens.findIndex((token) => isWord(token, 'UPDATE'))
  const parts = splitAtCommas(tokens.slice(update + 1))
  const [first] = parts
  if (parts.length === 1 && first?.length === 3 && isSymbol(first[1], '=') && same(first[0], first[2])) {
    table.onDuplicate.add('ignore')
    return
  }
  const replaced = parts.map((part) => (isItsValue(part) ? part[0]?.text.toLowerCase() : undefined))
  const isWhole = table.columns.every(({ name, generated }) => generated !== null || columns.includes(name))
  table.onDuplicate.add(isWhole && !replaced.includes(undefined) ? 'replace' : 'update')
  for (const name of columns) if (!replaced.includes(name.toLowerCase())) table.keptOnUpdate.add(name)
}

const same = (one: Token | undefined, other: Token | undefined): boolean =>
  one !== undefined && one.text.toLowerCase() === other?.text.toLowerCase()

/** Tests for `a = VALUES(a)`. */
const isItsValue = (part: readonly Token[]): boolean =>
  part.length === 6 &&
  isSymbol(part[1], '=') &&
  isWord(part[2], 'VALUES', 'VALUE') &&
  isSymbol(part[3], '(') &&
  same(part[0], part[4]) &&
  isSymbol(part[5], ')')

/** Returns which of the rows with the same key MySQL keeps, or null if no two rows can share a key. */
export function keptOf(table: DumpTable, reporter: Reporter): 'first' | 'last' | null {
  const keys = table.keys.filter(isUniqueKey)
  if (table.onDuplicate.size === 0 || keys.length === 0) return null
  const inKey = keys.length === 1 ? keys[0]?.parts.map(({ column }) => column?.toLowerCase()) : []
  const isKept = [...table.keptOnUpdate].every((name) => inKey?.includes(name.toLowerCase()))
  if (table.onDuplicate.size === 1 && isKept) {
    if (table.onDuplicate.has('replace')) return 'last'
    if (table.onDuplicate.has('ignore')) return 'first'
  }
  const message = dumpMessages.duplicates_unresolved.onServer
  reporter.fix({ code: 'duplicates_unresolved', table: table.name, message })
  return null
}

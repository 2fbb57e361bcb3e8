import { splitAtCommas, TokenReader } from '../text/token-reader.ts'
import type { Token } from '../text/tokens.ts'
import type { PlannedColumn } from './plan-types.ts'

type FindColumn = (name: string) => PlannedColumn | undefined

/** Functions that return the characters of their first argument, or fewer. */
const shortening = new Set(['lower', 'lcase', 'upper', 'ucase', 'trim', 'ltrim', 'rtrim', 'reverse', 'nullif'])
/** Functions that return the number of characters in their second argument, or fewer. */
const cutting = new Set(['left', 'right'])
const padding = new Set(['lpad', 'rpad'])
const choosing = new Set(['ifnull', 'coalesce'])
const md5Length = 32
const depthMax = 20

/** Returns the maximum number of characters of an expression, or null if it is not known. */
export function longestText(tokens: readonly Token[], find: FindColumn, depth = 0): number | null {
  const [first, second] = tokens
  if (first === undefined || depth > depthMax) return null
  if (first.text === '(' && first.kind === 'symbol') {
    const reader = new TokenReader(tokens)
    const inside = reader.takeParentheses()
    return inside !== null && reader.isDone ? longestText(inside, find, depth + 1) : null
  }
  if (second === undefined) return longestValue(first, find)
  const reader = new TokenReader(tokens.slice(1))
  const inside = first.kind === 'word' ? reader.takeParentheses() : null
  if (inside === null || !reader.isDone) return null
  return longestResult(first.text.toLowerCase(), splitAtCommas(inside), (part) => longestText(part, find, depth + 1))
}

function longestValue({ kind, text }: Token, find: FindColumn): number | null {
  if (kind === 'string') return Array.from(text).length
  if (kind === 'number') return text.length
  if (kind !== 'word' && kind !== 'name') return null
  const found = find(text)
  return found === undefined ? null : longestCell(found)
}

/** The digits of integers with 16, 32 and 64 bits, with a sign. */
const longestInteger: ReadonlyMap<number, number> = new Map([
  [16, 6],
  [32, 11],
  [64, 20],
])

function longestCell({ type, source }: PlannedColumn): number | null {
  if (type.kind === 'text') return type.size === 0 ? null : type.size
  if (type.kind === 'integer') return longestInteger.get(type.width) ?? null
  return type.kind === 'enum'
    ? source.labels.reduce((most, label) => Math.max(most, Array.from(label).length), 0)
    : null
}

function longestResult(
  name: string,
  parts: readonly (readonly Token[])[],
  longest: (part: readonly Token[]) => number | null,
): number | null {
  const longestAt = (at: number): number | null => longest(parts[at] ?? [])
  if (name === 'md5') return md5Length
  if (shortening.has(name)) return longestAt(0)
  if (cutting.has(name) || padding.has(name)) return countIn(parts[1] ?? [])
  if (name === 'substring' || name === 'substr' || name === 'mid') return countIn(parts[2] ?? []) ?? longestAt(0)
  const values = (name === 'if' ? parts.slice(1) : parts).map(longest)
  const known = values.filter((length) => length !== null)
  if (known.length < values.length || known.length === 0) return null
  if (name === 'concat') return known.reduce((sum, length) => sum + length, 0)
  return choosing.has(name) || name === 'if' ? known.reduce((most, length) => Math.max(most, length), 0) : null
}

const countIn = ([token, ...others]: readonly Token[]): number | null =>
  token?.kind === 'number' && others.length === 0 && /^\d+$/.test(token.text) ? Number(token.text) : null

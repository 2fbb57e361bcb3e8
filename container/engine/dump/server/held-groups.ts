import { asCompared, ordered } from '../constants/comparing.ts'
import { type Constant, type ConstantScope, shortNumberText } from '../constants/constant.ts'
import { added, divided } from '../constants/constant-numbers.ts'
import { attempt, refuse } from '../expressions/translated.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import { computed } from './held-statements.ts'

/** A row or a group that a query reads. */
export interface ReadRow {
  readonly scope: ConstantScope
  /** Returns the values of `*`, or those of `t.*`. */
  readonly starred: (table: string | null) => Constant[]
}

const spelled = (values: readonly Constant[]): string =>
  JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

export const areSame = (one: readonly Constant[], other: readonly Constant[]): boolean =>
  spelled(one) === spelled(other)

const aggregates = ['MAX', 'MIN', 'COUNT', 'SUM', 'AVG'] as const

/** Returns a key that equal values share, as their collation compares them. */
function valueKey(value: Constant, isExact: boolean): string {
  if (value.kind === 'null') return ''
  if (value.kind === 'text') return `t${asCompared(value.text, isExact, value.folding)}`
  if (value.kind === 'double') return `d${value.number + 0}`
  if (value.kind !== 'number') return refuse('values that cannot be compared')
  return `n${shortNumberText(value.digits, value.scale)}`
}

/** Returns a key for each row of values. A column is case-sensitive if one of its values is. */
export function rowKeys(rows: readonly (readonly Constant[])[]): string[] {
  const isExact = rows[0]?.map((_, at) =>
    rows.some(({ [at]: value }) => value?.kind === 'text' && value.isExact === true),
  )
  return rows.map((row) => row.map((value, at) => valueKey(value, isExact?.[at] === true)).join('\0'))
}

/** Groups rows by these keys. Without keys, all rows are one group. */
export function groupsOf(
  rows: readonly ReadRow[],
  keys: readonly ((row: ReadRow) => Constant)[] | null,
  scope: ConstantScope,
): ReadRow[] {
  if (keys === null) return [groupOf(rows, scope)]
  const found = new Map<string, ReadRow[]>()
  const keysOfRows = rowKeys(rows.map((row) => keys.map((keyOf) => keyOf(row))))
  rows.forEach((row, at) => {
    const key = keysOfRows[at] ?? ''
    const group = found.get(key)
    if (group === undefined) found.set(key, [row])
    else group.push(row)
  })
  return Array.from(found.values(), (group) => groupOf(group, scope))
}

/** Reads a group like a row. A column must have one value in all rows of the group. */
const groupOf = (rows: readonly ReadRow[], scope: ConstantScope): ReadRow => ({
  scope: {
    ...scope,
    inEachRow: (tokens) => sharedValue(rows, tokens),
    column: (qualifier, name) => sharedColumn(rows, qualifier, name),
    aggregate: (name, tokens) => aggregateOf(name, tokens, rows),
  },
  starred: () => refuse('all columns of a group'),
})

/** Computes `DATE(at)` in a query that groups by it. It must have one value in all rows of the group. */
function sharedValue(rows: readonly ReadRow[], tokens: readonly Token[]): Constant | null {
  const [first, ...others] = rows.map(({ scope }) => attempt(() => computed(tokens, scope)))
  const isShared = first != null && others.every((other) => other !== null && areSame([first], [other]))
  return isShared ? first : null
}

function sharedColumn(rows: readonly ReadRow[], qualifier: string | null, name: string): Constant | null {
  const [first, ...others] = rows.map(({ scope }) => scope.column?.(qualifier, name) ?? null)
  if (first === undefined) return refuse('a column of no row')
  const isShared = first === null || others.every((other) => other !== null && areSame([first], [other]))
  return isShared ? first : refuse('a column that is not grouped by')
}

/** Computes aggregates such as `MAX(id)`, `COUNT(*)` and `SUM(DISTINCT n)`. Returns null for any other function. */
function aggregateOf(name: string, tokens: readonly Token[], rows: readonly ReadRow[]): Constant | null {
  const aggregate = aggregates.find((one) => one === name)
  if (aggregate === undefined) return null
  if (aggregate === 'COUNT' && isSymbol(tokens[0], '*')) return counted(rows)
  const isDistinct = isWord(tokens[0], 'DISTINCT')
  const inside = isDistinct ? tokens.slice(1) : tokens
  const all = rows.map(({ scope }) => computed(inside, scope)).filter(({ kind }) => kind !== 'null')
  const keys = isDistinct ? rowKeys(all.map((value) => [value])) : []
  const values = isDistinct ? [...new Map(all.map((value, at) => [keys[at], value])).values()] : all
  switch (aggregate) {
    case 'COUNT':
      return counted(values)
    case 'SUM':
      return sumOf(values)
    case 'AVG':
      return divided(sumOf(values), counted(values))
    case 'MAX':
      return extreme(values, 1)
    case 'MIN':
      return extreme(values, -1)
  }
}

const counted = ({ length }: readonly unknown[]): Constant => ({ kind: 'number', digits: BigInt(length), scale: 0 })

function sumOf([first, ...others]: readonly Constant[]): Constant {
  if (first === undefined) return { kind: 'null' }
  // The sum of doubles depends on the order of the rows.
  if ([first, ...others].some(({ kind }) => kind !== 'number')) return refuse('a sum of values that are not exact')
  return others.reduce((sum, value) => added(sum, value, 1n), first)
}

function extreme(values: readonly Constant[], sign: 1 | -1): Constant {
  const found = values.reduce<Constant>(
    (best, value) => (best.kind === 'null' || (ordered(value, best) ?? 0) * sign > 0 ? value : best),
    { kind: 'null' },
  )
  const isSpelledOnce = values.every((value) => ordered(value, found) !== 0 || areSame([value], [found]))
  return isSpelledOnce ? found : refuse('values in several spellings')
}

import { asCompared } from '../constants/comparing.ts'
import { type Constant, type ConstantScope, shortNumberText } from '../constants/constant.ts'
import { evaluate } from '../constants/constants.ts'
import { attempt, refuse } from '../expressions/translated.ts'
import type { PlannedColumn } from '../plan/plan-types.ts'
import type { DumpColumn, KeyPart } from '../schema/schema.ts'
import type { Token } from '../text/tokens.ts'
import { storedAs } from './held-cell.ts'
import { keyText } from './key-text.ts'
import { storedIn } from './stored-constant.ts'

/** A part of a unique key that the server computes: a generated column, or an expression if the column is null. */
export interface ComputedPart {
  readonly tokens: readonly Token[]
  readonly column: PlannedColumn | null
}

/** Returns the expression of a part of a key, or null if rows contain its value. */
export const expressionOf = ({ expression }: KeyPart, column: DumpColumn | undefined): readonly Token[] | null =>
  expression ?? column?.generated ?? null

interface ComputedKey {
  readonly text: string
  /** Whether the text differs by its case. */
  readonly isExact: boolean
}

/**
 * Returns the value of a part in one row, as text. Values with the same text are equal. NULL gives null, and a value
 * that only a server could compute gives undefined.
 */
export function computedKey({ tokens, column }: ComputedPart, scope: ConstantScope): ComputedKey | null | undefined {
  const value = evaluate(tokens, scope)
  if (value === null) return undefined
  if (value.kind === 'null') return null
  const text = attempt(() => {
    const stored = storedAs(value, column ?? undefined)
    return textOf(column === null ? stored : storedIn(stored, column), column)
  })
  return text === null ? undefined : { text, isExact: value.kind !== 'text' || value.isExact === true }
}

/** Returns the text of a part by which the server compares it. */
export const comparedText = (
  { text, isExact }: ComputedKey,
  column: PlannedColumn | null,
  isExactColumn: boolean | undefined,
): string => (column === null ? asCompared(text, isExact) : keyText(text, column, isExactColumn))

function textOf(value: Constant, column: PlannedColumn | null): string {
  switch (value.kind) {
    case 'text':
      return column === null ? value.text : textInColumn(value.text, column)
    case 'number':
      return value.isPadded === true ? refuse('a padded number') : shortNumberText(value.digits, value.scale)
    case 'double':
      return value.isShortened === true ? refuse('a shortened number') : String(value.number + 0)
    case 'bytes':
      return Array.from(value.bytes, (byte) => String.fromCharCode(byte)).join('')
    case 'copied':
      return value.text
    case 'digits':
    case 'load_time':
    case 'null':
      return refuse('a value that is not known')
  }
}

/** Returns a text as a column stores it. */
function textInColumn(text: string, { type, source }: PlannedColumn): string {
  if (type.kind === 'date') return text.slice(0, 10)
  const isTime = type.kind === 'timestamp' || type.kind === 'timestamptz' || type.kind === 'time'
  const places = /\.(\d*)$/.exec(text)?.[1]?.length ?? 0
  return isTime && places > (source.sizes[0] ?? 0) ? refuse('a rounded time') : text
}

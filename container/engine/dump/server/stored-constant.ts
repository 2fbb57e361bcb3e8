import { type Constant, type ConstantScope, numberText } from '../constants/constant.ts'
import { evaluate } from '../constants/constants.ts'
import { halfEven } from '../constants/constant-numbers.ts'
import { refuse } from '../expressions/translated.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import type { DumpColumn } from '../schema/schema.ts'
import { isSameName } from '../text/tokens.ts'
import { rangeOf } from '../schema/integer-ranges.ts'
import { isFixedFloat } from '../values/floats.ts'
import { constantOfCell, storedAs } from './held-cell.ts'
import { literalKinds } from '../values/value.ts'

type Exact = Constant & { readonly kind: 'number' }

/**
 * Returns a value as a column stores it: rounded, limited to the range of its type, or cut. In a strict mode, a server
 * refuses the row of a value that does not fit.
 */
export function storedIn(value: Constant, column: PlannedColumn): Constant {
  const { kind, size } = column.type
  if (kind === 'text' && value.kind === 'text' && size > 0)
    return { ...value, text: Array.from(value.text).slice(0, size).join('') }
  if (kind !== 'integer' && kind !== 'decimal') return value
  if (value.kind === 'double') return numberIn(exactOf(value.number, kind === 'integer'), column)
  return value.kind === 'number' ? numberIn(value, column) : value
}

/** Returns a whole float as an exact number. Half of an integer goes to the even one. */
function exactOf(value: number, isInteger: boolean): Exact {
  const whole = isInteger ? halfEven(value) : value
  return Number.isSafeInteger(whole)
    ? { kind: 'number', digits: BigInt(whole), scale: 0 }
    : refuse('a float that is rounded to a decimal')
}

function numberIn(value: Exact, { type, source }: PlannedColumn): Exact {
  const isInteger = type.kind === 'integer' || source.type === 'bigint'
  if (source.type === 'year') return value
  const scale = isInteger ? 0 : type.width
  if (isFixedFloat(source) && value.scale > scale) return refuse('a rounded float')
  const [smallest, largest] = isInteger ? rangeOf(source) : rangeOfDecimal(type.size + scale, source.unsigned)
  const digits = roundedTo(value, scale)
  return { ...value, digits: digits < smallest ? smallest : digits > largest ? largest : digits, scale }
}

function rangeOfDecimal(precision: number, isUnsigned: boolean): readonly [bigint, bigint] {
  const largest = 10n ** BigInt(precision) - 1n
  return [isUnsigned ? 0n : -largest, largest]
}

/** Rounds half of a digit away from zero. */
function roundedTo({ digits, scale }: Exact, places: number): bigint {
  if (scale <= places) return digits * 10n ** BigInt(places - scale)
  const unit = 10n ** BigInt(scale - places)
  const most = (2n * (digits < 0n ? -digits : digits) + unit) / (2n * unit)
  return digits < 0n ? -most : most
}

/** The number of generated columns that may use each other. */
const depthMax = 50

/** The values of a row's generated columns. Each is computed once. */
export class GeneratedValues {
  /** A value that is being computed, or that is not known, is null. */
  private readonly known = new Map<PlannedColumn, Constant | null>()
  private depth = 0

  /** Returns a value. It refuses a column that uses itself, and long chains of columns. */
  compute(column: PlannedColumn, value: () => Constant): Constant {
    const { known } = this
    const found = known.get(column)
    if (found !== undefined) return found ?? refuse('a value that is not known')
    known.set(column, null)
    if (this.depth >= depthMax) return refuse('many columns that use each other')
    this.depth++
    try {
      const computed = value()
      known.set(column, computed)
      return computed
    } finally {
      this.depth--
    }
  }

  forget(): void {
    this.known.clear()
  }
}

/** Returns the value of a generated column, as an expression reads it. */
export function generatedConstant(column: PlannedColumn, scope: ConstantScope): Constant {
  const { generated } = column.source
  if (generated === null || column.generatedSql === null) return refuse('a column that is not computed')
  const value = evaluate(generated, scope) ?? refuse('a value that is not known')
  const stored = storedIn(storedAs(value, column), column)
  const text = textOfStored(stored, column)
  const cell = text === null ? null : { literalKind: literalKinds.text, text }
  return constantOfCell(cell, column) ?? refuse('a value that is not known')
}

/** Returns the scope of a row, which computes its generated columns. `stored` returns the values of the others. */
export function withGenerated(
  scope: ConstantScope,
  table: PlannedTable,
  columnsNow: readonly DumpColumn[],
  stored: (name: string) => Constant | undefined,
): ConstantScope {
  const column = (_: string | null, name: string): Constant => {
    const now = columnsNow.find(({ generated, name: known }) => generated !== null && isSameName(known, name))
    const planned = now && table.columns.find(({ source }) => source.id === now.id)
    if (planned !== undefined) return values.compute(planned, () => generatedConstant(planned, within))
    return stored(name) ?? refuse('a column that cannot be used here')
  }
  const within = { ...scope, column }
  const values = new GeneratedValues()
  return within
}

/** Returns the text of a value in a column of its kind. */
function textOfStored(value: Constant, { type: { kind } }: PlannedColumn): string | null {
  if (value.kind === 'null') return null
  if (value.kind === 'number' && (kind === 'integer' || kind === 'decimal'))
    return numberText(value.digits, value.scale)
  return value.kind === 'text' && kind === 'text' ? value.text : refuse('a value of another kind')
}

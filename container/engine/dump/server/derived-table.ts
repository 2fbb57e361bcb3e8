import { asCompared } from '../constants/comparing.ts'
import type { Constant } from '../constants/constant.ts'
import { refuse } from '../expressions/translated.ts'
import { isSameName } from '../text/tokens.ts'

/** A row of a join: a row of a held table, or the values of a query. */
export type JoinRow = readonly unknown[]

/** A table whose rows a join reads. */
export interface RowsInJoin {
  readonly rows: ReadonlyMap<number, JoinRow>
  readonly visibleColumns: readonly number[]
  readonly columnNames: readonly string[]
  /** Returns the position of a column, or -1. */
  placeOf(name: string): number
  constantOf(row: JoinRow, at: number): Constant | undefined
  visibleValues(row: JoinRow): Constant[]
  /** Returns how the values of a column form keys. Equal values of columns of one kind have equal keys. */
  keyKind(at: number): string | null
  keyAt(row: JoinRow, places: readonly number[]): string | null
}

/** The rows of a query that stands for a table. */
export class DerivedTable implements RowsInJoin {
  readonly rows: ReadonlyMap<number, readonly Constant[]>
  readonly visibleColumns: readonly number[]
  readonly columnNames: readonly string[]

  constructor(names: readonly string[], rows: readonly (readonly Constant[])[]) {
    if (names.some((name, at) => names.findIndex((one) => isSameName(one, name)) < at)) refuse('a repeated name')
    this.columnNames = names
    this.visibleColumns = names.map((_, at) => at)
    this.rows = new Map(rows.entries())
  }

  placeOf(name: string): number {
    return this.columnNames.findIndex((one) => isSameName(one, name))
  }

  constantOf(row: readonly Constant[], at: number): Constant | undefined {
    return row[at]
  }

  visibleValues(row: readonly Constant[]): Constant[] {
    return [...row]
  }

  keyKind(at: number): string | null {
    const kinds = new Set<string>()
    for (const { [at]: value } of this.rows.values()) kinds.add(value === undefined ? '' : kindOf(value))
    kinds.delete('null')
    const [only] = kinds
    return kinds.size === 1 && only !== undefined && only !== '' ? only : null
  }

  keyAt(row: readonly Constant[], places: readonly number[]): string | null {
    let key = ''
    for (const at of places) {
      const value = row[at]
      if (value?.kind === 'number') key += `${value.digits}\0`
      else if (value?.kind === 'text') key += `${asCompared(value.text, value.isExact === true, value.folding)}\0`
      else return null
    }
    return key
  }
}

/** Returns the kind of a key as a held table names it, or an empty string for values that are not looked up. */
function kindOf(value: Constant): string {
  if (value.kind === 'null') return 'null'
  if (value.kind === 'number' && value.scale === 0) return 'integer'
  const isPlain = value.kind === 'text' && value.label === undefined && value.temporal === undefined
  return isPlain ? `text ${value.isExact === true}` : ''
}

import type { PlannedColumn } from '../plan/plan-types.ts'
import type { DumpColumn, DumpKey } from '../schema/schema.ts'
import { sqlOf } from '../text/sql-of.ts'
import type { Token } from '../text/tokens.ts'
import type { ComputedPart } from './computed-key.ts'

export interface KeyPart {
  readonly at: number
  readonly prefix: number | null
  /** Whether text differs by its case at this point of the dump. Without this, the end of the dump decides. */
  readonly isExact?: boolean | undefined
  /** The expression of a generated column or of the key itself. Without this, the row contains the value. */
  readonly computed?: LabeledPart | null
}

interface LabeledPart extends ComputedPart {
  /** Identifies the part among the keys of the table. */
  readonly label: string
}

export interface UniqueKey {
  readonly name: string
  readonly parts: readonly KeyPart[]
  readonly rows: Map<string, number>
  /** Whether the server has no such key, because rows shared a value when a statement added it. */
  readonly isRefused: boolean
}

/** A unique key, and the column with its first part unless that is an expression. */
export interface NamedKey {
  readonly name: string
  readonly column: PlannedColumn | undefined
  readonly at: number
}

export const labelOf = (column: DumpColumn | undefined, tokens: readonly Token[]): string =>
  column === undefined ? sqlOf(tokens) : `column ${column.id}`

export const beginningOf = (text: string, prefix: number | null): string =>
  prefix === null ? text : Array.from(text).slice(0, prefix).join('')

export const columnsOf = (key: DumpKey | undefined): string[] => key?.parts.flatMap(({ column }) => column ?? []) ?? []

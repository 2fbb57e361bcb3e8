import type { Token } from '../text/tokens.ts'

/** The method that assigns rows to partitions, such as `RANGE (year(d))`, `LIST COLUMNS (a)` or `KEY ()`. */
export interface PartitionMethod {
  readonly kind: 'range' | 'list' | 'hash' | 'key' | 'other'
  /** An expression, or the names of columns. */
  readonly expression: readonly Token[]
  /** The number in `PARTITIONS 4`. It is null if the partitions are listed. */
  readonly count: number | null
}

export interface DumpPartition {
  readonly name: string
  /** The bound or the list of values, or null. */
  readonly values: readonly Token[] | null
  /** The names of its subpartitions. */
  readonly subpartitions: readonly string[]
}

/** The clause `PARTITION BY …` of a table. */
export interface DumpPartitioning {
  readonly text: readonly Token[]
  readonly method: PartitionMethod
  readonly submethod: PartitionMethod | null
  readonly partitions: readonly DumpPartition[]
  /** Whether a later statement changed the partitions in an unsupported way. */
  readonly isChanged: boolean
}

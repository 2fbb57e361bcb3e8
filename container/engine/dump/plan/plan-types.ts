import type { Message } from '../../../../src/contract/catalog/message.ts'
import type { LeftOutCounts } from '../../report/left-out-counts.ts'
import type { ColumnTypePlan } from './column-plan.ts'
import type { DumpColumn, DumpKey, DumpTable, OtherObject } from '../schema/schema.ts'
import type { SequenceCounter } from '../schema/sequence-counter.ts'

/** A column of the script. */
export interface PlannedColumn {
  readonly source: DumpColumn
  /** The position of the column in the dump's table. */
  readonly index: number
  readonly name: string
  readonly type: ColumnTypePlan
  /** The encoding of its strings on the server. */
  readonly encoding: string
  /** Whether PostgreSQL can only store some of its documents, but not process them. */
  readonly isSealed: boolean
  /** Whether the type was chosen without reading the rows, so each row is checked for documents that it cannot hold. */
  readonly isChecked: boolean
  readonly nullable: boolean
  readonly defaultSql: string | null
  /** Whether rows contain the value of the default, because PostgreSQL cannot have it. */
  readonly isDefaultInRows: boolean
  /** The expression of a generated column. It is null if values are written. */
  readonly generatedSql: string | null
  /** Whether a server computes its value for each new row, and refuses a row whose value the type cannot hold. */
  readonly mayMisfit?: boolean
  readonly isIdentity: boolean
  /** Whether NULL or zero in the dump means the next number, or only some rows include the column. */
  readonly isCounted: boolean
}

/** The partitioning of a table or of one of its partitions. */
export interface PlannedPartitions {
  /** The clause after PARTITION BY, such as `RANGE (a)`. */
  readonly by: string
  readonly partitions: readonly PlannedPartition[]
}

export interface PlannedPartition {
  readonly name: string
  /** The clause with the bounds, such as `FOR VALUES IN (1, 2)` or `DEFAULT`. */
  readonly values: string
  /** The condition of a default partition, so that it accepts no other rows than in MySQL. */
  readonly check: string | null
  readonly divided: PlannedPartitions | null
}

/** Rows of the script with the same unique key. */
export interface SharedKey {
  /** The first row that has the key of an earlier one. */
  readonly row: number
  readonly other: number
  /** The number of rows that have the key of an earlier one. */
  count: number
}

export interface PlannedTable {
  readonly source: DumpTable
  readonly schema: string | null
  readonly name: string
  readonly columns: readonly PlannedColumn[]
  /** Columns of held rows that the dump drops, beginning with the last one. They are not written. */
  readonly droppedColumns: readonly PlannedColumn[]
  /** Returns a name that no other constraint of the table has. `isGiven` means that its spelling is final. */
  readonly nameConstraint: (wanted: string, isGiven?: boolean) => string
  /** How to treat rows with the same key: which one stays, and the temporary column with their order. */
  readonly duplicates: { readonly kept: 'first' | 'last'; readonly column: string } | null
  /**
   * A message if the spec selects partitions but the table has none. This is null if the dump does not partition the
   * table.
   */
  readonly partitions: PlannedPartitions | Message | null
  /** Whether the rows are held until the dump has been read, because statements change or read some of them. */
  readonly isHeld: boolean
  /** Whether the dump drops the table after statements have read its held rows. The script does not contain it. */
  readonly isDropped: boolean
  readonly rows: { converted: number; rejected: number }
  readonly leftOut: LeftOutCounts
  /**
   * The unique keys that PostgreSQL refuses, because rows of the script share them. They are left out, like those whose
   * values are unknown while rows with duplicates need them.
   */
  readonly sharedKeys: Map<DumpKey, SharedKey | 'unknown'>
  /** The next number of an AUTO_INCREMENT column. It is null if PostgreSQL derives it from the rows. */
  readonly counter: { next: bigint | null }
}

/** A sequence of MariaDB in the form that the script creates it. */
export interface PlannedSequence {
  readonly source: OtherObject
  /** The name as SQL. */
  readonly name: string
  /** The options, such as `INCREMENT BY 5 … START WITH 205`. */
  readonly options: string
  /** The sequence after its own statements. */
  readonly created: SequenceCounter
  /** The sequence after the rows. */
  readonly numbers: { last: SequenceCounter }
}

/** One transaction for everything, a transaction for each group of statements, or none. */
export type Transactions = 'one' | 'groups' | 'none'

export interface DumpPlan {
  readonly tables: readonly PlannedTable[]
  /** The tables that are not in the script, but whose rows are held. */
  readonly dropped: readonly PlannedTable[]
  /** Counts the rows of tables that are not in the plan. */
  readonly leftOut: LeftOutCounts
  readonly transactions: Transactions
  readonly sequences: readonly PlannedSequence[]
  /** Schemas to create. */
  readonly schemas: readonly string[]
  /** Returns a name for an index, type or function that is unique in this schema. */
  readonly nameIn: (schema: string | null) => (wanted: string, fallback: string) => string
  readonly schemaOf: (database: string) => string | null
  /** Creates a function that names the columns of one view. */
  readonly nameColumns: () => (wanted: string, fallback: string) => string
  /** Returns the plan of a table, including those in `dropped`. */
  readonly tableOf: (source: DumpTable) => PlannedTable | undefined
}

/** Returns the partitions that the script creates. */
export const partitionsOf = ({ partitions }: PlannedTable): PlannedPartitions | null =>
  typeof partitions === 'string' ? null : partitions

/** Returns the columns that need their own type. */
export const columnsWithTypes = ({ columns }: PlannedTable): PlannedColumn[] =>
  columns.filter(({ type }) => type.kind === 'enum' && type.sqlType !== 'text')

import type { Message } from '../../../../src/contract/catalog/message.ts'
import type { LeftOutCounts } from '../../report/left-out-counts.ts'
import type { ColumnTypePlan } from './column-plan.ts'
import type { DumpColumn, DumpTable, OtherObject } from '../schema/schema.ts'

/** A column as it is written. */
export interface PlannedColumn {
  readonly source: DumpColumn
  /** The position of the column in the dump's table. */
  readonly index: number
  readonly name: string
  readonly type: ColumnTypePlan
  /** The encoding of its strings on the server. */
  readonly encoding: string
  /** Documents among its values are for PostgreSQL to keep and not to look into. */
  readonly isSealed: boolean
  /** The type was decided without the rows: documents that it cannot hold are looked for in each row. */
  readonly isChecked: boolean
  readonly nullable: boolean
  readonly defaultSql: string | null
  /** The expression of a generated column; null if values are written. */
  readonly generatedSql: string | null
  readonly isIdentity: boolean
  /** NULL or zero in the dump means the next number, or rows that leave the column out stand beside others. */
  readonly isCounted: boolean
}

/** The division of a table, or of one of its partitions. */
export interface PlannedPartitions {
  /** `RANGE (a)`. */
  readonly by: string
  readonly partitions: readonly PlannedPartition[]
}

export interface PlannedPartition {
  readonly name: string
  /** `FOR VALUES IN (1, 2)`, or `DEFAULT`. */
  readonly values: string
  /** A condition that a default partition needs to take no more than it did. */
  readonly check: string | null
  readonly divided: PlannedPartitions | null
}

export interface PlannedTable {
  readonly source: DumpTable
  readonly schema: string | null
  readonly name: string
  readonly columns: readonly PlannedColumn[]
  /** A name that no other constraint of the table has. `isGiven`: it is spelled already. */
  readonly nameConstraint: (wanted: string, isGiven?: boolean) => string
  /** The row that stays of several rows with the same key, and the temporary column that gives their order. */
  readonly duplicates: { readonly kept: 'first' | 'last'; readonly column: string } | null
  /** Null if the table is whole; a message says why where the spec asks for partitions. */
  readonly partitions: PlannedPartitions | Message | null
  /** The rows are kept until the dump has been read, because statements change or read some of them. */
  readonly isHeld: boolean
  readonly rows: { converted: number; rejected: number }
  readonly leftOut: LeftOutCounts
  /** The next number of an AUTO_INCREMENT column; null when PostgreSQL takes it from the rows. */
  readonly counter: { next: bigint | null }
}

/** A sequence of MariaDB's, as the script creates it. */
export interface PlannedSequence {
  readonly source: OtherObject
  /** The name as SQL. */
  readonly name: string
  /** `INCREMENT BY 5 … START WITH 205`. */
  readonly options: string
}

/** One transaction for everything, a transaction for each group of statements, or none. */
export type Transactions = 'one' | 'groups' | 'none'

export interface DumpPlan {
  readonly tables: readonly PlannedTable[]
  /** Rows of tables that are not in the plan. */
  readonly leftOut: LeftOutCounts
  readonly transactions: Transactions
  readonly sequences: readonly PlannedSequence[]
  /** Schemas to create. */
  readonly schemas: readonly string[]
  /** A name for an index, type or function of this schema that nothing else there has. */
  readonly nameIn: (schema: string | null) => (wanted: string, fallback: string) => string
  readonly schemaOf: (database: string) => string | null
  /** A namer for the columns of one view. */
  readonly nameColumns: () => (wanted: string, fallback: string) => string
  readonly tableOf: (source: DumpTable) => PlannedTable | undefined
}

/** The partitions that the script creates. */
export const partitionsOf = ({ partitions }: PlannedTable): PlannedPartitions | null =>
  typeof partitions === 'string' ? null : partitions

/** The columns with a type of their own. */
export const columnsWithTypes = ({ columns }: PlannedTable): PlannedColumn[] =>
  columns.filter(({ type }) => type.kind === 'enum' && type.sqlType !== 'text')

import type { CallStored, FindColumn } from './expressions.ts'
import type { ExpressionType, Translated } from './translated.ts'

export interface RelationColumn {
  /** The name in MySQL. */
  readonly source: string
  readonly name: string
  readonly type: ExpressionType
  /** Translates the column in an expression. `sql` is its name there. */
  readonly read: (sql: string) => Translated
}

/** A table or view that a query may read. */
export interface Relation {
  readonly sql: string
  readonly columns: readonly RelationColumn[]
  /** The columns of the primary key in PostgreSQL. A query that groups by it may select every column. */
  readonly key?: readonly string[]
}

export interface QueryScope {
  readonly relation: (database: string | null, name: string) => Relation | null
  /** Creates a function that names the columns of one list. */
  readonly nameColumns: () => (wanted: string, fallback: string) => string
  /** The names of the columns, or empty if the query names them. */
  readonly columns: readonly string[]
  /** The columns of the query around this one. */
  readonly outer?: FindColumn
  /** Tests for a variable of the routine around the query. MySQL prefers it to a column with its name. */
  readonly isVariable?: (name: string) => boolean
  /** Translates a call of a function that the dump creates. */
  readonly call: CallStored
  /** Writes the values of a query that is a term of a recursive one, which PostgreSQL requires to have equal types. */
  readonly termValue?: (value: Translated) => string
  /** Writes the values of a query that is one of a union. */
  readonly unionValue?: (value: Translated, at: number) => string
  /** The number of unions around the query. */
  readonly unions?: number
}

export interface TranslatedQuery {
  readonly sql: string
  readonly columns: readonly RelationColumn[]
}

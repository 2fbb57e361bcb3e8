import { words } from '../../dialects/sql-dialect.ts'
import { quoteName } from '../expressions/quoted-names.ts'

/** The words that PL/pgSQL reserves in addition to those of SQL: pl_reserved_kwlist.h. */
const reservedWords = words('begin by declare execute foreach if loop strict while')

export type TriggerRow = 'NEW' | 'OLD'

/** Returns the name of a variable or field. PL/pgSQL has its own rules for these names. */
export const variableName = (name: string): string => (reservedWords.has(name) ? `"${name}"` : quoteName(name))

/** Returns a column of the row for which a trigger function is called. */
export const rowField = (row: TriggerRow, column: string): string => `${row}.${variableName(column)}`

import { words } from '../../dialects/sql-dialect.ts'
import { quoteName } from '../expressions/quoted-names.ts'

/** The words that PL/pgSQL reserves besides those of SQL: pl_reserved_kwlist.h. */
const reservedWords = words('begin by declare execute foreach if loop strict while')

export type TriggerRow = 'NEW' | 'OLD'

/** A column of the row that a trigger function is called for: PL/pgSQL reads its fields by rules of its own. */
export const rowField = (row: TriggerRow, column: string): string =>
  `${row}.${reservedWords.has(column) ? `"${column}"` : quoteName(column)}`

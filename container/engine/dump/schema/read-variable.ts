import { emptyTable } from './create-table.ts'
import { readColumn, settleCharset } from './read-column.ts'
import type { DumpColumn } from './schema.ts'
import { TokenReader } from '../text/token-reader.ts'
import type { Token } from '../text/tokens.ts'

/** Reads a parameter, a variable or a result of a routine. Its type is written like that of a column. */
export function readVariable(name: string, type: readonly Token[]): DumpColumn | null {
  const table = emptyTable({ id: 0, originId: 0, counterId: 0, database: '', name: '', isTemporary: true })
  const column = readColumn(table, new TokenReader([{ kind: 'name', text: name }, ...type]))
  if (column !== null) settleCharset(column, table)
  return column
}

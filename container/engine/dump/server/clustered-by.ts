import { type DumpColumn, type DumpTable, findColumn } from '../schema/schema.ts'
import { isWithoutTransactions } from './numbering.ts'

/** Returns the columns by which InnoDB sorts the rows of a table. Other engines keep the order of insertion. */
export function clusteredBy(now: DumpTable): DumpColumn[] {
  if (isWithoutTransactions(now)) return []
  const columns = now.keys.map(({ kind, parts }) => ({
    kind,
    found: parts.map(({ column, prefix }) => (prefix === null ? findColumn(now, column ?? '') : undefined)),
  }))
  const isFull = ({ found }: (typeof columns)[number]): boolean =>
    found.every((column) => column !== undefined && column.notNull)
  const key =
    columns.find(({ kind }) => kind === 'primary') ?? columns.find((one) => one.kind === 'unique' && isFull(one))
  return key?.found.flatMap((column) => column ?? []) ?? []
}

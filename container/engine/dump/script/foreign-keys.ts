import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpMessages } from '../../catalog/dumps.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { ReferenceCheck } from '../rows/reference-check.ts'
import { orNotValid } from './constraints.ts'
import type { DumpPlan, PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import { qualified, quoteName } from '../expressions/quoted-names.ts'
import { referenceOf } from '../plan/references.ts'
import { type DumpForeignKey, type DumpSchema, isUniqueKey } from '../schema/schema.ts'

interface ForeignKeyRequest {
  readonly plan: DumpPlan
  readonly schema: DumpSchema
  readonly table: PlannedTable
  readonly reporter: Reporter
  readonly references: ReferenceCheck
}

/**
 * Returns the references of a table. They follow every table's keys, so cycles and references to itself do not require
 * an order.
 */
export function foreignKeyStatements(request: ForeignKeyRequest): string[] {
  const { table } = request
  return table.source.foreignKeys.flatMap((key) => {
    const name = table.nameConstraint(
      key.name === '' ? `${table.name}_${key.columns[0] ?? 'reference'}_fkey` : key.name,
    )
    return foreignKeyStatement(request, key, name) ?? []
  })
}

function foreignKeyStatement(request: ForeignKeyRequest, key: DumpForeignKey, name: string): string | null {
  const { plan, schema, table, reporter } = request
  const drop = (message: Message): null => {
    reporter.fix({ code: 'foreign_key_dropped', table: table.name, message, example: key.name })
    return null
  }
  const reference = referenceOf(plan, schema, table, key)
  if (reference === null) return drop(dumpMessages.foreign_key_dropped.noTable)
  if (reference === 'columns') return drop(dumpMessages.foreign_key_dropped.noColumn)
  const { from, target, to } = reference
  if (!isUnique(target, to)) return drop(dumpMessages.foreign_key_dropped.notUnique)
  if (!from.every((column, at) => areComparable(column, to[at] as PlannedColumn)))
    return drop(dumpMessages.foreign_key_dropped.incomparable)
  const names = (columns: readonly PlannedColumn[]): string =>
    columns.map((column) => quoteName(column.name)).join(', ')
  const add = `ALTER TABLE ${qualified(table.schema, table.name)} ADD CONSTRAINT ${quoteName(name)} FOREIGN KEY (${names(from)}) REFERENCES ${qualified(target.schema, target.name)} (${names(to)})${key.actions}`
  return isBroken(request, key, name, target) ? `${add} NOT VALID;\n` : orNotValid(add, name, 'foreign_key_violation')
}

/** Reports a foreign key that rows break. It then applies to new rows only. */
function isBroken(
  { table, reporter, references }: ForeignKeyRequest,
  key: DumpForeignKey,
  name: string,
  target: PlannedTable,
): boolean {
  const fix = { code: 'foreign_key_not_valid', table: table.name, example: name } as const
  const broken = references.brokenOf(key)
  if (broken !== null) {
    const message = dumpMessages.foreign_key_not_valid.noParent
    reporter.fix({ ...fix, message, count: broken.rows, row: broken.firstRow })
    return true
  }
  if (references.isKnown(key) || target.rows.rejected === 0) return false
  reporter.fix({
    ...fix,
    message: dumpMessages.foreign_key_not_valid.rejectedParents,
  })
  return true
}

function isUnique(target: PlannedTable, columns: readonly PlannedColumn[]): boolean {
  const wanted = columns
    .map(({ source }) => source.name.toLowerCase())
    .toSorted()
    .join('\0')
  return target.source.keys.some(
    (key) =>
      isUniqueKey(key) &&
      !target.sharedKeys.has(key) &&
      key.parts.every(({ prefix, column }) => prefix === null && column !== null) &&
      key.parts
        .map(({ column }) => (column ?? '').toLowerCase())
        .toSorted()
        .join('\0') === wanted,
  )
}

/** Returns the group of types that PostgreSQL compares with each other. */
function family({ type }: PlannedColumn): string {
  if (/^(?:integer|decimal|float)$/.test(type.kind)) return 'number'
  if (/^(?:timestamp|timestamptz|date)$/.test(type.kind)) return 'time'
  return type.kind === 'enum' ? type.sqlType : type.kind
}
const areComparable = (one: PlannedColumn, other: PlannedColumn): boolean => family(one) === family(other)

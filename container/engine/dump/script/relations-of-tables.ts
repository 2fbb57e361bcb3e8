import type { Relation } from '../expressions/relations.ts'
import { qualified } from '../expressions/quoted-names.ts'
import { columnValue } from '../plan/column-scope.ts'
import type { DumpPlan, PlannedTable } from '../plan/plan-types.ts'
import { primaryKeyOf } from './keys.ts'

/** Tables and views by name. A server may distinguish `Orders` from `orders`, or treat them as the same. */
export class Relations {
  private readonly written = new Map<string, () => Relation>()
  private readonly folded = new Map<string, () => Relation>()

  /**
   * Adds a relation, which is created when it is found. All columns of a large dump at once would take a lot of memory.
   */
  add(database: string, name: string, relation: () => Relation): void {
    const key = `${database}\0${name}`
    this.written.set(key, relation)
    this.folded.set(key.toLowerCase(), relation)
  }

  find(database: string, name: string): Relation | null {
    const key = `${database}\0${name}`
    const make = this.written.get(key) ?? this.folded.get(key.toLowerCase())
    return make === undefined ? null : make()
  }
}

const relationOf = (table: PlannedTable): Relation => ({
  sql: qualified(table.schema, table.name),
  columns: table.columns.map((column) => ({
    source: column.source.name,
    name: column.name,
    type: columnValue(column).type,
    read: (sql) => columnValue(column, sql),
  })),
  key: primaryKeyOf(table) ?? [],
})

export function relationsOf(plan: DumpPlan): Relations {
  const relations = new Relations()
  for (const table of plan.tables) relations.add(table.source.database, table.source.name, () => relationOf(table))
  return relations
}

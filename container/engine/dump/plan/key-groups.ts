import type { KnownFacts } from './column-facts.ts'
import { type DumpColumn, type DumpSchema, findColumn } from '../schema/schema.ts'

type Link = readonly [DumpColumn, DumpColumn]

/** Returns the pairs of columns that foreign keys compare. */
function links(schema: DumpSchema): Link[] {
  const found: Link[] = []
  for (const table of schema.tables.values()) {
    for (const key of table.foreignKeys) {
      const target = schema.find(key.database ?? table.database, key.table)
      if (target === undefined) continue
      key.columns.forEach((name, at) => {
        const from = findColumn(table, name)
        const to = findColumn(target, key.references[at] ?? '')
        if (from !== undefined && to !== undefined) found.push([from, to])
      })
    }
  }
  return found
}

/** Returns the columns of primary keys, counters and references. Their numbers are compared with other numbers. */
export function keyColumns(schema: DumpSchema): Set<DumpColumn> {
  const keys = new Set(links(schema).flat())
  for (const table of schema.tables.values()) {
    for (const column of table.columns) if (column.autoIncrement) keys.add(column)
    for (const key of table.keys) {
      if (key.kind !== 'primary') continue
      for (const { column } of key.parts) {
        const found = column === null ? undefined : findColumn(table, column)
        if (found !== undefined) keys.add(found)
      }
    }
  }
  return keys
}

/** Returns unsigned columns beyond 64 bits, and every column that is compared with one. They need a common type. */
export function widenTogether(schema: DumpSchema, facts: KnownFacts): Set<DumpColumn> {
  const wide = new Set<DumpColumn>()
  for (const table of schema.tables.values()) {
    for (const column of table.columns) if (facts.known(table, column).exceedsBigint) wide.add(column)
  }
  const pairs = wide.size === 0 ? [] : links(schema)
  for (let before = -1; before < wide.size;) {
    before = wide.size
    for (const [from, to] of pairs) {
      if (wide.has(from)) wide.add(to)
      if (wide.has(to)) wide.add(from)
    }
  }
  return wide
}

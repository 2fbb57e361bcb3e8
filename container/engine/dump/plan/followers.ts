import { type DumpForeignKey, type DumpTable, followsEvent } from '../schema/schema.ts'

const folded = (names: Iterable<string>): Set<string> => new Set(Array.from(names, (name) => name.toLowerCase()))

/** Returns the foreign keys that a table has at any point of the dump. */
const keysOf = ({ foreignKeys, droppedForeignKeys }: DumpTable): readonly DumpForeignKey[] => [
  ...foreignKeys,
  ...droppedForeignKeys,
]

/** Returns the columns that UPDATE sets, and those that foreign keys change with them, by table. */
function changedColumns(all: readonly DumpTable[]): ReadonlyMap<string, ReadonlySet<string>> {
  const changed = new Map<string, Set<string>>()
  for (const { name, updatedColumns } of all)
    if (updatedColumns.size > 0) changed.set(name.toLowerCase(), new Set(updatedColumns))
  let count = -1
  const size = (): number => Array.from(changed.values()).reduce((sum, columns) => sum + columns.size, 0)
  while (changed.size > 0 && size() > count) {
    count = size()
    for (const table of all)
      for (const key of keysOf(table)) {
        if (!followsChange(key, changed)) continue
        const own = table.name.toLowerCase()
        changed.set(own, new Set([...(changed.get(own) ?? []), ...folded(key.columns)]))
      }
  }
  return changed
}

const followsChange = (
  { table, references, actions }: DumpForeignKey,
  changed: ReadonlyMap<string, ReadonlySet<string>>,
): boolean => {
  const columns = changed.get(table.toLowerCase())
  return (
    columns !== undefined &&
    followsEvent('UPDATE', actions) &&
    references.some((name) => columns.has(name.toLowerCase()))
  )
}

/** Adds the tables whose rows change if rows of these tables are deleted or updated. */
export function withFollowers(all: readonly DumpTable[], tables: readonly DumpTable[]): ReadonlySet<DumpTable> {
  const found = new Set(tables)
  const changed = changedColumns(all)
  const isFollower = (table: DumpTable): boolean =>
    keysOf(table).some(
      (key) =>
        names.has(key.table.toLowerCase()) && (followsEvent('DELETE', key.actions) || followsChange(key, changed)),
    )
  const names = folded(tables.map(({ name }) => name))
  // The loop also visits the elements that are added to the set in the meantime.
  for (const { name } of found) {
    names.add(name.toLowerCase())
    for (const other of all) if (!found.has(other) && isFollower(other)) found.add(other)
  }
  return found
}

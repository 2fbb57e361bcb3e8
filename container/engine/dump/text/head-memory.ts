import type { InsertHead } from './statements.ts'

/** The maximum number of remembered heads, because each may list thousands of columns. */
const headsMax = 100

/**
 * Remembers the results for INSERTs with the same head until another statement may change them. Some dumps alternate
 * between tables.
 */
export class HeadMemory<Found> {
  private readonly known = new Map<string, Found>()

  lookUp(head: InsertHead, values: number | null, find: () => Found): Found {
    const { database, table, columns, onDuplicate } = head
    const key = `${database ?? ''}\0${table}\0${onDuplicate ?? ''}\0${values ?? columns?.join('\0') ?? ''}`
    let found = this.known.get(key)
    if (found === undefined) {
      if (this.known.size >= headsMax) this.known.clear()
      this.known.set(key, (found = find()))
    }
    return found
  }

  forget(): void {
    this.known.clear()
  }
}

import type { Damaged } from './kinds.ts'

/** The table that a reader recovered from a damaged text. */
export interface Loaded {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Returns the harmonic mean of precision and recall for two multisets. */
function f1(found: readonly string[], wanted: readonly string[]): number {
  if (wanted.length === 0) return found.length === 0 ? 1 : 0
  const left = new Map<string, number>()
  for (const one of wanted) left.set(one, (left.get(one) ?? 0) + 1)
  let common = 0
  for (const one of found) {
    const count = left.get(one) ?? 0
    if (count === 0) continue
    common++
    left.set(one, count - 1)
  }
  return (2 * common) / (found.length + wanted.length)
}

/** Rates from 0 to 1 how much of the header, the records and the cells was recovered, without additions. */
export function score(loaded: Loaded, { header, rows, kind, strangers }: Damaged): number {
  const width = rows[0]?.length ?? 0
  const wanted = rows.map((row) => row.join('\0'))
  const kept = new Set(wanted)
  const mayBeWider = strangers > 0 || kind === 'trailing delimiter'
  // Empty cells beyond the table's width are ignored if the damage itself added them.
  let found = loaded.rows.map((row) =>
    mayBeWider && row.slice(width).every((cell) => cell === '') ? row.slice(0, width) : row,
  )
  let forgiven = strangers
  found = found.filter((row) => kept.has(row.join('\0')) || forgiven-- <= 0)
  const records = f1(
    found.map((row) => row.join('\0')),
    wanted,
  )
  const cells = f1(found.flat(), rows.flat())
  const heads = header === null ? 1 : f1(mayBeWider ? loaded.header.slice(0, header.length) : loaded.header, header)
  return (heads + records + cells) / 3
}

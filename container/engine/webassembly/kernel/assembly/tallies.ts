/**
 * A tally counts a column's fixes of one kind: an i32 count, and the address of the next tally of the same row. The
 * fixes of a row count only once the row is accepted.
 */
const NEXT: usize = 4

let found: usize = 0

// @inline
export function beginRow(): void {
  found = 0
}

/** Adds a fix to the current row, at most once per row. */
export function find(tally: usize): void {
  store<u32>(tally, <u32>found, NEXT)
  found = tally
}

/** Counts the fixes of the current row, because the row is accepted. */
// @inline
export function countRow(): void {
  for (let tally = found; tally != 0; tally = <usize>load<u32>(tally, NEXT)) store<i32>(tally, load<i32>(tally) + 1)
}

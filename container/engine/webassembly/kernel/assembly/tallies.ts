/**
 * A tally counts a column's fixes of one kind: an i32 count, and the address of the next tally of the same row. What is found
 * in a row counts when the row is taken; in one that is left it counts for nothing.
 */
const NEXT: usize = 4

let found: usize = 0

// @inline
export function beginRow(): void {
  found = 0
}

/** Once in a row at most. */
export function find(tally: usize): void {
  store<u32>(tally, <u32>found, NEXT)
  found = tally
}

/** The row is taken: what was found in it counts. */
// @inline
export function countRow(): void {
  for (let tally = found; tally != 0; tally = <usize>load<u32>(tally, NEXT)) store<i32>(tally, load<i32>(tally) + 1)
}

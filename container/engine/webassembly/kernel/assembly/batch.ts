// The memory layout of a row batch, which the host (../kernel.ts) allocates. This code owns no memory and allocates
// none. Addresses are usize. Positions within the input are i32, as in RowBatch.

export let input: usize = 0
export let starts: usize = 0
export let ends: usize = 0
export let kinds: usize = 0
export let rowStarts: usize = 0
export let rowNumbers: usize = 0
export let rowsMax: i32 = 0
export let cellsMax: i32 = 0
export let typedStarts: usize = 0
export let typedEnds: usize = 0

export function attach(
  inputAt: usize,
  startsAt: usize,
  endsAt: usize,
  kindsAt: usize,
  rowStartsAt: usize,
  rowNumbersAt: usize,
  rows: i32,
  cells: i32,
  typedStartsAt: usize,
  typedEndsAt: usize,
): void {
  input = inputAt
  starts = startsAt
  ends = endsAt
  kinds = kindsAt
  rowStarts = rowStartsAt
  rowNumbers = rowNumbersAt
  rowsMax = rows
  cellsMax = cells
  typedStarts = typedStartsAt
  typedEnds = typedEndsAt
}

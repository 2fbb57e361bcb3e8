// The shared strings of a workbook, stored in this memory for StringArena
// (../../../readers/spreadsheet/string-arena.ts).
let bytes: usize = 0
let bytesMax: i32 = 0
let stringStarts: usize = 0
let stringLengths: usize = 0
let countMax: i32 = 0

/** The results of a call: the number of strings, their bytes, and the position where reading stopped. */
export let stringsRead: i32 = 0
export let stringBytes: i32 = 0
export let stringsAt: i32 = 0

export function attachStrings(at: usize, size: i32, startsAt: usize, lengthsAt: usize, count: i32): void {
  bytes = at
  bytesMax = size
  stringStarts = startsAt
  stringLengths = lengthsAt
  countMax = count
}

export function stringAt(index: u32): usize {
  return bytes + load<u32>(stringStarts + ((<usize>index) << 2))
}

export function stringLength(index: u32): usize {
  return load<u32>(stringLengths + ((<usize>index) << 2))
}

export function resumeStrings(count: i32, used: i32): void {
  stringsRead = count
  stringBytes = used
}

/**
 * Returns the address for a string of up to `size` bytes, or 0 if there is no space. Copies may safely write past its
 * end.
 */
export function reserveString(size: usize): usize {
  return stringsRead < countMax && <usize>stringBytes + size + 16 <= <usize>bytesMax ? bytes + stringBytes : 0
}

/** Keeps the text that was written there. Reading continues at `at`. */
export function keepString(end: usize, at: usize): void {
  const length = <i32>(end - bytes) - stringBytes
  store<i32>(stringStarts + ((<usize>stringsRead) << 2), stringBytes)
  store<i32>(stringLengths + ((<usize>stringsRead) << 2), length)
  stringsRead++
  stringBytes += length
  stringsAt = <i32>at
}

/** Marks that nothing from `at` on has been read yet. */
export function readStringsFrom(at: usize): void {
  stringsAt = <i32>at
}

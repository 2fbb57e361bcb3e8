// The texts that a workbook shares, as StringArena (../../readers/spreadsheet/string-arena.ts) keeps them in this memory.
let bytes: usize = 0
let bytesMax: i32 = 0
let stringStarts: usize = 0
let stringLengths: usize = 0
let countMax: i32 = 0

/** How many there are, and how many bytes they take, when a call ends; where it stopped reading. */
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

/** The address for a string of up to `size` bytes; 0 when the batch has no space. Copies may write past its end safely. */
export function reserveString(size: usize): usize {
  return stringsRead < countMax && <usize>stringBytes + size + 16 <= <usize>bytesMax ? bytes + stringBytes : 0
}

/** The text written there, and where reading goes on. */
export function keepString(end: usize, at: usize): void {
  const length = <i32>(end - bytes) - stringBytes
  store<i32>(stringStarts + ((<usize>stringsRead) << 2), stringBytes)
  store<i32>(stringLengths + ((<usize>stringsRead) << 2), length)
  stringsRead++
  stringBytes += length
  stringsAt = <i32>at
}

/** Nothing has been read yet from `at` on. */
export function readStringsFrom(at: usize): void {
  stringsAt = <i32>at
}

// The parts of a workbook that a sheet's cells refer to.

/** One byte for each style: the kind of value that it displays, one of MARK_. */
let styles: usize = 0
let styleCount: i32 = 0
export let is1904: bool = false
/** The number of the workbook's shared strings. The field below says how many of them are in this memory. */
export let stringCount: i32 = 0
export let stringsHere: i32 = 0

export function useSheetParts(
  styleFormats: usize,
  styleFormatCount: i32,
  countsFrom1904: bool,
  strings: i32,
  stringsInMemory: i32,
): void {
  styles = styleFormats
  styleCount = styleFormatCount
  is1904 = countsFrom1904
  stringCount = strings
  stringsHere = stringsInMemory
}

// @inline
export function serialFormatOf(style: i32): u8 {
  return style < styleCount ? load<u8>(styles + style) : 0
}

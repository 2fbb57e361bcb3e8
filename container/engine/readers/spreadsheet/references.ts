/** The last cell of a sheet is XFD1048576. */
export const columnsMax = 16_384
export const sheetRowsMax = 1_048_576

/** A part of a sheet. Rows count from 1, as in the sheet, and columns from 0. */
export interface TableRange {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

/** Every cell of a sheet. The first column is A, even if it is not used. */
export const wholeSheet: TableRange = {
  firstRow: 1,
  lastRow: sheetRowsMax,
  firstColumn: 0,
  lastColumn: columnsMax - 1,
}

/**
 * Returns the range of a reference such as `B3:F200`, `B:F`, `3:200` or `B3`, or null if the text is not a reference.
 */
export function rangeOfReference(reference: string): TableRange | null {
  const text = reference.replaceAll('$', '').trim()
  const match =
    /^(?<c1>[A-Z]{1,3})(?<r1>\d{1,7})(?::(?<c2>[A-Z]{1,3})(?<r2>\d{1,7}))?$/i.exec(text) ??
    /^(?<c1>[A-Z]{1,3}):(?<c2>[A-Z]{1,3})$/i.exec(text) ??
    /^(?<r1>\d{1,7}):(?<r2>\d{1,7})$/.exec(text)
  if (match === null) return null
  const { c1, r1, c2 = c1, r2 = r1 } = match.groups ?? {}
  const columns = c1 === undefined ? [0, columnsMax - 1] : [columnIndex(c1), columnIndex(c2 ?? c1)]
  const rows = r1 === undefined ? [1, sheetRowsMax] : [Number(r1), Number(r2)]
  return {
    firstRow: Math.min(...rows),
    lastRow: Math.max(...rows),
    firstColumn: Math.min(...columns),
    lastColumn: Math.max(...columns),
  }
}

/** Splits `Sheet1!B3:F200`, `'My sheet'!B3:F200` and, in OpenDocument, `$Sheet1.$B$3:.$F$200`. */
export function placeInBook(reference: string): { readonly sheet: string | null; readonly range: TableRange } | null {
  const match = /^=?\$?(?:'((?:[^']|'')+)'|([^'!]+?))[!.](.+)$/.exec(reference.trim())
  const cells = match?.[3] ?? reference
  const range = rangeOfReference(cells.replace(/:.*[!.]/, ':'))
  if (range === null) return null
  return { sheet: match === null ? null : (match[1]?.replaceAll("''", "'") ?? match[2] ?? null), range }
}

/** Column A is 0. */
function columnIndex(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Column 0 is A. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last
}

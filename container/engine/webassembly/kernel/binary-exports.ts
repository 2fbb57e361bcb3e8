interface Variable {
  readonly value: number
}

/**
 * The kernel's functions for binary workbooks (xls and xlsb). Addresses are in the kernel's memory. Columns count from
 * 0, rows from 1.
 */
export interface BinaryExports {
  /** Sets the parts of the workbook that a sheet's cells refer to. */
  useSheetParts(styles: number, styleCount: number, is1904: boolean, strings: number, stringsInMemory: number): void
  resumeBatch(
    row: number,
    cell: number,
    text: number,
    lastRow: number,
    firstColumn: number,
    rowEnd: number,
    cellEnd: number,
    textFull: number,
    textEnd: number,
    columnEnd: number,
    firstRow: number,
    rowMax: number,
  ): void
  readBiffRows(at: number, end: number, columnsMax: number, isUnicode: boolean): void
  readXlsbRows(at: number, end: number): void
  /** Returns the last row that was skipped, or −1 if the rows are not in ascending order. */
  walkBiffRows(at: number, end: number, lastRow: number): number
  readonly binaryRows: Variable
  readonly binaryCells: Variable
  readonly binaryText: Variable
  readonly binaryAt: Variable
  readonly binaryLastRow: Variable
  readonly binaryUnfinished: Variable
  readonly binaryRounded: Variable

  attachStrings(bytes: number, byteCount: number, starts: number, lengths: number, countMax: number): void
  resumeStrings(count: number, bytesUsed: number): void
  readBiffStrings(at: number, end: number): void
  readXlsbStrings(at: number, end: number): void
  readonly stringsRead: Variable
  readonly stringBytes: Variable
  readonly stringsAt: Variable
}

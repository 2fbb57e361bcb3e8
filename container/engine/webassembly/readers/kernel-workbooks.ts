import type {
  BinaryRowReader,
  BinarySheet,
  SharedTexts,
  SheetRowReader,
  WorkbookAccelerator,
} from '../../readers/spreadsheet/workbook-accelerator.ts'
import type { SheetParts } from '../../readers/spreadsheet/sheet-parts.ts'
import type { SheetRows } from '../../readers/spreadsheet/sheet-rows.ts'
import type { StringMemory, StringsFilled } from '../../readers/spreadsheet/string-arena.ts'
import type { CellValues } from '../../readers/xlsx/cell-values.ts'
import type { XmlScanner } from '../../readers/xml/xml-scanner.ts'
import type { RowArrays } from '../../table/row-batch.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { slackBytes } from './kernel-batch.ts'
import { KernelCells } from './kernel-cells.ts'
import { KernelSheet } from './kernel-sheet.ts'

/** The kernel's readers for worksheets and their shared strings. */
export class KernelWorkbooks implements WorkbookAccelerator {
  readonly input: Uint8Array
  readonly markup: Uint8Array
  readonly arrays: RowArrays
  readonly strings: StringMemory
  readonly kernel: Kernel

  constructor(kernel: Kernel) {
    this.kernel = kernel
    this.input = kernel.input
    this.markup = kernel.markup
    this.arrays = kernel.arrays
    this.strings = kernel.strings
  }

  sheetRows(xml: XmlScanner, rows: SheetRows, values: CellValues, parts: SheetParts): SheetRowReader | null {
    return KernelSheet.open(this.kernel, xml, rows, values, parts)
  }

  binaryRows(sheet: BinarySheet): BinaryRowReader | null {
    return KernelCells.open(this.kernel, sheet)
  }

  sharedTexts(at: number, end: number): SharedTexts {
    const { call, input, arrays } = this.kernel
    const { byteOffset } = this.markup
    call.readSharedTexts(byteOffset + at, byteOffset + end, input.length - slackBytes)
    const { starts, ends } = arrays
    return { at: call.sharedTextsAt.value - byteOffset, count: call.sharedTexts.value, starts, ends }
  }

  addStrings(format: 'xls' | 'xlsb', at: number, end: number, filled: StringsFilled): StringsFilled & { at: number } {
    const { call } = this.kernel
    const { byteOffset } = this.markup
    call.resumeStrings(filled.count, filled.bytes)
    if (format === 'xls') call.readBiffStrings(byteOffset + at, byteOffset + end)
    else call.readXlsbStrings(byteOffset + at, byteOffset + end)
    return { count: call.stringsRead.value, bytes: call.stringBytes.value, at: call.stringsAt.value - byteOffset }
  }

  passRecords(at: number, end: number, lastRow: number): { readonly at: number; readonly lastRow: number } {
    const { call } = this.kernel
    const { byteOffset } = this.markup
    const last = call.walkBiffRows(byteOffset + at, byteOffset + end, lastRow)
    return { at: call.binaryAt.value - byteOffset, lastRow: last }
  }
}

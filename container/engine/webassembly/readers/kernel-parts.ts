import type { Kernel } from '../kernel/kernel.ts'
import { serialFormats } from '../kernel/layout.ts'
import type { SerialShape } from '../../values/excel-serial.ts'
import type { SheetParts } from '../../readers/spreadsheet/sheet-parts.ts'

/** The way in which the kernel handles a number of each format. */
const formats: Readonly<Record<SerialShape, number>> = { ...serialFormats, duration: serialFormats.host }

/**
 * The parts of a workbook in the kernel's format. They are stored once, and the kernel receives their addresses before
 * it reads.
 */
export class KernelParts {
  private readonly kernel: Kernel
  private readonly parts: SheetParts
  private readonly styles: { readonly at: number; readonly count: number }

  /** Returns null if the kernel has no space for them, or if the workbook has several currencies. */
  static keep(kernel: Kernel, parts: SheetParts): KernelParts | null {
    if (parts.styles.hasSeveralCurrencies) return null
    const { shapes, digits } = parts.styles
    const bytes = Uint8Array.from(shapes, (shape, style) => (digits[style] === 0 ? formats[shape] : serialFormats.host))
    const at = kernel.keep(bytes)
    return at === null ? null : new KernelParts(kernel, parts, { at, count: bytes.length })
  }

  private constructor(kernel: Kernel, parts: SheetParts, styles: { at: number; count: number }) {
    this.kernel = kernel
    this.parts = parts
    this.styles = styles
  }

  show(): void {
    const { strings, is1904 } = this.parts
    const { at, count } = this.styles
    this.kernel.call.useSheetParts(at, count, is1904, strings.count, strings.countInMemory)
  }
}

import type { Reporter } from '../../report/reporter.ts'
import { CellKind, type RowBatch } from '../../table/row-batch.ts'
import { type SerialShape, serialText } from '../../values/excel-serial.ts'
import { appendMarked, appendRuns, type SharedStrings } from './shared-strings.ts'
import type { Workbook } from './workbook.ts'
import { ascii, undoExcelEscapes } from './xml.ts'
import type { Element, XmlWindow } from './xml-window.ts'

const columnsMax = 16_384
const rowsMax = 1_048_576
const encoder = new TextEncoder()

/** One row's cells from its XML: their kinds by type and style, their columns by reference or, without one, by order. */
export class SheetRows {
  private readonly workbook: Pick<Workbook, 'shapes' | 'is1904'>
  private readonly strings: SharedStrings | null
  private readonly reporter: Reporter
  private rowNumber = 0

  constructor(workbook: Pick<Workbook, 'shapes' | 'is1904'>, strings: SharedStrings | null, reporter: Reporter) {
    this.workbook = workbook
    this.strings = strings
    this.reporter = reporter
  }

  add(window: XmlWindow, row: Element, batch: RowBatch): void {
    const given = this.numberOf(window, 'r', row.start, row.contentStart)
    const number = given !== null && given >= 1 && given <= rowsMax ? given : this.rowNumber + 1
    this.rowNumber = number
    let column = 0
    let hasValue = false
    for (let at = row.contentStart; at < row.contentEnd;) {
      const cell = window.nextElement('c', at, row.contentEnd)
      if (cell === null) break
      at = cell.end
      const referenced = this.columnOf(window, cell)
      if (referenced >= columnsMax) {
        this.reporter.problem({
          code: 'cell_out_of_range',
          row: number,
          message: 'A cell stands beyond the last column of a sheet (XFD); it was left out.',
        })
        continue
      }
      // Cells out of order cannot be put back in a stream: they follow where they come.
      if (referenced > column) for (; column < referenced; column++) batch.addCell(CellKind.empty, 0, 0)
      if (this.addCell(window, cell, batch, number)) hasValue = true
      column++
    }
    if (hasValue) batch.endRow(number)
    else batch.dropOpenRow()
  }

  /** 0-based, from letters; −1 without a reference. */
  private columnOf(window: XmlWindow, cell: Element): number {
    const reference = window.attribute('r', cell.start, cell.contentStart)
    if (reference === null) return -1
    let column = 0
    for (let at = reference.start; at < reference.end; at++) {
      const letter = (window.bytes[at] as number) & 0xdf
      if (letter < 65 || letter > 90) break
      column = column * 26 + letter - 64
      if (column > columnsMax) return columnsMax
    }
    return column - 1
  }

  private addCell(window: XmlWindow, cell: Element, batch: RowBatch, row: number): boolean {
    const { bytes } = window
    const typeAt = window.attribute('t', cell.start, cell.contentStart)
    const type = typeAt === null ? 'n' : ascii(bytes, typeAt.start, Math.min(typeAt.end, typeAt.start + 12))
    const from = batch.arena.length
    if (type === 'inlineStr') {
      appendRuns(window, cell.contentStart, cell.contentEnd, batch.arena)
      undoExcelEscapes(batch.arena, from)
      return this.text(batch, from)
    }
    const value =
      cell.contentStart === cell.contentEnd ? null : window.nextElement('v', cell.contentStart, cell.contentEnd)
    if (value === null || value.contentStart === value.contentEnd) {
      const isFormula =
        cell.contentStart !== cell.contentEnd && window.nextElement('f', cell.contentStart, cell.contentEnd) !== null
      batch.addCell(isFormula && type !== 'str' ? CellKind.uncached : CellKind.empty, from, from)
      return isFormula
    }
    switch (type) {
      case 's':
        return this.shared(batch, ascii(bytes, value.contentStart, value.contentEnd), row)
      case 'str':
        appendMarked(bytes, value.contentStart, value.contentEnd, batch.arena)
        undoExcelEscapes(batch.arena, from)
        return this.text(batch, from)
      case 'b':
        batch.addBytes(
          CellKind.boolean,
          encoder.encode(bytes[value.contentStart] === 49 || bytes[value.contentStart] === 116 ? 'true' : 'false'),
        )
        return true
      case 'e':
        batch.addBytes(CellKind.error, bytes, value.contentStart, value.contentEnd)
        return true
      case 'd':
        return this.isoDate(batch, ascii(bytes, value.contentStart, value.contentEnd))
      default:
        return this.number(window, cell, batch, ascii(bytes, value.contentStart, value.contentEnd).trim())
    }
  }

  private text(batch: RowBatch, from: number): boolean {
    const isEmpty = batch.arena.length === from
    batch.addCell(isEmpty ? CellKind.empty : CellKind.quoted, from, batch.arena.length)
    return !isEmpty
  }

  private shared(batch: RowBatch, text: string, row: number): boolean {
    const index = Number(text)
    if (this.strings === null || !Number.isInteger(index) || index < 0 || index >= this.strings.count) {
      this.reporter.problem({
        code: 'missing_shared_string',
        row,
        value: text,
        message: 'The cell names a shared string that the workbook does not have: NULL.',
      })
      batch.addCell(CellKind.empty, 0, 0)
      return false
    }
    const from = batch.arena.length
    batch.arena.append(this.strings.arena.bytes, this.strings.start(index), this.strings.ends[index])
    return this.text(batch, from)
  }

  /** `2024-01-31T10:00:00Z`, of strict workbooks. */
  private isoDate(batch: RowBatch, text: string): boolean {
    const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d(?:\.\d+)?)Z?)?$/.exec(text.trim())
    if (found === null) batch.addBytes(CellKind.quoted, encoder.encode(text))
    else if (found[2] === undefined) batch.addBytes(CellKind.date, encoder.encode(found[1]))
    else batch.addBytes(CellKind.timestamp, encoder.encode(`${found[1]} ${found[2]}`))
    return true
  }

  private number(window: XmlWindow, cell: Element, batch: RowBatch, text: string): boolean {
    const style = this.numberOf(window, 's', cell.start, cell.contentStart)
    const shape: SerialShape = style === null ? 'number' : (this.workbook.shapes[style] ?? 'number')
    const date = shape === 'number' ? null : serialText(Number(text), shape, this.workbook.is1904)
    if (date !== null) {
      const kind = {
        date: CellKind.date,
        time: CellKind.time,
        timestamp: CellKind.timestamp,
        duration: CellKind.quoted,
      }[date.kind]
      batch.addBytes(kind, encoder.encode(date.text))
      return true
    }
    const canonical = canonicalNumber(text)
    if (canonical === null) batch.addBytes(CellKind.quoted, encoder.encode(text))
    else batch.addBytes(CellKind.number, encoder.encode(canonical))
    return true
  }

  private numberOf(window: XmlWindow, name: string, start: number, close: number): number | null {
    const at = window.attribute(name, start, close)
    if (at === null) return null
    const value = Number(ascii(window.bytes, at.start, Math.min(at.end, at.start + 12)))
    return Number.isInteger(value) ? value : null
  }
}

/** Fifteen significant digits, as Excel shows them: `0.30000000000000004` is 0.3. Exponents within reach are written out. */
export function canonicalNumber(text: string): string | null {
  if (/^-?(?:0|[1-9]\d{0,14})$/.test(text)) return text === '-0' ? '0' : text
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(text)) return null
  const value = Number(text)
  if (!Number.isFinite(value)) return null
  if (value === 0) return '0'
  const [mantissa = '', exponentText = '0'] = value.toExponential(14).split('e')
  const exponent = Number(exponentText)
  const digits = mantissa.replace('-', '').replace('.', '').replace(/0+$/, '') || '0'
  const sign = value < 0 ? '-' : ''
  if (exponent < -30 || exponent > 30) return `${sign}${digits[0]}.${digits.slice(1) || '0'}e${exponent}`
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  if (digits.length <= exponent + 1) return sign + digits + '0'.repeat(exponent + 1 - digits.length)
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`
}

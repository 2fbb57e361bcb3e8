import type { Reporter } from '../../report/reporter.ts'
import { CellKind, type RowBatch } from '../../table/row-batch.ts'
import type { SerialShape } from '../../values/excel-serial.ts'
import { currencyOfFormat, digitsFilled, shapeOfFormat } from '../../values/number-format.ts'
import { scannedBatches } from '../spreadsheet/scanned-batches.ts'
import { linkOfFormula } from '../spreadsheet/formula-links.ts'
import { noteMerged } from '../spreadsheet/sheet-notes.ts'
import { columnsMax } from '../spreadsheet/references.ts'
import type { SheetRows, SheetStop } from '../spreadsheet/sheet-rows.ts'
import type { TableStream } from '../spreadsheet/table-stream.ts'
import {
  addBoolean,
  addIsoDate,
  addSerial,
  appendStored,
  fillDigits,
  withoutFirstDay,
} from '../spreadsheet/value-cells.ts'
import type { SheetInfo } from '../spreadsheet/workbook.ts'
import { xmlAsUtf8 } from '../xml/xml-chunks.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'
import { appendXmlText } from '../xml/xml-text.ts'

/** Number formats that SpreadsheetML refers to by name. */
const namedFormats: ReadonlyMap<string, SerialShape> = new Map([
  ['General Date', 'timestamp'],
  ['Long Date', 'date'],
  ['Medium Date', 'date'],
  ['Short Date', 'date'],
  ['Long Time', 'time'],
  ['Medium Time', 'time'],
  ['Short Time', 'time'],
  ['Currency', 'number'],
  ['Euro Currency', 'number'],
  ['Fixed', 'number'],
  ['Standard', 'number'],
  ['Percent', 'number'],
  ['Scientific', 'number'],
  ['Yes/No', 'number'],
  ['True/False', 'number'],
  ['On/Off', 'number'],
])

/**
 * Reads the worksheets of a SpreadsheetML 2003 document. Excel 2003 saved this XML, often with the extension `.xls`.
 */
export class SpreadsheetMlTables implements TableStream {
  private readonly xml: XmlScanner
  private readonly reporter: Reporter
  private readonly hidden: ReadonlySet<number>
  private readonly shapes = new Map<string, SerialShape>()
  /** The number of digits that formats such as `00000` pad to. */
  private readonly digits = new Map<string, number>()
  private readonly currencies = new Map<string, string | null>()
  private style = ''
  private sheet: SheetInfo | null = null
  private sheetCount = 0
  private inTable = false
  private rowNumber = 0
  private column = -1
  /** The number of columns that the table has declared so far. */
  private columns = 0
  private across = 0
  private cellStyle = ''
  private hasFormula = false
  private inCell = false
  private commentDepth = -1
  private comment = ''
  private dataDepth = -1
  private type = ''
  private start = 0

  /** `hidden` contains the indexes of hidden worksheets. A worksheet is only marked as hidden after its rows. */
  constructor(chunks: AsyncIterable<Uint8Array>, reporter: Reporter, hidden: ReadonlySet<number>) {
    this.xml = new XmlScanner(xmlAsUtf8(chunks).chunks)
    this.reporter = reporter
    this.hidden = hidden
  }

  close(): Promise<void> {
    return this.xml.close()
  }

  async nextTable(): Promise<SheetInfo | null> {
    const { xml } = this
    const before = this.sheetCount
    this.inTable = false
    this.columns = 0
    for (;;) {
      const token = xml.next()
      if (token === XmlToken.end) return null
      if (token === XmlToken.starved) await xml.fill()
      else if (token === XmlToken.open) this.openOutside()
      if (this.sheetCount > before && this.inTable) return this.sheet
    }
  }

  async *batches(rows: SheetRows): AsyncIterable<RowBatch> {
    yield* scannedBatches(rows, {
      isOpen: () => this.inTable,
      read: () => this.read(rows),
      fill: () => this.xml.fill(),
    })
    noteMerged(this.reporter, rows.merged.count)
  }

  private openOutside(): void {
    const { xml } = this
    const name = xml.name()
    if (name === 'Style') this.style = xml.attribute('ID') ?? ''
    else if (name === 'NumberFormat') {
      const code = xml.attribute('Format') ?? 'General'
      this.shapes.set(this.style, namedFormats.get(code) ?? shapeOfFormat(0, code))
      this.digits.set(this.style, digitsFilled(code))
      this.currencies.set(this.style, currencyOfFormat(0, code))
    } else if (name === 'Worksheet') {
      this.sheet = {
        name: xml.attribute('Name') ?? `Sheet${this.sheetCount + 1}`,
        isHidden: this.hidden.has(this.sheetCount),
      }
      this.sheetCount++
    } else if (name === 'Table' && this.sheet !== null && !xml.isSelfClosing) this.inTable = true
  }

  private read(rows: SheetRows): SheetStop {
    const { xml } = this
    for (;;) {
      const token = xml.next()
      if (token === XmlToken.text) {
        if (this.commentDepth >= 0) this.comment += xml.text()
        else if (this.dataDepth >= 0) {
          appendXmlText(rows.batch.arena, xml.buffer, xml.textStart, xml.textEnd, xml.isCdata)
        }
      } else if (token === XmlToken.open) this.open(rows)
      else if (token === XmlToken.close) {
        if (this.closeTag(rows) && rows.isFull) return 'full'
        if (!this.inTable) return 'over'
      } else if (token === XmlToken.starved) return 'starved'
      else {
        // A table whose closing tag has a different name ends with the file.
        this.inTable = false
        return 'over'
      }
    }
  }

  private open(rows: SheetRows): void {
    const { xml } = this
    if (this.commentDepth >= 0 || this.dataDepth >= 0) return
    const name = xml.name()
    if (name === 'Row') this.beginRow(rows)
    else if (name === 'Column') this.addColumns(rows)
    else if (name === 'Cell') this.beginCell(rows)
    else if (!this.inCell || xml.isSelfClosing) return
    else if (name === 'Comment') [this.commentDepth, this.comment] = [xml.depth - 1, '']
    else if (name === 'Data') {
      this.dataDepth = xml.depth - 1
      this.type = xml.attribute('Type') ?? 'String'
      this.start = rows.batch.arena.length
    }
  }

  /** Returns true at the end of a row. */
  private closeTag(rows: SheetRows): boolean {
    const { xml } = this
    if (this.commentDepth >= 0) {
      if (xml.depth > this.commentDepth) return false
      this.commentDepth = -1
      rows.annotations.addComment(this.rowOf(rows), this.column, this.comment.trim())
    } else if (this.dataDepth >= 0) {
      if (xml.depth > this.dataDepth) return false
      this.dataDepth = -1
      this.addValue(rows)
    } else if (this.inCell) {
      if (xml.name() === 'Cell') this.endCell(rows)
    } else if (xml.name() === 'Row') {
      rows.endRow(this.rowNumber)
      return true
    } else if (xml.name() === 'Table') this.inTable = false
    return false
  }

  private addColumns(rows: SheetRows): void {
    const { xml } = this
    const first = (placeOf(xml.attribute('Index')) ?? this.columns + 1) - 1
    const last = first + (placeOf(xml.attribute('Span')) ?? 0)
    this.columns = last + 1
    if (xml.attribute('Hidden') === '1' && last < columnsMax) rows.hidden.addColumns(first, last)
  }

  private beginRow(rows: SheetRows): void {
    const { xml } = this
    this.rowNumber = placeOf(xml.attribute('Index')) ?? 0
    this.column = -1
    this.across = 0
    rows.isHidden = xml.attribute('Hidden') === '1'
    if (xml.isSelfClosing) rows.endRow(this.rowNumber)
  }

  private beginCell(rows: SheetRows): void {
    const { xml } = this
    const given = placeOf(xml.attribute('Index'))
    this.column = given === null ? this.column + this.across + 1 : given - 1
    this.across = placeOf(xml.attribute('MergeAcross')) ?? 0
    const down = placeOf(xml.attribute('MergeDown')) ?? 0
    const row = this.rowOf(rows)
    const cell = { firstRow: row, lastRow: row, firstColumn: this.column, lastColumn: this.column }
    rows.annotations.addLink(cell, xml.attribute('HRef') ?? '')
    if (this.across > 0 || down > 0) rows.merged.add(row, row + down, this.column, this.column + this.across)
    this.cellStyle = xml.attribute('StyleID') ?? ''
    const formula = xml.attribute('Formula')
    this.hasFormula = formula !== null
    const link = formula === null ? null : linkOfFormula(formula)
    if (link !== null) rows.annotations.addFormulaLink(row, this.column, link.url)
    this.type = ''
    this.inCell = true
    if (xml.isSelfClosing) this.endCell(rows)
  }

  /** Returns the number of the current row. */
  private rowOf(rows: SheetRows): number {
    return Math.max(this.rowNumber, rows.lastRow + 1)
  }

  private endCell(rows: SheetRows): void {
    this.inCell = false
    if (this.type === '' && this.hasFormula) rows.addCell(this.column, CellKind.uncached, 0, 0)
  }

  private addValue(rows: SheetRows): void {
    const { column, start } = this
    const { arena } = rows.batch
    const end = arena.length
    const text = (): string => new TextDecoder().decode(arena.bytes.subarray(start, end))
    if (this.type === 'Number') return this.addNumber(rows, text)
    if (this.type === 'Boolean') return addBoolean(rows, column, /^(?:1|true)$/i.test(text().trim()))
    if (this.type === 'Error') return rows.addCell(column, CellKind.error, start, end)
    if (this.type === 'DateTime') return addIsoDate(rows, column, withoutFirstDay(text()))
    rows.addCell(column, CellKind.quoted, start, end)
  }

  private addNumber(rows: SheetRows, text: () => string): void {
    const { column, start } = this
    const { arena } = rows.batch
    const end = arena.length
    const shape = this.shapes.get(this.cellStyle) ?? 'number'
    const written = shape === 'number' ? '' : text().trim()
    if (written !== '' && addSerial(rows, column, Number(written), { shape, is1904: false })) return
    if (!appendStored(rows, arena.bytes, start, end)) return rows.addCell(column, CellKind.quoted, start, end)
    const currency = this.currencies.get(this.cellStyle)
    if (typeof currency === 'string') rows.currencies.add(column, currency)
    const isFilled = fillDigits(arena, end, this.digits.get(this.cellStyle) ?? 0)
    rows.addCell(column, isFilled ? CellKind.quoted : CellKind.number, end, arena.length)
  }
}

/** Parses a count or a position of at most nine digits. */
const placeOf = (text: string | null): number | null => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null)

export async function hiddenWorksheets(chunks: AsyncIterable<Uint8Array>): Promise<Set<number>> {
  const xml = new XmlScanner(xmlAsUtf8(chunks).chunks)
  const hidden = new Set<number>()
  let sheet = -1
  let inVisible = false
  try {
    for (let token = xml.next(); token !== XmlToken.end; token = xml.next()) {
      if (token === XmlToken.starved) await xml.fill()
      else if (token === XmlToken.open && xml.name() === 'Worksheet') sheet++
      else if (token === XmlToken.open) inVisible = xml.name() === 'Visible' && !xml.isSelfClosing
      else if (token === XmlToken.close) inVisible = false
      else if (inVisible && /Hidden/.test(xml.text())) hidden.add(sheet)
    }
  } finally {
    await xml.close()
  }
  return hidden
}

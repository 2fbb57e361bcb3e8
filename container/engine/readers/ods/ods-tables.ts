import type { Reporter } from '../../report/reporter.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import { scannedBatches } from '../spreadsheet/scanned-batches.ts'
import { fixInvalidBytes, noteMerged } from '../spreadsheet/sheet-notes.ts'
import { columnsMax } from '../spreadsheet/references.ts'
import type { SheetRows, SheetStop } from '../spreadsheet/sheet-rows.ts'
import type { TableStream } from '../spreadsheet/table-stream.ts'
import type { SheetInfo } from '../spreadsheet/workbook.ts'
import { xmlAsUtf8 } from '../xml/xml-chunks.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'
import { OdsCells } from './ods-cells.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const names = {
  spreadsheet: encode('spreadsheet'),
  table: encode('table'),
  row: encode('table-row'),
  cell: encode('table-cell'),
  covered: encode('covered-table-cell'),
  column: encode('table-column'),
  shapes: encode('shapes'),
  style: encode('style'),
  tableProperties: encode('table-properties'),
  nullDate: encode('null-date'),
}
/** LibreOffice's copies of tables in other files that formulas refer to. Their names contain the files' URLs. */
const keptOfAnotherFile = /^'[a-z][a-z\d+.-]*:.*'#/i

/** Reads the tables of an OpenDocument's content as a stream. The content is a flat document or a part of a package. */
export class OdsTables implements TableStream {
  private readonly xml: XmlScanner
  private readonly replaced: () => number
  private readonly reporter: Reporter
  private readonly hiddenStyles = new Set<string>()
  private styleName = ''
  private spreadsheetDepth = -1
  private tableDepth = -1
  /**
   * The depth of a shape on the sheet, outside of cells. Flat documents contain whole charts, including the charts'
   * tables.
   */
  private shapesDepth = -1
  private table: SheetInfo | null = null
  private tableCount = 0
  private firstDay = '1899-12-30'
  private rowRepeats = 1
  /** The number of columns that the document has declared for the table so far. */
  private columns = 0

  constructor(chunks: AsyncIterable<Uint8Array>, reporter: Reporter) {
    const utf8 = xmlAsUtf8(chunks)
    this.xml = new XmlScanner(utf8.chunks)
    this.replaced = utf8.replaced
    this.reporter = reporter
  }

  close(): Promise<void> {
    return this.xml.close()
  }

  async nextTable(): Promise<SheetInfo | null> {
    const before = this.tableCount
    for (;;) {
      const token = this.xml.next()
      if (token === XmlToken.end) return null
      if (token === XmlToken.starved) await this.xml.fill()
      else if (token === XmlToken.open) this.openOutside()
      else if (token === XmlToken.close && this.xml.depth <= this.tableDepth) this.tableDepth = -1
      if (this.tableCount > before) return this.table
    }
  }

  async *batches(rows: SheetRows): AsyncIterable<RowBatch> {
    const cells = new OdsCells(this.xml, rows, this.firstDay)
    yield* scannedBatches(rows, {
      isOpen: () => this.tableDepth >= 0,
      read: () => this.read(rows, cells),
      fill: () => this.xml.fill(),
    })
    noteMerged(this.reporter, rows.merged.count)
    fixInvalidBytes(this.reporter, this.replaced())
  }

  /** Handles the styles and the tables themselves, and skips everything else. */
  private openOutside(): void {
    const { xml } = this
    if (this.spreadsheetDepth < 0) {
      if (xml.is(names.style)) this.styleName = xml.attribute('name') ?? ''
      else if (xml.is(names.tableProperties) && xml.attribute('display') === 'false')
        this.hiddenStyles.add(this.styleName)
      else if (xml.is(names.spreadsheet)) this.spreadsheetDepth = xml.depth
    } else if (xml.is(names.nullDate)) this.firstDay = xml.attribute('date-value') ?? this.firstDay
    else if (!xml.isSelfClosing && xml.depth === this.spreadsheetDepth + 1 && xml.is(names.table)) this.openTable()
  }

  private openTable(): void {
    const { xml } = this
    const name = xml.attribute('name')
    if (name !== null && keptOfAnotherFile.test(name)) return
    this.tableCount++
    this.tableDepth = xml.depth - 1
    this.columns = 0
    this.table = {
      name: name ?? `Sheet${this.tableCount}`,
      isHidden: this.hiddenStyles.has(xml.attribute('style-name') ?? ''),
    }
  }

  private read(rows: SheetRows, cells: OdsCells): SheetStop {
    const { xml } = this
    for (;;) {
      if (rows.isRepeating) {
        rows.repeatRows()
        if (rows.isFull) return 'full'
      }
      const token = xml.next()
      if (token === XmlToken.text) {
        if (cells.isInCell) cells.text()
      } else if (token === XmlToken.open) {
        if (cells.isInCell) cells.open()
        else if (this.shapesDepth < 0) this.open(rows, cells)
      } else if (token === XmlToken.close) {
        if (cells.isInCell) cells.close()
        else if (this.shapesDepth >= 0) this.leaveShapes()
        else if (this.leave(rows) && rows.isFull) return 'full'
        else if (this.tableDepth < 0) return 'over'
      } else return token === XmlToken.starved ? 'starved' : 'over'
    }
  }

  private open(rows: SheetRows, cells: OdsCells): void {
    const { xml } = this
    if (xml.is(names.cell) || xml.is(names.covered)) cells.beginCell()
    else if (xml.is(names.row)) this.beginRow(rows, cells)
    else if (xml.is(names.column)) this.addColumns(rows)
    else if (xml.is(names.shapes) && !xml.isSelfClosing) this.shapesDepth = xml.depth - 1
  }

  private addColumns(rows: SheetRows): void {
    const first = this.columns
    const times = Number(this.xml.attribute('number-columns-repeated') ?? 1) || 1
    this.columns = Math.min(columnsMax, first + times)
    if (isHiddenTag(this.xml) && first < this.columns) rows.hidden.addColumns(first, this.columns - 1)
  }

  private leaveShapes(): void {
    if (this.xml.depth <= this.shapesDepth) this.shapesDepth = -1
  }

  /** Returns true at the end of a row. */
  private leave(rows: SheetRows): boolean {
    const { xml } = this
    if (xml.depth <= this.tableDepth) this.tableDepth = -1
    else if (xml.is(names.row)) {
      this.endRow(rows)
      return true
    }
    return false
  }

  private beginRow(rows: SheetRows, cells: OdsCells): void {
    const { xml } = this
    this.rowRepeats = 1
    rows.isHidden = false
    if (xml.tagEnd > xml.nameEnd) {
      this.rowRepeats = Math.min(1e9, Number(xml.attribute('number-rows-repeated') ?? 1) || 1)
      rows.isHidden = isHiddenTag(xml)
    }
    if (xml.isSelfClosing) this.endRow(rows)
    else cells.beginRow()
  }

  private endRow(rows: SheetRows): void {
    rows.endRow(0)
    if (this.rowRepeats > 1) rows.repeatLast(this.rowRepeats - 1)
  }
}

const isHiddenTag = (xml: XmlScanner): boolean => /^(?:collapse|filter)$/.test(xml.attribute('visibility') ?? '')

import type { Reporter } from '../../report/reporter.ts'
import { CellKind, type RowBatch } from '../../table/row-batch.ts'
import { appendAscii, appendStoredNumber } from '../../values/stored-number.ts'
import type { SheetRows } from '../spreadsheet/sheet-rows.ts'
import type { TableStream } from '../spreadsheet/table-stream.ts'
import { addBoolean, addIsoDate } from '../spreadsheet/value-cells.ts'
import type { SheetInfo } from '../spreadsheet/workbook.ts'
import { xmlAsUtf8 } from '../xml/xml-chunks.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'
import { appendXmlText } from '../xml/xml-text.ts'
import { CellAttributes, ValueType } from './cell-attributes.ts'
import { Paragraphs } from './paragraphs.ts'
import { roundedMoment, timeOfDuration } from './time-value.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const names = {
  spreadsheet: encode('spreadsheet'),
  table: encode('table'),
  row: encode('table-row'),
  cell: encode('table-cell'),
  covered: encode('covered-table-cell'),
  column: encode('table-column'),
  paragraph: encode('p'),
  space: encode('s'),
  tab: encode('tab'),
  lineBreak: encode('line-break'),
  annotation: encode('annotation'),
  rubyText: encode('ruby-text'),
  style: encode('style'),
  tableProperties: encode('table-properties'),
}

/** The errors that a cell shows where its type does not say so. */
const errorText = /^(?:#(?:N\/A|DIV\/0!|REF!|VALUE!|NAME\?|NUM!|NULL!)|Err:\d{3})$/

/** The tables of an OpenDocument's content, flat or from its package, as a stream. */
export class OdsTables implements TableStream {
  private readonly xml: XmlScanner
  private readonly replaced: () => number
  private readonly reporter: Reporter
  private readonly attributes = new CellAttributes()
  private readonly hiddenStyles = new Set<string>()
  private styleName = ''
  private spreadsheetDepth = -1
  private tableDepth = -1
  private table: SheetInfo | null = null
  private tablesSeen = 0
  private paragraphs: Paragraphs | null = null
  private rowRepeats = 1
  private column = 0
  private cellDepth = -1
  private skipDepth = -1
  private inParagraph = false
  private cellStart = 0
  private merged = 0
  private type: ValueType = ValueType.none
  private hasValue = false
  private hasFormula = false
  private repeats = 1
  private valueEnd = 0
  private valueText = ''
  /** The text is the value, or tells whether a formula failed. */
  private wantsText = false

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
    const seen = this.tablesSeen
    for (;;) {
      const token = this.xml.next()
      if (token === XmlToken.end) return null
      if (token === XmlToken.starved) await this.xml.fill()
      else if (token === XmlToken.open) this.openOutside()
      else if (token === XmlToken.close && this.xml.depth <= this.tableDepth) this.tableDepth = -1
      if (this.tablesSeen > seen) return this.table
    }
  }

  async *batches(rows: SheetRows): AsyncIterable<RowBatch> {
    this.paragraphs = new Paragraphs(rows.batch.arena)
    this.merged = 0
    try {
      while (this.tableDepth >= 0) {
        if (this.read(rows)) await this.xml.fill()
        if (!rows.isFull) continue
        const batch = rows.take()
        if (batch !== null) yield batch
        rows.batch.clear()
      }
    } catch (error) {
      throw rows.failure(error)
    }
    const batch = rows.take()
    if (batch !== null) yield batch
    rows.finish()
    this.report()
  }

  private report(): void {
    const { reporter } = this
    if (this.merged > 0) {
      reporter.note(`The sheet has ${this.merged} merged ranges: each one's value is in its first cell only.`)
    }
    const replaced = this.replaced()
    if (replaced > 0) {
      reporter.fix({ code: 'invalid_bytes', count: replaced, message: 'Bytes that are no characters became U+FFFD.' })
    }
  }

  /** Styles, and the tables themselves, whose content is passed over. */
  private openOutside(): void {
    const { xml } = this
    if (this.spreadsheetDepth < 0) {
      if (xml.is(names.style)) this.styleName = xml.attribute('name') ?? ''
      else if (xml.is(names.tableProperties) && xml.attribute('display') === 'false')
        this.hiddenStyles.add(this.styleName)
      else if (xml.is(names.spreadsheet)) this.spreadsheetDepth = xml.depth
    } else if (!xml.isSelfClosing && xml.depth === this.spreadsheetDepth + 1 && xml.is(names.table)) {
      this.tablesSeen++
      this.tableDepth = xml.depth - 1
      this.table = {
        name: xml.attribute('name') ?? `Sheet${this.tablesSeen}`,
        isHidden: this.hiddenStyles.has(xml.attribute('style-name') ?? ''),
      }
    }
  }

  /** Reads the table until a batch is full, the table ends (false) or the buffer does (true). */
  private read(rows: SheetRows): boolean {
    const { xml } = this
    for (;;) {
      if (rows.isRepeating) rows.repeatRows()
      if (rows.isFull) return false
      const token = xml.next()
      if (token === XmlToken.text) {
        if (this.inParagraph && this.skipDepth < 0) {
          this.paragraphs?.text(xml.buffer, xml.textStart, xml.textEnd, xml.isCdata)
        }
      } else if (token === XmlToken.open) this.open(rows)
      else if (token === XmlToken.close) {
        if (this.leave(rows)) return false
      } else return token === XmlToken.starved
    }
  }

  private open(rows: SheetRows): void {
    const { xml } = this
    if (this.skipDepth >= 0) return
    if (this.cellDepth >= 0) this.openInCell()
    else if (xml.is(names.cell) || xml.is(names.covered)) this.beginCell(rows)
    else if (xml.is(names.row)) this.beginRow(rows)
    else if (xml.is(names.column) && isHiddenTag(xml)) this.reporter.note(hiddenColumns)
  }

  private leave(rows: SheetRows): boolean {
    const { xml } = this
    if (this.skipDepth >= 0) {
      if (xml.depth <= this.skipDepth) this.skipDepth = -1
    } else if (this.cellDepth >= 0) {
      if (xml.depth < this.cellDepth) this.endCell(rows)
      else if (xml.depth === this.cellDepth) {
        this.inParagraph = false
        this.paragraphs?.endParagraph()
      }
    } else if (xml.depth <= this.tableDepth) {
      this.tableDepth = -1
      return true
    } else if (xml.is(names.row)) this.endRow(rows)
    return false
  }

  private beginRow(rows: SheetRows): void {
    const { xml } = this
    this.column = 0
    this.rowRepeats = Math.min(1e9, Number(xml.attribute('number-rows-repeated') ?? 1) || 1)
    if (isHiddenTag(xml)) rows.hiddenRows += this.rowRepeats
    if (xml.isSelfClosing) this.endRow(rows)
  }

  private endRow(rows: SheetRows): void {
    rows.endRow(0)
    if (this.rowRepeats > 1) rows.repeatLast(this.rowRepeats - 1)
  }

  private beginCell(rows: SheetRows): void {
    const { xml, attributes } = this
    const { arena } = rows.batch
    attributes.read(xml)
    this.type = attributes.type
    this.hasFormula = attributes.hasFormula
    this.repeats = attributes.repeats
    this.hasValue = attributes.valueEnd > 0
    if (attributes.isMerged) this.merged++
    this.cellStart = arena.length
    if (this.hasValue) {
      appendXmlText(arena, xml.buffer, attributes.valueStart, attributes.valueEnd, false)
      // Numbers stay in the arena; what is written anew leaves it.
      if (this.type > ValueType.number) {
        this.valueText = decoder.decode(arena.bytes.subarray(this.cellStart, arena.length))
        arena.length = this.cellStart
      }
    }
    this.valueEnd = arena.length
    this.wantsText =
      this.hasFormula || this.type === ValueType.error || (this.type <= ValueType.string && !this.hasValue)
    this.paragraphs?.beginCell()
    if (xml.isSelfClosing) this.endCell(rows)
    else this.cellDepth = xml.depth
  }

  private openInCell(): void {
    const { xml, paragraphs } = this
    const isChild = xml.depth === this.cellDepth + (xml.isSelfClosing ? 0 : 1)
    if (isChild && !this.inParagraph) {
      if (!this.wantsText || !xml.is(names.paragraph)) {
        if (!xml.isSelfClosing) this.skipDepth = xml.depth - 1
        return
      }
      paragraphs?.beginParagraph()
      this.inParagraph = !xml.isSelfClosing
    } else if (xml.is(names.space)) paragraphs?.mark(32, Math.min(32_767, Number(xml.attribute('c') ?? 1) || 1))
    else if (xml.is(names.tab)) paragraphs?.mark(9)
    else if (xml.is(names.lineBreak)) paragraphs?.mark(10)
    else if ((xml.is(names.annotation) || xml.is(names.rubyText)) && !xml.isSelfClosing) this.skipDepth = xml.depth - 1
  }

  private endCell(rows: SheetRows): void {
    this.cellDepth = -1
    this.inParagraph = false
    const { column, repeats } = this
    this.column = Math.min(1e9, column + repeats)
    const { batch } = rows
    const isBlank = this.type === ValueType.none && batch.arena.length === this.cellStart
    if (isBlank && !this.hasFormula) return
    this.addCell(rows, column)
    if (repeats > 1 && rows.endsAt(column)) this.repeatCell(rows, column)
  }

  /** The same value in the columns to its right. */
  private repeatCell(rows: SheetRows, column: number): void {
    const { batch } = rows
    const cell = batch.cellCount - 1
    rows.countRepeated(this.repeats)
    const kind = batch.kinds[cell] as CellKind
    const start = batch.starts[cell] as number
    const end = batch.ends[cell] as number
    for (let index = 1; index < this.repeats; index++) rows.addCell(column + index, kind, start, end)
  }

  private addCell(rows: SheetRows, column: number): void {
    const { arena } = rows.batch
    const { cellStart, valueEnd } = this
    if (this.type === ValueType.error) return rows.addCell(column, CellKind.error, valueEnd, arena.length)
    const shown = this.hasFormula ? decoder.decode(arena.bytes.subarray(valueEnd, arena.length)) : ''
    if (this.hasFormula && errorText.test(shown)) return rows.addCell(column, CellKind.error, valueEnd, arena.length)
    if (this.type === ValueType.number && this.hasValue) return numberCell(rows, column, cellStart, valueEnd)
    if (this.type > ValueType.number && this.hasValue) {
      arena.length = cellStart
      return this.typedCell(rows, column)
    }
    const isGiven = this.type === ValueType.string && this.hasValue
    const start = isGiven ? cellStart : valueEnd
    const end = isGiven ? valueEnd : arena.length
    if (start === end && this.hasFormula && this.type === ValueType.none) {
      return rows.addCell(column, CellKind.uncached, start, end)
    }
    rows.addCell(column, CellKind.quoted, start, end)
  }

  private typedCell(rows: SheetRows, column: number): void {
    const text = this.valueText
    if (this.type === ValueType.boolean) return addBoolean(rows, column, text === 'true')
    if (this.type === ValueType.date) return addIsoDate(rows, column, roundedMoment(text))
    const time = timeOfDuration(text)
    const { arena } = rows.batch
    const start = arena.length
    appendAscii(arena, time?.text ?? text)
    rows.addCell(column, time?.isTime === true ? CellKind.time : CellKind.quoted, start, arena.length)
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const hiddenColumns = 'Hidden columns of the sheet were converted like the others.'

const isHiddenTag = (xml: XmlScanner): boolean => /^(?:collapse|filter)$/.test(xml.attribute('visibility') ?? '')

function numberCell(rows: SheetRows, column: number, start: number, end: number): void {
  const { arena } = rows.batch
  const from = arena.length
  if (appendStoredNumber(arena, arena.bytes, start, end)) rows.addCell(column, CellKind.number, from, arena.length)
  else rows.addCell(column, CellKind.quoted, start, end)
}

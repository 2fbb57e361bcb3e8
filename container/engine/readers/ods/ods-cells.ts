import { asciiOf } from '../../bytes/ascii.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { CellKind } from '../../table/row-batch.ts'
import { linkOfFormula } from '../spreadsheet/formula-links.ts'
import type { SheetRows } from '../spreadsheet/sheet-rows.ts'
import type { XmlScanner } from '../xml/xml-scanner.ts'
import { Annotation } from './annotation.ts'
import { CellAttributes, ValueType } from './cell-attributes.ts'
import { addValue, startsFilled } from './cell-value.ts'
import { isTidy, Paragraphs } from './paragraphs.ts'
import { isYearsLong, timestampOfTime } from './time-value.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const names = {
  paragraph: encode('p'),
  space: encode('s'),
  tab: encode('tab'),
  lineBreak: encode('line-break'),
  annotation: encode('annotation'),
  link: encode('a'),
  rubyText: encode('ruby-text'),
}
const plainStart = encode('<table:table-cell')
const plainText = encode('<text:p>')
const plainEnd = encode('</text:p></table:table-cell>')
const columnMax = 1e9
const spacesMax = 32_767

/** The content of such a cell is its value: it is not repeated, and it is neither plain text nor an error. */
const isOneValue = ({ repeats, type }: CellAttributes): boolean =>
  repeats <= 1 && type !== ValueType.none && type !== ValueType.error

const isLongTime = ({ type, valueStart, valueEnd }: CellAttributes, bytes: Uint8Array): boolean =>
  type === ValueType.time && isYearsLong(bytes, valueStart, valueEnd)

/** An error has only its displayed text. The text of a number or a time may also reveal its kind. */
const isShownWithValue = (type: ValueType): boolean =>
  type === ValueType.error || type === ValueType.number || type === ValueType.time

/**
 * Reads the cells of a row. It skips content that is not a paragraph of the cell itself, such as notes, shapes and
 * tables.
 */
export class OdsCells {
  private readonly xml: XmlScanner
  private readonly rows: SheetRows
  private readonly tag = new CellAttributes()
  /** The value from the current cell's tag. It is copied, because the buffer may be overwritten. */
  private readonly value = new GrowingBytes(64)
  private readonly paragraphs: Paragraphs
  private readonly annotation = new Annotation()
  /** The day from which times longer than a day are counted. */
  private readonly firstDay: string
  private column = 0
  private depth = -1
  private skipDepth = -1
  private inParagraph = false
  private wantsText = false
  private textStart = 0

  constructor(xml: XmlScanner, rows: SheetRows, firstDay: string) {
    this.xml = xml
    this.rows = rows
    this.firstDay = firstDay
    this.paragraphs = new Paragraphs(rows.batch.arena)
  }

  get isInCell(): boolean {
    return this.depth >= 0
  }

  beginRow(): void {
    this.column = 0
    this.takePlainCells()
  }

  /** Handles the opening tag of a cell. */
  beginCell(): void {
    const { xml, tag, value, rows } = this
    tag.read(xml.buffer, xml.nameEnd, xml.end)
    if (tag.isMerged) this.merge()
    if (tag.hasFormula) this.formula()
    value.clear()
    if (tag.hasValue) value.append(xml.buffer, tag.valueStart, tag.valueEnd)
    tag.valueStart = 0
    tag.valueEnd = value.length
    this.wantsText = tag.hasFormula || !tag.hasValue || isShownWithValue(tag.type)
    this.textStart = rows.batch.arena.length
    this.paragraphs.beginCell()
    if (xml.isSelfClosing) this.endCell()
    else this.depth = xml.depth
  }

  private formula(): void {
    const { xml, rows, column } = this
    const link = linkOfFormula(xml.attribute('formula') ?? '')
    if (link !== null) rows.annotations.addFormulaLink(rows.lastRow + 1, column, link.url)
  }

  private merge(): void {
    const { tag, rows, column } = this
    const row = rows.lastRow + 1
    rows.merged.add(row, row + tag.rowsSpanned - 1, column, column + tag.columnsSpanned - 1)
  }

  /** Handles an opening tag inside the cell. */
  open(): void {
    const { xml, paragraphs } = this
    if (this.annotation.isOpen) return this.annotation.open(xml)
    if (this.skipDepth >= 0) return
    if (!this.inParagraph) {
      if (xml.is(names.annotation) && !xml.isSelfClosing) return this.annotation.begin(xml.depth - 1)
      if (this.wantsText && xml.is(names.paragraph)) {
        paragraphs.beginParagraph()
        this.inParagraph = !xml.isSelfClosing
      } else if (!xml.isSelfClosing) this.skipDepth = xml.depth - 1
    } else if (xml.is(names.space))
      paragraphs.addWhiteSpace(32, Math.min(spacesMax, Number(xml.attribute('c') ?? 1) || 1))
    else if (xml.is(names.tab)) paragraphs.addWhiteSpace(9)
    else if (xml.is(names.lineBreak)) paragraphs.addWhiteSpace(10)
    else if (xml.is(names.link)) this.link()
    else if ((xml.is(names.annotation) || xml.is(names.rubyText)) && !xml.isSelfClosing) this.skipDepth = xml.depth - 1
  }

  text(): void {
    const { xml } = this
    if (this.annotation.isOpen) return this.annotation.text(xml)
    if (!this.inParagraph || this.skipDepth >= 0) return
    this.paragraphs.text(xml.buffer, xml.textStart, xml.textEnd, xml.isCdata)
  }

  /** Handles a closing tag, including the cell's own. */
  close(): void {
    const { xml } = this
    if (this.annotation.isOpen) this.comment(this.annotation.close(xml.depth))
    else if (this.skipDepth >= 0) {
      if (xml.depth <= this.skipDepth) this.skipDepth = -1
    } else if (xml.depth < this.depth) {
      this.endCell()
      this.takePlainCells()
    } else if (xml.depth === this.depth) this.inParagraph = false
  }

  private comment(text: string | null): void {
    const { rows, column } = this
    if (text !== null) rows.annotations.addComment(rows.lastRow + 1, column, text)
  }

  private link(): void {
    const { xml, rows, column } = this
    const row = rows.lastRow + 1
    const range = { firstRow: row, lastRow: row, firstColumn: column, lastColumn: column }
    rows.annotations.addLink(range, xml.attribute('href') ?? '')
  }

  private endCell(): void {
    const { tag, rows, column } = this
    this.depth = -1
    this.inParagraph = false
    this.column = Math.min(columnMax, column + tag.repeats)
    const isBlank = tag.type === ValueType.none && rows.batch.arena.length === this.textStart
    if (isBlank && !tag.hasFormula) return
    this.addCell(column, this.value.bytes, this.textStart)
    if (tag.repeats > 1 && rows.endsAt(column)) rows.repeatCell(column, tag.repeats - 1)
  }

  /** Adds a cell from its tag's value in `bytes` and its text, which starts at `textStart` at the end of the arena. */
  private addCell(column: number, bytes: Uint8Array, textStart: number): void {
    const { tag, rows } = this
    if (tag.currency !== '') rows.currencies.add(column, tag.currency)
    const time = isLongTime(tag, bytes) ? this.timestampOf(bytes, textStart) : null
    if (time === null) return addValue(rows, column, tag, bytes, textStart)
    rows.addBytes(column, time.kind === 'date' ? CellKind.date : CellKind.timestamp, encode(time.text))
  }

  private timestampOf(bytes: Uint8Array, textStart: number): ReturnType<typeof timestampOfTime> {
    const { tag, firstDay } = this
    const { arena } = this.rows.batch
    const shown = asciiOf(arena.bytes, textStart, arena.length)
    return timestampOfTime(asciiOf(bytes, tag.valueStart, tag.valueEnd), shown, firstDay)
  }

  /**
   * Reads plain cells, `<table:table-cell …><text:p>…</text:p></table:table-cell>`, and empty ones. Nearly all programs
   * write them, so most of a sheet's bytes pass through here once. It leaves everything else to the tokenizer, and also
   * a cell that the buffer does not contain completely.
   */
  private takePlainCells(): void {
    const { xml, tag, rows } = this
    const { buffer, end } = xml
    for (;;) {
      let at = xml.at
      while (at < end && (buffer[at] as number) <= 32) at++
      if (!xml.startsWith(plainStart, at)) return
      const tagEnd = tag.read(buffer, at + plainStart.length, end)
      if (tagEnd === end || buffer[at + plainStart.length] === 45 || tag.hasFormula || tag.isMerged) return
      if (buffer[tagEnd - 1] === 47) {
        if (tag.type !== ValueType.none) return
        this.column = Math.min(columnMax, this.column + tag.repeats)
        xml.at = tagEnd + 1
        continue
      }
      if (!isOneValue(tag)) return
      if (!xml.startsWith(plainText, tagEnd + 1)) return
      const textStart = tagEnd + 1 + plainText.length
      let textEnd = textStart
      while (textEnd < end && buffer[textEnd] !== 60) textEnd++
      if (!xml.startsWith(plainEnd, textEnd)) return
      const from = rows.batch.arena.length
      const isShown = !tag.hasValue || (tag.type === ValueType.number && startsFilled(buffer, textStart, textEnd))
      if (isShown || isLongTime(tag, buffer)) this.plainText(textStart, textEnd)
      this.addCell(this.column, buffer, from)
      this.column++
      xml.at = textEnd + plainEnd.length
    }
  }

  private plainText(start: number, end: number): void {
    const { buffer } = this.xml
    const { paragraphs } = this
    if (isTidy(buffer, start, end)) return this.rows.batch.arena.append(buffer, start, end)
    paragraphs.beginCell()
    paragraphs.beginParagraph()
    paragraphs.text(buffer, start, end, false)
  }
}

import { CellKind, type RowBatch } from '../../table/row-batch.ts'
import type { SheetRows } from '../spreadsheet/sheet-rows.ts'
import type { SheetOptions } from '../spreadsheet/workbook.ts'
import { xmlAsUtf8 } from '../xml/xml-chunks.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'
import { appendXmlText } from '../xml/xml-text.ts'
import { CellHead, CellType, numberAttribute, readCellHead } from './cell-attributes.ts'
import { linkOfFormula, startsLink } from '../spreadsheet/formula-links.ts'
import { fixInvalidBytes, fixMissingTexts, noteMerged } from '../spreadsheet/sheet-notes.ts'
import type { SheetParts } from '../spreadsheet/sheet-parts.ts'
import { CellValues } from './cell-values.ts'
import type { SheetRowReader } from '../spreadsheet/workbook-accelerator.ts'
import { columnsMax, rangeOfReference } from '../spreadsheet/references.ts'
import { trimSpace } from './office-text.ts'
import { takePlainCells } from './plain-cells.ts'

const letterH = 104
const [row, c, v, t, f, is, r, rPh, mergeCell, col, hyperlink] = [
  'row',
  'c',
  'v',
  't',
  'f',
  'is',
  'r',
  'rPh',
  'mergeCell',
  'col',
  'hyperlink',
].map((name) => new TextEncoder().encode(name)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
]

/**
 * Turns a worksheet's XML tokens into rows. The state lasts across chunks, so `read` continues where the buffer ended.
 * Nearly all cells are plain and are read in one step (`takePlainCells`). Any other XML is tokenized: the bytes of the
 * value are collected in the batch's arena, and the cell is added at its end.
 */
class SheetTokens {
  private readonly xml: XmlScanner
  private readonly rows: SheetRows
  private readonly values: CellValues
  private readonly plainRows: SheetRowReader | null
  private readonly head = new CellHead()
  private rowNumber = 0
  private hasFormula = false
  /** The cell's formula as long as it may be a call of HYPERLINK, or null. */
  private formula: string | null = null
  private hasValue = false
  private inValue = false
  private inInline = false
  private inPhonetic = false
  private inCell = false
  private gathered = 0
  private inRun = false
  private keepsSpace = false
  private textStart = 0

  constructor(xml: XmlScanner, rows: SheetRows, values: CellValues, plainRows: SheetRowReader | null) {
    this.xml = xml
    this.rows = rows
    this.values = values
    this.plainRows = plainRows
  }

  /** Reads until the batch is full (`close`), the buffer is empty (`starved`) or the sheet ends. */
  read(): XmlToken {
    const { xml } = this
    for (;;) {
      const token = xml.next()
      if (token === XmlToken.text) {
        if (this.inValue) {
          appendXmlText(this.rows.batch.arena, xml.buffer, xml.textStart, xml.textEnd, xml.isCdata)
        } else if (this.formula !== null) this.gatherFormula(this.formula)
      } else if (token === XmlToken.open) {
        this.open()
      } else if (token === XmlToken.close) {
        if (!this.close()) continue
        this.plainRows?.take()
        if (this.rows.isFull) return XmlToken.close
      } else return token
    }
  }

  private open(): void {
    const { xml } = this
    if (xml.is(c)) {
      this.beginCell()
      if (xml.isSelfClosing) this.inCell = false
    } else if (xml.is(row)) this.beginRow()
    else if (xml.is(v)) {
      // A cell with inline text may repeat the text as a value.
      this.inValue = this.inCell && !xml.isSelfClosing && this.head.type !== CellType.inline
      this.hasValue ||= this.inValue
    } else if (xml.is(f)) {
      this.hasFormula = true
      this.formula = xml.isSelfClosing ? null : ''
    } else if (xml.is(is)) this.inInline = !xml.isSelfClosing
    else if (xml.is(r)) this.inRun = !xml.isSelfClosing
    else if (xml.is(t)) this.beginInlineText()
    else if (xml.is(rPh)) this.inPhonetic = !xml.isSelfClosing
    else if (xml.is(mergeCell)) this.merge()
    else if (xml.is(hyperlink)) this.link()
    else if (xml.is(col) && this.isHidden()) this.hideColumns()
  }

  /** Returns true at the end of a row. */
  private close(): boolean {
    const { xml } = this
    if (xml.is(v)) this.inValue = false
    else if (xml.is(f)) this.endFormula()
    else if (xml.is(t)) this.endInlineText()
    else if (xml.is(c)) this.endCell()
    else if (xml.is(row)) {
      this.rows.endRow(this.rowNumber)
      // A damaged sheet may end a row that it did not begin. Such a row has no number.
      this.rowNumber = 0
      this.rows.isHidden = false
      this.head.column = -1
      return true
    } else if (xml.is(is)) this.inInline = false
    else if (xml.is(r)) this.inRun = false
    else if (xml.is(rPh)) this.inPhonetic = false
    return false
  }

  private gatherFormula(before: string): void {
    const { xml } = this
    const isLink = before !== '' || ((xml.buffer[xml.textStart] as number) | 32) === letterH
    const text = isLink ? before + xml.text() : ''
    this.formula = isLink && startsLink(text) ? text : null
  }

  private endFormula(): void {
    const { rows, formula, rowNumber } = this
    this.formula = null
    const link = formula === null || formula === '' ? null : linkOfFormula(formula)
    if (link !== null)
      rows.annotations.addFormulaLink(Math.max(rowNumber, rows.lastRow + 1), this.head.column, link.url)
  }

  private beginInlineText(): void {
    const { xml } = this
    this.inValue = this.inInline && !this.inPhonetic && !xml.isSelfClosing
    this.hasValue ||= this.inValue
    // Pieces of rich text keep their spaces, because the spaces separate the pieces.
    this.keepsSpace = this.inRun || xml.attribute('space') === 'preserve'
    this.textStart = this.rows.batch.arena.length
  }

  private endInlineText(): void {
    if (this.inValue && !this.keepsSpace) trimSpace(this.rows.batch.arena, this.textStart)
    this.inValue = false
  }

  private beginRow(): void {
    const { xml, rows } = this
    this.rowNumber = numberAttribute(xml, 114)
    this.head.column = -1
    // Few rows have other attributes than their number, so checking them costs little.
    rows.isHidden = xml.tagEnd - xml.nameEnd > 16 && this.isHidden()
    if (xml.isSelfClosing) rows.endRow(this.rowNumber)
    else takePlainCells(xml, this.head, this.values)
  }

  private merge(): void {
    const range = rangeOfReference(this.xml.attribute('ref') ?? '')
    if (range === null) return
    this.rows.merged.add(range.firstRow, range.lastRow, range.firstColumn, range.lastColumn)
  }

  private link(): void {
    const { xml, rows } = this
    const range = rangeOfReference(xml.attribute('ref') ?? '')
    if (range !== null) rows.annotations.addRelated(range, xml.attribute('id') ?? '', xml.attribute('location') ?? '')
  }

  /** Hides columns. In this element, they count from 1. */
  private hideColumns(): void {
    const [first, last] = ['min', 'max'].map((name) => Number(this.xml.attribute(name))) as [number, number]
    if (first >= 1 && last <= columnsMax) this.rows.hidden.addColumns(first - 1, last - 1)
  }

  private isHidden(): boolean {
    return /^(?:1|true)$/.test(this.xml.attribute('hidden') ?? '')
  }

  private beginCell(): void {
    readCellHead(this.xml, this.head)
    this.hasFormula = false
    this.hasValue = false
    this.inValue = false
    this.inInline = false
    this.inCell = true
    this.gathered = this.rows.batch.arena.length
  }

  private endCell(): void {
    const { rows, gathered } = this
    const { arena } = rows.batch
    this.inCell = false
    this.inValue = false
    this.inInline = false
    const { column, type } = this.head
    if (type === CellType.text || type === CellType.inline) this.values.addText(column, gathered)
    else if (this.hasValue && arena.length > gathered) this.values.add(this.head, arena.bytes, gathered, arena.length)
    else if (this.hasFormula) rows.addCell(column, CellKind.uncached, gathered, gathered)
    takePlainCells(this.xml, this.head, this.values)
  }
}

export async function* sheetBatches(
  part: AsyncIterable<Uint8Array>,
  rows: SheetRows,
  parts: SheetParts,
  { reporter, accelerator }: SheetOptions,
): AsyncIterable<RowBatch> {
  const { chunks, replaced } = xmlAsUtf8(part)
  const xml = new XmlScanner(chunks, accelerator?.markup)
  const values = new CellValues(rows, parts)
  const tokens = new SheetTokens(xml, rows, values, accelerator?.sheetRows(xml, rows, values, parts) ?? null)
  try {
    for (let token: XmlToken = XmlToken.starved; token !== XmlToken.end;) {
      token = tokens.read()
      if (token === XmlToken.starved) await xml.fill()
      else yield* rows.handOver()
    }
  } catch (error) {
    throw rows.failure(error)
  } finally {
    await xml.close()
  }
  rows.finish()
  noteMerged(reporter, rows.merged.count)
  fixMissingTexts(reporter, values.missingStrings)
  fixInvalidBytes(reporter, replaced())
}

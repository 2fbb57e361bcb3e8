import { documentMessages } from '../../catalog/documents.ts'
import { toUtf8 } from '../../bytes/utf8.ts'
import { EngineFailure } from '../../failure.ts'
import type { Reporter } from '../../report/reporter.ts'
import { CellKind, type RowBatch } from '../../table/row-batch.ts'
import { appendStored } from '../spreadsheet/value-cells.ts'
import { columnsMax } from '../spreadsheet/references.ts'
import type { SheetRows, SheetStop } from '../spreadsheet/sheet-rows.ts'
import type { TableStream } from '../spreadsheet/table-stream.ts'
import type { SheetInfo } from '../spreadsheet/workbook.ts'
import { XmlToken } from '../xml/xml-scanner.ts'
import { HtmlScanner } from './html-scanner.ts'
import { CellText } from './html-text.ts'

const cellCharactersMax = 16_000_000
const spansMax = 65_534
const blocks = new Set(['br', 'p', 'div', 'li', 'h1', 'h2', 'h3', 'h4'])
/**
 * Text that looks like a date. Excel also stores a serial number for it, but its first day is unknown, so the displayed
 * text is used.
 */
const dateShown = /\d:\d\d|\d([/-])(?:\d{1,2}|\p{L}{3,})\1\d|(?:^|\D)\d{1,2}\.\d{1,2}\.(?:\d\d|\d{4})(?:\D|$)/u
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Reads the tables of a web page. Many programs save such pages as `.xls`. A table inside a cell is part of the cell's
 * text.
 */
export class HtmlTables implements TableStream {
  private readonly html: HtmlScanner
  private readonly reporter: Reporter
  private tableCount = 0
  private depth = 0
  private inRow = false
  private inCell = false
  private column = 0
  private colspan = 1
  private rowspan = 1
  private text = new CellText()
  private stored: string | null = null
  private isText = false
  private merged = 0
  /** The number of further rows in each column that are covered by a cell above. */
  private covered: number[] = []

  constructor(chunks: AsyncIterable<Uint8Array>, encoding: string, reporter: Reporter) {
    this.html = new HtmlScanner(toUtf8(chunks, encoding).chunks)
    this.reporter = reporter
  }

  close(): Promise<void> {
    return this.html.close()
  }

  async nextTable(): Promise<SheetInfo | null> {
    const { html } = this
    for (;;) {
      const token = html.next()
      if (token === XmlToken.end) return null
      if (token === XmlToken.starved) await html.fill()
      else if (html.name !== 'table') continue
      else if (token === XmlToken.close) this.depth = Math.max(0, this.depth - 1)
      else if (token === XmlToken.open && this.depth++ === 0) {
        this.tableCount++
        return { name: `Table ${this.tableCount}`, isHidden: false }
      }
    }
  }

  async *batches(rows: SheetRows): AsyncIterable<RowBatch> {
    this.covered = []
    for (let stop = this.read(rows); stop !== 'over'; stop = this.read(rows)) {
      if (stop === 'starved') await this.html.fill()
      else yield* rows.handOver()
    }
    this.endRow(rows)
    yield* rows.handOver()
    rows.finish()
    if (this.merged > 0) {
      this.reporter.note(documentMessages.notes.mergedCells(this.merged))
    }
  }

  private read(rows: SheetRows): SheetStop {
    const { html } = this
    for (;;) {
      const token = html.next()
      if (token === XmlToken.text) {
        if (this.inCell) this.addText(decoder.decode(html.buffer.subarray(html.textStart, html.textEnd)))
      } else if (token === XmlToken.open || token === XmlToken.close) {
        if (this.takeTag(rows, token) && rows.isFull) return 'full'
        if (this.depth === 0) return 'over'
      } else return token === XmlToken.starved ? 'starved' : 'over'
    }
  }

  /** Returns true if one row has ended and the next one has not started. */
  private takeTag(rows: SheetRows, token: XmlToken): boolean {
    const { html } = this
    const isOpen = token === XmlToken.open
    if (html.name === 'table') this.depth += isOpen ? 1 : -1
    else if (this.depth === 1 && isOpen) this.open(rows)
    else if (this.depth === 1) this.closeTag(rows)
    return html.name === 'tr' && this.depth === 1
  }

  private addText(raw: string): void {
    this.text.add(raw)
    if (this.text.length > cellCharactersMax)
      throw new EngineFailure('corrupt_file', documentMessages.corrupt_file.htmlCell)
  }

  private open(rows: SheetRows): void {
    const { html } = this
    if (html.name === 'tr') {
      this.endRow(rows)
      this.inRow = true
      this.column = 0
    } else if (html.name === 'td' || html.name === 'th') this.beginCell(rows)
    else if (blocks.has(html.name) && this.inCell) this.text.breakLine()
  }

  private closeTag(rows: SheetRows): void {
    const { name } = this.html
    if (name === 'td' || name === 'th') this.endCell(rows)
    else if (name === 'tr' || name === 'thead' || name === 'tbody' || name === 'tfoot') this.endRow(rows)
  }

  private beginCell(rows: SheetRows): void {
    const { html } = this
    this.endCell(rows)
    this.inRow = true
    this.inCell = true
    this.text = new CellText()
    this.colspan = spanOf(html.attribute('colspan'))
    this.rowspan = spanOf(html.attribute('rowspan'))
    if (this.colspan > 1 || this.rowspan > 1) this.merged++
    this.stored = html.attribute('x:num')
    const style = html.attribute('style') ?? ''
    this.isText = html.attribute('x:str') !== null || /mso-number-format:\s*["']?\\?@/.test(style)
    while ((this.covered[this.column] ?? 0) > 0) this.column++
  }

  private endCell(rows: SheetRows): void {
    if (!this.inCell) return
    this.inCell = false
    const { column } = this
    this.column = column + this.colspan
    if (this.rowspan > 1) {
      for (let at = column; at < Math.min(this.column, columnsMax); at++) this.covered[at] = this.rowspan
    }
    const text = this.text.whole()
    if ((!dateShown.test(text) && this.addStored(rows, column)) || text === '') return
    rows.addBytes(column, this.isText ? CellKind.quoted : CellKind.text, encoder.encode(text))
  }

  /** Adds the number that Excel stores next to the displayed text. */
  private addStored(rows: SheetRows, column: number): boolean {
    if (this.stored === null || this.stored === '') return false
    const { arena } = rows.batch
    const start = arena.length
    const bytes = encoder.encode(this.stored)
    if (!appendStored(rows, bytes, 0, bytes.length)) return false
    rows.addCell(column, CellKind.number, start, arena.length)
    return true
  }

  private endRow(rows: SheetRows): void {
    this.endCell(rows)
    if (!this.inRow) return
    this.inRow = false
    for (let at = 0; at < this.covered.length; at++) this.covered[at] = Math.max(0, (this.covered[at] ?? 0) - 1)
    rows.endRow(0)
  }
}

function spanOf(text: string | null): number {
  const span = Number.parseInt(text ?? '1', 10)
  return span >= 1 ? Math.min(span, spansMax) : 1
}

/** Returns the encoding that a page declares, or null. */
export function htmlCharset(head: string): string | null {
  return /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ?? null
}

import type { Reporter } from '../../report/reporter.ts'
import { CellKind, type RowBatch } from '../../table/row-batch.ts'
import { appendAscii, appendStoredNumber } from '../../values/stored-number.ts'
import type { SheetRows } from '../spreadsheet/sheet-rows.ts'
import type { StringArena } from '../spreadsheet/string-arena.ts'
import { addBoolean, addIsoDate, addSerial } from '../spreadsheet/value-cells.ts'
import { xmlAsUtf8 } from '../xml/xml-chunks.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'
import { appendXmlText } from '../xml/xml-text.ts'
import { CellType, columnOf, digits, numberAttribute, typeOf } from './cell-attributes.ts'
import { undoOfficeEscapes } from './office-escapes.ts'
import type { CellStyles } from './styles.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const [row, c, v, t, f, is, rPh, mergeCell, col] = ['row', 'c', 'v', 't', 'f', 'is', 'rPh', 'mergeCell', 'col'].map(
  encode,
) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array]
const [valueStart, valueEnd, inlineStart, inlineEnd] = ['<v>', '</v></c>', '<is><t>', '</t></is></c>'].map(encode) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
]

export interface SheetParts {
  readonly strings: StringArena
  readonly styles: CellStyles
  readonly is1904: boolean
}

/**
 * Reads a worksheet's tokens into rows. State outlives a chunk: `read` goes on where the buffer ended. Nearly all cells
 * are `<c …><v>…</v></c>` and are taken in one step; whatever else the XML may do goes through tokens, the value's bytes
 * gathered in the batch's arena, and everything about the cell is decided at its end.
 */
class SheetTokens {
  merged = 0
  missingStrings = 0
  hiddenColumns = 0
  private readonly xml: XmlScanner
  private readonly rows: SheetRows
  private readonly parts: SheetParts
  private rowNumber = 0
  private column = -1
  private type: CellType = CellType.number
  private style = 0
  private hasFormula = false
  private hasValue = false
  private inValue = false
  private inInline = false
  private inPhonetic = false
  private inCell = false
  private gathered = 0

  constructor(xml: XmlScanner, rows: SheetRows, parts: SheetParts) {
    this.xml = xml
    this.rows = rows
    this.parts = parts
  }

  /** Reads until the batch is full (`close`), the buffer is empty (`starved`) or the sheet ends. */
  read(): XmlToken {
    const { xml } = this
    for (;;) {
      const token = xml.next()
      if (token === XmlToken.text) {
        if (this.inValue) {
          appendXmlText(this.rows.batch.arena, xml.buffer, xml.textStart, xml.textEnd, xml.isCdata)
        }
      } else if (token === XmlToken.open) {
        this.open()
      } else if (token === XmlToken.close) {
        if (this.close() && this.rows.isFull) return XmlToken.close
      } else return token
    }
  }

  private open(): void {
    const { xml } = this
    if (xml.is(c)) {
      this.beginCell()
      if (xml.isSelfClosing) this.inCell = false
      else if (!this.wholeValue()) this.wholeInline()
    } else if (xml.is(row)) this.beginRow()
    else if (xml.is(v)) {
      // A cell with inline text may repeat it as a value.
      this.inValue = this.inCell && !xml.isSelfClosing && this.type !== CellType.inline
      this.hasValue ||= this.inValue
    } else if (xml.is(f)) this.hasFormula = true
    else if (xml.is(is)) this.inInline = !xml.isSelfClosing
    else if (xml.is(t)) this.inValue = this.hasValue = this.inInline && !this.inPhonetic && !xml.isSelfClosing
    else if (xml.is(rPh)) this.inPhonetic = !xml.isSelfClosing
    else if (xml.is(mergeCell)) this.merged++
    else if (xml.is(col) && xml.attribute('hidden') === '1') this.hiddenColumns++
  }

  /** True at the end of a row. */
  private close(): boolean {
    const { xml } = this
    if (xml.is(v) || xml.is(t)) this.inValue = false
    else if (xml.is(c)) this.endCell()
    else if (xml.is(row)) {
      this.rows.endRow(this.rowNumber)
      return true
    } else if (xml.is(is)) this.inInline = false
    else if (xml.is(rPh)) this.inPhonetic = false
    return false
  }

  private beginRow(): void {
    const { xml, rows } = this
    this.rowNumber = numberAttribute(xml, 114)
    this.column = -1
    // Rows with more than their number are few enough to look at closely.
    if (xml.tagEnd - xml.nameEnd > 16 && /^(?:1|true)$/.test(xml.attribute('hidden') ?? '')) rows.hiddenRows++
    if (xml.isSelfClosing) rows.endRow(this.rowNumber)
  }

  private beginCell(): void {
    const { buffer, tagEnd, nameEnd } = this.xml
    let column = this.column + 1
    this.type = CellType.number
    this.style = 0
    for (let at = nameEnd; at < tagEnd;) {
      const byte = buffer[at] as number
      if (byte <= 32 || byte === 47) {
        at++
        continue
      }
      let equals = at
      while (equals < tagEnd && buffer[equals] !== 61) equals++
      let open = equals + 1
      while (open < tagEnd && buffer[open] !== 34 && buffer[open] !== 39) open++
      const quote = buffer[open]
      let close = open + 1
      while (close < tagEnd && buffer[close] !== quote) close++
      const isOneLetter = equals === at + 1 || (buffer[at + 1] as number) <= 32
      if (isOneLetter) {
        if (byte === 114) column = columnOf(buffer, open + 1, close, column)
        else if (byte === 115) this.style = digits(buffer, open + 1, close)
        else if (byte === 116) this.type = typeOf(buffer, open + 1, close)
      }
      at = close + 1
    }
    this.column = column
    this.hasFormula = false
    this.hasValue = false
    this.inValue = false
    this.inInline = false
    this.inCell = true
    this.gathered = this.rows.batch.arena.length
  }

  /** `<v>value</v></c>` right behind the cell's tag, taken without tokens. */
  private wholeValue(): boolean {
    const { xml } = this
    const { buffer } = xml
    if (!xml.startsWith(valueStart, xml.at)) return false
    const start = xml.at + valueStart.length
    let end = start
    while (end < xml.end && buffer[end] !== 60) end++
    if (end === start || !xml.startsWith(valueEnd, end)) return false
    if (this.type === CellType.inline) return false
    if (this.type === CellType.text) {
      appendXmlText(this.rows.batch.arena, buffer, start, end, false)
      this.textCell()
    } else this.plainCell(buffer, start, end)
    this.inCell = false
    xml.leave(end + valueEnd.length)
    return true
  }

  private wholeInline(): void {
    const { xml } = this
    const { buffer } = xml
    if (this.type !== CellType.inline || !xml.startsWith(inlineStart, xml.at)) return
    const start = xml.at + inlineStart.length
    let end = start
    while (end < xml.end && buffer[end] !== 60) end++
    if (!xml.startsWith(inlineEnd, end)) return
    appendXmlText(this.rows.batch.arena, buffer, start, end, false)
    this.textCell()
    this.inCell = false
    xml.leave(end + inlineEnd.length)
  }

  private endCell(): void {
    const { rows, gathered } = this
    const { arena } = rows.batch
    this.inCell = false
    this.inValue = false
    this.inInline = false
    if (this.type === CellType.text || this.type === CellType.inline) this.textCell()
    else if (this.hasValue && arena.length > gathered) this.plainCell(arena.bytes, gathered, arena.length)
    else if (this.hasFormula) rows.addCell(this.column, CellKind.uncached, gathered, gathered)
  }

  /** The text that stands at the arena's end. */
  private textCell(): void {
    const { rows, gathered } = this
    undoOfficeEscapes(rows.batch.arena, gathered)
    rows.addCell(this.column, CellKind.quoted, gathered, rows.batch.arena.length)
  }

  /** A value that is no text: its bytes are in the arena already or still in the XML. */
  private plainCell(bytes: Uint8Array, start: number, end: number): void {
    const { rows, column } = this
    if (this.type === CellType.number) this.numberCell(bytes, start, end)
    else if (this.type === CellType.shared) this.sharedCell(digits(bytes, start, end))
    else if (this.type === CellType.boolean) addBoolean(rows, column, bytes[start] === 49 || bytes[start] === 116)
    else if (this.type === CellType.error) rows.addBytes(column, CellKind.error, bytes, start, end)
    else addIsoDate(rows, column, latin(bytes, start, end))
  }

  private numberCell(bytes: Uint8Array, start: number, end: number): void {
    const { rows, column, style } = this
    const { styles, is1904 } = this.parts
    const shape = styles.shapes[style] ?? 'number'
    if (shape !== 'number') {
      const text = latin(bytes, start, end).trim()
      if (text !== '' && addSerial(rows, column, Number(text), { shape, is1904 })) return
    }
    const { arena } = rows.batch
    const from = arena.length
    if (!appendStoredNumber(arena, bytes, start, end)) return rows.addBytes(column, CellKind.quoted, bytes, start, end)
    const filled = styles.digits[style] ?? 0
    if (filled > 0 && this.fillDigits(from, filled)) return rows.addCell(column, CellKind.quoted, from, arena.length)
    rows.addCell(column, CellKind.number, from, arena.length)
  }

  /** `501` under the format `00000` is the code 00501. */
  private fillDigits(from: number, wanted: number): boolean {
    const { arena } = this.rows.batch
    const text = latin(arena.bytes, from, arena.length)
    if (!/^\d+$/.test(text)) return false
    arena.length = from
    appendAscii(arena, text.padStart(wanted, '0'))
    return true
  }

  private sharedCell(index: number): void {
    const { strings } = this.parts
    const { arena } = this.rows.batch
    if (index >= strings.count) {
      this.missingStrings++
      return
    }
    const from = arena.length
    strings.appendTo(arena, index)
    this.rows.addCell(this.column, CellKind.quoted, from, arena.length)
  }
}

export async function* sheetBatches(
  part: AsyncIterable<Uint8Array>,
  rows: SheetRows,
  parts: SheetParts,
  reporter: Reporter,
): AsyncIterable<RowBatch> {
  const { chunks, replaced } = xmlAsUtf8(part)
  const xml = new XmlScanner(chunks)
  const tokens = new SheetTokens(xml, rows, parts)
  try {
    for (let token: XmlToken = XmlToken.starved; token !== XmlToken.end;) {
      token = tokens.read()
      if (token === XmlToken.starved) await xml.fill()
      else {
        const batch = rows.take()
        if (batch !== null) yield batch
        rows.batch.clear()
      }
    }
  } catch (error) {
    throw rows.failure(error)
  } finally {
    await xml.close()
  }
  rows.finish()
  report(tokens, replaced(), reporter)
}

function report(tokens: SheetTokens, replaced: number, reporter: Reporter): void {
  if (tokens.merged > 0) {
    reporter.note(`The sheet has ${tokens.merged} merged ranges: each one's value is in its first cell only.`)
  }
  if (tokens.hiddenColumns > 0) reporter.note('Hidden columns of the sheet were converted like the others.')
  if (tokens.missingStrings > 0) {
    const message = 'Cells that point at a shared text that the workbook does not have are NULL.'
    reporter.fix({ code: 'missing_shared_text', count: tokens.missingStrings, message })
  }
  if (replaced > 0) {
    reporter.fix({ code: 'invalid_bytes', count: replaced, message: 'Bytes that are no characters became U+FFFD.' })
  }
}

function latin(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number)
  return text
}

import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import type { WorkbookAccelerator } from '../spreadsheet/workbook-accelerator.ts'
import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import { StringArena } from '../spreadsheet/string-arena.ts'
import { xmlAsUtf8 } from '../xml/xml-chunks.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'
import { appendXmlText } from '../xml/xml-text.ts'
import { trimSpace, undoOfficeEscapes } from './office-text.ts'

const [si, t, r, rPh, simpleStart, simpleEnd] = ['si', 't', 'r', 'rPh', '<t>', '</t></si>'].map((name) =>
  new TextEncoder().encode(name),
) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array]

/** Reads the shared strings. The pieces of rich text are joined, without phonetic readings (`rPh`). */
export async function readSharedStrings(
  zip: ZipArchive,
  entry: ZipEntry | null,
  accelerator: WorkbookAccelerator | null,
): Promise<StringArena> {
  return entry === null ? new StringArena() : stringsOf(zip.chunks(entry), accelerator)
}

export async function stringsOf(
  chunks: AsyncIterable<Uint8Array>,
  accelerator: WorkbookAccelerator | null,
): Promise<StringArena> {
  const strings = new StringArena(accelerator?.strings)
  const xml = new XmlScanner(xmlAsUtf8(chunks).chunks, accelerator?.markup)
  const tokens = new StringTokens(xml, strings, accelerator)
  while (tokens.read() !== XmlToken.end) await xml.fill()
  return strings
}

class StringTokens {
  private readonly xml: XmlScanner
  private readonly strings: StringArena
  private readonly text = new GrowingBytes(1 << 12, 16 << 20)
  private inText = false
  private inRun = false
  private keepsSpace = false
  private textStart = 0
  private inPhonetic = false
  private readonly accelerator: WorkbookAccelerator | null
  /** Whether the position is between two strings, so the accelerator may continue here. */
  private isBetween = false

  constructor(xml: XmlScanner, strings: StringArena, accelerator: WorkbookAccelerator | null) {
    this.accelerator = accelerator
    this.xml = xml
    this.strings = strings
  }

  read(): XmlToken {
    const { xml, text } = this
    for (;;) {
      if (this.isBetween && this.accelerator !== null) this.takeSimpleStrings(this.accelerator)
      const token = xml.next()
      if (token === XmlToken.text) {
        if (this.inText) appendXmlText(text, xml.buffer, xml.textStart, xml.textEnd, xml.isCdata)
      } else if (token === XmlToken.open) this.open()
      else if (token === XmlToken.close) this.close()
      else return token
    }
  }

  private open(): void {
    const { xml } = this
    if (xml.is(si)) {
      this.text.clear()
      if (xml.isSelfClosing) this.endString()
      else this.simpleString()
    } else if (xml.is(t)) {
      this.inText = !this.inPhonetic && !xml.isSelfClosing
      // Pieces of rich text keep their spaces, because the spaces separate the pieces.
      this.keepsSpace = this.inRun || xml.attribute('space') === 'preserve'
      this.textStart = this.text.length
    } else if (xml.is(r)) this.inRun = !xml.isSelfClosing
    else if (xml.is(rPh)) this.inPhonetic = !xml.isSelfClosing
  }

  /** Reads `<si><t>text</t></si>` in one step, because nearly all strings look like this. */
  private simpleString(): void {
    const { xml } = this
    if (!xml.startsWith(simpleStart, xml.at)) return
    const start = xml.at + simpleStart.length
    const end = xml.buffer.indexOf(60, start)
    if (end < 0 || !xml.startsWith(simpleEnd, end)) return
    appendXmlText(this.text, xml.buffer, start, end, false)
    trimSpace(this.text, 0)
    this.endString()
    xml.leave(end + simpleEnd.length)
  }

  private takeSimpleStrings(accelerator: WorkbookAccelerator): void {
    const { xml } = this
    this.isBetween = false
    if (xml.buffer !== accelerator.markup) return
    const { at, count, starts, ends } = accelerator.sharedTexts(xml.at, xml.end)
    xml.at = at
    this.strings.addAll(accelerator.input, starts, ends, count)
  }

  private close(): void {
    const { xml } = this
    if (xml.is(t)) {
      if (this.inText && !this.keepsSpace) trimSpace(this.text, this.textStart)
      this.inText = false
    } else if (xml.is(r)) this.inRun = false
    else if (xml.is(rPh)) this.inPhonetic = false
    else if (xml.is(si)) this.endString()
  }

  private endString(): void {
    const { text } = this
    this.isBetween = true
    undoOfficeEscapes(text, 0)
    this.strings.add(text.bytes, 0, text.length)
  }
}

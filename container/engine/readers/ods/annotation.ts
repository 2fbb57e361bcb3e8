import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import type { XmlScanner } from '../xml/xml-scanner.ts'
import { Paragraphs } from './paragraphs.ts'

const paragraph = new TextEncoder().encode('p')

/** Reads the comment inside a cell: its paragraphs, without author and date. */
export class Annotation {
  private readonly out = new GrowingBytes(256)
  private readonly paragraphs = new Paragraphs(this.out)
  /** The depth of the cell, or -1 outside a comment. */
  private depth = -1
  private paragraphDepth = -1

  get isOpen(): boolean {
    return this.depth >= 0
  }

  begin(depth: number): void {
    this.depth = depth
    this.out.clear()
    this.paragraphs.beginCell()
  }

  open(xml: XmlScanner): void {
    if (this.paragraphDepth >= 0 || !xml.is(paragraph)) return
    this.paragraphs.beginParagraph()
    if (!xml.isSelfClosing) this.paragraphDepth = xml.depth
  }

  text(xml: XmlScanner): void {
    if (this.paragraphDepth >= 0) this.paragraphs.text(xml.buffer, xml.textStart, xml.textEnd, xml.isCdata)
  }

  /** Returns the text of the comment if it ends here, or null if it continues. */
  close(depth: number): string | null {
    if (depth < this.paragraphDepth) this.paragraphDepth = -1
    if (depth > this.depth) return null
    this.depth = -1
    return new TextDecoder().decode(this.out.bytes.subarray(0, this.out.length))
  }
}

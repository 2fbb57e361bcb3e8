import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { XmlWindow } from './xml-window.ts'
import { appendText, undoExcelEscapes } from './xml.ts'

/** All shared strings in one arena with offsets: no string object for any of them. The count that a file claims is not believed. */
export class SharedStrings {
  count = 0
  readonly arena = new GrowingBytes(1 << 16)
  /** String `i` stands from `ends[i - 1]` to `ends[i]`. */
  ends = new Float64Array(1 << 12)

  start(index: number): number {
    return index === 0 ? 0 : (this.ends[index - 1] as number)
  }

  private add(): void {
    if (this.count === this.ends.length) {
      const larger = new Float64Array(this.ends.length * 2)
      larger.set(this.ends)
      this.ends = larger
    }
    this.ends[this.count++] = this.arena.length
  }

  static async read(chunks: AsyncIterable<Uint8Array>): Promise<SharedStrings> {
    const strings = new SharedStrings()
    const window = new XmlWindow(chunks, 'si')
    for await (const piece of window.pieces()) {
      for (let at = piece.start; at < piece.end;) {
        const item = window.nextElement('si', at, piece.end)
        if (item === null) break
        const from = strings.arena.length
        appendRuns(window, item.contentStart, item.contentEnd, strings.arena)
        undoExcelEscapes(strings.arena, from)
        strings.add()
        at = item.end
      }
    }
    return strings
  }
}

/** The text of a string: its runs one after another, phonetic readings (`rPh`) left out. */
export function appendRuns(window: XmlWindow, start: number, end: number, out: GrowingBytes): void {
  const phonetics: [number, number][] = []
  for (let at = start; at < end;) {
    const found = window.nextElement('rPh', at, end)
    if (found === null) break
    phonetics.push([found.start, found.end])
    at = found.end
  }
  for (let at = start; at < end;) {
    const text = window.nextElement('t', at, end)
    if (text === null) return
    at = text.end
    if (phonetics.some(([from, to]) => text.start >= from && text.start < to)) continue
    appendMarked(window.bytes, text.contentStart, text.contentEnd, out)
  }
}

const cdataStart = new TextEncoder().encode('<![CDATA[')
const cdataEnd = new TextEncoder().encode(']]>')

/** Character data that may hold CDATA sections and comments. */
export function appendMarked(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
  let at = start
  while (at < end) {
    const open = bytes.indexOf(60, at)
    if (open < 0 || open >= end) return appendText(bytes, at, end, out)
    appendText(bytes, at, open, out)
    if (cdataStart.every((byte, index) => bytes[open + index] === byte)) {
      let close = open + cdataStart.length
      while (close < end && !cdataEnd.every((byte, index) => bytes[close + index] === byte)) close++
      out.append(bytes, open + cdataStart.length, Math.min(close, end))
      at = close + cdataEnd.length
    } else {
      const close = bytes.indexOf(62, open)
      at = close < 0 ? end : close + 1
    }
  }
}

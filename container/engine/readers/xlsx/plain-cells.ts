import { carriageReturn } from '../../bytes/ascii.ts'
import type { XmlScanner } from '../xml/xml-scanner.ts'
import { type CellHead, CellType, columnOf, digits, typeOf } from './cell-attributes.ts'
import type { CellValues } from './cell-values.ts'

const [valueStart, valueEnd, inlineStart, inlineEnd] = ['<v>', '</v></c>', '<is><t>', '</t></is></c>'].map((text) =>
  new TextEncoder().encode(text),
) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]

const quote = 34
const ampersand = 38
const LT = 60
const GT = 62

/** Tests for references and line ends, which have to be decoded. */
function isCoded(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === ampersand || bytes[at] === carriageReturn) return true
  return false
}

/**
 * Reads consecutive cells in the usual notation: `<c r="A1" s="1" t="s"><v>0</v></c>`. It leaves everything else to the
 * tokenizer, and also a cell that the buffer does not contain completely. Most of a sheet's bytes pass through here
 * once. No state changes until a cell is known to be complete, because the buffer has old bytes after its end.
 */
// oxlint-disable-next-line complexity -- one loop over every byte of a sheet
export function takePlainCells(xml: XmlScanner, head: CellHead, values: CellValues): void {
  const { buffer, end } = xml
  for (;;) {
    let at = xml.at
    if (buffer[at] !== LT || buffer[at + 1] !== 99) return
    at += 2
    let column = head.column + 1
    let type: CellType = CellType.number
    let style = 0
    while (buffer[at] === 32 && buffer[at + 2] === 61 && buffer[at + 3] === quote) {
      const name = buffer[at + 1]
      const start = at + 4
      let close = start
      while (close < end && buffer[close] !== quote) close++
      if (name === 114) column = columnOf(buffer, start, close, column)
      else if (name === 115) style = digits(buffer, start, close)
      else if (name === 116) type = typeOf(buffer, start, close)
      at = close + 1
    }
    if (buffer[at] === 47 && buffer[at + 1] === GT && at + 2 <= end) {
      head.column = column
      xml.at = at + 2
      continue
    }
    if (buffer[at] !== GT) return
    const isInline = type === CellType.inline
    const opening = isInline ? inlineStart : valueStart
    if (!xml.startsWith(opening, at + 1)) return
    const start = at + 1 + opening.length
    let close = start
    while (close < end && buffer[close] !== LT) close++
    const closing = isInline ? inlineEnd : valueEnd
    if (close === start || !xml.startsWith(closing, close)) return
    if (!isInline && type !== CellType.text && isCoded(buffer, start, close)) return
    head.column = column
    head.type = type
    head.style = style
    values.add(head, buffer, start, close)
    xml.at = close + closing.length
  }
}

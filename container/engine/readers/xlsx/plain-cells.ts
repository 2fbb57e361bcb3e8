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

/** Tests whether a value contains a reference or a line end, which XML decodes. */
function isCoded(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === ampersand || bytes[at] === carriageReturn) return true
  return false
}

/**
 * Reads consecutive cells in the way that nearly all programs write them: `<c r="A1" s="1" t="s"><v>0</v></c>`. It
 * stops before anything else and before a cell that the buffer does not hold completely, and the tokenizer reads that.
 * Most of a sheet's bytes pass through here once. No state changes before the complete cell was seen, because the
 * buffer holds old bytes after its end.
 */
// oxlint-disable-next-line complexity -- one walk over every byte of a sheet, which keeps nothing before it has seen a whole cell
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

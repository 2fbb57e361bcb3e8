import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { cellFlag, cellKind, type RowCells } from '../text/row-cells.ts'
import type { DumpText } from '../text/tokens.ts'

const hexValue = (byte: number): number => (byte <= 57 ? byte - 48 : (byte | 32) - 87)

/** Appends a cell's plain bytes, with escapes and hexadecimal digits decoded. Numbers and bits stay as written. */
export function appendCell(text: DumpText, cells: RowCells, index: number, out: GrowingBytes): void {
  const kind = cells.kinds[index]
  const start = cells.starts[index] as number
  const end = cells.ends[index] as number
  const flags = cells.flags[index] as number
  if (kind === cellKind.hex) appendHex(text.bytes, start, end, out)
  else if (kind === cellKind.true) out.push(49)
  else if (kind === cellKind.false) out.push(48)
  else if (kind === cellKind.string && (flags & (cellFlag.escape | cellFlag.doubled)) !== 0) {
    const quote = (flags & cellFlag.doubleQuoted) === 0 ? 39 : 34
    out.reserve(end - start)
    out.length += text.unescape(start, end, quote, out.bytes, out.length)
  } else out.append(text.bytes, start, end)
}

function appendHex(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
  let at = start
  if ((end - start) % 2 === 1) out.push(hexValue(bytes[at++] as number))
  for (; at < end; at += 2) out.push((hexValue(bytes[at] as number) << 4) | hexValue(bytes[at + 1] as number))
}

/** Appends `b'01000001'` as bytes, padded with zeros on the left, for columns that do not require a number. */
export function appendBits(text: DumpText, cells: RowCells, index: number, out: GrowingBytes): void {
  const start = cells.starts[index] as number
  const end = cells.ends[index] as number
  let byte = 0
  for (let at = start; at < end; at++) {
    byte = (byte << 1) | ((text.bytes[at] as number) & 1)
    if ((end - at) % 8 !== 1) continue
    out.push(byte)
    byte = 0
  }
}

/** Tests for digits that do not begin with zero, in a number or a string. Nearly every id is such a number. */
function isPlainId({ bytes }: DumpText, cells: RowCells, index: number): boolean {
  const kind = cells.kinds[index]
  const start = cells.starts[index] as number
  const end = cells.ends[index] as number
  if ((kind !== cellKind.number && kind !== cellKind.string) || bytes[start] === 48 || start === end) return false
  for (let at = start; at < end; at++) if ((bytes[at] as number) < 48 || (bytes[at] as number) > 57) return false
  return true
}

/** Tests for a value that may be stored as zero in a column of integers, if zero makes a counter continue. */
export const mayBeZero = (text: DumpText, cells: RowCells, index: number): boolean =>
  text.countsZero && cells.kinds[index] !== cellKind.true && !isPlainId(text, cells, index)

/** Returns a cell in the form that the report shows. */
export function shownCell(text: DumpText, cells: RowCells, index: number): string {
  const bytes = new GrowingBytes(256)
  const start = cells.starts[index] ?? 0
  const end = cells.ends[index] ?? 0
  if (end - start > 4096) bytes.append(text.bytes, start, start + 4096)
  else appendCell(text, cells, index, bytes)
  return new TextDecoder(text.charset).decode(bytes.bytes.subarray(0, bytes.length))
}

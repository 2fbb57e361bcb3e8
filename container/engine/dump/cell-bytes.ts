import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { cellKind, type RowCells } from './row-cells.ts'
import { type DumpText, unescapeInto } from './tokens.ts'

const hexValue = (byte: number): number => (byte <= 57 ? byte - 48 : (byte | 32) - 87)

/** A cell's plain bytes, appended: escapes undone, hexadecimal decoded. Numbers and bits stay as they are written. */
export function appendCell(text: DumpText, cells: RowCells, index: number, out: GrowingBytes): void {
  const kind = cells.kinds[index]
  const start = cells.starts[index] ?? 0
  const end = cells.ends[index] ?? 0
  if (kind === cellKind.string) {
    out.reserve(end - start)
    out.length += unescapeInto(text.bytes, start, end, cells.quotes[index] ?? 0, text.backslashEscapes, out.bytes, out.length)
  } else if (kind === cellKind.hex) appendHex(text.bytes, start, end, out)
  else if (kind === cellKind.true) out.push(49)
  else if (kind === cellKind.false) out.push(48)
  else out.append(text.bytes, start, end)
}

function appendHex(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
  let at = start
  if ((end - start) % 2 === 1) out.push(hexValue(bytes[at++] as number))
  for (; at < end; at += 2) out.push((hexValue(bytes[at] as number) << 4) | hexValue(bytes[at + 1] as number))
}

export const asciiOf = (bytes: GrowingBytes): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at++) text += String.fromCharCode(bytes.bytes[at] as number)
  return text
}

const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** What a date is to PostgreSQL: `zero` where MySQL knows it and PostgreSQL does not, `malformed` where nobody does. */
export function judgeDate(value: GrowingBytes): 'usable' | 'zero' | 'malformed' {
  const { bytes } = value
  if (value.length < 10 || bytes[4] !== 45 || bytes[7] !== 45) return 'malformed'
  for (let at = 0; at < 10; at++) {
    const byte = bytes[at] as number
    if (at !== 4 && at !== 7 && (byte < 48 || byte > 57)) return 'malformed'
  }
  const digits = (at: number): number => ((bytes[at] as number) - 48) * 10 + (bytes[at + 1] as number) - 48
  const year = digits(0) * 100 + digits(2)
  const month = digits(5)
  const day = digits(8)
  if (year === 0 || month === 0 || day === 0 || month > 12) return 'zero'
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day > ((daysOf[month - 1] ?? 0) + (month === 2 && isLeap ? 1 : 0)) ? 'zero' : 'usable'
}

/** A time of day, or a duration that only an interval can hold. */
export function judgeTime(value: string): 'day' | 'duration' | 'malformed' {
  const found = /^(-?)(\d{1,3}):([0-5]\d):([0-5]\d)(\.\d{1,6})?$/.exec(value)
  if (found === null) return 'malformed'
  return found[1] === '' && Number(found[2]) < 24 ? 'day' : 'duration'
}

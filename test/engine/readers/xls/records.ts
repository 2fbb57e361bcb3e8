/** Workbooks record by record, for features that no available writer has. */
export function record(type: number, ...content: (number | Uint8Array)[]): Uint8Array {
  const bytes = joined(...content)
  return joined(type & 255, type >> 8, bytes.length & 255, bytes.length >> 8, bytes)
}

export function joined(...parts: (number | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])))
}

export const word = (value: number): Uint8Array => Uint8Array.of(value & 255, (value >> 8) & 255)
export const long = (value: number): Uint8Array => joined(word(value & 0xffff), word(value >>> 16))
export const double = (value: number): Uint8Array => new Uint8Array(Float64Array.of(value).buffer)
export const latin = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))
export const wide = (text: string): Uint8Array =>
  Uint8Array.from(
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) => [unit & 255, unit >> 8]),
  )

export const begin = (content: number, version = 0x0600): Uint8Array =>
  record(0x809, word(version), word(content), new Uint8Array(version === 0x0600 ? 12 : 4))
export const end = record(0x0a)
const globalsContent = 5
const sheetContent = 0x10

/** Returns a bare stream of Excel 97: the records common to all sheets, and one sheet named S. */
export function workbook(common: readonly Uint8Array[], cells: readonly Uint8Array[], version = 0x0600): Uint8Array {
  const name = version === 0x0600 ? joined(1, 0, latin('S')) : joined(1, latin('S'))
  const boundSheet = (position: number): Uint8Array => record(0x85, long(position), 0, 0, name)
  const before = joined(begin(globalsContent, version), ...common)
  const position = before.length + boundSheet(0).length + end.length
  return joined(before, boundSheet(position), end, begin(sheetContent, version), ...cells, end)
}

export const number = (row: number, column: number, value: number, style = 0): Uint8Array =>
  record(0x203, word(row), word(column), word(style), double(value))
export const shared = (row: number, column: number, index: number): Uint8Array =>
  record(0xfd, word(row), word(column), word(0), long(index))
export const style = (formatId: number): Uint8Array => record(0xe0, word(0), word(formatId), new Uint8Array(16))

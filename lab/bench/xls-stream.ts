import type { Cell } from './xlsb-parts.ts'

const recordBytesMax = 8224

const u16 = (value: number): number[] => [value & 255, (value >> 8) & 255]
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)]
const record = (type: number, content: Uint8Array | readonly number[]): Buffer =>
  Buffer.concat([Buffer.from([...u16(type), ...u16(content.length)]), Buffer.from(content)])
const begin = (content: number): Buffer => record(0x809, [...u16(0x600), ...u16(content), ...Array<number>(12).fill(0)])
const end = record(0x0a, [])

/** Returns a workbook stream as Excel 97 writes it, with shared strings and packed small numbers. */
export function xlsStream(sheetName: string, rows: Iterable<readonly Cell[]>): Buffer {
  const strings = new Map<string, number>()
  const cells: Buffer[] = []
  let rowNumber = 0
  for (const row of rows) {
    row.forEach((cell, column) => {
      if (cell !== '') cells.push(cellRecord([...u16(rowNumber), ...u16(column), 0, 0], cell, strings))
    })
    rowNumber++
  }
  const sheet = Buffer.concat([begin(0x10), ...cells, end])
  const style = record(0xe0, Array<number>(20).fill(0))
  const before = Buffer.concat([begin(5), style, ...sharedStrings([...strings.keys()])])
  const boundSheet = (position: number): Buffer =>
    record(0x85, [...u32(position), 0, 0, sheetName.length, 0, ...Buffer.from(sheetName, 'latin1')])
  const position = before.length + boundSheet(0).length + end.length
  return Buffer.concat([before, boundSheet(position), end, sheet])
}

function cellRecord(place: readonly number[], cell: Cell, strings: Map<string, number>): Buffer {
  if (typeof cell === 'boolean') return record(0x205, [...place, cell ? 1 : 0, 0])
  if (typeof cell === 'number') {
    if (Number.isInteger(cell) && Math.abs(cell) < 2 ** 29) return record(0x27e, [...place, ...u32((cell << 2) | 2)])
    return record(0x203, [...place, ...new Uint8Array(Float64Array.of(cell).buffer)])
  }
  let index = strings.get(cell)
  if (index === undefined) strings.set(cell, (index = strings.size))
  return record(0xfd, [...place, ...u32(index)])
}

function sharedStrings(texts: readonly string[]): Buffer[] {
  const records: Buffer[] = []
  let parts: Buffer[] = [Buffer.from([...u32(texts.length), ...u32(texts.length)])]
  let length = 8
  const close = (): void => {
    records.push(record(records.length === 0 ? 0xfc : 0x3c, Buffer.concat(parts)))
    parts = []
    length = 0
  }
  for (const text of texts) {
    const isWide = /[^\u0000-\u00ff]/.test(text)
    const bytes = Buffer.from(text, isWide ? 'utf16le' : 'latin1')
    if (length + 3 + bytes.length > recordBytesMax) close()
    parts.push(Buffer.from([...u16(text.length), isWide ? 1 : 0]), bytes)
    length += 3 + bytes.length
  }
  close()
  return records
}

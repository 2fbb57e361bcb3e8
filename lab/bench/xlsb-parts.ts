/** Rows of a binary workbook's sheet as Excel writes them, with shared strings and packed numbers. */
const chunkBytes = 1 << 20

class Records {
  private bytes = Buffer.alloc(chunkBytes + (1 << 16))
  private at = 0

  get isFull(): boolean {
    return this.at >= chunkBytes
  }

  take(): Uint8Array {
    const copy = new Uint8Array(this.bytes.subarray(0, this.at))
    this.at = 0
    return copy
  }

  record(type: number, length: number): this {
    if (type < 128) this.at = this.bytes.writeUInt8(type, this.at)
    else this.at = this.bytes.writeUInt16LE((type & 127) | 128 | ((type >> 7) << 8), this.at)
    let left = length
    do {
      this.at = this.bytes.writeUInt8((left & 127) | (left > 127 ? 128 : 0), this.at)
      left >>= 7
    } while (left > 0)
    return this
  }

  byte(value: number): this {
    this.at = this.bytes.writeUInt8(value, this.at)
    return this
  }

  long(value: number): this {
    this.at = this.bytes.writeUInt32LE(value >>> 0, this.at)
    return this
  }

  double(value: number): this {
    this.at = this.bytes.writeDoubleLE(value, this.at)
    return this
  }

  text(value: string): this {
    this.long(value.length)
    this.at += this.bytes.write(value, this.at, 'utf16le')
    return this
  }
}

export type Cell = string | number | boolean

/** Yields the part of the sheet. It numbers its strings in `strings`, from which the other part is written. */
export function* sheetRecords(rows: Iterable<readonly Cell[]>, strings: Map<string, number>): Iterable<Uint8Array> {
  const out = new Records()
  out.record(129, 0).record(145, 0)
  let rowNumber = 0
  for (const cells of rows) {
    out.record(0, 17).long(rowNumber++).long(0).long(0x0f_0000).byte(0).long(0)
    cells.forEach((cell, column) => addCell(out, cell, column, strings))
    if (out.isFull) yield out.take()
  }
  out.record(146, 0).record(130, 0)
  yield out.take()
}

function addCell(out: Records, cell: Cell, column: number, strings: Map<string, number>): void {
  if (cell === '') return
  if (typeof cell === 'boolean') {
    out
      .record(4, 9)
      .long(column)
      .long(0)
      .byte(cell ? 1 : 0)
    return
  }
  if (typeof cell === 'number') {
    const isPacked = Number.isInteger(cell) && Math.abs(cell) < 2 ** 29
    if (isPacked)
      out
        .record(2, 12)
        .long(column)
        .long(0)
        .long((cell << 2) | 2)
    else out.record(5, 16).long(column).long(0).double(cell)
    return
  }
  let index = strings.get(cell)
  if (index === undefined) strings.set(cell, (index = strings.size))
  out.record(7, 12).long(column).long(0).long(index)
}

export function* stringRecords(strings: Iterable<string>, count: number): Iterable<Uint8Array> {
  const out = new Records()
  out.record(159, 8).long(count).long(count)
  for (const text of strings) {
    out
      .record(19, 5 + text.length * 2)
      .byte(0)
      .text(text)
    if (out.isFull) yield out.take()
  }
  out.record(160, 0)
  yield out.take()
}

export function* workbookRecords(sheetName: string): Iterable<Uint8Array> {
  const out = new Records()
  const relation = 'rId1'
  out.record(131, 0).record(143, 0)
  out.record(156, 8 + 4 + relation.length * 2 + 4 + sheetName.length * 2)
  out.long(0).long(1).text(relation).text(sheetName)
  out.record(144, 0).record(132, 0)
  yield out.take()
}

/** Yields the records for the style of every cell. */
export function* styleRecords(): Iterable<Uint8Array> {
  const out = new Records()
  out.record(278, 0).record(617, 4).long(1)
  out.record(47, 16).long(0xffff).long(0).long(0).long(0)
  out.record(618, 0).record(279, 0)
  yield out.take()
}

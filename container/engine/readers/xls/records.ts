import type { ByteSource } from '../../bytes/byte-source.ts'
import { RecordWindow } from '../spreadsheet/record-window.ts'

/** The numbers of the record types that the reader uses. */
export const Biff = {
  eof: 0x0a,
  bof2: 0x0009,
  bof3: 0x0209,
  bof4: 0x0409,
  bof: 0x0809,
  filePass: 0x2f,
  codePage: 0x42,
  dateMode: 0x22,
  format23: 0x1e,
  format: 0x41e,
  xf2: 0x43,
  xf3: 0x243,
  xf4: 0x443,
  xf: 0xe0,
  boundSheet: 0x85,
  externalSheet: 0x17,
  definedName: 0x18,
  supportingBook: 0x1ae,
  sst: 0xfc,
  continues: 0x3c,
  sheetHeader: 0x8f,
  row: 0x208,
  columnInfo: 0x7d,
  mergedCells: 0xe5,
  blank2: 0x01,
  integer2: 0x02,
  number2: 0x03,
  label2: 0x04,
  boolErr2: 0x05,
  formula: 0x06,
  string2: 0x07,
  number: 0x203,
  label: 0x204,
  boolErr: 0x205,
  formula3: 0x206,
  string: 0x207,
  formula4: 0x406,
  rk: 0x27e,
  mulRk: 0xbd,
  labelSst: 0xfd,
  rString: 0xd6,
  note: 0x1c,
  object: 0x5d,
  textObject: 0x1b6,
  hyperlink: 0x1b8,
} as const

/**
 * Excel's file generations. 2 to 4 have a single sheet, 5 (and 95) uses code pages, and 8 (97 and later) uses Unicode.
 */
export type BiffVersion = 2 | 3 | 4 | 5 | 8

export const isBegin = (type: number): boolean =>
  type === Biff.bof || type === Biff.bof2 || type === Biff.bof3 || type === Biff.bof4

export function isCell(type: number): boolean {
  switch (type) {
    case Biff.labelSst:
    case Biff.rk:
    case Biff.mulRk:
    case Biff.number:
    case Biff.label:
    case Biff.rString:
    case Biff.boolErr:
    case Biff.formula:
    case Biff.formula3:
    case Biff.formula4:
    case Biff.integer2:
    case Biff.number2:
    case Biff.label2:
    case Biff.boolErr2:
      return true
    default:
      return false
  }
}

/** The current record from any source, as input for cells. */
export interface RecordView {
  readonly bytes: Uint8Array
  readonly type: number
  readonly start: number
  readonly end: number
}

/** Reads the records of a workbook stream. Each has a number, a length, and that many bytes. */
export class BiffRecords extends RecordWindow {
  /** The position of the window's start in the stream. */
  private base: number

  constructor(source: ByteSource, from: number, home?: Uint8Array) {
    super(source.stream(from), home)
    this.base = from
  }

  /** Returns the position of the record's start in the stream. */
  get position(): number {
    return this.base + this.head
  }

  next(): boolean {
    const { bytes, at, filled } = this
    if (at + 4 > filled) return false
    const end = at + 4 + ((bytes[at + 2] as number) | ((bytes[at + 3] as number) << 8))
    if (end > filled) return false
    this.type = (bytes[at] as number) | ((bytes[at + 1] as number) << 8)
    this.head = at
    this.start = at + 4
    this.end = end
    this.at = end
    return true
  }

  async fill(): Promise<boolean> {
    const chunk = await this.nextChunk()
    if (chunk === null) return false
    this.base += this.at
    this.add(chunk)
    return true
  }
}

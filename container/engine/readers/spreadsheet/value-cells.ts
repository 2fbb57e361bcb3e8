import { CellKind } from '../../table/row-batch.ts'
import { type SerialShape, serialText } from '../../values/excel-serial.ts'
import { appendAscii } from '../../values/stored-number.ts'
import type { SheetRows } from './sheet-rows.ts'

const kinds = {
  date: CellKind.date,
  time: CellKind.time,
  timestamp: CellKind.timestamp,
  duration: CellKind.quoted,
} as const

/** Adds a number as the date that its format shows; false when it is none. */
export function addSerial(
  rows: SheetRows,
  column: number,
  serial: number,
  { shape, is1904 }: { readonly shape: SerialShape; readonly is1904: boolean },
): boolean {
  const date = serialText(serial, shape, is1904)
  if (date === null) return false
  const { arena } = rows.batch
  const start = arena.length
  appendAscii(arena, date.text)
  rows.addCell(column, kinds[date.kind], start, arena.length)
  return true
}

/** Adds a date that the file itself writes as ISO text. What is no such date stays text. */
export function addIsoDate(rows: SheetRows, column: number, text: string): void {
  const match = /^(\d{4}-\d\d-\d\d)?(?:(?<=\d)T|^T?)?(\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?Z?$/.exec(text.trim())
  const [, date, given] = match ?? []
  // Midnight is how most writers write a date alone.
  const clock = date !== undefined && given !== undefined && /^[0:.,]*$/.test(given) ? undefined : given
  const { arena } = rows.batch
  const start = arena.length
  if (date === undefined && clock === undefined) {
    arena.append(new TextEncoder().encode(text))
    rows.addCell(column, CellKind.quoted, start, arena.length)
    return
  }
  appendAscii(
    arena,
    [date, clock === undefined ? undefined : wholeClock(clock)].filter((part) => part !== undefined).join(' '),
  )
  const kind = clock === undefined ? CellKind.date : date === undefined ? CellKind.time : CellKind.timestamp
  rows.addCell(column, kind, start, arena.length)
}

function wholeClock(clock: string): string {
  const whole = clock.length === 5 ? `${clock}:00` : clock.replace(',', '.')
  return whole.includes('.') ? whole.replace(/\.?0+$/, '') : whole
}

const trueBytes = new TextEncoder().encode('true')
const falseBytes = new TextEncoder().encode('false')

export function addBoolean(rows: SheetRows, column: number, value: boolean): void {
  const { arena } = rows.batch
  const start = arena.length
  arena.append(value ? trueBytes : falseBytes)
  rows.addCell(column, CellKind.boolean, start, arena.length)
}

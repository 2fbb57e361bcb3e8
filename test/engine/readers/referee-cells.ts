import { type CellObject, SSF, type WorkSheet } from '@e965/xlsx'
import type { RowReader } from '../../../container/engine/readers/row-reader.ts'
import { CellKind } from '../../../container/engine/table/row-batch.ts'

export interface OurCell {
  readonly kind: number
  readonly text: string
}

/** Maps every cell with a value by `row:column` (rows from 1, columns from 0). */
export async function cellsOf(reader: RowReader): Promise<Map<string, OurCell>> {
  const cells = new Map<string, OurCell>()
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
  for await (const batch of reader.batches()) {
    for (let row = 0; row < batch.rowCount; row++) {
      const first = batch.rowStarts[row] ?? 0
      for (let cell = first; cell < (batch.rowStarts[row + 1] ?? 0); cell++) {
        const kind = batch.kinds[cell] ?? 0
        if (kind === CellKind.empty) continue
        const text = decoder.decode(batch.bytes.subarray(batch.starts[cell], batch.ends[cell]))
        cells.set(`${batch.rowNumbers[row]}:${cell - first}`, { kind, text })
      }
    }
  }
  return cells
}

/**
 * Returns the raw values of SheetJS, the referee, read with `dense` and `cellNF`. Columns count from the leftmost one
 * with a value, as in a table.
 */
export function refereeCells(sheet: WorkSheet): Map<string, CellObject> {
  const rows = (sheet as unknown as { '!data'?: (CellObject | undefined)[][] })['!data'] ?? []
  const found = rows.flatMap((row, rowIndex) =>
    (row ?? []).flatMap((cell, column) =>
      cell === undefined || cell.t === 'z' || cell.v === undefined || cell.v === ''
        ? []
        : [{ row: rowIndex + 1, column, cell }],
    ),
  )
  const left = Math.min(...found.map(({ column }) => column))
  return new Map(found.map(({ row, column, cell }) => [`${row}:${column - left}`, cell]))
}

/** Returns the difference between our cell and the referee's, or null. */
export function difference(our: OurCell | undefined, their: CellObject | undefined, is1904: boolean): string | null {
  if (our === undefined) return `missing ${their?.t} ${JSON.stringify(their?.v)}`
  if (their === undefined) return `surplus ${JSON.stringify(our.text)}`
  const { v: value } = their
  if (their.t === 'n') return numberDifference(our, Number(value), String(their.z ?? 'General'), is1904)
  const [kind, text] =
    their.t === 'b'
      ? [CellKind.boolean, String(value)]
      : their.t === 'e'
        ? [CellKind.error, their.w]
        : [CellKind.quoted, String(value)]
  return our.kind === kind && our.text === text ? null : `${JSON.stringify(our.text)} is not ${JSON.stringify(text)}`
}

function numberDifference(our: OurCell, value: number, format: string, is1904: boolean): string | null {
  if (our.kind === CellKind.number)
    return our.text === fifteenDigits(value) ? null : `${our.text} is not ${fifteenDigits(value)}`
  if (!SSF.is_date(format)) return `${our.text} is not the number ${value} (${format})`
  const serial = serialOf(our, is1904)
  return Math.abs(serial - value) * 86_400_000 <= 1 ? null : `${our.text} (${serial}) is not ${value} (${format})`
}

/** Returns the number as a spreadsheet shows it, with up to thirty digits. */
function fifteenDigits(value: number): string {
  const rounded = Number(value.toPrecision(15))
  if (rounded === 0) return '0'
  const size = Math.abs(rounded)
  if (size >= 1e31 || size < 1e-30) return String(value)
  const text = String(rounded)
  return text.includes('e') ? writtenOut(text) : text
}

function writtenOut(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  const digits = whole + fraction
  const point = 1 + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return digits.length <= point
    ? sign + digits.padEnd(point, '0')
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Returns the timestamp in our text, as days since the workbook's epoch. */
function serialOf({ kind, text }: OurCell, is1904: boolean): number {
  if (kind === CellKind.time || kind === CellKind.quoted) {
    const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
    return hours / 24 + minutes / 1440 + seconds / 86_400
  }
  const days = Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? 'Z' : ''}`) / 86_400_000 + 25_569
  if (is1904) return days - 1462
  // Excel has the date February 29, 1900.
  return days < 61 ? days - 1 : days
}

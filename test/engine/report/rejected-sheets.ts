import { utils, write } from '@e965/xlsx'
import { parse } from 'csv-parse/sync'

type Cell = string | number | null
export const numbers = Array.from({ length: 8 }, (_, at) => at + 1)

/** Three sheets: a title above the header, a blank row between the rows, and two columns with the same heading. */
const sheets: Readonly<Record<string, Cell[][]>> = {
  'Order Lines': [
    ['Orders of 2024'],
    [],
    ['Order No.', 'Unit Price'],
    ...numbers.map((n): Cell[] => [n, n / 2]),
    [9, 'on request'],
  ],
  'Staff (2)': [['Name', 'Years'], ...numbers.map((n): Cell[] => [`Ann ${n}`, n]), [], ['Bob', 'many']],
  Totals: [
    ['Item', 'Amount', 'Amount'],
    ...numbers.map((n): Cell[] => [`Item ${n}`, n, n * 2]),
    ['Rest', 9, 'unknown'],
    ['All', 'unknown', 18],
  ],
}

/** Returns the workbook of the three sheets. */
export function rejectedSheets(): Uint8Array<ArrayBuffer> {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array<ArrayBuffer>)
}

const places = [
  ['Order Lines', 'order_lines', '12', 'type_mismatch', 'Unit Price'],
  ['Staff (2)', 'staff_2', '11', 'type_mismatch', 'Years'],
  ['Totals', 'totals', '10', 'type_mismatch', 'Amount (amount_2)'],
  ['Totals', 'totals', '11', 'type_mismatch', 'Amount (amount)'],
] as const

/** The header and the rejected rows of the workbook: the place of each, and the cells that the workbook has there. */
export const rejectedPlaces: readonly string[][] = [
  ['sheet', 'table', 'row', 'code', 'column'],
  ...places.map((place) => [...place, ...(sheets[place[0]]?.[Number(place[2]) - 1] ?? []).map(String)]),
]

const messageAt = 5

/** Returns the rows of a file of rejected rows, without their messages. */
export const placesIn = (rejects: string): string[][] =>
  parse(rejects, { relax_column_count: true }).map((row) => row.toSpliced(messageAt, 1))

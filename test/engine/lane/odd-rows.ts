import fc from 'fast-check'

export type Row = readonly string[]

/** Rows as `dull` makes them but for one cell, or none. */
export const oddRows = (dull: (row: number) => Row, values: fc.Arbitrary<string>): fc.Arbitrary<Row> =>
  fc
    .tuple(fc.nat(9999), fc.integer({ min: 0, max: dull(0).length * 2 }), values)
    .map(([row, odd, value]) => dull(row).map((dullValue, at) => (at === odd ? value : dullValue)))

/** Odd rows behind the sample of dull ones, and some of them once more. */
export const amongDull = (dullRows: readonly Row[], odd: readonly Row[]): readonly Row[] => [
  ...dullRows,
  ...odd,
  ...dullRows.slice(0, 20),
  ...odd.slice(0, 9),
]

export const csvOf = (rows: readonly Row[], field: (value: string) => string): string =>
  rows.map((row) => `${row.map(field).join(',')}\n`).join('')

/** An object a line; `value` says how each is written. */
export const linesOf = (header: Row, rows: readonly Row[], value: (text: string) => string): string =>
  rows.map((row) => `{${row.map((text, at) => `${JSON.stringify(header[at])}:${value(text)}`).join(',')}}\n`).join('')

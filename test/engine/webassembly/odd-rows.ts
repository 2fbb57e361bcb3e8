import fc from 'fast-check'

export type Row = readonly string[]

/** Rows as `dull` makes them, except for at most one cell. */
export const oddRows = (dull: (row: number) => Row, values: fc.Arbitrary<string>): fc.Arbitrary<Row> =>
  fc
    .tuple(fc.nat(9999), fc.integer({ min: 0, max: dull(0).length * 2 }), values)
    .map(([row, odd, value]) => dull(row).map((dullValue, at) => (at === odd ? value : dullValue)))

/** Odd rows after a sample of dull ones, some of them repeated. */
export const amongDull = (dullRows: readonly Row[], odd: readonly Row[]): readonly Row[] => [
  ...dullRows,
  ...odd,
  ...dullRows.slice(0, 20),
  ...odd.slice(0, 9),
]

type RowsText = (rows: readonly Row[]) => string

/** Dull rows are in every table and are written once. */
function writtenOnce(lineOf: (row: Row) => string): RowsText {
  const lines = new WeakMap<Row, string>()
  const line = (row: Row): string => {
    const written = lines.get(row) ?? lineOf(row)
    lines.set(row, written)
    return written
  }
  return (rows) => rows.map(line).join('')
}

export const csvText = (field: (value: string) => string): RowsText =>
  writtenOnce((row) => `${row.map(field).join(',')}\n`)

/** Writes one object per line. `value` gives the text of each value. */
export const linesText = (header: Row, value: (text: string) => string): RowsText =>
  writtenOnce((row) => `{${row.map((text, at) => `${JSON.stringify(header[at])}:${value(text)}`).join(',')}}\n`)

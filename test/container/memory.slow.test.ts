import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measure } from '../../lab/bench/measure.ts'
import { memoryShapes, writeShape } from '../../lab/shapes/memory-shapes.ts'
import { youngObjects } from '../../container/run/young-objects.ts'
import { odsOf } from '../engine/readers/spreadsheet/support.ts'

/** The limit on peak memory for any text or JSON file, however large. */
const peakBytesMax = 256e6
const megabytes = 70

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowmill-memory-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at)
const text = (letters: string, bytes: number, row: number): string =>
  `${row} ${letters}`.repeat(Math.ceil(bytes / (letters.length + 2)))

interface Rows {
  readonly head: string
  readonly row: (row: number) => string
}
const wide = (columns: number): Rows => ({
  head: `${numbers(columns)
    .map((column) => `column ${column}`)
    .join(',')}\n`,
  row: (row) =>
    `${numbers(columns)
      .map((column) => (column % 3 === 0 ? `n${row % 100}` : (row * column) % 1000))
      .join(',')}\n`,
})
const csvOf = (value: (row: number) => string): Rows => ({
  head: 'id,first,second,third\n',
  row: (row) => `${row},${value(row)},${value(row + 1)},${value(row + 2)}\n`,
})
const jsonOf = (value: (row: number) => string): Rows => ({
  head: '',
  row: (row) => `${JSON.stringify({ id: row, first: value(row), nested: { second: value(row + 1) } })}\n`,
})

const longName = text('Name Of ', 2e6, 1)

/** Rows that fill the buffer that is kept until types are decided, each with an unusual kind of content. */
const kinds: readonly (readonly [string, string, string, Rows])[] = [
  ['of a thousand columns', 'csv', 'csv', wide(1000)],
  ['of five thousand columns', 'csv', 'csv', wide(5000)],
  ['of texts of 50 KB in Japanese', 'csv', 'sql', csvOf((row) => text('日本語の文章', 25_000, row))],
  ['of texts of 50 KB in Japanese', 'ndjson', 'sql', jsonOf((row) => text('日本語の文章', 25_000, row))],
  ['of words of a megabyte', 'csv', 'sql', csvOf((row) => text('word', 1e6, row))],
  ['of digits of a megabyte', 'csv', 'sql', csvOf((row) => `${row + 1}`.repeat(1e6 / 2))],
  ['with a key of two megabytes', 'ndjson', 'sql', { head: '', row: (row) => `{"id":${row},"${longName}":${row}}\n` }],
  ['of addresses and nothing else', 'csv', 'sql', csvOf((row) => text('a@', 1e6, row))],
]

/** Returns the peak memory of a process with the service's flags, or with others. */
async function peakOf(path: string, output: string, flags = youngObjects): Promise<number> {
  const command = `node ${flags} scripts/launch.mjs container/cli.ts convert ${path} --dialect postgresql --format ${output} -o /dev/null`
  const { exitCode, peakBytes } = await measure(command, 60)
  expect(exitCode).toBe(0)
  // The measurement has observed the process.
  expect(peakBytes).toBeGreaterThan(40e6)
  return peakBytes
}

test.each(kinds)(
  'rows %s, as %s into %s, stay within the memory of any other file',
  async (_, format, output, { head, row }) => {
    const path = join(folder, `rows.${format}`)
    const file = openSync(path, 'w')
    let written = writeSync(file, head)
    for (let at = 0; written < megabytes * 1e6; at++) written += writeSync(file, row(at))
    closeSync(file)
    expect(await peakOf(path, output)).toBeLessThan(peakBytesMax)
  },
)

test('a row of long strings that an OpenDocument sheet repeats a thousand times stays within the same memory', async () => {
  const path = join(folder, 'repeated.ods')
  const cells =
    `<table:table-cell office:value-type="string"><text:p>${text('word', 32_000, 1)}</text:p></table:table-cell>`.repeat(
      10,
    )
  writeFileSync(
    path,
    odsOf(
      `<table:table table:name="T"><table:table-row>${cells}</table:table-row><table:table-row table:number-rows-repeated="1000">${cells}</table:table-row></table:table>`,
    ),
  )
  expect(await peakOf(path, 'sql')).toBeLessThan(peakBytesMax)
})

// A value of 60 MB takes 196 MB, and would take 380 MB with two more copies. `npm run shapes` converts a value of 200
// MB.
test('a large value is copied only a few times', async () => {
  const path = join(folder, 'value.ndjson')
  const shape = memoryShapes['one value of 200 MB']
  if (shape === undefined) throw new Error('The shape is missing.')
  writeShape(path, shape, 0.3)
  expect(await peakOf(path, 'sql')).toBeLessThan(300e6)
})

test('a table of 20,000 columns takes at most 300 MiB on the command line, which has no flags', async () => {
  const path = join(folder, 'columns.csv')
  const shape = memoryShapes['20,000 columns']
  if (shape === undefined) throw new Error('The shape is missing.')
  writeShape(path, shape)
  expect(await peakOf(path, 'csv', '')).toBeLessThan(shape.peakMebibytes * 2 ** 20)
})

/** One column of each common type, repeatedly. */
const dumpColumn = (table: number, at: number): string =>
  `\`c${table}_${at}\` ${['int', 'varchar(50)', 'datetime', 'decimal(10,2)', 'tinyint(1)', 'text', 'date'][at % 7]} DEFAULT NULL`
const dumpValue = (at: number): string =>
  ['5', "'abc'", "'2024-01-02 03:04:05'", '1.50', '1', "'text'", "'2024-01-02'"][at % 7] ?? ''

test('a dump of 5,000 tables with 22 columns each takes at most 300 MB', async () => {
  const path = join(folder, 'tables.sql')
  const file = openSync(path, 'w')
  for (let table = 0; table < 5000; table++) {
    const columns = numbers(21).map((at) => dumpColumn(table, at))
    writeSync(
      file,
      `CREATE TABLE \`t${table}\` (\`id\` int NOT NULL AUTO_INCREMENT, ${columns.join(', ')}, PRIMARY KEY (\`id\`), KEY \`k\` (\`c${table}_0\`));\nINSERT INTO \`t${table}\` VALUES (1,${numbers(21).map(dumpValue).join(',')});\n`,
    )
  }
  closeSync(file)
  expect(await peakOf(path, 'sql')).toBeLessThan(300e6)
})

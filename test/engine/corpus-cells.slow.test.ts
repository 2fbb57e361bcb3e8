import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import papaparse from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../src/contract/report.ts'
import { converted } from './support.ts'
import { announced } from '../databases/announced.ts'

/**
 * Compares real files cell by cell: papaparse and DuckDB read each file with the delimiter and quote that we found. If
 * both agree, our output must match. If they differ, one of them is wrong, and the file does not count.
 */
const corpus = join(import.meta.dirname, '../../../shared/corpus/csv')
const hasCorpus = existsSync(corpus)
announced(hasCorpus, 'no corpus of real files beside the project')
const paths = hasCorpus
  ? globSync(join(corpus, '{csvlint,duckdb,fivethirtyeight,frictionless}/*.{csv,tsv}')).toSorted()
  : []

/** Files whose meaning differs from what both referees read. */
const ownReading: Readonly<Record<string, string>> = {
  'csv_one_r_n_two.csv': 'lines end in CR CR LF: the referees leave a line end in the values',
  'csv_fuzzing_21.csv': 'a Ctrl-Z ends it: the referees take it for a letter',
  'NFL_fandom_data-surveymonkey.csv': 'its header has two rows',
}

type Rows = string[][]
/** Missing cells at the end of a row are equivalent to empty ones. */
const trimmed = (rows: Rows): Rows =>
  rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1)).filter((row) => row.length > 0)

/** Our table of a file, if it is complete: no rows rejected, left out or changed. */
async function ours(bytes: Uint8Array, name: string): Promise<{ rows: Rows; report: Report } | null> {
  try {
    const output = { dialect: 'sqlite', format: 'csv', column_names: 'as_written' } as const
    const first = (await converted(bytes, { output }, name)).report
    const columns = first.columns.map(({ index }) => ({ index, as_text: true }))
    const { script, report } = await converted(bytes, { output, columns }, name)
    const isWhole =
      report.rows.rejected === 0 &&
      report.rows.left_out?.reasons.every(({ code }) => code === 'header' || code === 'blank') &&
      !report.fixes.some((fix) => fix.code === 'invalid_bytes')
    if (!isWhole || report.notes.some((note) => note.includes('Spaces')) || report.input.escape !== 'doubled')
      return null
    return { rows: papaparse.parse<string[]>(script, { delimiter: ',', newline: '\r\n' }).data.slice(1), report }
  } catch (error) {
    if (/^Error: [a-z_]+: /.test(String(error))) return null
    throw error
  }
}

function byPapaparse(text: string, { delimiter, quote }: Report['input']): Rows {
  const quoteChar = quote ?? '\u0000'
  return papaparse.parse<string[]>(text, { delimiter: delimiter ?? ',', quoteChar, skipEmptyLines: true }).data
}

async function byDuckdb(
  duckdb: DuckDBConnection,
  path: string,
  { delimiter, quote }: Report['input'],
): Promise<Rows | null> {
  const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`
  const options = `delim=${literal(delimiter ?? ',')}, quote=${literal(quote ?? '')}, escape=${literal(quote ?? '')}, header=false`
  try {
    const sql = `SELECT * FROM read_csv(${literal(path)}, ${options}, all_varchar=true, null_padding=true, strict_mode=false, comment='', skip=0)`
    return (await duckdb.runAndReadAll(sql))
      .getRows()
      .map((row) => row.map((cell) => (typeof cell === 'string' ? cell : '')))
  } catch {
    return null
  }
}

describe.runIf(hasCorpus)('real files', () => {
  let instance: DuckDBInstance
  let duckdb: DuckDBConnection
  let compared = 0
  let disputed = 0
  beforeAll(async () => {
    instance = await DuckDBInstance.create()
    duckdb = await instance.connect()
  })
  afterAll(() => {
    duckdb?.closeSync()
    instance?.closeSync()
  })

  test.each(paths.map((path) => [basename(path), path]))('are read correctly: %s', async (name, path) => {
    const bytes = readFileSync(path)
    const found = await ours(bytes, name)
    if (found === null || found.report.input.encoding !== 'utf-8') return
    if (Object.keys(ownReading).some((known) => name.endsWith(known))) return
    const headRow = found.report.input.header_row ?? 0
    const text = new TextDecoder().decode(bytes)
    const referees = [byPapaparse(text, found.report.input), await byDuckdb(duckdb, path, found.report.input)]
    const [papa = null, duck = null] = referees.map((rows) => (rows === null ? null : trimmed(rows)))
    if (papa === null || duck === null || JSON.stringify(papa) !== JSON.stringify(duck)) {
      disputed++
      return
    }
    compared++
    expect(trimmed(found.rows)).toEqual(papa.slice(headRow === 0 ? 0 : 1))
  })

  test('are mostly read the same by both referees', () => {
    console.info(`compared ${compared} files; on ${disputed} the referees differ from each other`)
    expect(compared).toBeGreaterThan(300)
  })
})

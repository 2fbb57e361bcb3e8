import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import papaparse from 'papaparse'
import { memorySink, memorySource } from '../container/engine/bytes/memory-source.ts'
import { convert } from '../container/engine/convert.ts'
import { nodeInflate } from '../container/run/node-inflate.ts'
import { specSchema } from '../src/contract/spec.ts'
import { cleanTable, damages } from './pollution/kinds.ts'
import { type Loaded, score } from './pollution/score.ts'

/** Damages clean tables in every way in `kinds.ts`, and scores the tables that each reader loads without hints. */
type Reader = (text: string) => Promise<Loaded>
const nothing: Loaded = { header: [], rows: [] }

const rowmill: Reader = async (text) => {
  const sink = memorySink()
  const spec = specSchema.parse({ output: { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } })
  const source = memorySource(new TextEncoder().encode(text))
  const outcome = await convert({ name: 'table.csv', source, sink, spec, inflate: nodeInflate })
  if (outcome.kind !== 'done') return nothing
  const [header = [], ...rows] = papaparse.parse<string[]>(sink.text(), { delimiter: ',', skipEmptyLines: true }).data
  return { header, rows }
}

const papa: Reader = async (text) => {
  const [header = [], ...rows] = papaparse.parse<string[]>(text, { skipEmptyLines: true }).data
  return { header, rows }
}

async function duckdb(folder: string): Promise<Reader> {
  const connection = await (await DuckDBInstance.create()).connect()
  const path = join(folder, 'table.csv')
  return async (text) => {
    await writeFile(path, text)
    try {
      const sql = `select * from read_csv_auto('${path}', all_varchar = true, ignore_errors = true)`
      const result = await connection.runAndReadAll(sql)
      return {
        header: result.columnNames(),
        rows: result.getRows().map((row) => row.map((cell) => String(cell ?? ''))),
      }
    } catch {
      return nothing
    }
  }
}

const folder = await mkdtemp(join(tmpdir(), 'pollution-'))
const readers = { rowmill, duckdb: await duckdb(folder), papaparse: papa }
const sums = new Map<string, { count: number; by: Record<string, number> }>()
const isVerbose = process.argv.includes('--verbose')
const tables = Number(process.argv[2] ?? 24)
for (let seed = 0; seed < tables; seed++) {
  for (const damaged of damages(cleanTable(seed), seed)) {
    const sum = sums.get(damaged.kind) ?? { count: 0, by: {} }
    sums.set(damaged.kind, sum)
    sum.count++
    for (const [name, read] of Object.entries(readers)) {
      const points = score(await read(damaged.text), damaged)
      sum.by[name] = (sum.by[name] ?? 0) + points
      if (isVerbose && name === 'rowmill' && points < 0.99)
        console.log(`${damaged.kind}, table ${seed}: ${points.toFixed(3)}`)
    }
  }
}
await rm(folder, { recursive: true })
console.log(['kind'.padEnd(36), ...Object.keys(readers).map((name) => name.padStart(10))].join(''))
for (const [kind, { count, by }] of sums)
  console.log(
    kind.padEnd(36) +
      Object.values(by)
        .map((sum) => (sum / count).toFixed(3).padStart(10))
        .join(''),
  )

import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import papaparse from 'papaparse'
import { memorySink, memorySource } from '../container/engine/bytes/memory-source.ts'
import { convert } from '../container/engine/convert.ts'
import { nodeInflate } from '../container/run/node-inflate.ts'
import { specSchema } from '../src/contract/spec.ts'
import { cleanTable, damages, type Damaged } from './pollution/kinds.ts'

/** Damages clean tables in every way of `kinds.ts` and scores what each reader loads without any hint. */
type Loaded = { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }
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

/** Harmonic mean of precision and recall over two bags. */
function f1(found: readonly string[], wanted: readonly string[]): number {
  if (wanted.length === 0) return found.length === 0 ? 1 : 0
  const left = new Map<string, number>()
  for (const one of wanted) left.set(one, (left.get(one) ?? 0) + 1)
  let common = 0
  for (const one of found) {
    const count = left.get(one) ?? 0
    if (count === 0) continue
    common++
    left.set(one, count - 1)
  }
  return (2 * common) / (found.length + wanted.length)
}

function score(loaded: Loaded, { header, rows, kind }: Damaged, damagedRowMayStay: boolean): number {
  const wanted = rows.map((row) => row.join('\0'))
  const kept = new Set(wanted)
  let found = loaded.rows
  // A row that was damaged may be given up or kept in some form: one stranger is allowed.
  if (damagedRowMayStay) {
    const stranger = found.findIndex((row) => !kept.has(row.slice(0, 5).join('\0')))
    found = found.filter((_, at) => at !== stranger).map((row) => row.slice(0, 5))
  }
  if (kind === 'trailing delimiter') found = found.map((row) => row.slice(0, 5))
  const records = f1(
    found.map((row) => row.join('\0')),
    wanted,
  )
  const cells = f1(
    found.flatMap((row) => row.slice()),
    rows.flat(),
  )
  const heads = header === null ? 1 : f1(loaded.header.slice(0, Math.max(5, header.length)), header)
  return (heads + records + cells) / 3
}

const folder = await mkdtemp(join(tmpdir(), 'pollution-'))
const readers = { rowmill, duckdb: await duckdb(folder), papaparse: papa }
const sums = new Map<string, { count: number; by: Record<string, number> }>()
const tables = Number(process.argv[2] ?? 12)
for (let seed = 0; seed < tables; seed++) {
  for (const damaged of damages(cleanTable(seed), seed)) {
    const sum = sums.get(damaged.kind) ?? { count: 0, by: {} }
    sums.set(damaged.kind, sum)
    sum.count++
    const mayStay = /separator|extra quote/.test(damaged.kind)
    for (const [name, read] of Object.entries(readers))
      sum.by[name] = (sum.by[name] ?? 0) + score(await read(damaged.text), damaged, mayStay)
  }
}
await rm(folder, { recursive: true })
console.log(['kind'.padEnd(28), ...Object.keys(readers).map((name) => name.padStart(10))].join(''))
for (const [kind, { count, by }] of sums)
  console.log(
    kind.padEnd(28) +
      Object.values(by)
        .map((sum) => (sum / count).toFixed(3).padStart(10))
        .join(''),
  )

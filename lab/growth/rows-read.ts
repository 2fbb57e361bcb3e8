import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { measured, type Section } from './figures.ts'

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const sizes = [10, 1000, 100_000, 1_000_000]

interface Line {
  readonly owner: string
  readonly operation: string
  readonly read: number
}

/**
 * Returns the number of rows that SQLite reads for each operation, depending on the number of rows of every kind. The
 * tests that check the limits print them.
 */
export async function rowsReadGrowth(largest: number): Promise<Section> {
  const measuredSizes = sizes.filter((size) => size <= largest)
  const bySize = measuredSizes.map(rowsRead)
  // Both test files print at the same time.
  const operations = [...(bySize[0]?.keys() ?? [])].toSorted((a, b) => ownerOf(a).localeCompare(ownerOf(b)))
  async function* points(): AsyncGenerator<string[]> {
    for (const operation of operations)
      yield [operation, ...bySize.map((rows) => rows.get(operation)?.toLocaleString('en') ?? '')]
  }
  return measured(
    'Over the rows of an account, or of the directory: rows read by an operation',
    ['operation', ...measuredSizes.map((size) => size.toLocaleString('en'))],
    points(),
  )
}

const ownerOf = (operation: string): string => operation.replace(/:.*/, '')

function rowsRead(size: number): ReadonlyMap<string, number> {
  const files = ['test/worker/account/rows-read.test.ts', 'test/worker/directory/rows-read.test.ts']
  const limit = 20 * 60_000
  const args = [vitest, 'run', '--project', 'worker', '--testTimeout', String(limit), '--hookTimeout', String(limit)]
  const { stdout, status } = spawnSync(process.execPath, [...args, ...files], {
    encoding: 'utf8',
    env: { ...process.env, ROWS_OF_EVERYTHING: String(size) },
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`The tests fail with ${size} rows:\n${stdout.slice(-4000)}`)
  const lines = [...stdout.matchAll(/\{"event":"rows_read".*\}/g)].map(([line]) => line)
  return new Map(
    lines.map((line) => {
      const { owner, operation, read } = JSON.parse(line) as Line
      return [`${owner}: ${operation}`, read] as const
    }),
  )
}

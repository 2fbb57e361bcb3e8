import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, inject, test } from 'vitest'

/** The commands that measure and prove, each as small as possible, to show that the documented commands run. */
const folder = mkdtempSync(join(tmpdir(), 'rowmill-proof-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function npmRun(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', ...args], {
    env: { ...process.env, ROWMILL_BENCH_DATA: folder, ROWMILL_STATE: inject('service').stateFolder },
    maxBuffer: 64 << 20,
  })
  return stdout
}

/** Returns the rows of the printed tables, by their first cell. */
function tableRows(printed: string): Map<string, string[]> {
  const lines = printed.split('\n').filter((line) => line.startsWith('| '))
  return new Map(lines.map((line) => line.slice(2, -2).split(' | ')).map(([name = '', ...cells]) => [name, cells]))
}

describe('the commands that measure', () => {
  test('compare programs: bench', { timeout: 400_000 }, async () => {
    const printed = await npmRun('bench', '--', '--size', 'small', '--runs', '1', '--only', 'NDJSON')
    const programs = printed.split('\n').filter((line) => line.startsWith('| NDJSON'))
    expect(programs.map((line) => line.split(' | ')[1])).toEqual(['rowmill', 'copy', 'duckdb (csv out, both cores)'])
    for (const line of programs) expect(Number(line.split(' | ')[2])).toBeGreaterThan(0)
  })

  test('increase files and accounts: growth', { timeout: 400_000 }, async () => {
    const smallest = ['--largest', '1', '--accounts', '100', '--rows', '10', '--runs', '1', '--seconds', '0.2']
    const rows = tableRows(await npmRun('growth', '--', ...smallest))
    expect([...rows.keys()]).toEqual(expect.arrayContaining(['1 MB', '10 columns', '10,000 columns', '10', '100']))
    expect(rows.get('100')).toHaveLength(5)
    expect(rows.get('account: reads one')).toEqual(['1'])
  })

  test('compare requests with an empty object call: bench:api', { timeout: 400_000 }, async () => {
    const rows = tableRows(await npmRun('bench:api', '--', '--rounds', '1', '--seconds', '0.3'))
    expect(rows.get('empty object call')?.at(4)).toBe('1.00')
    expect(Number(rows.get('GET /v1/conversions/{id}')?.at(0))).toBeGreaterThan(10)
  })

  test('lose nothing and break no limit: load', { timeout: 400_000 }, async () => {
    const printed = await npmRun('load', '--', '--clients', '20', '--seconds', '5', '--limit', '100000')
    expect(printed).toMatch(
      /20 clients of 2 accounts made [1-9]\d* calls in 5 s\. [1-9]\d* conversions were kept and 0 were lost, with 0 server errors and 0 calls beyond a limit/,
    )
  })

  test('score readers on damaged tables: pollution', { timeout: 400_000 }, async () => {
    const printed = await npmRun('pollution', '--', '1')
    const scores = [...printed.matchAll(/ (\d\.\d{3}) +(\d\.\d{3}) +(\d\.\d{3})$/gm)].map(([, ours]) => Number(ours))
    expect(scores.length).toBeGreaterThan(60)
    expect(Math.min(...scores)).toBeGreaterThan(0.98)
  })
})

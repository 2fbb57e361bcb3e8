import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const benchmarks = readFileSync('docs/measurements/benchmarks.md', 'utf8')
const [, table = ''] =
  /\| job \| Rowmill \|[^\n]*\n[^\n]*\n((?:\|[^\n]*\n)+)/.exec(readFileSync('README.md', 'utf8')) ?? []

/** Returns the benchmark row that a row of the README quotes: `xlsx (100,000 × 10) → PostgreSQL COPY` in `100mb`. */
function measured(job: string): Map<string, number> {
  const [task = '', size = ''] = job.split(/, (?=\d)/)
  const section = size === '1 MB' ? 'small' : '100mb'
  const cells = /^([\d,]+ × \d+) cells$/.exec(size)?.[1]
  const name = task.replace(/^(\S+(?: dump)?) to /, cells === undefined ? '$1 → ' : `$1 (${cells}) → `)
  const [, text = ''] = benchmarks.split(`\n## ${section}\n`)
  const [rows = ''] = text.split('\n## ')
  return new Map(
    rows
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter(([, first]) => first === name)
      .map(([, , program = '', seconds]) => [program.split(' ')[0]?.toLowerCase() ?? '', Number(seconds)]),
  )
}

const rows = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.replaceAll('`', '').trim()))

test('the README has a table of figures', () => expect(rows.length).toBeGreaterThan(3))

test.each(rows)('%sfigures of the README match the benchmarks: %s', (_, job = '', ours = '', others = '') => {
  const found = measured(job)
  const figures = `rowmill ${ours}, ${others}`.split(', ').map((text) => {
    const [, program = '', seconds = ''] = /^(\S+)(?: \(.*\))? ([\d.]+) s$/.exec(text) ?? []
    return [program.toLowerCase(), Number(seconds)] as const
  })
  expect(figures.length).toBeGreaterThan(1)
  for (const [program, seconds] of figures)
    expect([program, found.get(program)?.toFixed(2)]).toEqual([program, seconds.toFixed(2)])
})

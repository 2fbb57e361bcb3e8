import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { sizeOf } from './bench/data.ts'
import type { Contender } from './bench/contender.ts'
import { isInstalled, type Job, removeOutputs, sheetJobs, type Size, sizes, textJobs } from './bench/jobs.ts'
import { type Figures, measure, median } from './bench/measure.ts'
import { machine } from './shared/machine.ts'
import { numberOption, textOption } from './shared/options.ts'

/**
 * npm run bench -- [--size small|100mb|1gb]… [--runs N] [--only TEXT] [--write]. Whole processes run one at a time,
 * alternating (A B C A B C …), so that changes in the machine's speed affect all equally. Each process writes a new
 * file. Ours is the command that the npm package installs.
 */
execFileSync(process.execPath, ['scripts/launch.mjs', 'scripts/build-package.ts'])
const args = process.argv.slice(2)
const valuesOf = (flag: string): string[] => args.flatMap((arg, at) => (arg === flag ? [args[at + 1] ?? ''] : []))
const chosen = valuesOf('--size').filter((size): size is Size => size in sizes)
const runs = numberOption('--runs', 5)
/** A program that takes this long runs only once. */
const onceSeconds = 20
const only = textOption('--only')?.toLowerCase()

interface Standing {
  readonly contender: Contender
  readonly figures: Figures[]
}

async function compete(job: Job): Promise<string[]> {
  const file = await job.open()
  const { ours: us, floor, peers } = job.entry(file)
  const present = [us, floor, ...peers].filter((one) => one.needs === undefined || isInstalled(one.needs))
  const missing = peers.filter((peer) => !present.includes(peer)).map((peer) => peer.name)
  const standings: Standing[] = present.map((contender) => ({ contender, figures: [] }))
  const takeDown: (() => Promise<void>)[] = []
  for (const { prepare } of present) if (prepare !== undefined) takeDown.push(await prepare())
  for (let round = 0; round < runs; round++) {
    for (const { contender, figures } of standings) {
      if ((figures[0]?.wallSeconds ?? 0) >= onceSeconds) continue
      removeOutputs()
      figures.push(await measure(contender.command))
    }
  }
  for (const stop of takeDown) await stop()
  const bytes = sizeOf(file)
  const wall = (standing: Standing): number => median(standing.figures.map((figure) => figure.wallSeconds))
  const [ours] = standings
  if (ours === undefined) return []
  const oursSeconds = wall(ours)
  const lines = standings.map((standing) => {
    const failed = standing.figures.some((figure) => figure.exitCode !== 0)
    const seconds = wall(standing)
    const peak = Math.max(...standing.figures.map((figure) => figure.peakBytes))
    const cells = failed
      ? ['failed', '', '', '']
      : [
          seconds.toFixed(seconds < 0.1 ? 4 : 2),
          (bytes / 1e6 / seconds).toFixed(1),
          (peak / 1e6).toFixed(0),
          `${(seconds / oursSeconds).toFixed(2)}×`,
        ]
    const once = standing.figures.length < runs ? ', once' : ''
    return `| ${job.name} | ${standing.contender.name}${once} | ${cells.join(' | ')} |`
  })
  if (missing.length > 0) lines.push(`| ${job.name} | not installed: ${missing.join(', ')} | | | | |`)
  for (const line of lines) console.log(line)
  return lines
}

const versionOf = (program: string, ...flags: string[]): string => {
  try {
    return execFileSync(program, flags, { encoding: 'utf8' }).split('\n')[0] ?? ''
  } catch {
    return `${program}: not installed`
  }
}

function machineAndPeers(): string {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>
  }
  return [
    `${machine}.`,
    `DuckDB ${devDependencies['@duckdb/node-api']}, SheetJS ${devDependencies['@e965/xlsx']}, sqlite3 ${versionOf('sqlite3', '--version').slice(0, 6)}, ${versionOf('ssconvert', '--version')}.`,
  ].join(' ')
}

const heading = `| job | program | seconds | MB/s | peak MB | time ÷ ours |\n|---|---|---|---|---|---|`
const tables: string[] = []
for (const size of chosen.length > 0 ? chosen : (['small', '100mb'] as const)) {
  const jobs = [...textJobs(size), ...sheetJobs(size)].filter(
    (job) => only === undefined || job.name.toLowerCase().includes(only),
  )
  console.log(`\n## ${size}\n${heading}`)
  const lines: string[] = []
  for (const job of jobs) lines.push(...(await compete(job)))
  tables.push(`## ${size}\n\n${heading}\n${lines.join('\n')}\n`)
}
if (args.includes('--write')) {
  const intro = `# Benchmarks

\`npm run bench -- --write\` made the tables. Each run is a whole process that writes a new file. Runs alternate, and the tables
show medians of ${runs}. A program that took more than ${onceSeconds} s ran once. "time ÷ ours" above 1 means slower than Rowmill. The
first contender of each job (copy, zcat, unzip, grep) only reads and writes the bytes. Compare ratios rather than seconds, because
machines differ. [Speed](speed.md) explains the figures.

${machineAndPeers()}
`
  writeFileSync('docs/measurements/benchmarks.md', `${intro}\n${tables.join('\n')}`)
}

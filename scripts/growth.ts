import { createWriteStream, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { dataFolder, sizeOf, textFile } from './bench/data.ts'
import { measure, median } from './bench/measure.ts'

/**
 * npm run growth -- [--largest MB] [--write]
 * Time and memory as files grow: over their size with the same columns, and over their columns with the same size. Lines that
 * are straight mean that nothing is quadratic; memory that is flat means that nothing is held.
 */
const args = process.argv.slice(2)
const largest = Number(args[args.indexOf('--largest') + 1]) || 1000
const runs = 3

interface Point {
  readonly label: string
  readonly bytes: number
  readonly seconds: number
  readonly peakBytes: number
}

async function point(label: string, file: string, options = '--dialect postgresql --style bulk'): Promise<Point> {
  const command = `'${process.execPath}' container/cli.ts convert '${file}' ${options} -o '${join(dataFolder, 'out-growth')}' --quiet`
  const figures = []
  for (let run = 0; run < runs; run++) figures.push(await measure(command))
  if (figures.some(({ exitCode }) => exitCode !== 0)) throw new Error(`${label}: the conversion failed`)
  const one = {
    label,
    bytes: sizeOf(file),
    seconds: median(figures.map(({ wallSeconds }) => wallSeconds)),
    peakBytes: Math.max(...figures.map(({ peakBytes }) => peakBytes)),
  }
  console.log(line(one))
  return one
}

const line = ({ label, bytes, seconds, peakBytes }: Point): string =>
  `| ${label} | ${(bytes / 1e6).toFixed(1)} | ${seconds.toFixed(2)} | ${(bytes / 1e6 / seconds).toFixed(1)} | ${(peakBytes / 1e6).toFixed(0)} |`

/** The same number of cells over ever more columns. */
async function wideFile(columns: number, megabytes: number): Promise<string> {
  mkdirSync(dataFolder, { recursive: true })
  const path = join(dataFolder, `wide-${columns}x${megabytes}mb.csv`)
  if (existsSync(path)) return path
  const out = createWriteStream(`${path}.new`)
  const rowOf = (cell: (column: number) => string): string =>
    `${Array.from({ length: columns }, (_, at) => cell(at)).join(',')}\n`
  out.write(rowOf((column) => `c${column}`))
  for (let row = 0, written = 0; written < megabytes * 1e6; row++) {
    const text = rowOf((column) => (column % 2 === 0 ? String((row * 31 + column) % 100_000) : `text ${column % 97}`))
    written += text.length
    if (!out.write(text)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  renameSync(`${path}.new`, path)
  return path
}

const heading = '| | MB | seconds | MB/s | peak MB |\n|---|---|---|---|---|'
const sections: string[] = []
async function section(title: string, points: readonly (() => Promise<Point>)[]): Promise<void> {
  console.log(`\n## ${title}\n\n${heading}`)
  const lines: string[] = []
  for (const measured of points) lines.push(line(await measured()))
  sections.push(`## ${title}\n\n${heading}\n${lines.join('\n')}\n`)
}

const sizes = [1, 10, 100, 1000, 4000].filter((megabytes) => megabytes <= largest)
await section(
  'Over size: CSV of nine columns',
  sizes.map((megabytes) => async () => point(`${megabytes} MB`, await textFile('csv', megabytes))),
)
await section(
  'Over size: NDJSON',
  sizes
    .filter((megabytes) => megabytes <= 1000)
    .map((megabytes) => async () => point(`${megabytes} MB`, await textFile('ndjson', megabytes))),
)
await section(
  'Over columns: CSV of 20 MB, to CSV, which has no limit of columns',
  [10, 100, 1000, 10_000].map(
    (columns) => async () =>
      point(`${columns} columns`, await wideFile(columns, 20), '--dialect postgresql --format csv'),
  ),
)
if (args.includes('--write')) {
  const intro = `# Growth\n\nMade by \`npm run growth -- --write\`: whole processes, median of ${runs}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}. To PostgreSQL COPY
unless a title says otherwise. The first\nline holds Node's own start.\n`
  writeFileSync('docs/growth.md', `${intro}\n${sections.join('\n')}`)
}

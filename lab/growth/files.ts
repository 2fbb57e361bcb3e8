import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { dataFolder, sizeOf, textFile } from '../bench/data.ts'
import { measure, median } from '../bench/measure.ts'
import { measured, type Section } from './figures.ts'

const columns = ['', 'MB', 'seconds', 'MB/s', 'peak MB']

/** Measures whole conversions as the size grows with the same columns, and as the columns grow with the same size. */
export async function filesGrowth(largest: number, runs: number): Promise<Section[]> {
  const sizes = [1, 10, 100, 1000, 4000].filter((megabytes) => megabytes <= largest)
  const wide = Math.min(20, largest)
  const upToOneGigabyte = sizes.filter((megabytes) => megabytes <= 1000)
  async function* over(
    labels: readonly number[],
    unit: string,
    file: (size: number) => string | Promise<string>,
    options?: string,
  ): AsyncGenerator<string[]> {
    for (const size of labels)
      yield await conversion(`${size.toLocaleString('en')} ${unit}`, await file(size), runs, options)
  }
  return [
    await measured(
      'Over size: CSV of nine columns',
      columns,
      over(sizes, 'MB', (size) => textFile('csv', size)),
    ),
    await measured(
      'Over size: NDJSON',
      columns,
      over(upToOneGigabyte, 'MB', (size) => textFile('ndjson', size)),
    ),
    await measured(
      'Over size: a dump of MySQL',
      columns,
      over(upToOneGigabyte, 'MB', (size) => textFile('sql', size)),
    ),
    await measured(
      `Over columns: CSV of ${wide} MB, to CSV, which has no limit of columns`,
      columns,
      over([10, 100, 1000, 10_000], 'columns', (count) => wideFile(count, wide), '--dialect postgresql --format csv'),
    ),
  ]
}

async function conversion(
  label: string,
  file: string,
  runs: number,
  options = '--dialect postgresql --style bulk',
): Promise<string[]> {
  const out = join(dataFolder, 'out-growth')
  const command = `'${process.execPath}' container/cli.ts convert '${file}' ${options} -o '${out}' --quiet`
  const figures = []
  for (let run = 0; run < runs; run++) figures.push(await measure(command))
  if (figures.some(({ exitCode }) => exitCode !== 0)) throw new Error(`${label}: the conversion failed`)
  const megabytes = sizeOf(file) / 1e6
  const seconds = median(figures.map(({ wallSeconds }) => wallSeconds))
  const peak = Math.max(...figures.map(({ peakBytes }) => peakBytes)) / 1e6
  return [label, megabytes.toFixed(1), seconds.toFixed(2), (megabytes / seconds).toFixed(1), peak.toFixed(0)]
}

/** Writes a file with the same number of cells in more columns. */
async function wideFile(count: number, megabytes: number): Promise<string> {
  mkdirSync(dataFolder, { recursive: true })
  const path = join(dataFolder, `wide-${count}x${megabytes}mb.csv`)
  if (existsSync(path)) return path
  const out = createWriteStream(`${path}.new`)
  const rowOf = (cell: (column: number) => string): string =>
    `${Array.from({ length: count }, (_, at) => cell(at)).join(',')}\n`
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

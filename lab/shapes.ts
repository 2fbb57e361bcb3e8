import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measure, median } from './bench/measure.ts'
import { memoryShapes, writeShape } from './shapes/memory-shapes.ts'
import { dumpShapes } from './shapes/dump-shapes.ts'
import { jsonShapes } from './shapes/json-shapes.ts'
import { type Lines, shapeOf } from './shapes/shape.ts'
import { textShapes } from './shapes/text-shapes.ts'
import { machine } from './shared/machine.ts'
import { numberOption, textOption } from './shared/options.ts'

/**
 * npm run shapes -- [--megabytes 30] [--runs 3] [--only TEXT] converts the same amount of each kind of file with whole
 * processes. A kind that is many times slower than the plain one of its family has left the fast path, and some users
 * have only such files.
 */
const bytes = numberOption('--megabytes', 30) * 1e6
const runs = numberOption('--runs', 3)
const only = textOption('--only')?.toLowerCase()
const folder = mkdtempSync(join(tmpdir(), 'rowmill-shapes-'))

async function family(title: string, shapes: Readonly<Record<string, Lines>>): Promise<void> {
  console.log(`\n| ${title} | MB/s | peak MB | of the first |\n|---|---:|---:|---:|`)
  let first = 0
  for (const [name, lines] of Object.entries(shapes)) {
    if (first > 0 && only !== undefined && !name.toLowerCase().includes(only)) continue
    const shape = shapeOf(lines, bytes)
    const path = join(folder, shape.fileName)
    writeFileSync(path, shape.bytes)
    const figures = []
    for (let run = 0; run < runs; run++) figures.push(await measure(command(path)))
    if (figures.some(({ exitCode }) => exitCode !== 0)) throw new Error(`${name} was not converted`)
    const speed = shape.bytes.length / 1e6 / median(figures.map(({ wallSeconds }) => wallSeconds))
    const peak = Math.max(...figures.map(({ peakBytes }) => peakBytes)) / 1e6
    if (first === 0) first = speed
    console.log(`| ${name} | ${speed.toFixed(0)} | ${peak.toFixed(0)} | ${(speed / first).toFixed(2)} |`)
  }
}

/** Converts rows and values of many megabytes in full size, whatever `--megabytes` says. */
async function longRows(): Promise<void> {
  console.log('\n| rows and values of many megabytes | MB/s | peak MiB | at most |\n|---|---:|---:|---:|')
  for (const [name, shape] of Object.entries(memoryShapes)) {
    if (only !== undefined && !name.toLowerCase().includes(only)) continue
    const path = join(folder, shape.fileName)
    writeShape(path, shape)
    const { wallSeconds, peakBytes, exitCode } = await measure(command(path, shape.options))
    if (exitCode !== 0) throw new Error(`${name} was not converted`)
    const speed = statSync(path).size / 1e6 / wallSeconds
    const peak = peakBytes / 2 ** 20
    console.log(`| ${name} | ${speed.toFixed(0)} | ${peak.toFixed(0)} | ${shape.peakMebibytes} |`)
    if (peak > shape.peakMebibytes) process.exitCode = 1
  }
}

const command = (path: string, options = '--dialect postgresql --style bulk'): string =>
  `node scripts/launch.mjs container/cli.ts convert ${path} ${options} --quiet -o /dev/null`

try {
  console.log(`${bytes / 1e6} MB of each, medians of ${runs} runs: ${machine}`)
  await family('delimited text', textShapes)
  await family('JSON', jsonShapes)
  await family('dumps', dumpShapes)
  await longRows()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

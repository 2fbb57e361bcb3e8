import { readFileSync, writeFileSync } from 'node:fs'
import { accountsGrowth } from './growth/accounts.ts'
import { type Section, withTable } from './growth/figures.ts'
import { filesGrowth } from './growth/files.ts'
import { rowsReadGrowth } from './growth/rows-read.ts'
import { machine } from './shared/machine.ts'
import { numberOption } from './shared/options.ts'

/**
 * npm run growth -- [--largest MB] [--accounts CONVERSIONS] [--rows ROWS] [--runs N] [--seconds OF EACH CALL] [--write]
 * measures time and memory as files and accounts grow. Linear time shows that nothing is quadratic. Flat memory shows that the engine does not
 * buffer the file. 0 skips a part.
 */
const args = process.argv.slice(2)
const largest = numberOption('--largest', 1000)
const conversions = numberOption('--accounts', 10_000)
const rows = numberOption('--rows', 100_000)
const runs = numberOption('--runs', 3)
const seconds = numberOption('--seconds', 2)

const sections: Section[] = []
if (largest > 0) sections.push(...(await filesGrowth(largest, runs)))
if (conversions > 0) sections.push(await accountsGrowth(conversions, seconds))
if (rows > 0) sections.push(await rowsReadGrowth(rows))
if (args.includes('--write')) {
  const page = 'docs/measurements/growth.md'
  const origin = `\`npm run growth -- ${args.join(' ')}\`, ${machine}.`
  writeFileSync(
    page,
    sections.reduce((text, section) => withTable(text, section, origin), readFileSync(page, 'utf8')),
  )
}

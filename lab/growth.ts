import { writeFileSync } from 'node:fs'
import { accountsGrowth } from './growth/accounts.ts'
import { type Section, sectionText } from './growth/figures.ts'
import { filesGrowth } from './growth/files.ts'
import { rowsReadGrowth } from './growth/rows-read.ts'
import { machine } from './shared/machine.ts'
import { numberOption } from './shared/options.ts'

/**
 * npm run growth -- [--largest MB] [--accounts CONVERSIONS] [--rows ROWS] [--runs N] [--write]
 * Time and memory as files and accounts grow. Lines that are straight mean that nothing is quadratic; memory that is flat
 * means that nothing is held. 0 leaves a part out.
 */
const args = process.argv.slice(2)
const largest = numberOption('--largest', 1000)
const conversions = numberOption('--accounts', 10_000)
const rows = numberOption('--rows', 100_000)
const runs = numberOption('--runs', 3)

const sections: Section[] = []
if (largest > 0) sections.push(...(await filesGrowth(largest, runs)))
if (conversions > 0) sections.push(await accountsGrowth(conversions))
if (rows > 0) sections.push(await rowsReadGrowth(rows))
if (args.includes('--write')) {
  const intro = `# Growth

\`npm run growth -- ${args.join(' ')}\` made the tables (${machine}).

Files: whole processes to PostgreSQL COPY unless a title says otherwise, medians of ${runs}. The first line of a table is mostly Node's
start. Accounts are measured like [requests](benchmarks-api.md).
`
  writeFileSync('docs/measurements/growth.md', `${intro}\n${sections.map(sectionText).join('\n')}`)
}

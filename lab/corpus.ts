import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { memorySource } from '../container/engine/bytes/memory-source.ts'
import { convert } from '../container/engine/convert.ts'
import { nodeInflate } from '../container/run/node-inflate.ts'
import { specSchema } from '../src/contract/spec.ts'

/**
 * Converts every text file of the corpus. Each must be converted or refused with a code. An exception, more than
 * `slowMs`, or another verdict than JSONTestSuite's is a defect. `--verbose` names every file.
 */
const root = process.env['ROWMILL_CORPUS'] ?? join(import.meta.dirname, '../../shared/corpus')
const slowMs = 10_000
const isVerbose = process.argv.includes('--verbose')

interface Tally {
  files: number
  done: number
  refused: number
  withRejectedRows: number
  defects: number
}

async function verdictOf(path: string): Promise<{ verdict: keyof Tally; detail: string; rejected: number }> {
  const started = performance.now()
  const isSuite = path.includes('/nst/')
  const input = isSuite ? { format: 'json' as const } : {}
  try {
    const outcome = await convert({
      name: basename(path),
      source: memorySource(readFileSync(path)),
      sink: { write: () => Promise.resolve() },
      spec: specSchema.parse({ input, output: { dialect: 'postgresql' } }),
      inflate: nodeInflate,
    })
    if (performance.now() - started > slowMs) return { verdict: 'defects', detail: 'too slow', rejected: 0 }
    if (outcome.kind === 'done') {
      const { converted, rejected } = outcome.report.rows
      if (isSuite && basename(path).startsWith('n_')) return { verdict: 'defects', detail: 'accepted', rejected }
      return { verdict: 'done', detail: `${converted} rows, ${rejected} rejected`, rejected }
    }
    const code = outcome.kind === 'failed' ? outcome.failure.code : outcome.kind
    const isWrong = isSuite && basename(path).startsWith('y_') && !['empty_file', 'no_columns'].includes(code)
    return { verdict: isWrong ? 'defects' : 'refused', detail: code, rejected: 0 }
  } catch (error) {
    return { verdict: 'defects', detail: String(error), rejected: 0 }
  }
}

if (!existsSync(root)) {
  console.log(`No corpus at ${root}: set ROWMILL_CORPUS to its folder.`)
  process.exit(0)
}
const tallies = new Map<string, Tally>()
for (const path of globSync(join(root, '{csv,json}/**')).toSorted()) {
  if (!statSync(path).isFile()) continue
  const group = dirname(path).slice(root.length + 1)
  const tally = tallies.get(group) ?? { files: 0, done: 0, refused: 0, withRejectedRows: 0, defects: 0 }
  tallies.set(group, tally)
  const { verdict, detail, rejected } = await verdictOf(path)
  tally.files++
  tally[verdict]++
  if (rejected > 0) tally.withRejectedRows++
  if (isVerbose || verdict === 'defects') console.log(`${verdict.padEnd(8)} ${group}/${basename(path)}: ${detail}`)
}
console.table(Object.fromEntries(tallies))
process.exitCode = [...tallies.values()].some((tally) => tally.defects > 0) ? 1 : 0

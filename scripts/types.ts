import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { twoAtATime } from './two-at-a-time.ts'

/**
 * Each environment has its own globals, so that `process` in the contract or `R2Bucket` in the container does not
 * compile.
 */
const projects = [
  'src/contract',
  'src/design/page',
  'src/converter/page',
  'src/site/page',
  'container/engine',
  'container',
  'clients/javascript',
  '.',
  'test',
  'test/simulation',
  'test/worker',
]

interface Checked {
  readonly isClean: boolean
  readonly printed: string
}

/** Several checkers of one project would each infer the types that they share, which takes a third more work. */
async function check(project: string): Promise<Checked> {
  const compiler = spawn('tsc', ['-p', project, '--checkers', '1'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => compiler.once('close', resolve))
  const printed = await text(compiler.stdout)
  return { isClean: (await ended) === 0, printed }
}

// The last projects take longest, so they begin first.
const results = (await twoAtATime(projects.toReversed(), check)).toReversed()

/** An error in a file that belongs to several projects is shown once. */
const shown = new Set<string>()
for (const { printed } of results) {
  // The first line of an error begins with its file, and its details are indented.
  for (const mistake of printed.split(/\n(?=\S)/)) {
    if (mistake.trim() !== '' && !shown.has(mistake.trim())) console.log(mistake.trimEnd())
    shown.add(mistake.trim())
  }
}
const clean = results.filter(({ isClean }) => isClean).length
console.log(`types: ${clean} of ${projects.length} projects clean`)
process.exit(clean === projects.length ? 0 : 1)

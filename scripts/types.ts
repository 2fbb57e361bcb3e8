import { spawnSync } from 'node:child_process'

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

let failed = 0
/** An error in a file that belongs to several projects is shown once. */
const shown = new Set<string>()
for (const project of projects) {
  const { status, stdout } = spawnSync('tsc', ['-p', project], { encoding: 'utf8' })
  if (status !== 0) failed++
  // The first line of an error begins with its file, and its details are indented.
  for (const mistake of stdout.split(/\n(?=\S)/)) {
    if (mistake.trim() !== '' && !shown.has(mistake.trim())) console.log(mistake.trimEnd())
    shown.add(mistake.trim())
  }
}
console.log(`types: ${projects.length - failed} of ${projects.length} projects clean`)
process.exit(failed === 0 ? 0 : 1)

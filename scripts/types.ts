import { spawnSync } from 'node:child_process'

/** Each world has its own globals, so that `process` in the contract or `R2Bucket` in the container does not compile. */
const projects = [
  'src/contract',
  'src/design/page',
  'src/converter/page',
  'src/site/page',
  'container/engine',
  'container',
  '.',
  'test',
  'test/simulation',
  'test/worker',
]

let failed = 0
for (const project of projects) {
  const run = spawnSync('tsc', ['-p', project], { stdio: 'inherit' })
  if (run.status !== 0) failed++
}
console.log(`types: ${projects.length - failed} of ${projects.length} projects clean`)
process.exit(failed === 0 ? 0 : 1)

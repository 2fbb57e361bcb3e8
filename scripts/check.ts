import { spawnSync } from 'node:child_process'

/** The requirements on the code in addition to its tests. Every step runs, so that one run shows all findings. */
const steps = [
  'format:check',
  'lint',
  'types',
  'boundaries',
  'dead-code',
  'language',
  'contract',
  'supply-chain',
  'deploy:check',
] as const

const failed = steps.filter((step) => {
  console.log(`\n── ${step}`)
  return spawnSync('npm', ['run', '--silent', step], { stdio: 'inherit' }).status !== 0
})
console.log(failed.length === 0 ? '\nAll checks hold.' : `\nFailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

import { spawn } from 'node:child_process'
import { twoAtATime } from './two-at-a-time.ts'

/**
 * The requirements on the code in addition to its tests. Every step runs, so that one run shows all findings. The
 * longest are first, because the steps share the processors.
 */
const steps = [
  'deploy:check',
  'lint',
  'types',
  'dead-code',
  'boundaries',
  'language',
  'contract',
  'format:check',
  'supply-chain',
] as const

/** Runs a step, and prints all of its output at its end, so that the output of two steps is not mixed. */
function passes(step: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', step], { stdio: ['ignore', 'pipe', 'pipe'] })
    const printed: Buffer[] = []
    for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => printed.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      process.stdout.write(`\n── ${step}\n${Buffer.concat(printed).toString()}`)
      resolve(code === 0)
    })
  })
}

const passed = await twoAtATime(steps, passes)
const failed = steps.filter((_, at) => !passed[at])
console.log(failed.length === 0 ? '\nAll checks hold.' : `\nFailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FuzzVerdict } from './fuzz/child.ts'
import { mutate } from './fuzz/mutate.ts'
import { Random } from './fuzz/random.ts'
import { seeds } from './fuzz/seeds.ts'
import { numberOption } from './shared/options.ts'

/**
 * npm run fuzz -- [--seconds 60] [--seed 1] sends damaged files of every format through the whole engine. The engine
 * must end as done or failed for any file, within seconds and a memory limit. Any other outcome is written to
 * test/fixtures/fuzz, where a regression test finds it.
 */
const seconds = numberOption('--seconds', 60)
const seed = numberOption('--seed', 1)
const hangMs = 5000
const rssBytesMax = 1.2e9
const found = 'test/fixtures/fuzz'

let child = freshChild()

function freshChild(): ChildProcess {
  return fork('lab/fuzz/child.ts', {
    execArgv: ['--max-old-space-size=600'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

function judge(name: string, bytes: Uint8Array, dialect: number): Promise<FuzzVerdict> {
  return new Promise((resolve) => {
    const settle = (verdict: FuzzVerdict, dead: boolean): void => {
      clearTimeout(limit)
      child.removeAllListeners()
      if (dead) {
        child.kill('SIGKILL')
        child = freshChild()
      }
      resolve(verdict)
    }
    const limit = setTimeout(() => settle({ kind: 'bug', stack: `no answer within ${hangMs} ms` }, true), hangMs)
    child.once('message', (verdict: FuzzVerdict) => {
      const tooMuch = 'rssBytes' in verdict && verdict.rssBytes > rssBytesMax
      settle(tooMuch ? { kind: 'bug', stack: `${verdict.rssBytes} bytes of memory` } : verdict, tooMuch)
    })
    child.once('exit', (code, signal) => settle({ kind: 'bug', stack: `the process died: ${code ?? signal}` }, true))
    child.send({ name, base64: Buffer.from(bytes).toString('base64'), dialect })
  })
}

const random = new Random(seed)
const all = seeds()
const verdicts = new Map<string, number>()
const bugs = new Map<string, string>()
const endMs = Date.now() + seconds * 1000
let cases = 0
for (; Date.now() < endMs; cases++) {
  const chosen = random.pick(all)
  const bytes = mutate(chosen, random)
  const verdict = await judge(chosen.name, bytes, random.below(12))
  verdicts.set(verdict.kind, (verdicts.get(verdict.kind) ?? 0) + 1)
  if (!('stack' in verdict)) continue
  const location = verdict.stack.split('\n').slice(0, 3).join(' ')
  if (bugs.has(location)) continue
  mkdirSync(found, { recursive: true })
  const path = join(found, `${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}-${chosen.name}`)
  writeFileSync(path, bytes)
  bugs.set(location, path)
  console.log(`${path}: ${verdict.stack.split('\n').slice(0, 4).join('\n  ')}`)
}
child.removeAllListeners()
child.kill()
console.log(
  `${cases} cases from ${all.length} seeds in ${seconds} s (seed ${seed}): ${JSON.stringify(Object.fromEntries(verdicts))}, ${bugs.size} kinds of bugs`,
)
process.exit(bugs.size === 0 ? 0 : 1)

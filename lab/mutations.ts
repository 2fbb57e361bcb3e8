import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Find, runCases, type Tally } from './fuzz/workbook-cases.ts'
import { workbookCase } from './fuzz/workbook-case.ts'
import { numberOption, textOption } from './shared/options.ts'

/**
 * npm run mutations -- [--from 0] [--count 1000000] [--log FILE] sends numbered damaged workbooks of every format
 * through the whole engine. None may crash, take more than five seconds, or use more than 400 MiB. Cases in the log are
 * not repeated. Findings are stored in test/fixtures/fuzz, where a regression test reads them.
 */
const from = numberOption('--from', 0)
const end = from + numberOption('--count', 1_000_000)
const log = textOption('--log')
const kept = 'test/fixtures/fuzz'
const logEveryMs = 30_000
const startMs = Date.now()

interface LogLine {
  readonly from: number
  readonly next: number
  readonly verdicts: Readonly<Record<string, number>>
  readonly kinds: readonly string[]
}

const before = log !== undefined && existsSync(log) ? lastLine(readFileSync(log, 'utf8')) : null
const kinds = new Set(before?.kinds)
const tally: Tally = { next: before?.next ?? from, verdicts: new Map(Object.entries(before?.verdicts ?? {})) }
const startedAt = tally.next
const logging = setInterval(write, logEveryMs)
await runCases(tally, end, keep)
clearInterval(logging)
write()
process.exit(kinds.size === 0 ? 0 : 1)

function lastLine(text: string): LogLine | null {
  const lines = text.split('\n').filter((line) => line.startsWith(`{"from":${from},`))
  const last = lines.at(-1)
  return last === undefined ? null : (JSON.parse(last) as LogLine)
}

function write(): void {
  const line = { from, next: tally.next, verdicts: Object.fromEntries(tally.verdicts), kinds: [...kinds] }
  const aSecond = Math.round(((tally.next - startedAt) * 1000) / (Date.now() - startMs))
  say(JSON.stringify({ ...line, aSecond, at: new Date().toISOString() }))
}

function say(line: string): void {
  console.log(line)
  if (log !== undefined) appendFileSync(log, `${line}\n`)
}

/** Keeps the first finding of each kind, identified by the place of the failure. */
function keep({ number, bug }: Find): void {
  const location = bug.split('\n').slice(0, 3).join(' ')
  say(`find: case ${number}: ${bug.split('\n').slice(0, 4).join('\n  ')}`)
  if (kinds.has(location)) return
  kinds.add(location)
  const { name, bytes } = workbookCase(number)
  mkdirSync(kept, { recursive: true })
  writeFileSync(join(kept, `${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}-${name}`), bytes)
}

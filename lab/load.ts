import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServiceFile } from '../scripts/local/state-folder.ts'
import { Tally } from './load/tally.ts'
import { machine } from './shared/machine.ts'
import { numberOption } from './shared/options.ts'

/**
 * npm run load -- [--clients 200] [--seconds 60] [--limit 120] [--write] sends mixed calls to the service started by
 * `npm start`. The operator's API creates accounts for it. At the end, every started conversion must have ended, none
 * may be missing, and no key may have exceeded its limit.
 */
const clients = numberOption('--clients', 200)
const seconds = numberOption('--seconds', 60)
const perMinute = numberOption('--limit', 120)
const accounts = Math.max(1, Math.ceil(clients / 10))

const service = JSON.parse(
  readFileSync(join(process.env['ROWMILL_STATE'] ?? '.rowmill', 'service.json'), 'utf8'),
) as ServiceFile
if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(service.base_url).hostname))
  throw new Error('only a service on this machine')
const origin = new URL(service.base_url).origin

const tally = new Tally()
const endMs = Date.now() + seconds * 1000
const csv = new TextEncoder().encode('id,name\n1,Zoë\n2,Søren\n')
const spec = { output: { dialect: 'postgresql' } }

interface Caller {
  readonly key: string
  /** Conversions that this client started and did not delete. */
  readonly started: Set<string>
}

async function operator(path: string, body: unknown): Promise<Record<string, string>> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.operator_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, string>
}

interface Reply {
  readonly status: number
  readonly code: string | null
  readonly data: { id: string; status: string; upload: { url: string; headers: Record<string, string> } | null } | null
  readonly retryAfterSeconds: number
}

async function call(caller: Caller, operation: string, method: string, path: string, body?: unknown): Promise<Reply> {
  const sentMs = Date.now()
  const response = await fetch(service.base_url + path, {
    method,
    headers: {
      authorization: `Bearer ${caller.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => null)
  const parsed =
    response === null || response.status === 204
      ? {}
      : ((await response.json()) as { data?: Reply['data']; error?: { code: string } })
  const status = response?.status ?? 0
  const code = parsed.error?.code ?? null
  tally.add({ key: caller.key, operation, status, code, sentMs, receivedMs: Date.now() })
  return {
    status,
    code,
    data: parsed.data ?? null,
    retryAfterSeconds: Number(response?.headers.get('retry-after') ?? 1),
  }
}

/** Runs the repeated actions of a client: it lists, converts, and sometimes deletes. */
async function scenario(caller: Caller, round: number): Promise<void> {
  const listed = await call(caller, 'list', 'GET', '/conversions?limit=20')
  if (listed.status === 429)
    return await wait(Math.min(listed.retryAfterSeconds * 1000, Math.max(0, endMs - Date.now())))
  const opened = await call(caller, 'open', 'POST', '/conversions', { name: 'load.csv', bytes: csv.length, spec })
  if (opened.data === null || opened.data.upload === null) return
  const put = await fetch(opened.data.upload.url, { method: 'PUT', headers: opened.data.upload.headers, body: csv })
  await put.body?.cancel()
  const begun = await call(caller, 'start', 'POST', `/conversions/${opened.data.id}/start`)
  if (begun.status === 202) caller.started.add(opened.data.id)
  await call(caller, 'read', 'GET', `/conversions/${opened.data.id}`)
  if (round % 5 === 0) await call(caller, 'usage', 'GET', '/usage')
  if (round % 4 === 3) {
    const gone = await call(caller, 'delete', 'DELETE', `/conversions/${opened.data.id}`)
    if (gone.status === 204) caller.started.delete(opened.data.id)
  }
}

async function makeCallers(): Promise<Caller[]> {
  const made = await Promise.all(
    Array.from({ length: accounts }, (_, index) =>
      operator('/ops/accounts', { email: `load-${Date.now()}-${index}@rowmill.local`, plan: 'pro' }),
    ),
  )
  return Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const account = made[index % accounts]
      const { api_key } = await operator(`/ops/accounts/${account?.['account_id']}/keys`, { name: `load ${index}` })
      return { key: api_key ?? '', started: new Set<string>() }
    }),
  )
}

/** Returns started conversions that are missing or never end. */
async function unfinished(callers: readonly Caller[]): Promise<string[]> {
  const lost: string[] = []
  for (const caller of callers) {
    for (const id of caller.started) {
      for (let tries = 0; ; tries++) {
        const read = await call(caller, 'read afterwards', 'GET', `/conversions/${id}`)
        if (read.status === 429) await wait(read.retryAfterSeconds * 1000)
        else if (read.data?.status === 'done') break
        else if (tries > 120 || (read.data !== null && ['failed', 'canceled'].includes(read.data.status))) {
          lost.push(`${id} ${read.data?.status ?? read.status}`)
          break
        } else await wait(500)
      }
    }
  }
  return lost
}

const page = 'docs/measurements/load.md'

/** Builds the new page. Its later sections are written by hand and by `npm run waiters`. */
function documentOf(summary: string, table: string): string {
  const sections = /\n## (?!How it is measured)[^]*$/.exec(readFileSync(page, 'utf8'))?.[0] ?? ''
  return `# Load

${table}

${summary}. Most 4xx responses are
\`rate_limited\` and \`too_many_active\`, after which the clients wait as long as the response says.

## How it is measured

\`npm run load -- --write\` made the table with \`npm start\` and its default limits. Service, engine and clients ran on one machine
(${machine}). Each client lists, creates, uploads, starts, reads and sometimes deletes.
${sections}`
}

const callers = await makeCallers()
await Promise.all(
  callers.map(async (caller, index) => {
    await wait(index * 5)
    for (let round = 0; Date.now() < endMs; round++) await scenario(caller, round)
  }),
)
const lost = await unfinished(callers)
const breaches = tally.limitBreaches(perMinute)
const started = callers.reduce((sum, caller) => sum + caller.started.size, 0)
const summary = `${clients} clients of ${accounts} accounts made ${tally.calls.length} calls in ${seconds} s. ${started} conversions were kept and ${lost.length} were lost, with ${tally.serverErrors.length} server errors and ${breaches} calls beyond a limit`
console.log(`${tally.table()}\n\n${summary}`)
if (process.argv.includes('--write')) writeFileSync(page, documentOf(summary, tally.table()))
for (const line of lost.slice(0, 20)) console.log(`lost: ${line}`)
process.exit(lost.length + tally.serverErrors.length + breaches === 0 ? 0 : 1)

import { loadavg } from 'node:os'
import { readFileSync, writeFileSync } from 'node:fs'
import { type Load, requestText } from './bench-api/http-load.ts'
import { startLoadRunner } from './bench-api/load-runner.ts'
import { workerdSeconds } from './bench-api/processor-time.ts'
import { startWorkers } from './bench-api/start-workers.ts'
import { median } from './bench/measure.ts'
import { machine } from './shared/machine.ts'
import { numberOption } from './shared/options.ts'

/**
 * npm run bench:api -- [--rounds N] [--seconds S] [--connections C] [--write] runs all contenders in alternating
 * rounds, so that changes in the machine's speed affect all equally. A cost is the processor time of workerd for one
 * request, divided by that of an empty object call in the same round.
 */
const rounds = numberOption('--rounds', 7)
const seconds = numberOption('--seconds', 2)
const connections = numberOption('--connections', 16)
const objects = 16

interface Contender {
  readonly name: string
  readonly load: Pick<Load, 'requests' | 'port' | 'expectedStatus'>
  readonly aim?: number
  readonly perSecond: number[]
  readonly times: number[]
  /** Processor seconds of workerd per request. */
  readonly costs: number[]
}

const startedLoad = loadavg()[0] ?? 0
const workers = await startWorkers()

async function ask<T>(method: string, path: string, key: string, body?: unknown): Promise<T> {
  const response = await fetch(new URL(path, workers.rowmill), {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
  // The service's own responses have the expected type.
  return (await response.json()) as T
}

async function contenders(): Promise<Contender[]> {
  const names = Array.from({ length: objects }, (_, number) => `account-${number}`)
  const opening = JSON.stringify({ name: 'people.csv', bytes: 1234, spec: { output: { dialect: 'postgresql' } } })
  const accounts = await Promise.all(
    names.map((name) =>
      ask<{ api_key: string }>('POST', '/ops/accounts', workers.operatorToken, { email: `${name}@example.com` }),
    ),
  )
  const keys = accounts.map((account) => account.api_key)
  const reads: string[] = []
  for (const key of keys) {
    const { data } = await ask<{ data: { id: string } }>('POST', '/v1/conversions', key, JSON.parse(opening))
    const url = new URL(`/v1/conversions/${data.id}`, workers.rowmill)
    reads.push(requestText('GET', url, { authorization: `Bearer ${key}` }))
  }
  const open = (key: string, more: Record<string, string> = {}): string =>
    requestText(
      'POST',
      new URL('/v1/conversions', workers.rowmill),
      { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more },
      opening,
    )
  const get = (path: string): string => requestText('GET', new URL(path, workers.baseline), {})
  const contender = (
    name: string,
    requests: readonly string[],
    { origin = workers.rowmill, expectedStatus = 200, aim }: { origin?: URL; expectedStatus?: number; aim?: number },
  ): Contender => ({
    name,
    load: { requests, port: Number(origin.port), expectedStatus },
    ...(aim === undefined ? {} : { aim }),
    perSecond: [],
    times: [],
    costs: [],
  })
  return [
    contender('bare Hono Worker', [get('/bare')], { origin: workers.baseline }),
    contender(
      'empty object call',
      names.map((name) => get(`/object/${name}`)),
      { origin: workers.baseline },
    ),
    contender(
      'empty object call, and a line of log',
      names.map((name) => get(`/logged/${name}`)),
      { origin: workers.baseline },
    ),
    contender(
      'object call that adds a row',
      names.map((name) => get(`/written/${name}`)),
      { origin: workers.baseline },
    ),
    contender(
      'GET /v1/usage',
      keys.map((key) => requestText('GET', new URL('/v1/usage', workers.rowmill), { authorization: `Bearer ${key}` })),
      {},
    ),
    contender('GET /v1/conversions/{id}', reads, { aim: 1.3 }),
    contender(
      'POST /v1/conversions',
      keys.map((key) => open(key)),
      { expectedStatus: 201, aim: 2.5 },
    ),
    contender(
      'POST /v1/conversions, with an Idempotency-Key',
      keys.map((key) => open(key, { 'idempotency-key': 'key-{n}' })),
      { expectedStatus: 201 },
    ),
  ]
}

const loads = startLoadRunner()

function table(all: readonly Contender[]): string {
  const [, empty, logged] = all
  const rows = all.map(({ name, perSecond, times, costs, aim }) => {
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
    const over = (base: Contender | undefined): number =>
      median(costs.map((one, round) => one / (base?.costs[round] ?? 0)))
    const cost = over(empty)
    return `| ${name} | ${median(perSecond).toFixed(0)} | ${at(0.5)} | ${at(0.99)} | ${(median(costs) * 1e6).toFixed(0)} | ${cost.toFixed(2)} | ${over(logged).toFixed(2)} | ${aim === undefined ? '' : `≤ ${aim}: ${cost <= aim ? 'met' : 'missed'}`} |`
  })
  return `| request | per second | p50 ms | p99 ms | workerd CPU µs | ÷ empty object call | ÷ logged | aim |\n|---|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`
}

try {
  const all = await contenders()
  for (let round = -1; round < rounds; round++) {
    for (const { load, perSecond, times, costs } of all) {
      const before = workerdSeconds()
      const result = await loads.put({ ...load, connections, seconds: round < 0 ? Math.min(seconds, 1) : seconds })
      // The first round is a warm-up.
      if (round < 0) continue
      perSecond.push(result.perSecond)
      times.push(...result.times)
      costs.push((workerdSeconds() - before) / result.times.length)
    }
  }
  const measured = table(all)
  console.log(measured)
  if (process.argv.includes('--write')) {
    const load = `${startedLoad.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`
    const page = 'docs/measurements/benchmarks-api.md'
    // The following sections are written by hand.
    const sections = /\n## (?!How it is measured)[^]*$/.exec(readFileSync(page, 'utf8'))?.[0] ?? ''
    writeFileSync(
      page,
      `# Cost per request

${measured}
The cost of a request is the processor time of workerd, divided by that of an empty object call in the same round. The service logs one
line per request, so the column "÷ logged" divides by an empty call that logs one. An object call that adds a row like that of a new
conversion is the least that POST can cost.

## How it is measured

\`npm run bench:api -- --write\` made the table. It starts workerd with miniflare, without the proxy of \`wrangler dev\`, and uses ${connections}
connections and ${objects} accounts. ${rounds} rounds of ${seconds} s alternate, and the figures are medians. The clients run on the same machine
(load ${load}), so compare ratios. ${machine}.
${sections}`,
    )
  }
} finally {
  await loads.stop()
  await workers.stop()
}

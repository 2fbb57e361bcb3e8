import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/local/ports.ts'
import { Service } from '../scripts/local/service.ts'
import { type ServiceFile, StateFolder } from '../scripts/local/state-folder.ts'
import { median } from './bench/measure.ts'
import { machine } from './shared/machine.ts'
import { numberOption } from './shared/options.ts'

/**
 * npm run bench:service -- [--rounds N] [--write] measures the time from `start` to `done` for a client of the local
 * service, in the isolate and in the Node engine. The paths and sizes alternate, so that changes in the machine's speed
 * affect all equally.
 */
const rounds = numberOption('--rounds', 15)
const sizes = [
  { name: '1 KB', bytes: 1000, aimMs: 100 },
  { name: '1 MB', bytes: 1_000_000, aimMs: 300 },
] as const
const paths = [
  { name: 'isolate', vars: {} },
  { name: 'Node engine', vars: { ISOLATE_BYTES_MAX: '0' } },
] as const

interface Contender {
  readonly path: string
  readonly size: (typeof sizes)[number]
  readonly service: ServiceFile
  readonly file: Uint8Array<ArrayBuffer>
  readonly times: number[]
}

/** Returns a table of people, with numbers, dates and text. */
function csvOf(bytes: number): Uint8Array<ArrayBuffer> {
  let text = 'id,name,born,balance,active\n'
  for (let row = 1; text.length < bytes; row++) {
    const day = `${1950 + (row % 50)}-${String(1 + (row % 12)).padStart(2, '0')}-${String(1 + (row % 28)).padStart(2, '0')}`
    text += `${row},Person ${row},${day},${(row * 7919) % 100_000}.${row % 10}5,${row % 2 === 0}\n`
  }
  return new TextEncoder().encode(text)
}

async function ask<T>({ base_url, api_key }: ServiceFile, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
  // The service's own responses have the expected type.
  return ((await response.json()) as { data: T }).data
}

interface Opened {
  readonly id: string
  readonly upload: { readonly url: string; readonly headers: Record<string, string> }
}

/** Returns the milliseconds from sending `start` to the response with `done`. */
async function convert({ service, file }: Contender): Promise<number> {
  const spec = { output: { dialect: 'postgresql' } }
  const { id, upload } = await ask<Opened>(service, 'POST', '/conversions', {
    name: 'people.csv',
    bytes: file.length,
    spec,
  })
  const put = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: file })
  if (!put.ok) throw new Error(`The upload returned ${put.status}`)
  const startedMs = performance.now()
  await ask(service, 'POST', `/conversions/${id}/start`)
  const ended = await ask<{ status: string }>(service, 'GET', `/conversions/${id}?wait=60`)
  const tookMs = performance.now() - startedMs
  if (ended.status !== 'done') throw new Error(`The conversion ended ${ended.status}`)
  return tookMs
}

const startedLoad = loadavg()[0] ?? 0
const stops: (() => Promise<void>)[] = []
const contenders: Contender[] = []
try {
  for (const { name: path, vars } of paths) {
    const folder = mkdtempSync(join(tmpdir(), 'rowmill-bench-service-'))
    const options = { port: await freePort(), stateFolder: folder, vars: { ...vars, RATE_LIMIT_PER_MINUTE: '100000' } }
    const service = new Service(options, new StateFolder(folder), console.error)
    stops.push(async () => {
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const started = await service.start()
    for (const size of sizes) contenders.push({ path, size, service: started, file: csvOf(size.bytes), times: [] })
  }
  const first = new Map<Contender, number>()
  for (const contender of contenders) first.set(contender, await convert(contender))
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) contender.times.push(await convert(contender))
  }
  print(first)
} finally {
  for (const stop of stops) await stop()
}

function print(first: ReadonlyMap<Contender, number>): void {
  const lines = contenders.map((contender) => {
    const { path, size, times } = contender
    const middle = median(times)
    const slow = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? NaN
    const aim = path === 'isolate' ? `≤ ${size.aimMs}: ${middle <= size.aimMs ? 'met' : 'missed'}` : ''
    const figures = [Math.min(...times), middle, slow, first.get(contender) ?? NaN].map((ms) => ms.toFixed(0))
    return `| ${[size.name, path, ...figures, aim].join(' | ')} |`
  })
  const table = [
    '| CSV | path | fastest ms | median ms | 95th percentile | first | aim of the median |',
    '|---|---|--:|--:|--:|--:|---|',
    ...lines,
  ].join('\n')
  const load = `Load ${startedLoad.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after. ${rounds} rounds. ${machine}.`
  console.log(`${table}\n\n${load}`)
  if (!process.argv.includes('--write')) return
  const page = `# Time of a small conversion

${table}

The times run from sending \`start\` to receiving \`done\` from \`GET …?wait=60\`, on one machine. The isolate converts uploads of up to
1 MiB in production too. A container replaces the Node engine there, and its start adds 2 to 5 s at the median.

## How it is measured

\`npm run bench:service -- --write\` made the table with the local service. ${load}
The aims are for an idle machine. On a busy one, the fastest time is closer to what the service needs.

- **isolate**: the engine runs in the isolate of the Worker.
- **Node engine**: the same service with \`ISOLATE_BYTES_MAX=0\`.
- **first**: the first conversion of its kind, which loads the engine.
`
  writeFileSync('docs/measurements/benchmarks-service.md', page)
}

import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { Rowmill } from '../clients/javascript/rowmill.ts'

/**
 * Checks a new deployment as a customer would use it: an upload, a file from a URL, a webhook and a run of several
 * minutes. Exit code 0 means that everything works, 1 that the lines name a failure, and 2 that the command was not
 * understood.
 */
const usage = `Usage: npm run smoke -- --base-url https://api.rowmill.example --key rm_key_… [--token OPERATOR_TOKEN] [--url URL] [--long-seconds 120]
  --token         pings the webhook of the key's account and waits until it is delivered
  --url           a public CSV file; without it, the service downloads its own output
  --long-seconds  about how long the longest run takes; 0 leaves it out`

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    key: { type: 'string' },
    token: { type: 'string' },
    url: { type: 'string' },
    'long-seconds': { type: 'string', default: '120' },
  },
})
const origin = URL.parse(values['base-url'] ?? '')?.origin
const { key: apiKey, token } = values
const longSeconds = Number(values['long-seconds'])
if (origin === undefined || apiKey === undefined || !(longSeconds >= 0)) {
  console.error(usage)
  process.exit(2)
}
const rowmill = new Rowmill({ apiKey, baseUrl: `${origin}/v1` })
let failed = 0

/** Prints a line for each check: its name, and its time or its error. */
async function check(name: string, work: () => Promise<string>): Promise<void> {
  const startedMs = Date.now()
  try {
    const result = await work()
    console.log(`ok      ${name}: ${result}, ${((Date.now() - startedMs) / 1000).toFixed(1)} s`)
  } catch (error) {
    failed++
    console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function expectRows(rows: { readonly converted: number; readonly rejected: number }, count: number): string {
  if (rows.converted !== count || rows.rejected !== 0)
    throw new Error(`${rows.converted} rows were converted and ${rows.rejected} rejected, instead of ${count} and 0`)
  return `${count.toLocaleString('en-US')} rows`
}

const rows = 3
const smallFile = "id,name\n1,Zoë\n2,Søren\n3,O'Neil\n"
let uploaded: { readonly id: string; readonly output: { readonly url: string } | null } | null = null

await check('upload', async () => {
  const file = new Blob([smallFile])
  const done = await rowmill.convert(file, {
    name: 'smoke.csv',
    spec: { output: { dialect: 'postgresql', format: 'csv' } },
  })
  const output = await done.text()
  if (!output.includes('Søren')) throw new Error(`The output is not what was sent: ${output.slice(0, 100)}`)
  uploaded = done.conversion
  return expectRows(done.report.rows, rows)
})

await check('url', async () => {
  const url = values.url ?? uploaded?.output?.url
  if (url === undefined) throw new Error('There is no output to download. Name a file with --url.')
  const done = await rowmill.convert(new URL(url), { to: 'postgresql' })
  if (done.report.rows.converted === 0) throw new Error('No row was converted')
  await rowmill.deleteConversion(done.conversion.id)
  return `${done.report.rows.converted} rows`
})

if (token === undefined) console.log('skipped webhook: give --token')
else await check('webhook', pingWebhook)

if (longSeconds === 0) console.log('skipped long run')
else await check('long run', runLong)

console.log(failed === 0 ? 'The service works.' : `${failed} checks failed.`)
process.exit(failed === 0 ? 0 : 1)

/** Pings the account's own webhook, and expects its receiver to respond. */
async function pingWebhook(): Promise<string> {
  const account = /^rm_key_([^_]+)_/.exec(apiKey ?? '')?.[1] ?? ''
  const { event_id } = (await operate('POST', `/accounts/${account}/webhook/ping`)) as { readonly event_id: string }
  for (let left = 30; left > 0; left--) {
    const { data } = (await operate('GET', `/accounts/${account}/webhook/deliveries`)) as {
      readonly data: readonly { readonly event_id: string; readonly status: string; readonly attempts: object[] }[]
    }
    const delivery = data.find((one) => one.event_id === event_id)
    if (delivery?.status === 'delivered') return 'delivered'
    if (delivery !== undefined && delivery.attempts.length > 0)
      throw new Error(`The receiver did not accept the event: ${JSON.stringify(delivery.attempts[0])}`)
    await wait(1000)
  }
  throw new Error('The event was not sent within 30 s')
}

async function operate(method: string, path: string): Promise<unknown> {
  const [id, secret] = [process.env['CF_ACCESS_CLIENT_ID'], process.env['CF_ACCESS_CLIENT_SECRET']]
  const access =
    id === undefined || secret === undefined ? {} : { 'cf-access-client-id': id, 'cf-access-client-secret': secret }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...access }
  const response = await fetch(`${origin}/ops${path}`, { method, headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} /ops${path} returned ${response.status}: ${text.slice(0, 200)}`)
  return JSON.parse(text) as unknown
}

/**
 * Uploads a gzip file with one repeated member, which is small but takes long to convert. Its rows repeat within the
 * compression window, so 4 MB become about 40 KB.
 */
async function runLong(): Promise<string> {
  const bytesPerSecond = 100e6
  const block = Array.from(
    { length: 400 },
    (_, row) => `${(row * 7919) % 100_000},customer ${row},2024-02-${10 + (row % 19)}\n`,
  )
  const blocksPerMember = 300
  const member = gzipSync(block.join('').repeat(blocksPerMember))
  const members = Math.ceil((longSeconds * bytesPerSecond) / (block.join('').length * blocksPerMember))
  const header = gzipSync('id,name,day\n')
  const file = new Blob([header, ...Array.from({ length: members }, () => member)])
  const done = await rowmill.convert(file, { name: 'long.csv.gz', to: 'postgresql' })
  const result = expectRows(done.report.rows, members * blocksPerMember * block.length)
  await rowmill.deleteConversion(done.conversion.id)
  return result
}

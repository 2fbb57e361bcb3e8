import { connect } from 'node:net'
import { readFileSync, writeFileSync } from 'node:fs'
import { startWorkers, type Workers } from './bench-api/start-workers.ts'
import { workerdBytes } from './bench-api/processor-time.ts'
import { machine } from './shared/machine.ts'
import { numberOption } from './shared/options.ts'

/**
 * npm run waiters -- [--readers 10000] [--accounts 20] [--write] lets readers wait with `?wait=60`, and measures the
 * cost of plain reads of the same account objects with and without them. Then the conversions end, and every reader
 * must get its response.
 */
const readers = numberOption('--readers', 10_000)
const accounts = numberOption('--accounts', 20)
const readsPerRound = 400
const page = 'docs/measurements/load.md'

interface Conversion {
  readonly origin: URL
  readonly key: string
  readonly id: string
}

/** A workerd process opens two files for a waiting request, and is often limited to 20,000 files. */
const readersPerProcess = 5000
const services: Workers[] = []
for (let left = readers; left > 0; left -= readersPerProcess) services.push(await startWorkers())

async function ask<T>(origin: URL, path: string, key: string, body: unknown): Promise<T> {
  const response = await fetch(new URL(path, origin), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

async function openConversion(number: number): Promise<Conversion> {
  const email = `waiter-${number}@example.com`
  const { rowmill: origin, operatorToken } = services[number % services.length]
  const { api_key: key } = await ask<{ api_key: string }>(origin, '/ops/accounts', operatorToken, { email })
  const body = { name: 'people.csv', bytes: 1234, spec: { output: { dialect: 'postgresql' } } }
  const { data } = await ask<{ data: { id: string } }>(origin, '/v1/conversions', key, body)
  return { origin, key, id: data.id }
}

/** Sends a request on its own connection and returns the response. */
function exchange(method: string, { origin, key, id }: Conversion, more = ''): Promise<string> {
  const socket = connect(Number(origin.port), '127.0.0.1')
  const path = `/v1/conversions/${id}${more}`
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${origin.host}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`
  socket.on('connect', () => void socket.write(head))
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    socket.on('error', (error) => resolve(`lost: ${error.message}`))
    socket.on('close', () => resolve(text))
  })
}

/** Returns the times of plain reads in milliseconds, sorted. */
async function readTimes(conversions: readonly Conversion[]): Promise<number[]> {
  const times: number[] = []
  for (let number = 0; number < readsPerRound; number++) {
    const startedMs = performance.now()
    const response = await exchange('GET', conversions[number % conversions.length])
    times.push(performance.now() - startedMs)
    if (!response.startsWith('HTTP/1.1 200')) throw new Error(`A plain read got: ${response.slice(0, 300)}`)
  }
  return times.toSorted((a, b) => a - b)
}

const at = (times: readonly number[], share: number): string =>
  (times[Math.floor(times.length * share)] ?? 0).toFixed(1)

try {
  const conversions: Conversion[] = []
  for (let number = 0; number < accounts; number++) conversions.push(await openConversion(number))
  await readTimes(conversions)
  const alone = await readTimes(conversions)
  const bytesBefore = workerdBytes()

  const waiting: Promise<string>[] = []
  for (let number = 0; number < readers; number++) {
    waiting.push(exchange('GET', conversions[number % accounts], '?wait=60'))
    // The kernel's queue for new connections is short.
    if (number % 100 === 99) await new Promise((resolve) => void setTimeout(resolve, 20))
  }
  // Every reader is waiting after this time.
  await new Promise((resolve) => void setTimeout(resolve, 10_000))
  const beside = await readTimes(conversions)
  const bytesEach = (workerdBytes() - bytesBefore) / readers

  const endedMs = performance.now()
  for (const conversion of conversions) await exchange('POST', conversion, '/cancel')
  const responses = await Promise.all(waiting)
  const seconds = (performance.now() - endedMs) / 1000
  const served = responses.filter(
    (text) => text.startsWith('HTTP/1.1 200') && text.includes('"status":"canceled"'),
  ).length
  const lost = responses.find((text) => !text.includes('"status":"canceled"'))
  if (lost !== undefined) console.log(`A reader got: ${lost.slice(0, 300)}`)

  const measured = `${readers.toLocaleString('en-US')} readers waited with \`?wait=60\` on ${accounts} account objects in ${services.length} processes of workerd. No object was busy. A plain read beside
them took ${at(beside, 0.5)} ms (p99 ${at(beside, 0.99)}), and ${at(alone, 0.5)} ms (p99 ${at(alone, 0.99)}) without them. A waiting reader cost ${(bytesEach / 1024).toFixed(0)} KiB of workerd's memory. When the
conversions ended, ${served.toLocaleString('en-US')} of the readers had their response within ${seconds.toFixed(1)} s. \`npm run waiters -- --write\`, ${machine}.
`
  console.log(measured)
  if (process.argv.includes('--write')) {
    const [before = ''] = readFileSync(page, 'utf8').split('\n## Waiting readers\n')
    writeFileSync(page, `${before.trimEnd()}\n\n## Waiting readers\n\n${measured}`)
  }
  process.exitCode = served === readers ? 0 : 1
} finally {
  for (const service of services) await service.stop()
}

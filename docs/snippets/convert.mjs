// Node 18 or later, no packages: node convert.mjs FILE DIALECT > out.sql   (KEY and BASE in the environment)
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const { KEY, BASE } = process.env
const [file, dialect] = process.argv.slice(2)
if (!KEY || !BASE || !dialect) throw new Error('Usage: KEY=rm_key_… BASE=https://…/v1 node convert.mjs FILE DIALECT > out.sql')
const bytes = await readFile(file)

/** Sends a request. Retries lost connections, 429, 5xx and `request_in_progress` with the same Idempotency-Key. */
async function call(method, path, body) {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  for (let pause = 1; ; pause *= 2) {
    const response = await fetch(BASE + path, { method, headers, body: body && JSON.stringify(body) }).catch(() => null)
    // A response may be incomplete, or it may be the page of a proxy.
    const reply = await response?.json().catch(() => null)
    if (response?.ok && reply) return reply.data
    const isTransient = !response || response.ok || response.status === 429 || response.status >= 500
    if (!isTransient && reply?.error?.code !== 'request_in_progress')
      throw new Error(`${reply?.error?.code ?? response.status}: ${reply?.error?.message ?? response.statusText}`)
    if (pause > 60) throw new Error('no response')
    await wait(1000 * Number(response?.headers.get('retry-after') ?? pause))
  }
}

const opened = await call('POST', '/conversions', { name: basename(file), bytes: bytes.length, spec: { output: { dialect } } })
const put = await fetch(opened.upload.url, { method: 'PUT', headers: opened.upload.headers, body: bytes })
if (!put.ok) throw new Error(`the upload failed with status ${put.status}`)
await call('POST', `/conversions/${opened.id}/start`)

let conversion
do {
  await wait(500)
  conversion = await call('GET', `/conversions/${opened.id}`)
} while (['queued', 'running'].includes(conversion.status))

if (conversion.status !== 'done') throw new Error(`${conversion.status}: ${conversion.error?.message ?? ''}`)
console.error(`${conversion.report.rows.converted} rows converted, ${conversion.report.rows.rejected} rejected`)
for (const fix of conversion.report.fixes) console.error(`fix: ${fix.code} ${fix.column ?? ''} ×${fix.count}: ${fix.message}`)
const output = await fetch(conversion.output.url)
if (!output.ok) throw new Error(`the download failed with status ${output.status}`)
for await (const chunk of output.body) process.stdout.write(chunk)

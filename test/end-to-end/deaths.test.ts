import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { portErrorOf } from '../../scripts/local/ports.ts'
import type { Conversion } from '../../src/contract/conversion.ts'
import { Client } from './client.ts'
import { enginePid, killAll } from './processes.ts'
import { startService } from './service.ts'

const toPostgresql = { output: { dialect: 'postgresql' } } as const
const rows = 1_500_000
const file = new TextEncoder().encode(
  `id,name,day\n${Array.from({ length: rows }, (_, row) => `${row},name ${row},2024-01-01`).join('\n')}\n`,
)

async function uploaded(client: Client): Promise<Conversion> {
  const opened = await client.open('large.csv', file.length, toPostgresql)
  await client.upload(opened, file)
  return opened
}

async function untilStatus(client: Client, id: string, status: string, withinMs: number): Promise<void> {
  const read = async (): Promise<string> => (await client.read(id)).status
  await expect.poll(read, { timeout: withinMs, interval: 50 }).toBe(status)
}

/** How the conversion ended, and whether its output has the reported length. */
async function outcomeOf(client: Client, id: string): Promise<unknown[]> {
  const ended = await client.untilEnded(id, 150_000)
  const output = await client.download(ended)
  return [ended.status, ended.report?.rows, output.length === ended.output?.bytes]
}
const whole = ['done', { converted: rows, rejected: 0 }, true]

/** Tests that poll often set their own rate limit. */
const vars = { RATE_LIMIT_PER_MINUTE: '100000' }

describe('the service', () => {
  test('gives an attempt back long before the lease ends if its engine receives a stop signal', async () => {
    const service = await startService({ vars: { ...vars, LEASE_SECONDS: '60' } })
    const client = new Client(service)
    const { id } = await uploaded(client)
    await client.start(id)
    await untilStatus(client, id, 'running', 30_000)
    process.kill(enginePid(service.process.pid ?? 0), 'SIGTERM')
    await untilStatus(client, id, 'queued', 20_000)
    expect(await outcomeOf(client, id)).toMatchObject(whole)
    await service.stop()
  }, 240_000)

  test('takes its processes with it, even after SIGKILL, and starts again', async () => {
    const first = await startService()
    const port = Number(new URL(first.base_url).port)
    first.process.kill('SIGKILL')
    await expect.poll(() => portErrorOf(port)).toBe(null)
    const second = await startService({ stateFolder: first.stateFolder, port })
    expect((await new Client({ ...second, api_key: first.api_key }).call('GET', '/usage')).status).toBe(200)
    await second.stop()
    rmSync(first.stateFolder, { recursive: true, force: true })
  }, 240_000)

  test('stops at once in the middle of a conversion, and resumes it after a restart', async () => {
    const first = await startService({ vars: { ...vars, LEASE_SECONDS: '600' } })
    const { stateFolder } = first
    const client = new Client(first)
    const { id } = await uploaded(client)
    await client.start(id)
    await untilStatus(client, id, 'running', 30_000)
    const stopped = new Promise((resolve) => first.process.once('exit', resolve))
    const stoppedMs = performance.now()
    first.process.kill('SIGINT')
    await stopped
    expect(performance.now() - stoppedMs).toBeLessThan(8000)
    const second = await startService({ stateFolder, port: Number(new URL(first.base_url).port), vars })
    onTestFinished(async () => {
      await second.stop()
      rmSync(stateFolder, { recursive: true, force: true })
    })
    // This is long before the lease of the stopped run would have ended, or a waiting user would notice.
    const again = new Client(second)
    const read = async (): Promise<string> => (await again.read(id)).status
    await expect.poll(read, { interval: 50 }).toMatch(/^(?:running|done)$/)
    expect(await outcomeOf(again, id)).toMatchObject(whole)
  }, 400_000)

  test('loses no running or waiting conversion in a power failure', async () => {
    const first = await startService({ vars: { ...vars, LEASE_SECONDS: '4' } })
    const { stateFolder } = first
    const client = new Client(first)
    const ids: string[] = []
    for (let count = 0; count < 4; count++) ids.push((await uploaded(client)).id)
    // Uploads take longer than conversions. All conversions start after the last upload, so that none has ended yet.
    for (const id of ids) await client.start(id)
    await untilStatus(client, ids[0] ?? '', 'running', 30_000)
    killAll(first.process.pid ?? 0)
    await wait(1000)

    const port = Number(new URL(first.base_url).port)
    const second = await startService({ stateFolder, port, vars: { ...vars, LEASE_SECONDS: '4' } })
    const again = new Client(second)
    for (const id of ids) expect(await outcomeOf(again, id)).toMatchObject(whole)
    expect(await (await again.call('GET', '/usage')).json()).toMatchObject({ data: { used: file.length * ids.length } })
    await second.stop()
    rmSync(stateFolder, { recursive: true, force: true })
  }, 400_000)
})

import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { Client } from './client.ts'
import { commandNames } from '../../scripts/ops/commands.ts'
import { hangMs } from './hang.ts'
import { untilMailed } from './mails.ts'
import { commandsRun, ops, refusedOps } from './ops.ts'
import { nobody } from './started-service.ts'

const run = promisify(execFile)
const email = (): string => `${crypto.randomUUID()}@example.com`

/** Opens the file of the local directory database. The service may be writing to it at the same time. */
function openDirectory(stateFolder: string): DatabaseSync {
  const folder = join(stateFolder, 'platform/v3/d1/miniflare-D1DatabaseObject')
  const name = readdirSync(folder).find((each) => /^[0-9a-f]{64}\.sqlite$/.test(each)) ?? ''
  return new DatabaseSync(join(folder, name), { timeout: 60_000 })
}

/** The directory is updated shortly after its accounts. */
async function untilOpen(stateFolder: string, caseId: string): Promise<object> {
  for (const started = Date.now(); Date.now() - started < hangMs; await wait(100)) {
    const { data } = await ops(stateFolder, 'case', 'list', '--status', 'open')
    const found = data.find((each: { id: string }) => each.id === caseId)
    if (found !== undefined) return found
  }
  throw new Error(`${caseId} is not listed`)
}

describe('the operator’s commands', () => {
  test('create, change, suspend and resume an account, and the API follows', async () => {
    const { stateFolder, base_url } = inject('service')
    const address = email()
    const made = await ops(stateFolder, 'account', 'create', '--email', address, '--allowance', '1000')
    expect(made).toEqual({
      account_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      email: address,
      password: expect.stringMatching(/.{16}/),
      api_key: expect.stringMatching(/^rm_key_/),
    })
    const client = new Client({ base_url, api_key: made.api_key })
    const usage = async () => (await client.call('GET', '/usage')).status
    expect(await (await client.call('GET', '/usage')).json()).toMatchObject({ data: { left: 1000 } })

    await ops(stateFolder, 'account', 'set', made.account_id, '--plan', 'free', '--billing-day', '31')
    expect(await usage()).toBe(402)
    await ops(stateFolder, 'account', 'set', made.account_id, '--plan', 'pro')
    await ops(stateFolder, 'account', 'suspend', made.account_id)
    expect(await usage()).toBe(403)
    await ops(stateFolder, 'account', 'resume', made.account_id)
    expect(await usage()).toBe(200)
    expect(await ops(stateFolder, 'account', 'show', made.account_id)).toMatchObject({
      account: { email: address, plan: 'pro', allowance: 1000, billing_day: 31, suspended: false },
    })
  })

  test('find an account by e-mail address, sign it out, and set a new password', async () => {
    const { stateFolder } = inject('service')
    const address = email()
    const made = await ops(stateFolder, 'account', 'create', '--email', address)
    expect((await ops(stateFolder, 'account', 'show', address)).account).toMatchObject({ account_id: made.account_id })
    await ops(stateFolder, 'account', 'set', address, '--allowance', '2GB')
    expect((await ops(stateFolder, 'account', 'show', address)).account).toMatchObject({ allowance: 2_000_000_000 })
    expect(await ops(stateFolder, 'account', 'sign-out', address)).toEqual({ sessions_ended: 0 })
    const [code, words] = await refusedOps(stateFolder, 'account', 'reset-password', address)
    expect([code, words]).toEqual([2, expect.stringContaining('--yes')])
    const { password } = await ops(stateFolder, 'account', 'reset-password', address, '--yes')
    expect(password).not.toBe(made.password)
    const near = await ops(stateFolder, 'account', 'list', '--email', address, '--near-quota', '80')
    expect(near).toEqual({ data: [] })
    expect((await ops(stateFolder, 'account', 'audit', address)).data).toMatchObject([
      { action: 'password_reset', address: 'Rowmill support' },
      { action: 'sessions_closed' },
      { action: 'allowance_changed', detail: '2000000000' },
    ])
    expect((await refusedOps(stateFolder, 'account', 'turn-off-2fa', address, '--yes'))[1]).toContain('is off')
  })

  test('change the address of an account, find it by its properties, and delete it permanently', async () => {
    const { stateFolder } = inject('service')
    const [address, next] = [email(), email()]
    const { account_id, api_key } = await ops(stateFolder, 'account', 'create', '--email', address)
    await ops(stateFolder, 'account', 'set', account_id, '--email', next)
    const client = new Client({ base_url: inject('service').base_url, api_key })
    const body = { name: 'a.csv', bytes: 3, spec: { output: { dialect: 'postgresql' } } }
    const opened = (await (await client.call('POST', '/conversions', body)).json()) as { data: { id: string } }
    expect(await ops(stateFolder, 'find', opened.data.id)).toEqual({ account_id, email: next, kind: 'conversion' })
    expect(await refusedOps(stateFolder, 'find', '01ARZ3NDEKTSV4RRFFQ69G5FAV')).toEqual([
      1,
      expect.stringContaining('nobody has this id'),
    ])
    expect(await refusedOps(stateFolder, 'account', 'delete', next)).toEqual([2, expect.stringContaining('--yes')])
    await ops(stateFolder, 'account', 'delete', next, '--yes')
    expect((await client.call('GET', '/usage')).status).toBe(401)
    expect((await refusedOps(stateFolder, 'account', 'show', next))[1]).toContain('no such account')
  })

  test('create and revoke a key', async () => {
    const { stateFolder, base_url, account_id } = inject('service')
    const { key_id, api_key } = await ops(stateFolder, 'key', 'create', account_id, '--name', 'second')
    const client = new Client({ base_url, api_key })
    expect((await client.call('GET', '/usage')).status).toBe(200)
    await ops(stateFolder, 'key', 'revoke', account_id, key_id)
    expect((await client.call('GET', '/usage')).status).toBe(401)
  })

  test('find, read and land a case, and its sender gets a mail', async () => {
    const { stateFolder, account_id } = inject('service')
    const client = new Client(inject('service'))
    const conversion = await client.convert('dates.csv', new TextEncoder().encode('day\n01/02/2024\n'), {
      output: { dialect: 'postgresql' },
    })
    const body = { consent: true, share: 'file', email: 'zoe@example.com', note: 'Day first, please.' }
    const sent = await client.call('POST', `/conversions/${conversion.id}/cases`, body)
    const { data } = (await sent.json()) as { data: { id: string } }
    const listed = await untilOpen(stateFolder, data.id)
    expect(listed).toMatchObject({ account_id, conversion_id: conversion.id, email: 'zoe@example.com', status: 'open' })

    const shown = await ops(stateFolder, 'case', 'show', data.id)
    expect(shown).toMatchObject({ name: 'dates.csv', note: 'Day first, please.', report: { rows: { converted: 1 } } })
    expect(await (await fetch(shown.file_url)).text()).toBe('day\n01/02/2024\n')

    await ops(stateFolder, 'case', 'land', data.id, '--note', 'The order of days and months is now kept.')
    const mail = await untilMailed(stateFolder, data.id)
    expect(mail).toContain('The order of days and months is now kept.')
    expect(mail).toContain('dates.csv')
    const landed = (await ops(stateFolder, 'case', 'list', '--status', 'landed')).data
    expect(landed.map((each: { id: string }) => each.id)).toContain(data.id)
    expect(await refusedOps(stateFolder, 'case', 'land', data.id)).toEqual([1, expect.stringContaining('already')])
    expect(await refusedOps(stateFolder, 'case', 'land', 'case_x')).toEqual([
      1,
      expect.stringContaining('no such case'),
    ])
  })

  test('set, test, inspect, replay and remove a webhook', async () => {
    const { stateFolder } = inject('service')
    const { account_id } = await ops(stateFolder, 'account', 'create', '--email', email())
    expect((await refusedOps(stateFolder, 'webhook', 'ping', account_id))[0]).toBe(1)
    expect(await refusedOps(stateFolder, 'webhook', 'set', account_id, 'https://10.0.0.1/in')).toEqual([
      1,
      expect.stringContaining('10.0.0.1 is not a public address'),
    ])
    const { secret } = await ops(stateFolder, 'webhook', 'set', account_id, nobody)
    expect(secret).toMatch(/^whsec_/)
    const { event_id } = await ops(stateFolder, 'webhook', 'ping', account_id)
    const listed = async () => (await ops(stateFolder, 'webhook', 'deliveries', account_id)).data[0]
    // Six attempts have failed, so none is in progress, and only a replay makes another.
    await expect.poll(listed).toMatchObject({ status: 'dropped', attempts: { length: 6 } })
    expect(await ops(stateFolder, 'webhook', 'delivery', account_id, event_id)).toMatchObject({
      payload: { id: event_id },
    })
    await ops(stateFolder, 'webhook', 'replay', account_id, event_id)
    await expect.poll(async () => (await listed()).attempts.length).toBeGreaterThan(6)
    await ops(stateFolder, 'webhook', 'remove', account_id)
    expect((await refusedOps(stateFolder, 'webhook', 'replay', account_id, event_id))[0]).toBe(1)
  })

  test('find accounts by address, sweep objects without an owner, and rebuild the directory', async () => {
    const { stateFolder, base_url } = inject('service')
    const address = email()
    const { account_id, api_key } = await ops(stateFolder, 'account', 'create', '--email', address)
    await ops(stateFolder, 'directory', 'rebuild')
    const found = async () => (await ops(stateFolder, 'account', 'list', '--email', address)).data
    await expect.poll(found).toMatchObject([{ account_id, plan: 'pro' }])
    // Other tests delete files at the same time. What somebody owns stays.
    const client = new Client({ base_url, api_key })
    const kept = await client.convert('a.csv', new TextEncoder().encode('a\n1\n'), { output: { dialect: 'sqlite' } })
    expect(await ops(stateFolder, 'sweep')).toMatchObject({ finished: true })
    expect((await client.download(kept)).length).toBe(kept.output?.bytes)
  })

  test('show a dead message and put it back into its queue', async () => {
    const { stateFolder, account_id } = inject('service')
    await ops(stateFolder, 'dead-letter', 'list')
    const body = JSON.stringify({ accountId: account_id, eventId: 'evt_of_nobody', attempt: 1 })
    // A message dies only after a hundred attempts, so the test writes the dead letter where the consumer would have
    // written it.
    const directory = openDirectory(stateFolder)
    directory
      .prepare("insert into dead_letters (id, queue, body, died_at) values ('letter-1', 'deliveries', ?, ?)")
      .run(body, '2026-01-01T00:00:00.000Z')
    directory.close()
    expect((await ops(stateFolder, 'dead-letter', 'list')).data).toMatchObject([
      { id: 'letter-1', queue: 'deliveries', body: { eventId: 'evt_of_nobody' }, replayed_at: null },
    ])
    await ops(stateFolder, 'dead-letter', 'replay', 'letter-1')
    expect((await ops(stateFolder, 'dead-letter', 'list')).data).toMatchObject([{ replayed_at: expect.any(String) }])
    expect((await refusedOps(stateFolder, 'dead-letter', 'replay', 'letter-2'))[0]).toBe(1)
  })

  test('leave a restore to deployments, and say so', async () => {
    const { stateFolder, account_id } = inject('service')
    const restore = (...flags: string[]) => refusedOps(stateFolder, 'account', 'restore', account_id, '--yes', ...flags)
    expect(await restore('--to', '2026-01-01T00:00:00Z')).toEqual([1, expect.stringContaining('cannot restore')])
    expect((await restore('--to', 'yesterday'))[1]).toContain('422')
    expect((await restore())[1]).toContain('either a time')
    await ops(stateFolder, 'account', 'show', account_id)
  })

  test('explain an impossible command in a sentence, with its own exit code', async () => {
    const { stateFolder } = inject('service')
    const address = email()
    await ops(stateFolder, 'account', 'create', '--email', address)
    expect(await refusedOps(stateFolder, 'account', 'create', '--email', address)).toEqual([
      1,
      expect.stringContaining('exists already'),
    ])
    expect(await refusedOps(stateFolder, 'account', 'show', 'nobody')).toEqual([
      1,
      expect.stringContaining('no such account'),
    ])
    expect(await refusedOps(stateFolder, 'account', 'create', '--email', email(), '--allowance', 'much')).toEqual([
      1,
      expect.stringContaining('allowance'),
    ])
    expect(await refusedOps(stateFolder, 'account', 'set', inject('service').account_id)).toEqual([
      1,
      expect.stringContaining('plan, allowance, billing_day'),
    ])
    expect(await refusedOps(stateFolder, 'account', 'bake')).toEqual([2, expect.stringContaining('Usage')])
    expect(await refusedOps('/nowhere', 'account', 'show', 'x')).toEqual([1, expect.stringContaining('No service')])
  })

  test('accept options with =, and --help lists them', async () => {
    const { stateFolder } = inject('service')
    const { account_id } = await ops(stateFolder, 'account', 'create', `--email=${email()}`, '--allowance=1000')
    expect(await ops(stateFolder, 'account', 'show', account_id)).toMatchObject({ account: { allowance: 1000 } })
    const help = await run(process.execPath, ['scripts/launch.mjs', 'scripts/ops.ts', '--help'])
    expect(help).toEqual({ stdout: expect.stringMatching(/^Usage: /), stderr: '' })
  })

  test('are all covered by these tests', () => {
    expect(commandNames.filter((name) => !commandsRun.has(name))).toEqual([])
  })
})

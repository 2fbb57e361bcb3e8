import { describe, expect, inject, test } from 'vitest'
import { Client } from './client.ts'
import { ops, refusedOps } from './ops.ts'

const email = (): string => `${crypto.randomUUID()}@example.com`

describe('the operator’s commands', () => {
  test('an account is made, changed, suspended and resumed, and the API obeys', async () => {
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
      account: { email: address, plan: 'pro', allowanceBytes: 1000, billingDay: 31, isSuspended: false },
    })
  })

  test('a key is made and revoked', async () => {
    const { stateFolder, base_url, account_id } = inject('service')
    const { key_id, api_key } = await ops(stateFolder, 'key', 'create', account_id, '--name', 'second')
    const client = new Client({ base_url, api_key })
    expect((await client.call('GET', '/usage')).status).toBe(200)
    await ops(stateFolder, 'key', 'revoke', account_id, key_id)
    expect((await client.call('GET', '/usage')).status).toBe(401)
  })

  test('what cannot be done is said in a sentence, with its own exit code', async () => {
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
    expect(await refusedOps(stateFolder, 'account', 'bake')).toEqual([2, expect.stringContaining('Usage')])
    expect(await refusedOps('/nowhere', 'account', 'show', 'x')).toEqual([1, expect.stringContaining('No service')])
  })
})

import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { requiredSecrets, requireSecrets } from '../../../src/auth/required-secrets.ts'
import { makeKey, readBearer } from '../../../src/auth/tokens.ts'
import type { AccountId } from '../../../src/contract/ids.ts'
import { type Capability, readCapability, signCapability } from '../../../src/runs/capability.ts'

const all = { ...env }
const missing: readonly unknown[] = [undefined, null, '', '   ', 7]
const unset = undefined as unknown as string

test('a deployment with every secret starts', () => {
  expect(() => requireSecrets(all)).not.toThrow()
})

test.each(requiredSecrets)('a deployment without %s does not start', (name) => {
  for (const value of missing) expect(() => requireSecrets({ ...all, [name]: value })).toThrow(name)
})

test.each(['KEY_SECRET', 'RUN_SECRET', 'OPERATOR_TOKEN'])(
  'a deployment whose %s can be guessed does not start',
  (name) => {
    expect(() => requireSecrets({ ...all, [name]: 'short' })).toThrow(name)
  },
)

test('nothing is signed or verified with a missing secret', async () => {
  const capability = {
    accountId: 'a',
    conversionId: 'c',
    attempt: 1,
    expiresMs: Date.now() + 1000,
  } as unknown as Capability
  const forged = await forgedCapability(capability)
  for (const secret of [unset, '']) {
    await expect(signCapability(capability, secret)).rejects.toThrow('RUN_SECRET')
    await expect(readCapability(forged, secret, Date.now())).rejects.toThrow('RUN_SECRET')
    await expect(makeKey('01ARZ3NDEKTSV4RRFFQ69G5FAV' as AccountId, secret)).rejects.toThrow('KEY_SECRET')
    const header = `Bearer rm_key_01ARZ3NDEKTSV4RRFFQ69G5FAV_${'a'.repeat(32)}${'0'.repeat(16)}`
    await expect(readBearer(header, secret)).rejects.toThrow('KEY_SECRET')
  }
})

/** Returns a capability signed with the string form of a missing key, as an attacker might try. */
async function forgedCapability(capability: Capability): Promise<string> {
  const utf8 = new TextEncoder()
  const key = await crypto.subtle.importKey(
    'raw',
    utf8.encode('run:undefined'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const payload = utf8.encode(JSON.stringify(capability))
  const tag = new Uint8Array(await crypto.subtle.sign('HMAC', key, payload))
  const base64Url = (bytes: Uint8Array): string =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  return `${base64Url(payload)}.${base64Url(tag)}`
}

import { ulid } from 'ulidx'
import { makeKey } from '../auth/tokens.ts'
import type { Plan } from '../contract/account.ts'
import type { AccountId } from '../contract/ids.ts'
import { accountStub } from '../stubs/account.ts'

export interface AccountRequest {
  readonly email: string
  readonly plan: Plan
  readonly allowanceBytes: number | null
  readonly billingDay: number
}

export interface CreatedAccount {
  readonly account_id: AccountId
  readonly email: string
  readonly password: string
  readonly api_key: string
}

/** E-mail addresses are unique across accounts: the one fact that no single account object can know. */
export async function createAccount(env: Env, request: AccountRequest): Promise<CreatedAccount | 'email_taken'> {
  await ensureTables(env)
  const accountId = ulid() as AccountId
  const password = randomText(18)
  const taken = await env.DIRECTORY.prepare(
    'insert into accounts (email, account_id, password, created_at) values (?, ?, ?, ?) on conflict do nothing',
  )
    .bind(request.email.toLowerCase(), accountId, await hashPassword(password), new Date().toISOString())
    .run()
  if (taken.meta.changes === 0) return 'email_taken'
  await accountStub(env, accountId).create({ accountId, ...request })
  const { api_key } = await createKey(env, accountId, 'first key')
  return { account_id: accountId, email: request.email, password, api_key }
}

export async function createKey(
  env: Env,
  accountId: AccountId,
  name: string,
): Promise<{ key_id: string; api_key: string }> {
  const { key, secretHash } = await makeKey(accountId, env.KEY_SECRET)
  return { key_id: await accountStub(env, accountId).addKey(name, secretHash), api_key: key }
}

async function ensureTables(env: Env): Promise<void> {
  await env.DIRECTORY.exec(
    'create table if not exists accounts (email text primary key, account_id text not null unique, password text not null, created_at text not null)',
  )
}

const iterationsPerCall = 100_000
const calls = 6

/** PBKDF2-SHA-256; the platform takes 100,000 iterations a call, so six are chained. Parameters stand with the hash. */
async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  let bits = new TextEncoder().encode(password)
  for (let call = 0; call < calls; call++) {
    const key = await crypto.subtle.importKey('raw', bits, 'PBKDF2', false, ['deriveBits'])
    bits = new Uint8Array(
      await crypto.subtle.deriveBits(
        { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: iterationsPerCall },
        key,
        256,
      ),
    )
  }
  return `pbkdf2-sha256$${calls}x${iterationsPerCall}$${base64(salt)}$${base64(bits)}`
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const randomText = (bytes: number): string =>
  base64(crypto.getRandomValues(new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

import { ulid } from 'ulidx'
import { makeKey } from '../auth/tokens.ts'
import type { NewAccount } from '../contract/account.ts'
import type { AccountId } from '../contract/ids.ts'
import { accountStub } from '../stubs/account.ts'
import { hashPassword, randomPassword } from './passwords.ts'

export interface CreatedAccount {
  readonly account_id: AccountId
  readonly email: string
  readonly password: string
  readonly api_key: string
}

/** Creates an account with a password and its own key, for the operator. */
export async function createAccount(
  env: Env,
  request: Omit<NewAccount, 'accountId'>,
): Promise<CreatedAccount | 'email_taken'> {
  const password = randomPassword()
  const accountId = await registerAccount(env, request, password)
  if (accountId === 'email_taken') return 'email_taken'
  const { api_key } = await createKey(env, accountId, 'first key')
  return { account_id: accountId, email: request.email, password, api_key }
}

/** Registers an account. E-mail addresses are unique across accounts, which no single account object can check. */
export async function registerAccount(
  env: Env,
  request: Omit<NewAccount, 'accountId'>,
  password: string,
): Promise<AccountId | 'email_taken'> {
  const accountId = ulid() as AccountId
  const inserted = await env.DIRECTORY.prepare(
    'insert into accounts (email, account_id, password, created_at) values (?, ?, ?, ?) on conflict do nothing',
  )
    .bind(request.email.toLowerCase(), accountId, await hashPassword(password), new Date().toISOString())
    .run()
  if (inserted.meta.changes === 0) return 'email_taken'
  await accountStub(env, accountId).create({ accountId, ...request })
  return accountId
}

export async function createKey(
  env: Env,
  accountId: AccountId,
  name: string,
  expiresMs: number | null = null,
): Promise<{ key_id: string; api_key: string }> {
  const { key, secretHash } = await makeKey(accountId, env.KEY_SECRET)
  const keyId = await accountStub(env, accountId).addKey(name, secretHash, key.slice(-4), expiresMs)
  return { key_id: keyId, api_key: key }
}

/** Returns the data that signing in with an address needs. */
export async function findSignIn(
  env: Env,
  by: { readonly email: string } | { readonly accountId: AccountId },
): Promise<{ readonly accountId: AccountId; readonly email: string; readonly password: string } | null> {
  const [column, value] = 'email' in by ? ['email', by.email.toLowerCase()] : ['account_id', by.accountId]
  const row = await env.DIRECTORY.prepare(`select email, account_id, password from accounts where ${column} = ?`)
    .bind(value)
    .first<{ email: string; account_id: AccountId; password: string }>()
  return row === null ? null : { accountId: row.account_id, email: row.email, password: row.password }
}

export async function setPassword(env: Env, accountId: AccountId, password: string): Promise<void> {
  await env.DIRECTORY.prepare('update accounts set password = ? where account_id = ?')
    .bind(await hashPassword(password), accountId)
    .run()
}

/** Returns accounts in the order of their ids. */
export async function accountsAfter(
  env: Env,
  after: string,
  limit: number,
): Promise<readonly { readonly accountId: AccountId; readonly email: string }[]> {
  const { results } = await env.DIRECTORY.prepare(
    'select account_id as accountId, email from accounts where account_id > ? order by account_id limit ?',
  )
    .bind(after, limit)
    .all<{ accountId: AccountId; email: string }>()
  return results
}

/** Sets the address. Returns false if another account uses the address. */
export async function setEmail(env: Env, accountId: AccountId, email: string): Promise<boolean> {
  const changed = await env.DIRECTORY.prepare('update or ignore accounts set email = ? where account_id = ?')
    .bind(email.toLowerCase(), accountId)
    .run()
  return changed.meta.changes > 0
}

/** Ends every way to sign in to the account. Its address is free again. */
export async function forgetSignIn(env: Env, accountId: AccountId): Promise<void> {
  await env.DIRECTORY.prepare('delete from accounts where account_id = ?').bind(accountId).run()
}

import { sha256 } from '../auth/tokens.ts'
import type { AccountId } from '../contract/ids.ts'
import { readLimits } from '../contract/limits.ts'
import { findSignIn } from './register.ts'
import { isPassword, nobodysHash } from './passwords.ts'

export type SignIn =
  | { readonly kind: 'ok'; readonly accountId: AccountId }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number }

/**
 * An address and a password. Tries are counted before the password is looked at, for the account that is named and for the
 * network address that asks, in one transaction: tries sent at once cannot slip through together.
 */
export async function signIn(env: Env, email: string, password: string, from: string): Promise<SignIn> {
  const account = await findSignIn(env, { email })
  return tryPassword(env, { subject: `account:${email.toLowerCase()}`, account, password, from })
}

/** The holder of a session says the password once more. The tries count like those of signing in. */
export async function confirmPassword(
  env: Env,
  accountId: AccountId,
  password: string,
  from: string,
): Promise<SignIn['kind']> {
  const account = await findSignIn(env, { accountId })
  const tried = await tryPassword(env, { subject: `account:${account?.email ?? ''}`, account, password, from })
  return tried.kind
}

interface Try {
  readonly subject: string
  readonly account: { readonly accountId: AccountId; readonly password: string } | null
  readonly password: string
  readonly from: string
}

async function tryPassword(env: Env, { subject, account, password, from }: Try): Promise<SignIn> {
  const limits = readLimits({ ...env })
  const counted = [
    { subject: await sha256(subject), most: limits.SIGN_IN_TRIES_PER_ACCOUNT },
    { subject: await sha256(`address:${from}`), most: limits.SIGN_IN_TRIES_PER_ADDRESS },
  ]
  const admitted = await admitTries(env, counted, limits.SIGN_IN_WINDOW_SECONDS)
  if (!admitted) return { kind: 'too_many', retryAfterSeconds: limits.SIGN_IN_WINDOW_SECONDS }
  const isRight = await isPassword(password, account?.password ?? nobodysHash)
  if (account === null || !isRight) return { kind: 'wrong' }
  await forgiveTries(env, counted)
  return { kind: 'ok', accountId: account.accountId }
}

/** New accounts from one network address. */
export async function admitSignUp(env: Env, from: string): Promise<boolean> {
  const limits = readLimits({ ...env })
  const subject = await sha256(`sign-up:${from}`)
  return admitTries(env, [{ subject, most: limits.SIGN_UPS_PER_ADDRESS }], limits.SIGN_IN_WINDOW_SECONDS)
}

interface Counted {
  readonly subject: string
  readonly most: number
}

/** What is refused does not count, so that a lock ends although somebody goes on knocking. */
async function admitTries(env: Env, counted: readonly Counted[], windowSeconds: number): Promise<boolean> {
  const db = env.DIRECTORY
  await db.exec('create table if not exists tries (id text primary key, subject text not null, at_ms integer not null)')
  await db.exec('create index if not exists tries_by_subject on tries (subject, at_ms)')
  const nowMs = Date.now()
  const ids = counted.map(() => crypto.randomUUID())
  const results = await db.batch<{ count: number }>([
    db.prepare('delete from tries where at_ms < ?').bind(nowMs - windowSeconds * 1000),
    ...counted.map(({ subject }, at) =>
      db.prepare('insert into tries (id, subject, at_ms) values (?, ?, ?)').bind(ids[at], subject, nowMs),
    ),
    ...counted.map(({ subject }) => db.prepare('select count(*) as count from tries where subject = ?').bind(subject)),
  ])
  const counts = results.slice(1 + counted.length).map((result) => result.results[0]?.count ?? 0)
  const isAdmitted = counted.every(({ most }, at) => (counts[at] ?? 0) <= most)
  if (!isAdmitted) await db.batch(ids.map((id) => db.prepare('delete from tries where id = ?').bind(id)))
  return isAdmitted
}

/** After the right password: the account's tries are forgotten, the network address gets this one back. */
async function forgiveTries(env: Env, [account, address]: readonly Counted[]): Promise<void> {
  const db = env.DIRECTORY
  await db.batch([
    db.prepare('delete from tries where subject = ?').bind(account?.subject),
    db
      .prepare('delete from tries where id = (select id from tries where subject = ? order by at_ms desc limit 1)')
      .bind(address?.subject),
  ])
}

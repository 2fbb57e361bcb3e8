import { sha256 } from '../auth/tokens.ts'
import type { AccountId } from '../contract/ids.ts'

/** The purpose of the link in a mail. A token for one purpose is useless for another. */
export type MailPurpose = 'sign_up' | 'reset_password' | 'change_email_old' | 'change_email_new' | 'second_factor'

export interface MailToken {
  readonly email: string
  /** The account, or null if the link creates it. */
  readonly accountId: AccountId | null
}

/** The number of tokens that one statement deletes. One mail adds fewer, so old tokens disappear. */
const forgottenAtOnce = 100

/**
 * Creates the secret of a link. It proves that its user reads the mail of an address. Only its hash is stored, and it
 * works once.
 */
export async function makeMailToken(
  env: Env,
  purpose: MailPurpose,
  { email, accountId }: MailToken,
  lifeSeconds: number,
): Promise<string> {
  const token = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  const nowMs = Date.now()
  await env.DIRECTORY.batch([
    env.DIRECTORY.prepare(
      `delete from mail_tokens where hash in (select hash from mail_tokens where expires_ms <= ? limit ${forgottenAtOnce})`,
    ).bind(nowMs),
    env.DIRECTORY.prepare(
      'insert into mail_tokens (hash, purpose, email, account_id, expires_ms) values (?, ?, ?, ?, ?)',
    ).bind(await sha256(token), purpose, email.toLowerCase(), accountId, nowMs + lifeSeconds * 1000),
  ])
  return token
}

/**
 * Returns the address that a link was sent to, or null if the link is unknown, used or expired. Mail scanners may open
 * links, so this call changes nothing.
 */
export async function readMailToken(env: Env, purpose: MailPurpose, token: string): Promise<MailToken | null> {
  const row = await env.DIRECTORY.prepare(
    'select email, account_id from mail_tokens where hash = ? and purpose = ? and expires_ms > ?',
  )
    .bind(await sha256(token), purpose, Date.now())
    .first<{ email: string; account_id: AccountId | null }>()
  return row === null ? null : { email: row.email, accountId: row.account_id }
}

/** Uses a link, and cancels every other link for this purpose that was sent to the same address. */
export async function useMailToken(env: Env, purpose: MailPurpose, token: string): Promise<MailToken | null> {
  const found = await readMailToken(env, purpose, token)
  if (found === null) return null
  const used = await env.DIRECTORY.prepare('delete from mail_tokens where hash = ? returning hash')
    .bind(await sha256(token))
    .all()
  if (used.results.length === 0) return null
  await env.DIRECTORY.prepare('delete from mail_tokens where purpose = ? and email = ?')
    .bind(purpose, found.email)
    .run()
  return found
}

/** Cancels the links that were sent for an account. */
export async function forgetMailTokens(env: Env, accountId: AccountId): Promise<void> {
  await env.DIRECTORY.prepare('delete from mail_tokens where account_id = ?').bind(accountId).run()
}

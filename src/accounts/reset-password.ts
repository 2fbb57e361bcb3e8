import type { AccountId } from '../contract/ids.ts'
import { readLimits } from '../contract/limits.ts'
import { mailOfReset, mailOfResetDone } from '../mail/reset-password.ts'
import { sendMail } from '../mail/send-mail.ts'
import { accountStub } from '../stubs/account.ts'
import { makeMailToken, readMailToken, useMailToken } from './mail-tokens.ts'
import { findSignIn, setPassword } from './register.ts'

/** Mails a link to the holder of an account. The requester sees the same response if there is no account. */
export async function beginReset(env: Env, email: string): Promise<void> {
  const account = await findSignIn(env, { email })
  if (account === null) return
  const { MAIL_LINK_SECONDS } = readLimits({ ...env })
  const token = await makeMailToken(env, 'reset_password', account, MAIL_LINK_SECONDS)
  const nowMs = Date.now()
  await sendMail(env, mailOfReset(account.email, `${env.PUBLIC_ORIGIN}/settings/reset?token=${token}`, nowMs), nowMs)
}

/** Returns the e-mail address that a link was sent to, or null if the link is used or too old. */
export const emailOfReset = async (env: Env, token: string): Promise<string | null> =>
  (await readMailToken(env, 'reset_password', token))?.email ?? null

/** Sets the new password and ends every session, so that a holder of the old password is signed out. */
export async function finishReset(env: Env, token: string, password: string): Promise<AccountId | 'no_link'> {
  const used = await useMailToken(env, 'reset_password', token)
  if (used === null || used.accountId === null) return 'no_link'
  await setPassword(env, used.accountId, password)
  await accountStub(env, used.accountId).closeOtherSessions('')
  const nowMs = Date.now()
  await sendMail(env, mailOfResetDone(used.email, nowMs), nowMs)
  return used.accountId
}

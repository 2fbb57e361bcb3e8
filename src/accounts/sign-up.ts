import type { AccountId } from '../contract/ids.ts'
import { readLimits } from '../contract/limits.ts'
import { mailOfKnownAddress, mailOfSignUp } from '../mail/sign-up.ts'
import { sendMail } from '../mail/send-mail.ts'
import { makeMailToken, readMailToken, useMailToken } from './mail-tokens.ts'
import { findSignIn, registerAccount } from './register.ts'
import { type Admission, admitTry } from './throttle.ts'

/**
 * Limits new accounts from one network address and mails to one e-mail address: the first ones are immediate, then each one
 * waits longer.
 */
export async function admitSignUp(env: Env, email: string, address: string): Promise<Admission> {
  const { SIGN_UPS_PER_ADDRESS, MAILS_PER_ADDRESS } = readLimits({ ...env })
  return admitTry(
    env,
    [
      { subject: `sign-up:${address}`, freeTries: SIGN_UPS_PER_ADDRESS },
      { subject: `mail:${email.toLowerCase()}`, freeTries: MAILS_PER_ADDRESS },
    ],
    Date.now(),
  )
}

/**
 * Sends a link that creates the account, or informs the holder of an existing account. The requester sees no
 * difference. Only the mailbox of the address reveals which mail it was.
 */
export async function beginSignUp(env: Env, email: string): Promise<void> {
  const nowMs = Date.now()
  if ((await findSignIn(env, { email })) !== null) {
    await sendMail(env, mailOfKnownAddress(email, `${env.PUBLIC_ORIGIN}/settings/sign-in`, nowMs), nowMs)
    return
  }
  const { MAIL_LINK_SECONDS } = readLimits({ ...env })
  const token = await makeMailToken(env, 'sign_up', { email, accountId: null }, MAIL_LINK_SECONDS)
  const link = `${env.PUBLIC_ORIGIN}/settings/sign-up/confirm?token=${token}`
  await sendMail(env, mailOfSignUp(email, link, nowMs), nowMs)
}

/** Returns the e-mail address that a link was sent to, or null if the link no longer works. */
export const emailOfSignUp = async (env: Env, token: string): Promise<string | null> =>
  (await readMailToken(env, 'sign_up', token))?.email ?? null

/** Creates the account of a link, with the password that the user chose. */
export async function finishSignUp(env: Env, token: string, password: string): Promise<AccountId | 'no_link'> {
  const used = await useMailToken(env, 'sign_up', token)
  if (used === null) return 'no_link'
  const request = {
    email: used.email,
    plan: 'free',
    allowanceBytes: null,
    billingDay: new Date().getUTCDate(),
  } as const
  const accountId = await registerAccount(env, request, password)
  return accountId === 'email_taken' ? 'no_link' : accountId
}

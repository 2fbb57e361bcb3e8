import type { AccountId } from '../contract/ids.ts'
import { readLimits } from '../contract/limits.ts'
import { mailOfEmailChanged, mailOfNewEmail, mailOfOldEmail } from '../mail/change-email.ts'
import { sendMail } from '../mail/send-mail.ts'
import { mailOfKnownAddress } from '../mail/sign-up.ts'
import { accountStub } from '../stubs/account.ts'
import { makeMailToken, readMailToken, useMailToken } from './mail-tokens.ts'
import { findSignIn, setEmail } from './register.ts'

type Side = 'old' | 'new'

/** Mails a link to the old and to the new address. The requester does not learn whether the new address has an account. */
export async function beginEmailChange(env: Env, accountId: AccountId, email: string): Promise<void> {
  const before = await findSignIn(env, { accountId })
  if (before === null) return
  const { MAIL_LINK_SECONDS } = readLimits({ ...env })
  const nowMs = Date.now()
  const to = email.toLowerCase()
  await accountStub(env, accountId).beginEmailChange(to, nowMs + MAIL_LINK_SECONDS * 1000)
  const linkFor = async (side: Side, address: string): Promise<string> => {
    const token = await makeMailToken(env, `change_email_${side}`, { email: address, accountId }, MAIL_LINK_SECONDS)
    return `${env.PUBLIC_ORIGIN}/settings/confirm-email?side=${side}&token=${token}`
  }
  await sendMail(env, mailOfOldEmail(before.email, to, await linkFor('old', before.email), nowMs), nowMs)
  const isTaken = (await findSignIn(env, { email: to })) !== null
  const mail = isTaken
    ? mailOfKnownAddress(to, `${env.PUBLIC_ORIGIN}/settings/sign-in`, nowMs)
    : mailOfNewEmail(before.email, to, await linkFor('new', to), nowMs)
  await sendMail(env, mail, nowMs)
}

/** Returns the change that a link confirms, or null if the link is used or too old. */
export async function readEmailChange(
  env: Env,
  side: Side,
  token: string,
): Promise<{ readonly accountId: AccountId; readonly to: string } | null> {
  const link = await readMailToken(env, `change_email_${side}`, token)
  if (link === null || link.accountId === null) return null
  const to = await accountStub(env, link.accountId).pendingEmail()
  const isCurrent = to !== null && (side === 'old' || link.email === to)
  return isCurrent ? { accountId: link.accountId, to } : null
}

type ChangedEmail =
  | { readonly kind: 'no_link' | 'email_taken' }
  | { readonly kind: 'changed'; readonly accountId: AccountId; readonly from: string; readonly to: string }
type EmailConfirmation = ChangedEmail | { readonly kind: 'waits_for_other' }

/** Confirms one side. The second confirmation changes the address. */
export async function confirmEmailChange(env: Env, side: Side, token: string): Promise<EmailConfirmation> {
  const change = await readEmailChange(env, side, token)
  if (change === null || (await useMailToken(env, `change_email_${side}`, token)) === null) return { kind: 'no_link' }
  const { accountId, to } = change
  const confirmed = await accountStub(env, accountId).confirmEmailChange(side, to)
  if (confirmed.kind === 'none') return { kind: 'no_link' }
  if (confirmed.kind === 'waits_for_other') return confirmed
  return changeEmail(env, accountId, to)
}

/** Changes the address at once, and sends a notice to the old one. */
export async function changeEmail(env: Env, accountId: AccountId, to: string): Promise<ChangedEmail> {
  const before = await findSignIn(env, { accountId })
  if (before === null) return { kind: 'no_link' }
  const account = accountStub(env, accountId)
  if (!(await setEmail(env, accountId, to))) return { kind: 'email_taken' }
  await account.change({ email: to.toLowerCase() })
  await account.endEmailChange()
  const nowMs = Date.now()
  await sendMail(env, mailOfEmailChanged(before.email, to, nowMs), nowMs)
  return { kind: 'changed', accountId, from: before.email, to }
}

import type { AccountId } from '../contract/ids.ts'
import { readLimits } from '../contract/limits.ts'
import { mailOfDeletion } from '../mail/delete-account.ts'
import { sendMail } from '../mail/send-mail.ts'
import { accountStub } from '../stubs/account.ts'
import { forgetMailTokens } from './mail-tokens.ts'
import { findSignIn, forgetSignIn } from './register.ts'

/** Revokes keys and frees the e-mail address. Alarms delete the files and reports, and the record after its time. */
export async function deleteAccount(env: Env, accountId: AccountId): Promise<void> {
  const before = await findSignIn(env, { accountId })
  await accountStub(env, accountId).close()
  await forgetSignIn(env, accountId)
  await forgetMailTokens(env, accountId)
  if (before === null) return
  const nowMs = Date.now()
  const days = Math.ceil(readLimits({ ...env }).DELETED_RECORD_SECONDS / 86_400)
  await sendMail(env, mailOfDeletion(before.email, days, nowMs), nowMs)
}

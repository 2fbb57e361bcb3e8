import type { Mail } from '../contract/operator.ts'

/** Returns the last mail to an account. */
export const mailOfDeletion = (to: string, recordDays: number, nowMs: number): Mail => ({
  to,
  subject: 'Your Rowmill account is deleted',
  text: `Hello,

The Rowmill account of ${to} was deleted, with its files, reports, keys and webhook. The record of the account will be deleted in ${recordDays} days.

If this was not you, reply to this e-mail.

Rowmill
`,
  sinceMs: nowMs,
})

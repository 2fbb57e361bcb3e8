import type { Mail } from '../contract/operator.ts'

/** The last mail to an account. */
export const mailOfDeletion = (to: string, recordDays: number, nowMs: number): Mail => ({
  to,
  subject: 'Your Rowmill account is deleted',
  text: `Hello,

the Rowmill account of ${to} is deleted, with its files, reports, keys and webhook. The record of the account is deleted in ${recordDays} days.

If that was not you, answer this mail.

Rowmill
`,
  sinceMs: nowMs,
})

import type { Mail } from '../contract/operator.ts'

/** Returns the mail with the link to choose a new password. */
export const mailOfReset = (to: string, link: string, nowMs: number): Mail => ({
  to,
  subject: 'Reset your Rowmill password',
  text: `Hello,

Open this link to choose a new password for the Rowmill account of ${to}:

${link}

The link works once, for an hour. If this was not you, ignore this e-mail. Your password does not change.

Rowmill
`,
  sinceMs: nowMs,
})

/** Returns the mail that informs the account holder about a password that was changed through a mailed link. */
export const mailOfResetDone = (to: string, nowMs: number): Mail => ({
  to,
  subject: 'Your Rowmill password was changed',
  text: `Hello,

The password of the Rowmill account of ${to} was changed, and every session was signed out.

If this was not you, reset the password again and reply to this e-mail.

Rowmill
`,
  sinceMs: nowMs,
})

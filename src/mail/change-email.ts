import type { Mail } from '../contract/operator.ts'

/**
 * Returns the mail to the old address. Its holder must agree, so that nobody can take over an account through an open
 * session.
 */
export const mailOfOldEmail = (from: string, to: string, link: string, nowMs: number): Mail => ({
  to: from,
  subject: 'Confirm the new e-mail address of your Rowmill account',
  text: `Hello,

Someone asked to change the e-mail address of your Rowmill account from ${from} to ${to}. Open this link to confirm the change:

${link}

The link works once, for an hour. The change also needs the link that we sent to ${to}.

If this was not you, ignore this e-mail and change your password.

Rowmill
`,
  sinceMs: nowMs,
})

/** Returns the mail to the new address. Its link proves that the requester reads the mail of that address. */
export const mailOfNewEmail = (from: string, to: string, link: string, nowMs: number): Mail => ({
  to,
  subject: 'Confirm your new e-mail address for Rowmill',
  text: `Hello,

Open this link to use ${to} for the Rowmill account of ${from}:

${link}

The link works once, for an hour. The change also needs the link that we sent to ${from}.

If this was not you, ignore this e-mail. Nothing changes.

Rowmill
`,
  sinceMs: nowMs,
})

export const mailOfEmailChanged = (from: string, to: string, nowMs: number): Mail => ({
  to: from,
  subject: 'The e-mail address of your Rowmill account was changed',
  text: `Hello,

The e-mail address of your Rowmill account is now ${to}. Sign in with it from now on.

If this was not you, reply to this e-mail.

Rowmill
`,
  sinceMs: nowMs,
})

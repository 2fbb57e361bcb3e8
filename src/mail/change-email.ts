import type { Mail } from '../contract/operator.ts'

/** The holder of the old address must agree, so that nobody carries an account away with an open session. */
export const mailOfOldEmail = (from: string, to: string, link: string, nowMs: number): Mail => ({
  to: from,
  subject: 'Confirm the new e-mail address of your Rowmill account',
  text: `Hello,

somebody asked to change the e-mail address of your Rowmill account from ${from} to ${to}. Open this link to agree:

${link}

The link works once, for an hour. The change also needs the link that we sent to ${to}.

If you did not ask for it, ignore this mail and change your password.

Rowmill
`,
  sinceMs: nowMs,
})

/** Proves that the requester reads the mail of the new address. */
export const mailOfNewEmail = (from: string, to: string, link: string, nowMs: number): Mail => ({
  to,
  subject: 'Confirm your new e-mail address for Rowmill',
  text: `Hello,

open this link to use ${to} for the Rowmill account of ${from}:

${link}

The link works once, for an hour. The change also needs the link that we sent to ${from}.

If you did not ask for it, ignore this mail. Nothing changes.

Rowmill
`,
  sinceMs: nowMs,
})

export const mailOfEmailChanged = (from: string, to: string, nowMs: number): Mail => ({
  to: from,
  subject: 'The e-mail address of your Rowmill account was changed',
  text: `Hello,

the e-mail address of your Rowmill account is now ${to}. Sign in with it from now on.

If that was not you, answer this mail.

Rowmill
`,
  sinceMs: nowMs,
})

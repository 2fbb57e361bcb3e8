import type { Mail } from '../contract/operator.ts'

/** The link that proves an e-mail address and makes its account. */
export const mailOfSignUp = (to: string, link: string, nowMs: number): Mail => ({
  to,
  subject: 'Finish signing up for Rowmill',
  text: `Hello,

open this link to choose a password and create the Rowmill account of ${to}:

${link}

If you did not sign up, ignore this mail. Nothing has been created.

Rowmill
`,
  sinceMs: nowMs,
})

/** The mail for a sign-up with the address of an existing account: only its holder learns that it exists. */
export const mailOfKnownAddress = (to: string, signInUrl: string, nowMs: number): Mail => ({
  to,
  subject: 'You already have a Rowmill account',
  text: `Hello,

somebody entered ${to} to sign up for Rowmill. This address already has an account. Sign in here:

${signInUrl}

If that was not you, ignore this mail. Nothing has changed.

Rowmill
`,
  sinceMs: nowMs,
})

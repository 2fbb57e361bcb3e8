import type { Mail } from '../contract/operator.ts'

/** Returns the mail with the link that proves an e-mail address and creates its account. */
export const mailOfSignUp = (to: string, link: string, nowMs: number): Mail => ({
  to,
  subject: 'Finish signing up for Rowmill',
  text: `Hello,

Open this link to choose a password and create the Rowmill account of ${to}:

${link}

If this was not you, ignore this e-mail. No account was created.

Rowmill
`,
  sinceMs: nowMs,
})

/** Returns the mail for a sign-up with the address of an existing account: only its holder learns that it exists. */
export const mailOfKnownAddress = (to: string, signInUrl: string, nowMs: number): Mail => ({
  to,
  subject: 'You already have a Rowmill account',
  text: `Hello,

Someone entered ${to} to sign up for Rowmill. This address already has an account. Sign in here:

${signInUrl}

If this was not you, ignore this e-mail. Nothing has changed.

Rowmill
`,
  sinceMs: nowMs,
})

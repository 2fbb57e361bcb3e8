import type { FC } from 'hono/jsx'
import { newPasswordError } from '../accounts/passwords.ts'
import { admitSignUp } from '../accounts/sign-up.ts'
import type { AccountId } from '../contract/ids.ts'
import { Field } from '../design/parts.tsx'
import { tooManyTries } from '../design/text.ts'
import { logError } from '../logs/log.ts'
import { emailError, textOf } from './form.ts'
import { networkAddress, type SettingsContext } from './guard.ts'
import { show } from './layout.tsx'

export interface EntranceErrors {
  readonly form?: string
  readonly email?: string
}

/** A mailed link to choose a password: for a new account, or instead of a forgotten password. */
export interface MailedLink {
  readonly Ask: FC<{ email?: string; errors?: EntranceErrors }>
  readonly Sent: FC<{ email: string }>
  readonly Choose: FC<{ token: string; email: string; error?: string }>
  /** The event in the log when the mail cannot be sent. */
  readonly failure: string
  readonly begin: (env: Env, email: string) => Promise<unknown>
  readonly emailOf: (env: Env, token: string) => Promise<string | null>
  readonly finish: (env: Env, token: string, password: string) => Promise<AccountId | 'no_link'>
}

/** Sends the link to the address in the form. */
export async function sendLink(c: SettingsContext, { Ask, Sent, begin, failure }: MailedLink) {
  const email = await textOf(c, 'email')
  const wrong = emailError(email)
  if (wrong !== null) return show(c, <Ask email={email} errors={{ email: wrong }} />, 422)
  const admission = await admitSignUp(c.env, email, networkAddress(c))
  if (!admission.ok) {
    c.header('Retry-After', String(admission.retryAfterSeconds))
    return show(c, <Ask email={email} errors={{ form: tooManyTries }} />, 429)
  }
  // The mail is sent after the response, so that the response time does not reveal whether the address has an account.
  c.executionCtx.waitUntil(begin(c.env, email).catch((error: unknown) => logError(failure, {}, error)))
  return show(c, <Sent email={email} />)
}

/** Returns the page that the link opens. */
export async function openLink(c: SettingsContext, link: MailedLink) {
  const token = c.req.query('token') ?? ''
  const email = await link.emailOf(c.env, token)
  return email === null ? noLink(c, link) : show(c, <link.Choose token={token} email={email} />)
}

/** Sets the chosen password. `respond` creates the page for the account that has it now. */
export async function takePassword(
  c: SettingsContext,
  link: MailedLink,
  respond: (accountId: AccountId) => Response | Promise<Response>,
) {
  const [token, password] = [await textOf(c, 'token'), await textOf(c, 'password')]
  const email = await link.emailOf(c.env, token)
  if (email === null) return noLink(c, link)
  const error = newPasswordError(password, email)
  if (error !== null) return show(c, <link.Choose token={token} email={email} error={error} />, 422)
  const accountId = await link.finish(c.env, token, password)
  return accountId === 'no_link' ? noLink(c, link) : respond(accountId)
}

const noLink = (c: SettingsContext, { Ask }: MailedLink) => {
  const form = 'This link has expired or was already used. Enter your e-mail address to get a new one.'
  return show(c, <Ask errors={{ form }} />, 404)
}

export const EmailField = ({ email = '', error }: { email: string | undefined; error?: string | undefined }) => (
  <Field
    label="E-mail"
    name="email"
    type="email"
    value={email}
    autocomplete="username"
    autofocus
    maxlength={254}
    error={error}
  />
)

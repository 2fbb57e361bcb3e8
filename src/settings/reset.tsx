import { Hono } from 'hono'
import { newPasswordTrouble } from '../accounts/passwords.ts'
import { beginReset, emailOfReset, finishReset } from '../accounts/reset-password.ts'
import { admitSignUp } from '../accounts/sign-up.ts'
import { emailAddress } from '../contract/shapes.ts'
import { Field, Notice } from '../design/parts.tsx'
import { tooManyTries } from '../design/text.ts'
import { logTrouble } from '../logs/log.ts'
import { accountStub } from '../stubs/account.ts'
import { textOf } from './form.ts'
import { networkAddress, originOf, type SettingsContext, type SettingsEnv } from './guard.ts'
import { Entrance, show } from './layout.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

interface Trouble {
  readonly form?: string
  readonly email?: string
}

/** Password reset: a link by mail, then a new password. */
export const reset = new Hono<SettingsEnv>()
  .get('/forgot', (c) => show(c, <Forgot />))
  .post('/forgot', async (c) => {
    const email = await textOf(c, 'email')
    if (!emailAddress.safeParse(email).success)
      return show(c, <Forgot email={email} trouble={{ email: 'This is not an e-mail address.' }} />, 422)
    const admission = await admitSignUp(c.env, email, networkAddress(c))
    if (!admission.ok) {
      c.header('Retry-After', String(admission.retryAfterSeconds))
      return show(c, <Forgot email={email} trouble={{ form: tooManyTries }} />, 429)
    }
    // After the response, so that its time does not tell whether the address has an account.
    c.executionCtx.waitUntil(
      beginReset(c.env, email).catch((error: unknown) => logTrouble('reset_mail_failed', {}, error)),
    )
    return show(c, <MailSent email={email} />)
  })
  .get('/reset', async (c) => {
    const token = c.req.query('token') ?? ''
    const email = await emailOfReset(c.env, token)
    return email === null ? noLink(c) : show(c, <NewPassword token={token} email={email} />)
  })
  .post('/reset', async (c) => {
    const [token, password] = [await textOf(c, 'token'), await textOf(c, 'password')]
    const email = await emailOfReset(c.env, token)
    if (email === null) return noLink(c)
    const trouble = newPasswordTrouble(password, email)
    if (trouble !== null) return show(c, <NewPassword token={token} email={email} trouble={trouble} />, 422)
    const accountId = await finishReset(c.env, token, password)
    if (accountId === 'no_link') return noLink(c)
    await accountStub(c.env, accountId).note({ action: 'password_reset', detail: null }, originOf(c))
    return show(c, <ResetDone />)
  })

const noLink = (c: SettingsContext) => {
  const form = 'This link has expired or was already used. Enter your e-mail address to get a new one.'
  return show(c, <Forgot trouble={{ form }} />, 404)
}

const Forgot = ({ email, trouble }: { email?: string; trouble?: Trouble }) => (
  <Entrance title="Reset your password">
    {trouble?.form === undefined ? null : <Notice kind="bad">{trouble.form}</Notice>}
    <p class="muted">Enter the e-mail address of your account. We send you a link to choose a new password.</p>
    <form method="post" action="/settings/forgot">
      <Field
        label="E-mail"
        name="email"
        type="email"
        value={email ?? ''}
        autocomplete="username"
        autofocus
        maxlength={254}
        error={trouble?.email}
      />
      <button class="button primary wide" type="submit">
        Send link
      </button>
    </form>
    <p class="small">
      <a href="/settings/sign-in">Back to sign-in</a>
    </p>
  </Entrance>
)

const MailSent = ({ email }: { email: string }) => (
  <Entrance title="Check your mail">
    <p>
      If <strong>{email}</strong> has an account, a mail with a link is on its way. The link works once, for an hour.
    </p>
    <p class="small">
      Nothing arrived? Look in the spam folder, or <a href="/settings/forgot">try again</a>.
    </p>
  </Entrance>
)

const NewPassword = (props: { token: string; email: string; trouble?: string }) => (
  <NewPasswordForm
    title="Choose a new password"
    action="/settings/reset"
    label="New password"
    advice="Every session is signed out."
    button="Change password"
    {...props}
  />
)

const ResetDone = () => (
  <Entrance title="Your password is changed">
    <p>Every session was signed out. Sign in with the new password.</p>
    <a class="button primary wide" href="/settings/sign-in">
      Sign in
    </a>
  </Entrance>
)

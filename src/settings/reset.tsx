import { Hono } from 'hono'
import { beginReset, emailOfReset, finishReset } from '../accounts/reset-password.ts'
import { Notice } from '../design/parts.tsx'
import { accountStub } from '../stubs/account.ts'
import { originOf, type SettingsEnv } from './guard.ts'
import { Entrance, show } from './layout.tsx'
import { EmailField, type EntranceErrors, type MailedLink, openLink, sendLink, takePassword } from './mailed-link.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** Password reset: a link by mail, then a new password. */
export const reset = new Hono<SettingsEnv>()
  .get('/forgot', (c) => show(c, <Forgot />))
  .post('/forgot', (c) => sendLink(c, passwordReset))
  .get('/reset', (c) => openLink(c, passwordReset))
  .post('/reset', (c) =>
    takePassword(c, passwordReset, async (accountId) => {
      await accountStub(c.env, accountId).note({ action: 'password_reset', detail: null }, originOf(c))
      return show(c, <ResetDone />)
    }),
  )

const Forgot = ({ email, errors }: { email?: string; errors?: EntranceErrors }) => (
  <Entrance title="Reset your password">
    {errors?.form === undefined ? null : <Notice kind="bad">{errors.form}</Notice>}
    <p class="muted">Enter the e-mail address of your account. We send you a link to choose a new password.</p>
    <form method="post" action="/settings/forgot">
      <EmailField email={email} error={errors?.email} />
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
  <Entrance title="Check your e-mail">
    <p>
      If <strong>{email}</strong> has an account, we have sent it an e-mail with a link. The link works once, for an
      hour.
    </p>
    <p class="small">
      Nothing arrived? Look in the spam folder, or <a href="/settings/forgot">try again</a>.
    </p>
  </Entrance>
)

const NewPassword = (props: { token: string; email: string; error?: string }) => (
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

const passwordReset: MailedLink = {
  Ask: Forgot,
  Sent: MailSent,
  Choose: NewPassword,
  failure: 'reset_mail_failed',
  begin: beginReset,
  emailOf: emailOfReset,
  finish: finishReset,
}

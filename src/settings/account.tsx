import { Hono } from 'hono'
import { beginEmailChange } from '../accounts/change-email.ts'
import { setPassword } from '../accounts/register.ts'
import { newPasswordError, passwordCharactersMax, passwordCharactersMin } from '../accounts/passwords.ts'
import { admitSignUp } from '../accounts/sign-up.ts'
import type { SecondFactorView, SessionView } from '../contract/settings.ts'
import { logError } from '../logs/log.ts'
import { emailError, textOf } from './form.ts'
import { dropSession, networkAddress, noteDone, ownAccount, type SettingsContext, type SettingsEnv } from './guard.ts'
import { FormToken, Page, show, showDone } from './layout.tsx'
import { PasswordField } from './password-card.tsx'
import { refusePassword } from './password-check.ts'
import { Field, Notice, Time } from '../design/parts.tsx'
import { agentText, tooManyTries } from '../design/text.ts'

interface FormErrors {
  readonly current?: string
  readonly fresh?: string
  readonly email?: string
  readonly emailPassword?: string
  /** The new e-mail address as it was entered. */
  readonly givenEmail?: string
  readonly session?: string
}

/**
 * The page with the e-mail address, the password, two-factor authentication and the sessions. Suspended accounts have
 * this page too, because everybody may end their own sessions.
 */
export const account = new Hono<SettingsEnv>()
  .get('/account', (c) => accountPage(c))
  .post('/account/password', async (c) => {
    const [current, fresh] = [await textOf(c, 'current_password'), await textOf(c, 'new_password')]
    const { accountId } = c.get('owner')
    const wrong = newPasswordError(fresh, c.get('visitor').email)
    if (wrong !== null) return accountPage(c, { fresh: wrong }, 422)
    const refused = await refusePassword(c, current)
    if (refused !== null) return accountPage(c, { current: refused.sentence }, refused.status)
    await setPassword(c.env, accountId, fresh)
    await ownAccount(c).closeOtherSessions(c.get('visitor').sessionId)
    await noteDone(c, 'password_changed')
    return showDone(c, 'account', 'password_changed')
  })
  .post('/account/email', async (c) => {
    const [givenEmail, password] = [await textOf(c, 'email'), await textOf(c, 'password')]
    const { accountId } = c.get('owner')
    const wrong = emailError(givenEmail)
    if (wrong !== null) return accountPage(c, { givenEmail, email: wrong }, 422)
    if (givenEmail.toLowerCase() === c.get('visitor').email.toLowerCase())
      return accountPage(c, { givenEmail, email: 'The account already has this address.' }, 422)
    const refused = await refusePassword(c, password)
    if (refused !== null) return accountPage(c, { givenEmail, emailPassword: refused.sentence }, refused.status)
    if (!(await admitSignUp(c.env, givenEmail, networkAddress(c))).ok)
      return accountPage(c, { givenEmail, email: tooManyTries }, 429)
    await noteDone(c, 'email_change_requested', givenEmail)
    // The mail is sent after the response, so that the response time does not reveal whether the address has an account.
    c.executionCtx.waitUntil(
      beginEmailChange(c.env, accountId, givenEmail).catch((error: unknown) =>
        logError('email_change_failed', {}, error),
      ),
    )
    return showDone(c, 'account', 'email_change_requested')
  })
  .post('/account/sessions/close-others', async (c) => {
    await ownAccount(c).closeOtherSessions(c.get('visitor').sessionId)
    await noteDone(c, 'sessions_closed')
    return showDone(c, 'account', 'sessions_closed')
  })
  .post('/account/sessions/:id/close', async (c) => {
    if (!(await ownAccount(c).closeSession(c.req.param('id'))))
      return accountPage(c, { session: 'This session no longer exists.' }, 404)
    await noteDone(c, 'session_closed')
    return showDone(c, 'account', 'session_closed')
  })
  .post('/sign-out', async (c) => {
    await ownAccount(c).closeSession(c.get('visitor').sessionId)
    await noteDone(c, 'signed_out')
    dropSession(c)
    return c.redirect('/settings/sign-in', 303)
  })

async function accountPage(c: SettingsContext, errors: FormErrors = {}, status: 200 | 404 | 422 | 429 = 200) {
  const own = ownAccount(c)
  const [sessions, factor] = await Promise.all([own.listSessions(), own.secondFactor()])
  return show(
    c,
    <Page
      c={c}
      title="Account"
      place="account"
      lead={c.get('visitor').email}
      actions={
        <a class="button" href="/settings/account/log">
          Audit log
        </a>
      }
    >
      {errors.session === undefined ? null : <Notice kind="bad">{errors.session}</Notice>}
      <TwoFactor factor={factor} />
      <Sessions c={c} sessions={sessions} />
      <div class="twin">
        <Password c={c} errors={errors} />
        <Email c={c} errors={errors} />
      </div>
      <section class="card" aria-labelledby="leave">
        <div class="head">
          <div>
            <h2 id="leave">Delete account</h2>
            <p class="hint">Revokes every key at once, then deletes files and reports.</p>
          </div>
          <a class="button danger" href="/settings/account/delete">
            Delete account
          </a>
        </div>
      </section>
    </Page>,
    status,
  )
}

const TwoFactor = ({ factor }: { readonly factor: SecondFactorView | null }) => (
  <section class="card" aria-labelledby="two-factor">
    <div class="head">
      <div>
        <h2 id="two-factor">Two-factor authentication</h2>
        <p class="hint">
          {factor?.isOn === true
            ? 'On. Signing in requires a code from your authenticator app.'
            : 'Off. Turn it on to require a code from your phone at sign-in.'}
        </p>
      </div>
      <a class="button" href="/settings/account/two-factor">
        {factor?.isOn === true ? 'Manage' : 'Turn on'}
      </a>
    </div>
  </section>
)

interface FormProps {
  readonly c: SettingsContext
  readonly errors: FormErrors
}

const Password = ({ c, errors }: FormProps) => (
  <section class="card" aria-labelledby="password">
    <h2 id="password">Password</h2>
    <form method="post" action="/settings/account/password">
      <FormToken c={c} />
      <input type="hidden" name="username" autocomplete="username" value={c.get('visitor').email} />
      <Field
        label="Current password"
        name="current_password"
        type="password"
        autocomplete="current-password"
        error={errors.current}
      />
      <Field
        label="New password"
        name="new_password"
        type="password"
        autocomplete="new-password"
        minlength={passwordCharactersMin}
        maxlength={passwordCharactersMax}
        hint={`At least ${passwordCharactersMin} characters. Every other session is signed out.`}
        error={errors.fresh}
      />
      <button class="button primary" type="submit">
        Change password
      </button>
    </form>
  </section>
)

const Email = ({ c, errors }: FormProps) => (
  <section class="card" aria-labelledby="email">
    <h2 id="email">E-mail address</h2>
    <form method="post" action="/settings/account/email">
      <FormToken c={c} />
      <Field
        label="New e-mail address"
        name="email"
        type="email"
        value={errors.givenEmail ?? ''}
        autocomplete="email"
        maxlength={254}
        error={errors.email}
      />
      <PasswordField
        hint="We e-mail a link to the old address and to the new one. Open both links."
        error={errors.emailPassword}
        form="email"
      />
      <button class="button primary" type="submit">
        Change address
      </button>
    </form>
  </section>
)

const Sessions = ({ c, sessions }: { readonly c: SettingsContext; readonly sessions: readonly SessionView[] }) => (
  <section class="card" aria-labelledby="sessions">
    <div class="head">
      <h2 id="sessions">Sessions</h2>
      {sessions.length < 2 ? null : (
        <form method="post" action="/settings/account/sessions/close-others">
          <FormToken c={c} />
          <button class="button" type="submit">
            Sign out all others
          </button>
        </form>
      )}
    </div>
    <ul class="list plain">
      {sessions.map(({ id, agent, address, place, seen_at, created_at }) => (
        <li>
          <span class="list-main">
            <span class="list-name">{agentText(agent)}</span>
            <span class="muted small">
              {place === '' ? address : `${place} · ${address}`} · signed in <Time iso={created_at} /> · last seen{' '}
              <Time iso={seen_at} />
            </span>
          </span>
          {id === c.get('visitor').sessionId ? (
            <span class="mark done">This session</span>
          ) : (
            <form method="post" action={`/settings/account/sessions/${id}/close`}>
              <FormToken c={c} />
              <button class="button danger small" type="submit" aria-label={`Sign out ${agentText(agent)}`}>
                Sign out
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  </section>
)

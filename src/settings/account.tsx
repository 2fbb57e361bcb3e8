import { Hono } from 'hono'
import { setPassword } from '../accounts/register.ts'
import { newPasswordTrouble, passwordCharactersMax, passwordCharactersMin } from '../accounts/passwords.ts'
import { confirmPassword } from '../accounts/sign-in.ts'
import type { SessionView } from '../contract/settings.ts'
import { textOf } from './form.ts'
import { dropSession, readKnocker, ownAccount, type SettingsContext, type SettingsEnv } from './guard.ts'
import { FormToken, Page, show, showDone } from './layout.tsx'
import { Field, Time } from '../design/parts.tsx'
import { agentText, passwordTrouble } from '../design/text.ts'

interface Trouble {
  readonly current?: string
  readonly fresh?: string
}

/** The password and the sessions. Open to suspended accounts too: minding one's sessions is always right. */
export const account = new Hono<SettingsEnv>()
  .get('/account', (c) => accountPage(c))
  .post('/account/password', async (c) => {
    const [current, fresh] = [await textOf(c, 'current_password'), await textOf(c, 'new_password')]
    const { accountId } = c.get('owner')
    const wrong = newPasswordTrouble(fresh, c.get('visitor').email)
    if (wrong !== null) return accountPage(c, { fresh: wrong }, 422)
    const confirmed = await confirmPassword(c.env, accountId, current, await readKnocker(c))
    if (confirmed !== 'ok')
      return accountPage(c, { current: passwordTrouble(confirmed) }, confirmed === 'wrong' ? 422 : 429)
    await setPassword(c.env, accountId, fresh)
    await ownAccount(c).closeOtherSessions(c.get('visitor').sessionId)
    return showDone(c, 'account', 'password_changed')
  })
  .post('/account/sessions/close-others', async (c) => {
    await ownAccount(c).closeOtherSessions(c.get('visitor').sessionId)
    return showDone(c, 'account', 'sessions_closed')
  })
  .post('/account/sessions/:id/close', async (c) => {
    await ownAccount(c).closeSession(c.req.param('id'))
    return showDone(c, 'account', 'session_closed')
  })
  .post('/sign-out', async (c) => {
    await ownAccount(c).closeSession(c.get('visitor').sessionId)
    dropSession(c)
    return c.redirect('/settings/sign-in', 303)
  })

async function accountPage(c: SettingsContext, trouble: Trouble = {}, status: 200 | 422 | 429 = 200) {
  const sessions = await ownAccount(c).listSessions()
  return show(
    c,
    <Page c={c} title="Account" place="account" lead={c.get('visitor').email}>
      <section class="card">
        <h2>Password</h2>
        <form method="post" action="/settings/account/password">
          <FormToken c={c} />
          <input type="hidden" name="username" autocomplete="username" value={c.get('visitor').email} />
          <Field
            label="Current password"
            name="current_password"
            type="password"
            autocomplete="current-password"
            error={trouble.current}
          />
          <Field
            label="New password"
            name="new_password"
            type="password"
            autocomplete="new-password"
            minlength={passwordCharactersMin}
            maxlength={passwordCharactersMax}
            hint={`At least ${passwordCharactersMin} characters. Every other session is signed out.`}
            error={trouble.fresh}
          />
          <button class="button primary" type="submit">
            Change password
          </button>
        </form>
      </section>
      <Sessions c={c} sessions={sessions} />
    </Page>,
    status,
  )
}

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
      {sessions.map(({ id, agent, address, seen_at, created_at }) => (
        <li>
          <span class="list-main">
            <span class="list-name">{agentText(agent)}</span>
            <span class="muted small">
              {address} · since <Time iso={created_at} /> · seen <Time iso={seen_at} />
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

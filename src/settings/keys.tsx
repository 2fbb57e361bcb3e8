import { Hono } from 'hono'
import { createKey } from '../accounts/register.ts'
import { keyNameCharactersMax } from '../contract/limits.ts'
import type { KeyView } from '../contract/settings.ts'
import { textOf } from './form.ts'
import { hasRecentPassword, noteDone, ownAccount, type SettingsContext, type SettingsEnv } from './guard.ts'
import { FormToken, Page, show, showDone } from './layout.tsx'
import { PasswordField } from './password-card.tsx'
import { refusePassword } from './password-check.ts'
import { CopyButton, CopyText, Day, Empty, Field, Notice, Time } from '../design/parts.tsx'

const keysMax = 50

interface Shown {
  readonly created?: { readonly name: string; readonly key: string }
  readonly name?: string
  readonly error?: string
  /** The last day of the key as it was entered. */
  readonly expires?: string
  readonly wrongExpiry?: string
  readonly wrongPassword?: string
}

export const keys = new Hono<SettingsEnv>()
  .get('/', (c) => keysPage(c))
  .post('/confirm', async (c) => {
    const refused = await refusePassword(c, await textOf(c, 'password'))
    if (refused !== null) return keysPage(c, { wrongPassword: refused.sentence }, refused.status)
    await ownAccount(c).confirmSession(c.get('visitor').sessionId)
    return c.redirect('/settings/keys', 303)
  })
  // A stranger at an open session must not be able to create a permanent key.
  .use(async (c, next) =>
    c.req.method === 'GET' || hasRecentPassword(c)
      ? next()
      : keysPage(c, { wrongPassword: 'Enter your password first.' }, 403),
  )
  .post('/', async (c) => {
    const [name, expires] = [await textOf(c, 'name'), await textOf(c, 'expires')]
    const expiresMs = expires === '' ? null : Date.parse(`${expires}T23:59:59Z`)
    const { accountId } = c.get('owner')
    const wrongName = nameError(name)
    if (wrongName !== null) return keysPage(c, { name, error: wrongName }, 422)
    if (expiresMs !== null && !(expiresMs > Date.now()))
      return keysPage(c, { name, expires, wrongExpiry: 'Choose a date in the future, or leave it empty.' }, 422)
    const described = await ownAccount(c).describe()
    if ((described?.keys.length ?? 0) >= keysMax)
      return keysPage(c, { name, error: `An account can have at most ${keysMax} keys. Revoke one first.` }, 409)
    const { api_key } = await createKey(c.env, accountId, name, expiresMs)
    await noteDone(c, 'key_created', name)
    return keysPage(c, { created: { name, key: api_key } })
  })
  .post('/:id/revoke', async (c) => {
    const revoked = await ownAccount(c).revokeKey(c.req.param('id'))
    if (revoked === null) return keysPage(c, { error: 'This key no longer exists.' }, 404)
    await noteDone(c, 'key_revoked', revoked)
    return showDone(c, 'keys', 'key_revoked')
  })

function nameError(name: string): string | null {
  if (name === '') return `Give the key a name of 1 to ${keyNameCharactersMax} characters.`
  if (name.length > keyNameCharactersMax)
    return `The name has ${name.length} characters; at most ${keyNameCharactersMax} are allowed.`
  return /\p{Cc}/u.test(name) ? 'The name must not contain line breaks or control characters.' : null
}

async function keysPage(c: SettingsContext, shown: Shown = {}, status: 200 | 403 | 404 | 409 | 422 | 429 = 200) {
  const described = await ownAccount(c).describe()
  const lead = 'Every key converts files on this account’s plan. Create a separate key for each program.'
  return show(
    c,
    <Page c={c} title="API keys" place="keys" lead={lead}>
      {c.get('visitor').plan === 'pro' ? null : (
        <Notice kind="plain">
          The API is part of the Pro plan. On the Free plan, every request fails with needs_pro.
        </Notice>
      )}
      {shown.created === undefined ? null : <NewKey {...shown.created} base={`${c.env.PUBLIC_ORIGIN}/v1`} />}
      {hasRecentPassword(c) ? <KeyForm c={c} shown={shown} /> : <Confirm c={c} error={shown.wrongPassword} />}
      <KeyList c={c} keys={described?.keys ?? []} />
    </Page>,
    status,
  )
}

const KeyForm = ({ c, shown }: { readonly c: SettingsContext; readonly shown: Shown }) => (
  <section class="card">
    <h2>New key</h2>
    <form method="post" action="/settings/keys" class="row">
      <FormToken c={c} />
      <Field
        label="Name"
        name="name"
        value={shown.name ?? ''}
        maxlength={keyNameCharactersMax}
        placeholder="Nightly import"
        error={shown.error}
      />
      <Field
        label="Expires (optional)"
        name="expires"
        type="date"
        value={shown.expires ?? ''}
        isOptional
        error={shown.wrongExpiry}
      />
      <button class="button primary" type="submit">
        Create key
      </button>
    </form>
  </section>
)

const Confirm = ({ c, error }: { readonly c: SettingsContext; readonly error: string | undefined }) => (
  <section class="card">
    <h2>Confirm your password</h2>
    <p class="hint">You signed in a while ago. Enter your password to create or revoke keys.</p>
    <form method="post" action="/settings/keys/confirm" class="row">
      <FormToken c={c} />
      <PasswordField error={error} />
      <button class="button primary" type="submit">
        Confirm
      </button>
    </form>
  </section>
)

const NewKey = ({ name, key, base }: { readonly name: string; readonly key: string; readonly base: string }) => {
  const curl = `curl ${base}/usage -H "Authorization: Bearer ${key}"`
  return (
    <section class="card fresh" aria-labelledby="fresh">
      <h2 id="fresh">“{name}” is ready</h2>
      <p>Copy the key now. It is shown only once.</p>
      <CopyText text={key} label="Copy key" />
      <div class="code">
        <h3>Try it</h3>
        <pre tabindex={0} aria-label="A first request">
          {curl}
        </pre>
        <CopyButton size="small" text={curl} label="Copy command" />
      </div>
      <p class="small">
        <a href="/docs/guide">Use the API</a> · <a href="/docs/api">API reference</a>
      </p>
    </section>
  )
}

const KeyList = ({ c, keys: list }: { readonly c: SettingsContext; readonly keys: readonly KeyView[] }) =>
  list.length === 0 ? (
    <Empty title="No keys">Create one to call the API.</Empty>
  ) : (
    <ul class="card list" aria-label="Keys">
      {list.map(({ id, name, ending, created_at, last_used_at, expires_at }) => (
        <li class="pair">
          <span class="list-main">
            <span class="list-name">{name}</span>
            <span class="muted small">
              <code>rm_key_…{ending ?? ''}</code> · created <Time iso={created_at} /> ·{' '}
              {last_used_at === null ? (
                'never used'
              ) : (
                <>
                  used <Time iso={last_used_at} />
                </>
              )}
              {expires_at === null ? null : (
                <>
                  {' '}
                  · {Date.parse(expires_at) <= Date.now() ? 'expired' : 'expires'} <Day iso={expires_at} />
                </>
              )}
            </span>
          </span>
          {hasRecentPassword(c) ? (
            <form
              method="post"
              action={`/settings/keys/${id}/revoke`}
              data-confirm={`Revoke “${name}”? Programs that use it stop working at once.`}
            >
              <FormToken c={c} />
              <button class="button danger small" type="submit" aria-label={`Revoke ${name}`}>
                Revoke
              </button>
            </form>
          ) : null}
        </li>
      ))}
    </ul>
  )

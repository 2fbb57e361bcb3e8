import { Hono } from 'hono'
import { registerAccount } from '../accounts/register.ts'
import { newPasswordTrouble, passwordCharactersMax, passwordCharactersMin } from '../accounts/passwords.ts'
import { admitSignUp, signIn } from '../accounts/sign-in.ts'
import { makeSession } from '../auth/tokens.ts'
import type { AccountId } from '../contract/ids.ts'
import { emailAddress } from '../contract/shapes.ts'
import { accountStub } from '../stubs/account.ts'
import { dropSession, keepSession, networkAddress, type SettingsContext, type SettingsEnv } from './guard.ts'
import { textOf } from './form.ts'
import { Entrance, show } from './layout.tsx'
import { Field, Notice } from '../design/parts.tsx'
import { tooManyTries } from '../design/text.ts'

interface Trouble {
  readonly form?: string
  readonly email?: string
  readonly password?: string
}

/** Signing in and up. Mounted where nobody is signed in yet: the origin check alone guards these forms. */
export const entrance = new Hono<SettingsEnv>()
  .get('/sign-in', (c) => show(c, <SignIn next={nextOf(c.req.query('next'))} />))
  .post('/sign-in', async (c) => {
    const [email, password, next] = [await textOf(c, 'email'), await textOf(c, 'password'), await textOf(c, 'next')]
    const page = (trouble: Trouble) => <SignIn next={nextOf(next)} email={email} trouble={trouble} />
    if (email === '' || password === '')
      return show(c, page({ form: 'Give the e-mail address and the password.' }), 422)
    const tried = await signIn(c.env, email, password, networkAddress(c))
    if (tried.kind === 'too_many') {
      c.header('Retry-After', String(tried.retryAfterSeconds))
      return show(c, page({ form: tooManyTries }), 429)
    }
    if (tried.kind === 'wrong') return show(c, page({ form: 'The e-mail address or the password is wrong.' }), 401)
    return enter(c, tried.accountId, nextOf(next))
  })
  .get('/sign-up', (c) => show(c, <SignUp />))
  .post('/sign-up', async (c) => {
    const [email, password] = [await textOf(c, 'email'), await textOf(c, 'password')]
    const trouble = troubleOf(email, password)
    if (trouble !== null) return show(c, <SignUp email={email} trouble={trouble} />, 422)
    if (!(await admitSignUp(c.env, networkAddress(c)))) {
      return show(c, <SignUp email={email} trouble={{ form: tooManyTries }} />, 429)
    }
    const request = { email, plan: 'free', allowanceBytes: null, billingDay: new Date().getUTCDate() } as const
    const accountId = await registerAccount(c.env, request, password)
    if (accountId === 'email_taken') {
      const taken = 'There is an account with this address already. Sign in instead.'
      return show(c, <SignUp email={email} trouble={{ email: taken }} />, 409)
    }
    return enter(c, accountId, '/settings/convert')
  })

/** A fresh session at every entrance: one that somebody planted before is of no use. */
async function enter(c: SettingsContext, accountId: AccountId, next: string) {
  const { token, secretHash } = await makeSession(accountId, c.env.KEY_SECRET)
  const from = {
    agent: (c.req.header('user-agent') ?? '').slice(0, 300),
    address: c.req.header('cf-connecting-ip') ?? 'local',
  }
  if (!(await accountStub(c.env, accountId).openSession(secretHash, from))) {
    dropSession(c)
    return show(c, <SignIn next={next} trouble={{ form: 'The account is not there any more.' }} />, 403)
  }
  keepSession(c, token)
  return c.redirect(next, 303)
}

/** Only ever a page of ours: an address from outside must not lead away. */
const nextOf = (given: string | undefined): string =>
  given !== undefined && /^\/settings(\/[\w/-]*)?(\?[\w=&%-]*)?$/.test(given) ? given : '/settings'

function troubleOf(email: string, password: string): Trouble | null {
  const wrongEmail = !emailAddress.safeParse(email).success
  const wrongPassword = newPasswordTrouble(password, email)
  if (!wrongEmail && wrongPassword === null) return null
  return {
    ...(wrongEmail ? { email: 'This is not an e-mail address.' } : {}),
    ...(wrongPassword === null ? {} : { password: wrongPassword }),
  }
}

const EmailField = ({ email = '', error }: { email: string | undefined; error?: string | undefined }) => (
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

const SignIn = ({ next, email, trouble }: { next: string; email?: string; trouble?: Trouble }) => (
  <Entrance title="Sign in">
    {trouble?.form === undefined ? null : <Notice kind="bad">{trouble.form}</Notice>}
    <form method="post" action="/settings/sign-in">
      <input type="hidden" name="next" value={next} />
      <EmailField email={email} />
      <Field label="Password" name="password" type="password" autocomplete="current-password" />
      <button class="button primary wide" type="submit">
        Sign in
      </button>
    </form>
    <p class="small">
      No account yet? <a href="/settings/sign-up">Sign up</a>
    </p>
  </Entrance>
)

const SignUp = ({ email, trouble }: { email?: string; trouble?: Trouble }) => (
  <Entrance title="Sign up">
    {trouble?.form === undefined ? null : <Notice kind="bad">{trouble.form}</Notice>}
    <form method="post" action="/settings/sign-up">
      <EmailField email={email} error={trouble?.email} />
      <Field
        label="Password"
        name="password"
        type="password"
        autocomplete="new-password"
        minlength={passwordCharactersMin}
        maxlength={passwordCharactersMax}
        hint={`At least ${passwordCharactersMin} characters; a few words do well.`}
        error={trouble?.password}
      />
      <button class="button primary wide" type="submit">
        Create the account
      </button>
    </form>
    <p class="small muted">
      The free plan converts small files in the page. The API and large files are part of the Pro plan.
    </p>
    <p class="small">
      Have an account? <a href="/settings/sign-in">Sign in</a>
    </p>
  </Entrance>
)

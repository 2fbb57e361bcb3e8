import { Hono } from 'hono'
import { signIn } from '../accounts/sign-in.ts'
import { beginSignUp, emailOfSignUp, finishSignUp } from '../accounts/sign-up.ts'
import { challengeSecondFactor } from '../accounts/second-factor.ts'
import { enter, nextOf } from './enter.tsx'
import { readSignInSource, type SettingsEnv } from './guard.ts'
import { textOf } from './form.ts'
import { Entrance, show } from './layout.tsx'
import { EmailField, type EntranceErrors, type MailedLink, openLink, sendLink, takePassword } from './mailed-link.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { SignInCode, signInCode } from './sign-in-code.tsx'
import { Field, Notice } from '../design/parts.tsx'
import { tooManyTries } from '../design/text.ts'

/** Signing in and signing up. Nobody is signed in here, so only the origin check protects these forms. */
export const entrance = new Hono<SettingsEnv>()
  .get('/sign-in', (c) => show(c, <SignIn next={nextOf(c.req.query('next'))} />))
  .post('/sign-in', async (c) => {
    const [email, password, next] = [await textOf(c, 'email'), await textOf(c, 'password'), await textOf(c, 'next')]
    const page = (errors: EntranceErrors) => <SignIn next={nextOf(next)} email={email} errors={errors} />
    if (email === '' || password === '') return show(c, page({ form: 'Enter your e-mail address and password.' }), 422)
    const tried = await signIn(c.env, email, password, await readSignInSource(c))
    if (tried.kind === 'too_many') {
      c.header('Retry-After', String(tried.retryAfterSeconds))
      return show(c, page({ form: tooManyTries }), 429)
    }
    if (tried.kind === 'wrong') return show(c, page({ form: 'The e-mail address or the password is wrong.' }), 401)
    const challenge = await challengeSecondFactor(c.env, tried.accountId)
    return challenge === null
      ? enter(c, tried.accountId, nextOf(next))
      : show(c, <SignInCode token={challenge} next={nextOf(next)} />)
  })
  .route('/', signInCode)
  .get('/sign-up', (c) => show(c, <SignUp />))
  .post('/sign-up', (c) => sendLink(c, signUp))
  .get('/sign-up/confirm', (c) => openLink(c, signUp))
  .post('/sign-up/confirm', (c) => takePassword(c, signUp, (accountId) => enter(c, accountId, '/settings/convert')))

const SignIn = ({ next, email, errors }: { next: string; email?: string; errors?: EntranceErrors }) => (
  <Entrance title="Sign in">
    {errors?.form === undefined ? null : <Notice kind="bad">{errors.form}</Notice>}
    <form method="post" action="/settings/sign-in">
      <input type="hidden" name="next" value={next} />
      <EmailField email={email} />
      <Field label="Password" name="password" type="password" autocomplete="current-password" />
      <button class="button primary wide" type="submit">
        Sign in
      </button>
    </form>
    <p class="small">
      <a href="/settings/forgot">Forgot your password?</a>
    </p>
    <p class="small">
      No account yet? <a href="/settings/sign-up">Sign up</a>
    </p>
  </Entrance>
)

const SignUp = ({ email, errors }: { email?: string; errors?: EntranceErrors }) => (
  <Entrance title="Sign up">
    {errors?.form === undefined ? null : <Notice kind="bad">{errors.form}</Notice>}
    <form method="post" action="/settings/sign-up">
      <EmailField email={email} error={errors?.email} />
      <button class="button primary wide" type="submit">
        Continue
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

const MailSent = ({ email }: { email: string }) => (
  <Entrance title="Check your e-mail">
    <p>
      We sent an e-mail to <strong>{email}</strong>. Open the link in it to continue. It works once, for an hour.
    </p>
    <p class="small">
      Nothing arrived? Look in the spam folder, or <a href="/settings/sign-up">try again</a>.
    </p>
  </Entrance>
)

const ChoosePassword = (props: { token: string; email: string; error?: string }) => (
  <NewPasswordForm
    title="Choose a password"
    action="/settings/sign-up/confirm"
    label="Password"
    advice="A few random words work well."
    button="Create account"
    {...props}
  />
)

const signUp: MailedLink = {
  Ask: SignUp,
  Sent: MailSent,
  Choose: ChoosePassword,
  failure: 'sign_up_mail_failed',
  begin: beginSignUp,
  emailOf: emailOfSignUp,
  finish: finishSignUp,
}

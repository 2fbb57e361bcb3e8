import { Hono } from 'hono'
import { passSecondFactor } from '../accounts/second-factor.ts'
import { bareCode } from '../accounts/totp.ts'
import { Field, Notice } from '../design/parts.tsx'
import { tooManyTries } from '../design/text.ts'
import { accountStub } from '../stubs/account.ts'
import { enter, nextOf } from './enter.tsx'
import { textOf } from './form.ts'
import { originOf, type SettingsEnv } from './guard.ts'
import { Entrance, show } from './layout.tsx'

/** The second step of signing in, for accounts with two-factor authentication. */
export const signInCode = new Hono<SettingsEnv>().post('/sign-in/code', async (c) => {
  const [token, code, next] = [await textOf(c, 'token'), await textOf(c, 'code'), nextOf(await textOf(c, 'next'))]
  const malformed = codeError(code)
  if (malformed !== null) return show(c, <SignInCode token={token} next={next} error={malformed} />, 422)
  const passed = await passSecondFactor(c.env, token, code)
  switch (passed.kind) {
    case 'ok':
      if (passed.isRecovery)
        await accountStub(c.env, passed.accountId).note({ action: 'recovery_code_used', detail: null }, originOf(c))
      return enter(c, passed.accountId, next)
    case 'wrong': {
      const error = /[a-z]/i.test(code)
        ? 'This recovery code is wrong or was already used. Enter another one.'
        : 'This code is wrong or was already used. Wait for the next one.'
      return show(c, <SignInCode token={token} next={next} error={error} />, 401)
    }
    case 'too_many':
      c.header('Retry-After', String(passed.retryAfterSeconds))
      return show(c, <SignInCode token={token} next={next} error={tooManyTries} />, 429)
    case 'too_late':
      return show(c, <TooLate />, 403)
  }
})

interface SignInCodeProps {
  readonly token: string
  readonly next: string
  readonly error?: string
}

export const SignInCode = ({ token, next, error }: SignInCodeProps) => (
  <Entrance title="Enter your code">
    <p class="muted">Open your authenticator app and enter the code for Rowmill. A recovery code works too.</p>
    <form method="post" action="/settings/sign-in/code">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="next" value={next} />
      <Field label="Code" name="code" autocomplete="one-time-code" autofocus maxlength={40} error={error} />
      <button class="button primary wide" type="submit">
        Sign in
      </button>
    </form>
  </Entrance>
)

const TooLate = () => (
  <Entrance title="Enter your code">
    <Notice kind="bad">You took too long. Sign in again.</Notice>
    <a class="button primary wide" href="/settings/sign-in">
      Sign in
    </a>
  </Entrance>
)

/** Returns why a text can be neither the code of an authenticator app nor a recovery code, or null. */
function codeError(code: string): string | null {
  const given = bareCode(code)
  if (given === '') return 'Enter the code from your authenticator app, or a recovery code.'
  if (/^\d+$/.test(given))
    return given.length === 6 ? null : `The code from the app has 6 digits; you entered ${given.length}.`
  return given.length === 16 ? null : `A recovery code has 16 letters and digits; you entered ${given.length}.`
}

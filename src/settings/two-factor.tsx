import { Hono } from 'hono'
import { renderSVG } from 'uqr'
import { makeRecoveryCodes } from '../accounts/second-factor.ts'
import { bareCode, makeTotpSecret, stepOfCode, totpUri } from '../accounts/totp.ts'
import { CopyButton, CopyText, Field, Notice } from '../design/parts.tsx'
import { textOf } from './form.ts'
import { noteDone, ownAccount, type SettingsContext, type SettingsEnv } from './guard.ts'
import { FormToken, Page, show, showDone } from './layout.tsx'
import { PasswordCard } from './password-card.tsx'
import { refusePassword } from './password-check.ts'

type Form = 'start' | 'enable' | 'codes' | 'disable'

interface Shown {
  /** Recovery codes that were just made. They are shown once. */
  readonly codes?: readonly string[]
  /** Whether the password was entered, so that the secret may be shown. */
  readonly isStarting?: boolean
  readonly wrong?: { readonly form: Form; readonly sentence: string }
}

/** Two-factor authentication: an authenticator app, and recovery codes in case it is lost. */
export const twoFactor = new Hono<SettingsEnv>()
  .get('/', (c) => twoFactorPage(c))
  .post('/start', async (c) => {
    const refused = await refuseUnconfirmed(c, 'start')
    if (refused !== null) return refused
    await ownAccount(c).beginSecondFactor(makeTotpSecret())
    return twoFactorPage(c, { isStarting: true })
  })
  .post('/enable', async (c) => {
    const factor = await ownAccount(c).secondFactor()
    if (factor === null || factor.isOn) return c.redirect('/settings/account/two-factor', 303)
    const code = bareCode(await textOf(c, 'code'))
    if (!/^\d{6}$/.test(code)) {
      const sentence = 'Enter the 6 digits that the app shows for Rowmill.'
      return twoFactorPage(c, { isStarting: true, wrong: { form: 'enable', sentence } }, 422)
    }
    const step = await stepOfCode(factor.secret, code, Date.now())
    const { codes, hashes } = await makeRecoveryCodes()
    if (step === null || !(await ownAccount(c).turnOnSecondFactor(step, hashes))) {
      const sentence = 'This is not the current code. Check the clock of your phone and enter the next code.'
      return twoFactorPage(c, { isStarting: true, wrong: { form: 'enable', sentence } }, 422)
    }
    await ownAccount(c).closeOtherSessions(c.get('visitor').sessionId)
    await noteDone(c, 'two_factor_on')
    return twoFactorPage(c, { codes })
  })
  .post('/codes', async (c) => {
    const refused = await refuseUnconfirmed(c, 'codes')
    if (refused !== null) return refused
    const { codes, hashes } = await makeRecoveryCodes()
    await ownAccount(c).replaceRecoveryCodes(hashes)
    await noteDone(c, 'recovery_codes_replaced')
    return twoFactorPage(c, { codes })
  })
  .post('/disable', async (c) => {
    const refused = await refuseUnconfirmed(c, 'disable')
    if (refused !== null) return refused
    if (await ownAccount(c).turnOffSecondFactor()) await noteDone(c, 'two_factor_off')
    return showDone(c, 'account', 'two_factor_off')
  })

async function refuseUnconfirmed(c: SettingsContext, form: Form) {
  const refused = await refusePassword(c, await textOf(c, 'password'))
  if (refused === null) return null
  return twoFactorPage(c, { wrong: { form, sentence: refused.sentence } }, refused.status)
}

async function twoFactorPage(c: SettingsContext, shown: Shown = {}, status: 200 | 422 | 429 = 200) {
  const factor = await ownAccount(c).secondFactor()
  const errorOf = (form: Form) => (shown.wrong?.form === form ? shown.wrong.sentence : undefined)
  return show(
    c,
    <Page
      c={c}
      title="Two-factor authentication"
      place="account"
      lead="Signing in requires your password and a code from your phone."
    >
      {shown.codes === undefined ? null : <RecoveryCodes codes={shown.codes} />}
      {factor?.isOn === true ? (
        <IsOn c={c} codesLeft={factor.recoveryCodesLeft} errorOf={errorOf} />
      ) : shown.isStarting === true && factor !== null ? (
        <Scan c={c} secret={factor.secret} error={errorOf('enable')} />
      ) : (
        <PasswordCard
          c={c}
          action="/settings/account/two-factor/start"
          form="start"
          title="Turn on"
          button={{ label: 'Continue', kind: 'primary' }}
          error={errorOf('start')}
        >
          You need an authenticator app, such as 1Password, Google Authenticator or Aegis.
        </PasswordCard>
      )}
      <p>
        <a href="/settings/account">Account</a>
      </p>
    </Page>,
    status,
  )
}

const IsOn = ({
  c,
  codesLeft,
  errorOf,
}: {
  c: SettingsContext
  codesLeft: number
  errorOf: (form: Form) => string | undefined
}) => (
  <>
    <Notice kind="good">
      Two-factor authentication is on. {codesLeft === 1 ? '1 recovery code is' : `${codesLeft} recovery codes are`}{' '}
      left.
    </Notice>
    <div class="twin">
      <PasswordCard
        c={c}
        action="/settings/account/two-factor/codes"
        form="codes"
        title="Recovery codes"
        button={{ label: 'Create new codes', kind: 'primary' }}
        error={errorOf('codes')}
      >
        New codes replace the old ones.
      </PasswordCard>
      <PasswordCard
        c={c}
        action="/settings/account/two-factor/disable"
        form="disable"
        title="Turn off"
        button={{ label: 'Turn off', kind: 'danger' }}
        error={errorOf('disable')}
      >
        After that, the password alone is enough to sign in.
      </PasswordCard>
    </div>
  </>
)

interface ScanProps {
  readonly c: SettingsContext
  readonly secret: string
  readonly error: string | undefined
}

const Scan = ({ c, secret, error }: ScanProps) => (
  <section class="card" aria-labelledby="scan">
    <h2 id="scan">Scan this code with your app</h2>
    <div
      class="qr"
      role="img"
      aria-label="QR code with the secret below"
      dangerouslySetInnerHTML={{ __html: renderSVG(totpUri(secret, c.get('visitor').email), { border: 2 }) }}
    />
    <p class="hint">Or enter this secret manually:</p>
    <CopyText text={secret} label="Copy secret" />
    <form method="post" action="/settings/account/two-factor/enable">
      <FormToken c={c} />
      <Field
        label="Code"
        name="code"
        autocomplete="one-time-code"
        maxlength={10}
        hint="The six digits that the app shows."
        error={error}
      />
      <button class="button primary" type="submit">
        Turn on
      </button>
    </form>
  </section>
)

const RecoveryCodes = ({ codes }: { readonly codes: readonly string[] }) => (
  <section class="card fresh" aria-labelledby="codes">
    <h2 id="codes">Your recovery codes</h2>
    <p>
      Each code signs you in once when you have lost your phone. They are shown only now. Keep them in a safe place.
    </p>
    <div class="code">
      <pre tabindex={0} aria-labelledby="codes">
        {codes.join('\n')}
      </pre>
      <CopyButton size="small" text={codes.join('\n')} label="Copy codes" />
    </div>
  </section>
)

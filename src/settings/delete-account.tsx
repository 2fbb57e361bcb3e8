import { Hono } from 'hono'
import { deleteAccount } from '../accounts/delete-account.ts'
import { readLimits } from '../contract/limits.ts'
import { Field, Notice } from '../design/parts.tsx'
import { textOf } from './form.ts'
import { dropSession, noteDone, type SettingsContext, type SettingsEnv } from './guard.ts'
import { Entrance, FormToken, Page, show } from './layout.tsx'
import { PasswordField } from './password-card.tsx'
import { refusePassword } from './password-check.ts'

interface FormErrors {
  readonly email?: string
  readonly password?: string
}

/** Deletes the account of the signed-in person, after the address and the password were entered. */
export const deletion = new Hono<SettingsEnv>()
  .get('/', (c) => deletionPage(c))
  .post('/', async (c) => {
    const { email } = c.get('visitor')
    if ((await textOf(c, 'email')).toLowerCase() !== email.toLowerCase())
      return deletionPage(c, { email: `Enter ${email} to confirm.` }, 422)
    const refused = await refusePassword(c, await textOf(c, 'password'))
    if (refused !== null) return deletionPage(c, { password: refused.sentence }, refused.status)
    await noteDone(c, 'deleted')
    await deleteAccount(c.env, c.get('owner').accountId)
    dropSession(c)
    return show(c, <Deleted />)
  })

const recordDays = (c: SettingsContext): number => Math.ceil(readLimits({ ...c.env }).DELETED_RECORD_SECONDS / 86_400)

const deletionPage = (c: SettingsContext, errors: FormErrors = {}, status: 200 | 422 | 429 = 200) =>
  show(
    c,
    <Page c={c} title="Delete account" place="account" lead={c.get('visitor').email}>
      <section class="card" aria-labelledby="delete">
        <h2 id="delete">This cannot be undone</h2>
        <ul class="plan-points">
          <li>All conversions, files, reports and cases are deleted immediately. Running conversions stop.</li>
          <li>API keys, the webhook and sessions stop working immediately.</li>
          <li>
            The record of the account is deleted after {recordDays(c)} days: e-mail address, plan, monthly usage and
            audit log.
          </li>
        </ul>
        <form method="post" action="/settings/account/delete">
          <FormToken c={c} />
          <Field
            label="Your e-mail address"
            name="email"
            type="email"
            autocomplete="off"
            maxlength={254}
            error={errors.email}
          />
          <PasswordField error={errors.password} />
          <button class="button danger" type="submit">
            Delete account
          </button>
        </form>
      </section>
      <p>
        <a href="/settings/account">Keep the account</a>
      </p>
    </Page>,
    status,
  )

const Deleted = () => (
  <Entrance title="Your account is deleted">
    <Notice kind="good">Files, reports and keys are deleted. We sent you an e-mail to confirm it.</Notice>
    <p class="small">
      <a href="/">Convert a file without an account</a>
    </p>
  </Entrance>
)

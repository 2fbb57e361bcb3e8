import { Hono } from 'hono'
import type { AuditAction, AuditView } from '../contract/settings.ts'
import { Empty, Time } from '../design/parts.tsx'
import { agentText } from '../design/text.ts'
import { ownAccount, type SettingsEnv } from './guard.ts'
import { Page, show } from './layout.tsx'

const listedMax = 100

const actionTexts: Readonly<Record<AuditAction, string>> = {
  signed_in: 'Signed in',
  signed_out: 'Signed out',
  session_closed: 'Signed out a session',
  sessions_closed: 'Signed out all other sessions',
  password_changed: 'Changed the password',
  password_reset: 'Reset the password by mail',
  email_change_requested: 'Requested a change of the e-mail address',
  email_changed: 'Changed the e-mail address',
  two_factor_on: 'Turned on two-factor authentication',
  two_factor_off: 'Turned off two-factor authentication',
  recovery_code_used: 'Used a recovery code',
  recovery_codes_replaced: 'Created new recovery codes',
  key_created: 'Created an API key',
  key_revoked: 'Revoked an API key',
  webhook_saved: 'Saved the webhook',
  webhook_secret_shown: 'Viewed the signing secret',
  webhook_removed: 'Removed the webhook',
  plan_changed: 'Changed the plan',
  allowance_changed: 'Changed the allowance',
  billing_day_changed: 'Changed the billing day',
  suspended: 'Suspended the account',
  resumed: 'Resumed the account',
  deleted: 'Deleted the account',
}

/** The account's changes in the last 90 days, by people and by support. */
export const auditLog = new Hono<SettingsEnv>().get('/', async (c) => {
  const before = Number(c.req.query('before') ?? '')
  const entries = await ownAccount(c).listAudit(Number.isSafeInteger(before) && before > 0 ? before : null)
  const last = entries.at(-1)
  return show(
    c,
    <Page c={c} title="Audit log" place="account" lead="Sign-ins and changes of the last 90 days.">
      {entries.length === 0 ? <Empty title="No entries">Sign-ins and changes appear here.</Empty> : null}
      {entries.length === 0 ? null : (
        <ul class="card list" aria-label="Entries">
          {entries.map((entry) => (
            <Entry entry={entry} />
          ))}
        </ul>
      )}
      <nav class="pages" aria-label="Pages">
        <a class="button" href="/settings/account">
          Account
        </a>
        {entries.length < listedMax || last === undefined ? null : (
          <a class="button" href={`/settings/account/log?before=${last.id}`}>
            Older
          </a>
        )}
      </nav>
    </Page>,
  )
})

const Entry = ({ entry: { action, detail, agent, address, place, at } }: { readonly entry: AuditView }) => (
  <li class="pair">
    <span class="list-main">
      <span class="list-name">
        {actionTexts[action]}
        {detail === null || detail === '' ? null : <span class="muted"> · {detail}</span>}
      </span>
      <span class="muted small">
        {[agent === '' ? '' : agentText(agent), place, address].filter((part) => part !== '').join(' · ')}
      </span>
    </span>
    <span class="list-time muted small">
      <Time iso={at} />
    </span>
  </li>
)

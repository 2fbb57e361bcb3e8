import type { Child } from 'hono/jsx'
import { Brand, Document } from '../design/document.tsx'
import { Icon, type IconName } from '../design/icons.tsx'
import type { SettingsContext } from './guard.ts'

type PlaceName = 'convert' | 'conversions' | 'usage' | 'keys' | 'webhook' | 'account'

const places: readonly { readonly name: PlaceName; readonly label: string; readonly icon: IconName }[] = [
  { name: 'convert', label: 'Convert', icon: 'convert' },
  { name: 'conversions', label: 'Conversions', icon: 'list' },
  { name: 'usage', label: 'Usage', icon: 'chart' },
  { name: 'keys', label: 'API keys', icon: 'key' },
  { name: 'webhook', label: 'Webhook', icon: 'bell' },
  { name: 'account', label: 'Account', icon: 'person' },
]

interface PageProps {
  readonly c: SettingsContext
  readonly title: string
  /** The page's entry in the navigation, if it has one. */
  readonly place?: PlaceName
  /** The text under the title. */
  readonly lead?: Child
  /** The buttons next to the title. */
  readonly actions?: Child
  readonly styles?: readonly string[]
  readonly scripts?: readonly string[]
  /** Whether the page uses the whole width of the screen. */
  readonly isWide?: boolean
  readonly children: Child
}

/** Renders a page for a signed-in user. */
export const Page = ({ c, title, place, lead, actions, styles, scripts, isWide, children }: PageProps) => {
  const visitor = c.get('visitor')
  return (
    <Document
      title={title}
      bodyClass="shell"
      styles={styles ?? []}
      scripts={scripts ?? []}
      head={<meta name="form-token" content={c.get('formToken')} />}
    >
      <header class="side">
        <Brand href="/settings" />
        <nav aria-label="Settings">
          {places.map(({ name, label, icon }) => (
            <a
              href={name === 'usage' ? '/settings' : `/settings/${name}`}
              aria-current={name === place ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span>{label}</span>
            </a>
          ))}
        </nav>
        <div class="who">
          <span class="who-email" title={visitor.email}>
            {visitor.email}
          </span>
          <span class="plan">{visitor.plan === 'pro' ? 'Pro' : 'Free'}</span>
          <form method="post" action="/settings/sign-out">
            <FormToken c={c} />
            <button class="link" type="submit">
              Sign out
            </button>
          </form>
        </div>
      </header>
      <main id="main" class={isWide === true ? 'wide' : undefined} tabindex={-1}>
        {visitor.isSuspended ? (
          <p class="notice bad" role="status">
            This account is suspended. {visitor.suspendedReason ?? ''} Nothing can be converted or changed. To have it
            resumed, write to{' '}
            <a
              href={`mailto:${c.env.MAIL_FROM}?subject=${encodeURIComponent(`Suspended account ${c.get('owner').accountId}`)}`}
            >
              {c.env.MAIL_FROM}
            </a>
            .
          </p>
        ) : null}
        <DoneNotice c={c} />
        <div class="head">
          <div>
            <h1>{title}</h1>
            {lead === undefined ? null : <p class="lead">{lead}</p>}
          </div>
          {actions === undefined ? null : <div class="actions">{actions}</div>}
        </div>
        {children}
      </main>
    </Document>
  )
}

/** Renders a page for a user who is not signed in. */
export const Entrance = ({ title, children }: { readonly title: string; readonly children: Child }) => (
  <Document title={title} bodyClass="entrance">
    <main id="main">
      <Brand href="/settings" />
      <div class="card">
        <h1>{title}</h1>
        {children}
      </div>
      <p class="muted small">Spreadsheets, CSV, JSON and dumps into SQL that loads unchanged.</p>
    </main>
  </Document>
)

export const FormToken = ({ c }: { readonly c: SettingsContext }) => (
  <input type="hidden" name="form_token" value={c.get('formToken')} />
)

/** The result of a form, found by a name. Nothing from the URL itself is shown. */
const doneSentences = {
  key_revoked: 'The key is revoked. Requests with it now fail with 401.',
  session_closed: 'The session is signed out.',
  sessions_closed: 'Every other session is signed out.',
  two_factor_off: 'Two-factor authentication is off.',
  email_change_requested:
    'We sent a link to your old and your new address. The change takes effect when you open both.',
  password_changed: 'The password is changed, and every other session is signed out.',
  converting_again: 'A new conversion of the same file has started.',
  conversion_canceled: 'The conversion is canceled and its files are deleted.',
  conversion_deleted: 'The conversion and its files are deleted.',
  case_sent: 'Sent to support. The case is kept for 90 days.',
  webhook_saved: 'The webhook is saved.',
  webhook_removed: 'The webhook and its secret are removed.',
  ping_sent: 'A test event is on its way.',
  event_resent: 'The event is on its way again.',
} as const
type Done = keyof typeof doneSentences

const isDone = (name: string): name is Done => Object.hasOwn(doneSentences, name)

/** Redirects to a page that shows the result of the action. */
export const showDone = (c: SettingsContext, path: string, done: Done): Response =>
  c.redirect(`/settings/${path}?done=${done}`, 303)

const DoneNotice = ({ c }: { readonly c: SettingsContext }) => {
  const name = c.req.query('done') ?? ''
  return isDone(name) ? (
    <p class="notice good" role="status">
      {doneSentences[name]}
    </p>
  ) : null
}

export const show = (
  c: SettingsContext,
  page: Child,
  status: 200 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 = 200,
) => c.html(<>{page}</>, status)

import { Hono } from 'hono'
import { deliveryStatuses, type DeliveryStatus, type DeliveryView, type WebhookView } from '../contract/delivery.ts'
import { webhookUrlCharactersMax } from '../contract/limits.ts'
import { numberForPeople } from '../contract/messages.ts'
import { refuseWebhookUrl } from '../webhooks/check-webhook-url.ts'
import { Deliveries, DeliveryPage } from './deliveries.tsx'
import { textOf } from './form.ts'
import { noteDone, ownAccount, type SettingsContext, type SettingsEnv } from './guard.ts'
import { FormToken, Page, show, showDone } from './layout.tsx'
import { PasswordCard, PasswordField } from './password-card.tsx'
import { refusePassword } from './password-check.ts'
import { CopyText, Empty, Field, Notice, Time } from '../design/parts.tsx'

type FormName = 'save' | 'secret' | 'remove'

interface Shown {
  readonly url?: string
  readonly secret?: string
  readonly error?: string
  /** The form whose field is wrong, and the error. */
  readonly wrong?: { readonly form: FormName; readonly field: 'url' | 'password'; readonly sentence: string }
}

type Status = 200 | 404 | 409 | 422 | 429

/** The page of the account's only webhook. Changing it, or showing its secret, requires the password again. */
export const webhook = new Hono<SettingsEnv>()
  .get('/', (c) => webhookPage(c))
  .post('/', async (c) => {
    const url = await textOf(c, 'url')
    const wrongUrl = (sentence: string) => webhookPage(c, { url, wrong: { form: 'save', field: 'url', sentence } }, 422)
    if (url === '') return wrongUrl('Enter a URL, such as https://example.com/hooks.')
    if (url.length > webhookUrlCharactersMax)
      return wrongUrl(
        `The URL has ${numberForPeople(url.length)} characters; at most ${numberForPeople(webhookUrlCharactersMax)} are allowed.`,
      )
    const unconfirmed = await refuseUnconfirmed(c, 'save', { url })
    if (unconfirmed !== null) return unconfirmed
    const refusal = await refuseWebhookUrl(url, c.env)
    if (refusal !== null) return wrongUrl(refusal)
    await ownAccount(c).saveWebhook(url)
    await noteDone(c, 'webhook_saved', withoutQuery(url))
    return showDone(c, 'webhook', 'webhook_saved')
  })
  .post('/secret', async (c) => {
    const unconfirmed = await refuseUnconfirmed(c, 'secret')
    if (unconfirmed !== null) return unconfirmed
    const secret = await ownAccount(c).webhookSecret()
    if (secret !== null) await noteDone(c, 'webhook_secret_shown')
    return webhookPage(c, secret === null ? { error: 'Save a URL first.' } : { secret }, secret === null ? 404 : 200)
  })
  .post('/remove', async (c) => {
    const unconfirmed = await refuseUnconfirmed(c, 'remove')
    if (unconfirmed !== null) return unconfirmed
    if (!(await ownAccount(c).removeWebhook()))
      return webhookPage(c, { error: 'The account has no webhook to remove.' }, 404)
    await noteDone(c, 'webhook_removed')
    return showDone(c, 'webhook', 'webhook_removed')
  })
  .post('/ping', async (c) => {
    const pinged = await ownAccount(c).pingWebhook()
    if (pinged === null) return webhookPage(c, { error: 'Save a URL first.' }, 409)
    if (pinged === 'too_many')
      return webhookPage(c, { error: 'You can send six test events per minute. Wait a minute.' }, 429)
    return showDone(c, 'webhook', 'ping_sent')
  })
  .get('/deliveries/:id', async (c) => {
    const found = await ownAccount(c).readDelivery(c.req.param('id'))
    return found === null
      ? noSuchDelivery(c)
      : show(c, <DeliveryPage c={c} delivery={JSON.parse(found) as DeliveryView} />)
  })
  .post('/deliveries/:id/replay', async (c) => {
    const id = c.req.param('id')
    const replayed = await ownAccount(c).replayDelivery(id)
    if (replayed === 'no_event') return noSuchDelivery(c)
    if (replayed === 'no_webhook') return webhookPage(c, { error: 'Save a URL first.' }, 409)
    if (replayed === 'under_way')
      return webhookPage(c, { error: 'The event is being sent right now. Wait for the result.' }, 409)
    return showDone(c, `webhook/deliveries/${id}`, 'event_resent')
  })

/** Removes the query of a URL. It may contain a token of the customer, which must not be logged. */
const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '')

/** Returns a page of the log; `before` is the id of the last event on the previous page. */
const deliveriesOf = async (c: SettingsContext): Promise<readonly DeliveryView[]> =>
  JSON.parse(await ownAccount(c).listDeliveries(c.req.query('before') ?? null, statusOf(c))) as DeliveryView[]

const statusOf = (c: SettingsContext): DeliveryStatus | null =>
  deliveryStatuses.find((status) => status === c.req.query('status')) ?? null

async function refuseUnconfirmed(c: SettingsContext, form: FormName, shown: Shown = {}) {
  const refused = await refusePassword(c, await textOf(c, 'password'))
  if (refused === null) return null
  const wrong = { form, field: 'password', sentence: refused.sentence } as const
  return webhookPage(c, { ...shown, wrong }, refused.status)
}

const noSuchDelivery = (c: SettingsContext) =>
  webhookPage(c, { error: 'The event is not in the log of this account, which keeps events for seven days.' }, 404)

async function webhookPage(c: SettingsContext, shown: Shown = {}, status: Status = 200) {
  const [saved, deliveries] = await Promise.all([ownAccount(c).readWebhook(), deliveriesOf(c)])
  const lead = 'A URL that we call when a conversion ends. Each call is signed with the webhook’s secret.'
  const errorOf = (form: FormName, field: 'url' | 'password') =>
    shown.wrong?.form === form && shown.wrong.field === field ? shown.wrong.sentence : undefined
  return show(
    c,
    <Page c={c} title="Webhook" place="webhook" lead={lead} scripts={['live.js']}>
      {shown.error === undefined ? null : <Notice kind="bad">{shown.error}</Notice>}
      {shown.secret === undefined ? null : <Secret secret={shown.secret} />}
      <UrlCard c={c} saved={saved} url={shown.url ?? saved?.url ?? ''} errorOf={errorOf} />
      {saved === null ? null : (
        <div class="twin">
          <PasswordCard
            c={c}
            action="/settings/webhook/secret"
            form="secret"
            title="Signing secret"
            button={{ label: 'Show secret', kind: 'plain' }}
            error={errorOf('secret', 'password')}
          >
            It starts with <code>whsec_</code> and stays the same when the URL changes.
          </PasswordCard>
          <PasswordCard
            c={c}
            action="/settings/webhook/remove"
            form="remove"
            title="Remove"
            button={{ label: 'Remove webhook', kind: 'danger' }}
            error={errorOf('remove', 'password')}
          >
            Deletes the URL, the secret, and every event that was not delivered yet.
          </PasswordCard>
        </div>
      )}
      <Building />
      {saved === null && deliveries.length === 0 && statusOf(c) === null ? (
        <Empty title="No webhook yet">
          Save a URL to create its signing secret. Each call has the header <code>Service-Signature: t=…,v1=…</code>,
          the HMAC-SHA256 of the timestamp, a dot and the body.
        </Empty>
      ) : (
        <Deliveries deliveries={deliveries} status={statusOf(c)} />
      )}
    </Page>,
    status,
  )
}

interface UrlForm {
  readonly c: SettingsContext
  readonly saved: WebhookView | null
  readonly url: string
  readonly errorOf: (form: FormName, field: 'url' | 'password') => string | undefined
}

/** Renders instructions to build and check a receiver. */
const Building = () => (
  <section class="card" aria-labelledby="building">
    <h2 id="building">Build your receiver</h2>
    <p>
      On a laptop, <code>npx rowmill listen --forward http://localhost:3000/hooks</code> shows the events of this
      account as they happen and forwards them, signed like a real call.
    </p>
    <p>
      <a href="/docs/webhooks">Webhook guide</a> · <a href="/docs/signature">Signature playground</a>: paste a call that
      failed its check and see why.
    </p>
  </section>
)

const UrlCard = ({ c, saved, url, errorOf }: UrlForm) => (
  <section class="card" aria-labelledby="webhook-url">
    <div class="head">
      <div>
        <h2 id="webhook-url">URL</h2>
        {saved === null ? null : (
          <p class="hint">
            Saved <Time iso={saved.saved_at} />
          </p>
        )}
      </div>
      {saved === null ? null : (
        <form method="post" action="/settings/webhook/ping">
          <FormToken c={c} />
          <button class="button" type="submit">
            Send a test event
          </button>
        </form>
      )}
    </div>
    <form method="post" action="/settings/webhook">
      <FormToken c={c} />
      <Field
        label="HTTPS URL"
        name="url"
        type="url"
        value={url}
        maxlength={webhookUrlCharactersMax}
        placeholder="https://example.com/rowmill"
        hint="Port 443 or 8443, on a host with public addresses only."
        error={errorOf('save', 'url')}
      />
      <PasswordField form="save" error={errorOf('save', 'password')} />
      <button class="button primary" type="submit">
        {saved === null ? 'Save webhook' : 'Change URL'}
      </button>
    </form>
  </section>
)

const Secret = ({ secret }: { readonly secret: string }) => (
  <section class="card fresh" aria-labelledby="secret">
    <h2 id="secret">The signing secret</h2>
    <p>Use the whole string, including its prefix, as the key of the signature.</p>
    <CopyText text={secret} label="Copy secret" />
  </section>
)

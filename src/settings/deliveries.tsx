import { deliveriesListedMax, type DeliveryStatus, deliveryStatuses, type DeliveryView } from '../contract/delivery.ts'
import type { SettingsContext } from './guard.ts'
import { FormToken, Page } from './layout.tsx'
import { CopyButton, Time } from '../design/parts.tsx'

const statusWords: Readonly<Record<DeliveryView['status'], string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  dropped: 'Dropped',
}

/**
 * Tests whether the page should refresh because an attempt is near. It does not refresh while the next attempt is hours
 * away.
 */
const isNear = ({ next_attempt_at }: DeliveryView): boolean =>
  next_attempt_at !== null && Date.parse(next_attempt_at) < Date.now() + 90_000

interface DeliveriesProps {
  readonly deliveries: readonly DeliveryView[]
  /** The status by which the list is filtered. */
  readonly status: DeliveryStatus | null
}

const Filter = ({ chosen }: { readonly chosen: DeliveryStatus | null }) => (
  <nav class="chips" aria-label="Filter by status">
    <a href="/settings/webhook#deliveries" aria-current={chosen === null ? 'true' : undefined}>
      All
    </a>
    {deliveryStatuses.map((status) => (
      <a href={`/settings/webhook?status=${status}#deliveries`} aria-current={status === chosen ? 'true' : undefined}>
        {statusWords[status]}
      </a>
    ))}
  </nav>
)

/** Renders the log of the last days, newest first. The body of each delivery is on its own page. */
export const Deliveries = ({ deliveries, status }: DeliveriesProps) => (
  <section id="deliveries" class="stack" aria-labelledby="log" data-live={deliveries.some(isNear) ? '2000' : undefined}>
    <div>
      <h2 id="log">Deliveries</h2>
      <p class="hint">Deliveries of the last 7 days. You can send each of them again.</p>
    </div>
    <Filter chosen={status} />
    {deliveries.length === 0 ? (
      <p class="muted">{status === null ? 'Nothing has been sent yet.' : 'No delivery has this status.'}</p>
    ) : (
      <ul class="card list">
        {deliveries.map((delivery) => (
          <li>
            <a class="list-main" href={`/settings/webhook/deliveries/${delivery.event_id}`}>
              <span class="list-name">{delivery.type}</span>
              <span class="muted small">{lastWord(delivery)}</span>
            </a>
            <span class="list-side">
              <DeliveryBadge delivery={delivery} />
              <span class="muted small">
                {delivery.attempts.length} {delivery.attempts.length === 1 ? 'attempt' : 'attempts'}
              </span>
            </span>
            <span class="list-time muted small">
              <Time iso={delivery.created_at} />
            </span>
          </li>
        ))}
      </ul>
    )}
    {deliveries.length < deliveriesListedMax ? null : (
      <nav class="pages" aria-label="Pages">
        <a
          class="button"
          href={`/settings/webhook?${status === null ? '' : `status=${status}&`}before=${deliveries.at(-1)?.event_id ?? ''}`}
        >
          Older
        </a>
      </nav>
    )}
  </section>
)

const DeliveryBadge = ({ delivery: { status } }: { readonly delivery: DeliveryView }) => (
  <span class={`mark ${status}`}>{statusWords[status]}</span>
)

const resultText = ({ status, error }: DeliveryView['attempts'][number]): string =>
  [status === null ? null : `HTTP ${status}`, error].filter((part) => part !== null).join(': ')

function lastWord({ attempts }: DeliveryView): string {
  const last = attempts.at(-1)
  return last === undefined ? 'Not tried yet' : resultText(last)
}

export const DeliveryPage = ({ c, delivery }: { readonly c: SettingsContext; readonly delivery: DeliveryView }) => {
  const payload = JSON.stringify(delivery.payload, null, 2)
  const { event_id: id, next_attempt_at: next } = delivery
  return (
    <Page
      c={c}
      title={delivery.type}
      place="webhook"
      lead={<code>{id}</code>}
      scripts={['live.js']}
      actions={
        <form method="post" action={`/settings/webhook/deliveries/${id}/replay`}>
          <FormToken c={c} />
          <button class="button primary" type="submit">
            Send again
          </button>
        </form>
      }
    >
      <div id="delivery" class="stack" data-live={isNear(delivery) ? '2000' : undefined}>
        <section class="card" aria-labelledby="attempts">
          <div class="head">
            <h2 id="attempts">Attempts</h2>
            <p class="state">
              {next === null ? null : (
                <span class="muted small">
                  Next <Time iso={next} />
                </span>
              )}{' '}
              <DeliveryBadge delivery={delivery} />
            </p>
          </div>
          {delivery.attempts.length === 0 ? <p class="muted">Not tried yet.</p> : <Attempts delivery={delivery} />}
        </section>
      </div>
      <section class="card" aria-labelledby="body">
        <h2 id="body">Payload</h2>
        <div class="code">
          <pre tabindex={0}>{payload}</pre>
          <CopyButton size="small" text={payload} label="Copy body" />
        </div>
      </section>
      <p>
        <a href="/settings/webhook">All deliveries</a>
      </p>
    </Page>
  )
}

const Attempts = ({ delivery: { attempts } }: { readonly delivery: DeliveryView }) => (
  <ol class="attempts">
    {attempts.toReversed().map((attempt) => (
      <li>
        <p>
          <strong>{resultText(attempt)}</strong>{' '}
          <span class="muted small">
            attempt {attempt.number}, <Time iso={attempt.started_at} />, {attempt.took_ms} ms
          </span>
        </p>
        {attempt.response === '' ? null : (
          <pre tabindex={0} aria-label={`Response to attempt ${attempt.number}`}>
            {attempt.response}
          </pre>
        )}
      </li>
    ))}
  </ol>
)

import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { readLimits } from '../contract/limits.ts'
import { bytesText, countText } from '../design/text.ts'
import type { SettingsContext, SettingsEnv } from './guard.ts'
import { Page, show } from './layout.tsx'

/** The plans side by side, and the way to Pro: the operator's checkout page, or a mail to support. */
export const plan = new Hono<SettingsEnv>().get('/', (c) => show(c, <PlanPage c={c} />))

const PlanPage = ({ c }: { readonly c: SettingsContext }) => {
  const isPro = c.get('visitor').plan === 'pro'
  const limits = readLimits({ ...c.env })
  const price = c.env.PRO_PRICE ?? ''
  return (
    <Page c={c} title="Plan" place="usage" lead={`This account is on the ${isPro ? 'Pro' : 'Free'} plan.`}>
      <div class="twin">
        <PlanCard name="Free" isCurrent={!isPro} price="$0">
          <li>Convert in the browser, up to 2 GB per file</li>
          <li>All file formats and databases</li>
          <li>The command line on your own computer</li>
          <li>No conversions on the service and no API</li>
        </PlanCard>
        <PlanCard name="Pro" isCurrent={isPro} price={price}>
          <li>Everything in Free</li>
          <li>{bytesText(limits.ALLOWANCE_BYTES)} of files converted on the service each month</li>
          <li>API, webhook, and conversions from a URL, up to 50 GiB per file</li>
          <li>
            {countText(limits.ACTIVE_LIMIT)} conversions at once, {countText(limits.RATE_LIMIT_PER_MINUTE)} requests per
            minute and key
          </li>
          {isPro ? null : (
            <li class="plan-action">
              <Upgrade c={c} />
            </li>
          )}
        </PlanCard>
      </div>
    </Page>
  )
}

interface CardProps {
  readonly name: string
  readonly price: string
  readonly isCurrent: boolean
  readonly children: Child
}

const PlanCard = ({ name, price, isCurrent, children }: CardProps) => (
  <section class="card" aria-labelledby={`plan-${name}`}>
    <div class="head">
      <h2 id={`plan-${name}`}>{name}</h2>
      {isCurrent ? <span class="mark done">Current plan</span> : null}
    </div>
    {price === '' ? null : <p class="tile-value">{price}</p>}
    <ul class="plan-points">{children}</ul>
  </section>
)

/**
 * Renders the way to Pro. The checkout receives the id of the account. `ops account set` or the signed callback makes
 * it Pro.
 */
const Upgrade = ({ c }: { readonly c: SettingsContext }) => {
  const { accountId } = c.get('owner')
  const { email } = c.get('visitor')
  const checkout = URL.parse(c.env.BILLING_URL ?? '')
  if (checkout === null) {
    const subject = encodeURIComponent(`Pro for account ${accountId}`)
    return (
      <>
        <a class="button primary" href={`mailto:${c.env.MAIL_FROM}?subject=${subject}`}>
          Ask for Pro
        </a>
        <p class="hint">We set it up by mail: {c.env.MAIL_FROM}</p>
      </>
    )
  }
  checkout.searchParams.set('client_reference_id', accountId)
  checkout.searchParams.set('prefilled_email', email)
  return (
    <a class="button primary" href={checkout.href} rel="noopener">
      Upgrade to Pro
    </a>
  )
}

import { Hono } from 'hono'
import type { UsageView } from '../contract/account.ts'
import type { UsageMonth } from '../contract/settings.ts'
import { ownAccount, type SettingsContext, type SettingsEnv } from './guard.ts'
import { Page, show } from './layout.tsx'
import { operate } from './operate.ts'
import { Day } from '../design/parts.tsx'
import { bytesText, countText } from '../design/text.ts'
import { UsageChart } from './usage-chart.tsx'

const monthsShown = 12

export const usage = new Hono<SettingsEnv>().get('/', async (c) => {
  const account = ownAccount(c)
  if (c.get('visitor').plan === 'free') return show(c, <FreeUsage c={c} />)
  const [result, months] = await Promise.all([operate(c, { kind: 'usage' }), account.usageMonths(monthsShown)])
  if (!result.ok) throw new Error(result.message)
  const used = result.body.data
  return show(
    c,
    <Page
      c={c}
      title="Usage"
      place="usage"
      lead={<Period usage={used} />}
      actions={
        <a class="button" href="/settings/plan">
          Plan
        </a>
      }
    >
      <Tiles usage={used} thisMonth={months[0]} />
      <section class="card" aria-labelledby="months">
        <h2 id="months">The last {monthsShown} months</h2>
        <UsageChart months={months.toReversed()} limit={used.limit} />
      </section>
    </Page>,
  )
})

/**
 * Renders the usage of a free account, which has no allowance on the service. The page lists its features instead of an
 * allowance.
 */
const FreeUsage = ({ c }: { readonly c: SettingsContext }) => (
  <Page c={c} title="Usage" place="usage" lead="This account is on the Free plan.">
    <section class="card" aria-labelledby="free">
      <h2 id="free">Converting in the browser is unlimited</h2>
      <p>Files are converted in the page, up to 2 GB each, and are not uploaded. Nothing is counted.</p>
      <div class="actions">
        <a class="button primary" href="/settings/convert">
          Convert a file
        </a>
        <a class="button" href="/settings/plan">
          See what Pro adds
        </a>
      </div>
    </section>
  </Page>
)

const Period = ({ usage: { period_start } }: { usage: UsageView }) => (
  <>
    This month started on <Day iso={period_start} />.
  </>
)

const Tiles = ({
  usage: { used, left, limit },
  thisMonth,
}: {
  usage: UsageView
  thisMonth: UsageMonth | undefined
}) => {
  const share = limit === 0 ? 100 : Math.min(100, (used / limit) * 100)
  return (
    <section class="card" aria-label="This month">
      <div class="tiles">
        <Tile label="Used" value={bytesText(used)} />
        <Tile label="Left" value={bytesText(left)} />
        <Tile label="Allowance" value={bytesText(limit)} />
        <Tile label="Conversions" value={countText(thisMonth?.conversions ?? 0)} />
      </div>
      <svg
        class="meter"
        viewBox="0 0 100 2"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${share.toFixed(1)} % used`}
      >
        <rect class="meter-room" width="100" height="2" />
        <rect class={share >= 90 ? 'meter-used high' : 'meter-used'} width={share} height="2" />
      </svg>
      <p class="hint">
        Counted in bytes of each file that was converted on the service. Failed and canceled conversions do not count.
      </p>
    </section>
  )
}

const Tile = ({ label, value }: { label: string; value: string }) => (
  <div class="tile">
    <span class="tile-label">{label}</span>
    <span class="tile-value">{value}</span>
  </div>
)

import { Hono } from 'hono'
import type { SiteContext, SiteEnv } from './site-env.ts'
import { SitePage } from './site-page.tsx'

const checkMs = 2000
/** Anybody may call this, so the response is cached briefly. */
const keptMs = 5000

type State = 'ok' | 'failing'
interface Health {
  readonly status: State
  readonly checks: Readonly<Record<'database' | 'storage', State>>
  readonly checked_at: string
}

let kept: { readonly health: Health; readonly atMs: number } | null = null

/**
 * The route `/health`, with JSON for monitors and a page for people. The status is 503 while a part that conversions
 * need does not respond.
 */
export const health = new Hono<SiteEnv>().get('/', async (c) => {
  const found = await currentHealth(c.env)
  const status = found.status === 'ok' ? 200 : 503
  c.header('Cache-Control', 'no-store')
  c.header('Vary', 'Accept')
  const wantsPage = c.req.header('accept')?.includes('text/html') === true
  return wantsPage ? c.html(<HealthPage c={c} health={found} />, status) : c.json(found, status)
})

async function currentHealth(env: Env): Promise<Health> {
  if (kept !== null && Date.now() - kept.atMs < keptMs) return kept.health
  const [database, storage] = await Promise.all([
    // The check reads a table, so a deployment without its migrations does not count as healthy.
    stateOf(env.DIRECTORY.prepare('select 1 from accounts limit 1').first()),
    stateOf(env.FILES.head('health')),
  ])
  const status: State = database === 'ok' && storage === 'ok' ? 'ok' : 'failing'
  const found: Health = { status, checks: { database, storage }, checked_at: new Date().toISOString() }
  kept = { health: found, atMs: Date.now() }
  return found
}

/** Returns the state of a part. One that does not respond in time also counts as failing. */
async function stateOf(check: Promise<unknown>): Promise<State> {
  const { promise: late, resolve } = Promise.withResolvers<State>()
  const timer = setTimeout(() => resolve('failing'), checkMs)
  const state = check.then(
    (): State => 'ok',
    (): State => 'failing',
  )
  return Promise.race([state, late]).finally(() => clearTimeout(timer))
}

const words: Readonly<Record<keyof Health['checks'], string>> = {
  database: 'Accounts and sign-in',
  storage: 'Uploads and downloads',
}

const HealthPage = ({ c, health: { status, checks, checked_at } }: { c: SiteContext; health: Health }) => (
  <SitePage c={c} title="Status" description="The current status of Rowmill." path="/health">
    <main id="main" class="site-message" tabindex={-1}>
      <h1>{status === 'ok' ? 'Everything works' : 'Part of the service is failing'}</h1>
      <p class="lead">
        Checked <time datetime={checked_at}>{checked_at.replace('T', ' ').slice(0, 19)} UTC</time>
      </p>
      <ul class="card list plain status-list">
        {Object.entries(checks).map(([name, state]) => (
          <li>
            <span>{words[name as keyof Health['checks']]}</span>
            <span class={`mark ${state === 'ok' ? 'done' : 'failed'}`}>{state === 'ok' ? 'Works' : 'Failing'}</span>
          </li>
        ))}
      </ul>
      <p class="muted small">
        The in-page converter works without the service. Monitors get JSON:{' '}
        <code>curl {c.env.PUBLIC_ORIGIN}/health</code>
      </p>
    </main>
  </SitePage>
)

import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { trimTrailingSlash } from 'hono/trailing-slash'
import { jsonBodyBytesMax } from '../contract/limits.ts'
import { account } from './account.tsx'
import { conversion } from './conversion.tsx'
import { conversions } from './conversions.tsx'
import { convert } from './convert.tsx'
import { door } from './door.ts'
import { entrance } from './entrance.tsx'
import { atPublicOrigin, notSuspended, sameOrigin, secureHeaders, signedIn } from './guard.ts'
import type { SettingsContext, SettingsEnv } from './guard.ts'
import { keys } from './keys.tsx'
import { Page, show } from './layout.tsx'
import { Empty } from './parts.tsx'
import { usage } from './usage.tsx'
import { logTrouble } from '../logs/log.ts'
import { webhook } from './webhook.tsx'

const smallBody = bodyLimit({
  maxSize: jsonBodyBytesMax,
  onError: (c) => c.text('More was sent than any form of these pages holds.', 413),
})

/** The pages for people, mounted at `/settings`. Read from the top: what every page has, what needs no session, the rest. */
export const settings = new Hono<SettingsEnv>()
  .onError((error, c) => {
    logTrouble('settings_error', { path: c.req.path }, error)
    return c.text('Something went wrong on the service’s side. Try again.', 500)
  })
  .use(secureHeaders, atPublicOrigin, sameOrigin, smallBody, trimTrailingSlash())
  .route('/', entrance)
  .use(signedIn)
  .route('/', account)
  .use(notSuspended)
  .route('/', usage)
  .route('/conversions', conversions)
  .route('/conversions', conversion)
  .route('/convert', convert)
  .route('/webhook', webhook)
  .route('/api', door)
  .route('/keys', keys)
  .all('*', (c) => show(c, <NoPage c={c} />, 404))

const NoPage = ({ c }: { readonly c: SettingsContext }) => (
  <Page c={c} title="No such page">
    <Empty title="There is nothing at this address">
      <a href="/settings/conversions">All conversions</a>
    </Empty>
  </Page>
)

import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { jsonBodyBytesMax } from '../contract/limits.ts'
import { account } from './account.tsx'
import { conversion } from './conversion.tsx'
import { conversions } from './conversions.tsx'
import { convert } from './convert.tsx'
import { door } from './door.ts'
import { entrance } from './entrance.tsx'
import type { SettingsEnv } from './context.ts'
import { atPublicOrigin, notSuspended, sameOrigin, secureHeaders, signedIn } from './guard.ts'
import { keys } from './keys.tsx'
import { stop } from './layout.tsx'
import { usage } from './usage.tsx'
import { webhook } from './webhook.tsx'

const smallBody = bodyLimit({
  maxSize: jsonBodyBytesMax,
  onError: (c) => stop(c, 413, 'More was sent than any form of these pages holds.'),
})

/** The pages for people, mounted at `/settings`. Read from the top: what every page has, what needs no session, the rest. */
export const settings = new Hono<SettingsEnv>()
  .onError((error, c) => {
    console.error(
      JSON.stringify({ event: 'settings_error', path: c.req.path, error: String(error), stack: error.stack }),
    )
    return stop(c, 500, 'Something went wrong on the service’s side. Try again.')
  })
  .use(secureHeaders, atPublicOrigin, sameOrigin, smallBody)
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
  .all('*', (c) => stop(c, 404, 'There is no such page.'))

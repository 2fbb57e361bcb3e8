import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { trimTrailingSlash } from 'hono/trailing-slash'
import { jsonBodyBytesMax } from '../contract/limits.ts'
import { account } from './account.tsx'
import { auditLog } from './audit-log.tsx'
import { confirmEmail } from './confirm-email.tsx'
import { conversion } from './conversion.tsx'
import { conversions } from './conversions.tsx'
import { convert } from './convert.tsx'
import { deletion } from './delete-account.tsx'
import { pageApi } from './page-api.ts'
import { entrance } from './entrance.tsx'
import { atPublicOrigin, notSuspended, sameOrigin, secureHeaders, signedIn } from './guard.ts'
import type { SettingsContext, SettingsEnv } from './guard.ts'
import { keys } from './keys.tsx'
import { Entrance, Page, show } from './layout.tsx'
import { Empty, Notice } from '../design/parts.tsx'
import { plan } from './plan.tsx'
import { reset } from './reset.tsx'
import { twoFactor } from './two-factor.tsx'
import { usage } from './usage.tsx'
import { logError } from '../logs/log.ts'
import { webhook } from './webhook.tsx'

const smallBody = bodyLimit({
  maxSize: jsonBodyBytesMax,
  onError: (c) => c.text('The form sent more data than this page accepts.', 413),
})

/** Shows the refusal of a form as a page that leads back to the form. */
const asPage: MiddlewareHandler<SettingsEnv> = async (c, next) => {
  await next()
  const { status, headers } = c.res
  const isSentence = status >= 400 && headers.get('content-type')?.startsWith('text/plain') === true
  if (!isSentence || c.req.path.startsWith('/settings/api/')) return
  const from = URL.parse(c.req.header('referer') ?? '')
  const back = from?.origin === c.env.PUBLIC_ORIGIN ? from.href : '/settings'
  const page = (
    <Entrance title="We could not do that">
      <Notice kind="bad">{await c.res.text()}</Notice>
      <p>
        <a href={back}>Load the page again</a>
      </p>
    </Entrance>
  )
  c.res = await show(c, page, status as 401 | 403 | 413 | 500)
}

/**
 * The pages for people, mounted at `/settings`. In order: middleware of every page, pages without a session, all
 * others.
 */
export const settings = new Hono<SettingsEnv>()
  .onError((error, c) => {
    logError('settings_error', { path: c.req.path }, error)
    return c.text('Something went wrong on the service’s side. Try again.', 500)
  })
  .use(secureHeaders, asPage, atPublicOrigin, sameOrigin, smallBody, trimTrailingSlash())
  .route('/', entrance)
  .route('/', reset)
  .route('/', confirmEmail)
  .use(signedIn)
  .route('/', account)
  .route('/account/two-factor', twoFactor)
  .route('/account/log', auditLog)
  .route('/account/delete', deletion)
  .use(notSuspended)
  .route('/', usage)
  .route('/plan', plan)
  .route('/conversions', conversions)
  .route('/conversions', conversion)
  .route('/convert', convert)
  .route('/webhook', webhook)
  .route('/api', pageApi)
  .route('/keys', keys)
  .all('*', (c) => show(c, <NoPage c={c} />, 404))

const NoPage = ({ c }: { readonly c: SettingsContext }) => (
  <Page c={c} title="No such page">
    <Empty title="This page does not exist">
      <a href="/settings/conversions">All conversions</a>
    </Empty>
  </Page>
)

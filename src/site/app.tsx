import { Hono } from 'hono'
import { trimTrailingSlash } from 'hono/trailing-slash'
import { logError } from '../logs/log.ts'
import { docs } from './docs/docs.tsx'
import { health } from './health.tsx'
import { Landing } from './landing.tsx'
import { llmsText } from './llms.ts'
import { siteHeaders, type SiteContext, type SiteEnv } from './site-env.ts'
import { SitePage } from './site-page.tsx'
import { publicPaths } from './public-paths.ts'

/** Everything public: the converter, the documentation, and the files for robots. */
export const site = new Hono<SiteEnv>()
  .use(siteHeaders, trimTrailingSlash())
  .onError((error, c) => {
    logError('site_error', { path: c.req.path }, error)
    return c.html(<ErrorNotice c={c} />, 500)
  })
  .get('/', (c) => c.html(<Landing c={c} />))
  .route('/docs', docs)
  .route('/health', health)
  .get('/robots.txt', (c) =>
    c.text(
      `User-agent: *\nAllow: /\nDisallow: /settings\nDisallow: /v1\n\nSitemap: ${c.env.PUBLIC_ORIGIN}/sitemap.xml\n`,
    ),
  )
  .get('/llms.txt', (c) => c.text(llmsText(c.env.PUBLIC_ORIGIN)))
  .get('/sitemap.xml', (c) => {
    const urls = publicPaths.map((path) => `<url><loc>${c.env.PUBLIC_ORIGIN}${path}</loc></url>`)
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
    return c.body(xml, 200, { 'content-type': 'application/xml; charset=utf-8' })
  })
  .all('*', (c) => c.html(<NoPage c={c} />, 404))

interface ShownProps {
  readonly c: SiteContext
}

const NoPage = ({ c }: ShownProps) => (
  <SitePage c={c} title="Page not found" description="There is no page at this URL.">
    <main id="main" class="site-message" tabindex={-1}>
      <p class="status-number">404</p>
      <h1>There is no page here</h1>
      <p class="lead">The URL may be mistyped, or the page may have moved.</p>
      <div class="actions">
        <a class="button primary" href="/">
          Convert a file
        </a>
        <a class="button" href="/docs">
          Read the docs
        </a>
      </div>
    </main>
  </SitePage>
)

const ErrorNotice = ({ c }: ShownProps) => (
  <SitePage c={c} title="Something went wrong" description="The service could not respond.">
    <main id="main" class="site-message" tabindex={-1}>
      <p class="status-number">500</p>
      <h1>Something went wrong on our side</h1>
      <p class="lead">The error has been logged. Try again in a minute, or see the status page.</p>
      <div class="actions">
        <a class="button primary" href="/">
          Back to the home page
        </a>
        <a class="button" href="/health">
          Status
        </a>
      </div>
    </main>
  </SitePage>
)

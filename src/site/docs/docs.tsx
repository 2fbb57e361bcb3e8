import { Hono } from 'hono'
import { openApiDocument } from '../../api/description/document.ts'
import { guideText } from '../llms.ts'
import { sitePolicy, type SiteContext, type SiteEnv } from '../site-env.ts'
import { CodesPage } from './codes.tsx'
import { DocsPage, Prose } from './docs-page.tsx'
import { guidePage } from './guides.ts'
import { ReferencePage } from './reference.tsx'
import { searchIndex } from './search-index.ts'
import { SignaturePage } from './signature.tsx'

/**
 * The pages below `/docs`: the guides, the reference, the codes, and the description for tools. All of it is public.
 */
export const docs = new Hono<SiteEnv>()
  .use(async (c, next) => {
    await next()
    // The reference sends requests to our own API at the visitor's request.
    c.header('Content-Security-Policy', sitePolicy(true))
  })
  .get('/', (c) => c.html(<StartPage c={c} />))
  .get('/api', (c) => c.html(<ReferencePage c={c} />))
  .get('/codes', (c) => c.html(<CodesPage c={c} />))
  .get('/signature', (c) => c.html(<SignaturePage c={c} />))
  .get('/openapi.json', (c) => {
    c.header('Access-Control-Allow-Origin', '*')
    return c.json(openApiDocument(c.env.PUBLIC_ORIGIN))
  })
  .get('/search.json', (c) => c.json(searchIndex(c.env.PUBLIC_ORIGIN)))
  .get('/:file{[a-z-]+\\.md}', (c, next) => {
    const text = guideText(c.req.param('file'))
    return text === null ? next() : c.body(text, 200, { 'content-type': 'text/markdown; charset=utf-8' })
  })
  .get('/:slug', (c, next) => {
    const found = guidePage(c.req.param('slug'))
    if (found === null) return next()
    const { guide, page } = found
    return c.html(
      <DocsPage
        c={c}
        title={page.title}
        description={guide.description}
        path={`/docs/${guide.slug}`}
        headings={page.headings}
      >
        <Prose html={page.html} />
      </DocsPage>,
    )
  })

const StartPage = ({ c }: { readonly c: SiteContext }) => {
  const base = `${c.env.PUBLIC_ORIGIN}/v1`
  return (
    <DocsPage
      c={c}
      title="Get started"
      description="Convert your first file with Rowmill: in the browser, on the command line, or with the API."
      path="/docs"
    >
      <h1>Get started</h1>
      <p class="lead">
        Rowmill turns spreadsheets, CSV, JSON and MySQL dumps into SQL that loads unchanged. Choose a way to begin.
      </p>
      <ul class="ways">
        <Way href="/" title="In the browser" text="Drop a file and download the SQL. No account, no upload." />
        <Way href="/docs/guide" title="With the API" text="Open, upload, start, download. One guide, four requests." />
        <Way
          href="/docs/api"
          title="API reference"
          text="Every endpoint with curl, Node and Python, and a way to try it."
        />
        <Way href="/docs/webhooks" title="Webhooks" text="A signed call to your server when a conversion ends." />
        <Way href="/docs/type-inference" title="Types" text="How Rowmill distinguishes numbers, dates and codes." />
        <Way href="/docs/mysql-dumps" title="MySQL dumps" text="Move a database to PostgreSQL." />
      </ul>
      <h2 id="first">Your first conversion</h2>
      <ol>
        <li>
          <a href="/settings/sign-up">Sign up</a> and create a key under <a href="/settings/keys">API keys</a>.
        </li>
        <li>Open a conversion with the URL of a file, or upload one.</li>
        <li>
          Read it with <code>?wait=30</code> until its status is done, or receive a webhook. Then download the output.
        </li>
      </ol>
      <pre tabindex={0} aria-label="A first request">{`curl ${base}/conversions \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "url": "https://example.com/orders.xlsx",
    "spec": { "output": { "dialect": "postgresql" } }
  }'`}</pre>
      <h2 id="help">When a request fails</h2>
      <p>
        Every error has a code. The <a href="/docs/codes">codes page</a> explains its cause and the solution. Quote the{' '}
        <code>request_id</code> when you write to support.
      </p>
    </DocsPage>
  )
}

const Way = ({ href, title, text }: { readonly href: string; readonly title: string; readonly text: string }) => (
  <li class="card">
    <h2>
      <a href={href}>{title}</a>
    </h2>
    <p class="muted">{text}</p>
  </li>
)

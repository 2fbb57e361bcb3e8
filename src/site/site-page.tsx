import type { Child } from 'hono/jsx'
import { Brand, Document } from '../design/document.tsx'
import type { SiteContext } from './site-env.ts'

interface SitePageProps {
  readonly c: SiteContext
  readonly title: string
  readonly description: string
  /** The canonical path for search engines. */
  readonly path?: string
  readonly styles?: readonly string[]
  readonly scripts?: readonly string[]
  readonly children: Child
}

/** Renders a public page: the head that search engines and messengers read, the header, the footer. */
export const SitePage = ({ c, title, description, path, styles, scripts, children }: SitePageProps) => (
  <Document
    title={title}
    bodyClass="site"
    styles={['site.css', ...(styles ?? [])]}
    scripts={scripts ?? []}
    head={<SocialHead origin={c.env.PUBLIC_ORIGIN} {...{ title, description, path }} />}
  >
    <SiteHeader />
    {children}
    <SiteFooter />
  </Document>
)

interface SocialProps {
  readonly origin: string
  readonly title: string
  readonly description: string
  readonly path: string | undefined
}

const SocialHead = ({ origin, title, description, path }: SocialProps) => (
  <>
    <meta name="description" content={description} />
    {path === undefined ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={`${origin}${path}`} />}
    <meta property="og:site_name" content="Rowmill" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content={title} />
    <meta property="og:description" content={description} />
    <meta property="og:url" content={`${origin}${path ?? '/'}`} />
    <meta property="og:image" content={`${origin}/assets/preview.png`} />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="A messy CSV row and the SQL that Rowmill writes for it" />
    <meta name="twitter:card" content="summary_large_image" />
  </>
)

const SiteHeader = () => (
  <header class="site-header">
    <div class="site-width">
      <Brand href="/" />
      <nav aria-label="Site">
        <a href="/docs">Docs</a>
        <a href="/docs/api">API</a>
        <a href="/#pricing">Pricing</a>
      </nav>
      <div class="site-account">
        <a href="/settings/sign-in">Sign in</a>
        <a class="button primary small" href="/settings/sign-up">
          Sign up
        </a>
      </div>
    </div>
  </header>
)

const footer: readonly { readonly title: string; readonly links: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Product',
    links: [
      ['/', 'Converter'],
      ['/#pricing', 'Pricing and limits'],
      ['/#security', 'Security'],
      ['/health', 'Status'],
    ],
  },
  {
    title: 'Documentation',
    links: [
      ['/docs', 'Get started'],
      ['/docs/api', 'API reference'],
      ['/docs/codes', 'Error codes'],
      ['/docs/webhooks', 'Webhooks'],
      ['/docs/changelog', 'Changelog'],
    ],
  },
  {
    title: 'Account',
    links: [
      ['/settings/sign-up', 'Sign up'],
      ['/settings/sign-in', 'Sign in'],
      ['/settings/keys', 'API keys'],
    ],
  },
]

const SiteFooter = () => (
  <footer class="site-footer">
    <div class="site-width">
      <div>
        <Brand href="/" />
        <p class="muted small">Spreadsheets, CSV, JSON and dumps into SQL that loads unchanged.</p>
      </div>
      {footer.map(({ title, links }) => (
        <nav aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {links.map(([href, label]) => (
              <li>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  </footer>
)

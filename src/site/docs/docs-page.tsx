import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { Icon } from '../../design/icons.tsx'
import type { SiteContext } from '../site-env.ts'
import { SitePage } from '../site-page.tsx'
import { guides } from './guides.ts'
import type { Heading } from './markdown.ts'
import { operations } from './reference-data.ts'

interface DocsPageProps {
  readonly c: SiteContext
  readonly title: string
  readonly description: string
  readonly path: string
  readonly headings?: readonly Heading[]
  readonly children: Child
}

/** Renders a page of the documentation: contents at the side, on phones behind a button that needs no script. */
export const DocsPage = ({ c, title, description, path, headings, children }: DocsPageProps) => (
  <SitePage
    c={c}
    title={`${title} · Rowmill docs`}
    description={description}
    path={path}
    styles={['docs.css']}
    scripts={['docs.js']}
  >
    <div class="docs site-width">
      <nav class="docs-menu" aria-label="Contents">
        <a class="button" href="#contents">
          <Icon name="menu" /> Contents
        </a>
      </nav>
      <nav class="docs-nav" id="contents" aria-label="Documentation">
        <a class="button small docs-close" href="#main">
          Close
        </a>
        <Search />
        <Contents c={c} path={path} />
      </nav>
      <main id="main" class="prose" tabindex={-1}>
        {children}
      </main>
      {headings === undefined ? null : <OnThisPage headings={headings} />}
    </div>
  </SitePage>
)

const Search = () => (
  <div class="search" role="search">
    <label class="unseen" for="search">
      Search the docs
    </label>
    <Icon name="search" />
    <input id="search" type="search" placeholder="Search" autocomplete="off" aria-controls="found" />
    <ul id="found" class="found" aria-label="Search results" hidden></ul>
    <p id="found-count" class="unseen" role="status"></p>
  </div>
)

interface Entry {
  readonly href: string
  readonly label: string
  readonly method?: string
}

const Group = ({ title, entries, path }: { title: string; entries: readonly Entry[]; path: string }) => (
  <div>
    <h2>{title}</h2>
    <ul>
      {entries.map(({ href, label, method }) => (
        <li>
          <a href={href} aria-current={href === path ? 'page' : undefined}>
            {method === undefined ? null : <span class={`method ${method}`}>{method.toUpperCase()}</span>}
            {label}
          </a>
        </li>
      ))}
    </ul>
  </div>
)

const Contents = ({ c, path }: { readonly c: SiteContext; readonly path: string }) => {
  const started: Entry[] = [{ href: '/docs', label: 'Get started' }]
  const guideEntries = guides.filter(({ slug }) => slug !== 'changelog')
  return (
    <>
      <Group
        title="Guides"
        path={path}
        entries={[...started, ...guideEntries.map(({ slug, label }) => ({ href: `/docs/${slug}`, label }))]}
      />
      <Group
        title="API reference"
        path={path}
        entries={[
          { href: '/docs/api', label: 'Overview' },
          ...operations(c.env.PUBLIC_ORIGIN).map(({ operation, method }) => ({
            href: `/docs/api#${operation.operationId}`,
            label: operation.summary,
            method,
          })),
          { href: '/docs/api#objects', label: 'Objects' },
          { href: '/docs/api#events', label: 'Events' },
        ]}
      />
      <Group
        title="More"
        path={path}
        entries={[
          { href: '/docs/codes', label: 'Codes' },
          { href: '/docs/signature', label: 'Signature playground' },
          { href: '/docs/changelog', label: 'Changelog' },
          { href: '/docs/openapi.json', label: 'OpenAPI 3.1' },
        ]}
      />
    </>
  )
}

const OnThisPage = ({ headings }: { readonly headings: readonly Heading[] }) => {
  const shown = headings.filter(({ level }) => level === 2)
  return shown.length < 2 ? null : (
    <nav class="docs-toc" aria-label="On this page">
      <h2>On this page</h2>
      <ul>
        {shown.map(({ id, text }) => (
          <li>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Renders HTML that our own Markdown or reference produced. */
export const Prose = ({ html }: { readonly html: string }) => <>{raw(html)}</>

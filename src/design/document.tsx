import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { Icon } from './icons.tsx'

interface DocumentProps {
  readonly title: string
  readonly bodyClass: string
  /** The styles in addition to the common ones, by file name. */
  readonly styles?: readonly string[]
  /** The browser modules in addition to the common one, by file name. */
  readonly scripts?: readonly string[]
  /** Further elements of the head. */
  readonly head?: Child
  readonly children: Child
}

/** Renders the frame of every page, signed in or not: one head, one set of styles, one common script. */
export const Document = ({ title, bodyClass, styles, scripts, head, children }: DocumentProps) => (
  <>
    {raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f6f3" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#131412" />
        <title>{title.includes('Rowmill') ? title : `${title} · Rowmill`}</title>
        {head}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {['rowmill.css', ...(styles ?? [])].map((style) => (
          <link rel="stylesheet" href={`/assets/${style}`} />
        ))}
        {['page.js', ...(scripts ?? [])].map((script) => (
          <script type="module" src={`/assets/page/${script}`}></script>
        ))}
      </head>
      <body class={bodyClass}>
        <a class="skip" href="#main">
          Skip to content
        </a>
        {children}
      </body>
    </html>
  </>
)

export const Brand = ({ href }: { readonly href: string }) => (
  <a class="brand" href={href}>
    <Icon name="mill" />
    <span>Rowmill</span>
  </a>
)

import type { Context, MiddlewareHandler } from 'hono'

export interface SiteEnv {
  Bindings: Env
}
export type SiteContext = Context<SiteEnv>

/**
 * Returns the content security policy. No inline code runs, and nothing is loaded from elsewhere. `connects` is for
 * pages that call the API with the visitor's own key. No other page may connect to anything.
 */
export const sitePolicy = (connects: boolean): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    ...(connects ? ["connect-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const siteHeaders: MiddlewareHandler<SiteEnv> = async (c, next) => {
  await next()
  if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', sitePolicy(false))
  c.header('X-Frame-Options', 'DENY')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
  c.header('Cross-Origin-Opener-Policy', 'same-origin')
  c.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=()')
  if (c.res.status === 200 && !c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'public, max-age=300')
  if (c.env.PUBLIC_ORIGIN.startsWith('https:'))
    c.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
}

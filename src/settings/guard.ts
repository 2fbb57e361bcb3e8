import type { Context, MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { formTokenOf, isSame, makeDevice, type Owner, readDevice, readSession, sha256 } from '../auth/tokens.ts'
import type { SignInSource } from '../accounts/sign-in.ts'
import type { AccountId } from '../contract/ids.ts'
import { readLimits } from '../contract/limits.ts'
import type { AuditAction, Origin, Visitor } from '../contract/settings.ts'
import { accountStub } from '../stubs/account.ts'

export interface SettingsEnv {
  Bindings: Env
  Variables: { owner: Owner; visitor: Visitor; formToken: string }
}

export type SettingsContext = Context<SettingsEnv>

/** Returns the account object of the signed-in user. */
export const ownAccount = (c: SettingsContext) => accountStub(c.env, c.get('owner').accountId)

const isChange = (c: SettingsContext): boolean => c.req.method !== 'GET' && c.req.method !== 'HEAD'

/** Serves the pages only at their one origin. Cookies, the origin check and upload URLs depend on it. */
export const atPublicOrigin: MiddlewareHandler<SettingsEnv> = async (c, next) => {
  const url = new URL(c.req.url)
  if (url.origin === c.env.PUBLIC_ORIGIN || c.req.method !== 'GET') return next()
  return c.redirect(`${c.env.PUBLIC_ORIGIN}${url.pathname}${url.search}`, 307)
}

/** Forbids inline scripts, frames and caches for the pages. */
export const secureHeaders: MiddlewareHandler<SettingsEnv> = async (c, next) => {
  await next()
  const storage = URL.canParse(c.env.S3_ENDPOINT) ? new URL(c.env.S3_ENDPOINT).origin : ''
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "worker-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self' ${storage}`.trim(),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  c.header('Content-Security-Policy', policy.join('; '))
  c.header('X-Frame-Options', 'DENY')
  c.header('X-Content-Type-Options', 'nosniff')
  // `no-referrer` would make browsers send `Origin: null` with our own forms.
  c.header('Referrer-Policy', 'same-origin')
  c.header('Cross-Origin-Opener-Policy', 'same-origin')
  c.header('Cross-Origin-Resource-Policy', 'same-origin')
  c.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=()')
  c.header('Cache-Control', 'no-store')
  if (isSecure(c.env)) c.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
}

/** Allows changes from our own pages only: browsers state the origin of a request, and another site cannot forge it. */
export const sameOrigin: MiddlewareHandler<SettingsEnv> = async (c, next) => {
  if (!isChange(c)) return next()
  const site = c.req.header('sec-fetch-site')
  const isOurs = c.req.header('origin') === c.env.PUBLIC_ORIGIN && (site === undefined || site === 'same-origin')
  return isOurs ? next() : c.text('This request does not come from the settings pages.', 403)
}

/** Requires a valid session for every later page. Every change also requires the form token of that session. */
export const signedIn: MiddlewareHandler<SettingsEnv> = async (c, next) => {
  const token = getCookie(c, cookieName, prefix(c.env)) ?? ''
  const owner = await readSession(token, c.env.KEY_SECRET)
  const visitor = owner === null ? null : await accountStub(c.env, owner.accountId).visitor(owner.secretHash)
  if (owner === null || visitor === null) {
    if (isChange(c) || c.req.path.startsWith('/settings/api/')) return c.text('Sign in first.', 401)
    const url = new URL(c.req.url)
    return c.redirect(`/settings/sign-in?next=${encodeURIComponent(url.pathname + url.search)}`)
  }
  const formToken = await formTokenOf(owner, c.env.KEY_SECRET)
  if (isChange(c) && !isSame(await sha256(await givenFormToken(c)), await sha256(formToken)))
    return c.text('The form is out of date. Load the page again.', 403)
  c.set('owner', owner)
  c.set('visitor', visitor)
  c.set('formToken', formToken)
  if (!isChange(c)) keepSession(c, token)
  return next()
}

async function givenFormToken(c: SettingsContext): Promise<string> {
  const header = c.req.header('x-form-token')
  if (header !== undefined) return header
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(c.req.header('content-type') ?? '')) return ''
  const field = (await c.req.parseBody())['form_token']
  return typeof field === 'string' ? field : ''
}

/** Refuses changes of a suspended account. It may read, sign out and end its sessions. */
export const notSuspended: MiddlewareHandler<SettingsEnv> = async (c, next) =>
  c.get('visitor').isSuspended && isChange(c) ? c.text('The account is suspended. Contact support.', 403) : next()

const isSecure = (env: Env): boolean => env.PUBLIC_ORIGIN.startsWith('https:')
const prefix = (env: Env): 'host' | undefined => (isSecure(env) ? 'host' : undefined)
const cookieName = 'rowmill_session'

/**
 * Keeps the session in a cookie. `__Host-` binds it to this exact host. Only a local run, which has no TLS, omits the
 * prefix.
 */
export function keepSession(c: SettingsContext, token: string): void {
  setCookie(c, cookieName, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(c.env),
    maxAge: readLimits({ ...c.env }).SESSION_SECONDS,
    ...(isSecure(c.env) ? { prefix: 'host' as const } : {}),
  })
}

export function dropSession(c: SettingsContext): void {
  deleteCookie(c, isSecure(c.env) ? `__Host-${cookieName}` : cookieName, { path: '/', secure: isSecure(c.env) })
}

/** Returns the network of a request, for limits: an IPv6 household has a /64. */
export function networkAddress(c: Context): string {
  const address = c.req.header('cf-connecting-ip') ?? 'local'
  return address.includes(':') ? `${address.split(':').slice(0, 4).join(':')}::/64` : address
}

const deviceCookieName = 'rowmill_device'
/** The maximum time for which browsers keep a cookie. */
const deviceSeconds = 400 * 86_400

/** Records that this browser has signed in to the account, so that wrong passwords of others do not lock it out. */
export async function keepDevice(c: SettingsContext, accountId: AccountId): Promise<void> {
  if ((await readSignInSource(c)).device?.accountId === accountId) return
  const { token } = await makeDevice(accountId, c.env.KEY_SECRET)
  setCookie(c, deviceCookieName, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(c.env),
    maxAge: deviceSeconds,
    ...(isSecure(c.env) ? { prefix: 'host' as const } : {}),
  })
}

/** Reads the network address and the device of a sign-in. */
export async function readSignInSource(c: SettingsContext): Promise<SignInSource> {
  const token = getCookie(c, deviceCookieName, prefix(c.env)) ?? ''
  return { address: networkAddress(c), device: await readDevice(token, c.env.KEY_SECRET) }
}

/** Tests whether the holder entered the password recently. Actions that grant or revoke access require it. */
export const hasRecentPassword = (c: SettingsContext): boolean =>
  Date.now() - c.get('visitor').confirmedMs < readLimits({ ...c.env }).RECENT_PASSWORD_SECONDS * 1000

const countries = new Intl.DisplayNames(['en'], { type: 'region' })

/** Returns the browser, network address and place of a request, for sessions and the audit log. */
export function originOf(c: SettingsContext): Origin {
  const { city, country } = (c.req.raw.cf ?? {}) as { readonly city?: unknown; readonly country?: unknown }
  const isCountry = typeof country === 'string' && /^[A-Z]{2}$/.test(country)
  const place = [typeof city === 'string' ? city : '', isCountry ? (countries.of(country) ?? '') : '']
  return {
    agent: (c.req.header('user-agent') ?? '').slice(0, 300),
    address: c.req.header('cf-connecting-ip') ?? 'local',
    place: place.filter((part) => part !== '').join(', '),
  }
}

/** Records the last action of the signed-in person in the audit log. */
export const noteDone = (c: SettingsContext, action: AuditAction, detail: string | null = null): Promise<void> =>
  ownAccount(c).note({ action, detail }, originOf(c))

import { describe, expect, test } from 'vitest'
import { accountOf, send } from '../api/support.ts'
import { ask, password, Person } from './support.ts'

/**
 * Every request that changes something. Each is sent without a session, from another site, and without the form token.
 */
const changes = [
  '/settings/keys',
  '/settings/keys/key_1/revoke',
  '/settings/account/password',
  '/settings/account/sessions/close-others',
  '/settings/account/sessions/session_1/close',
  '/settings/sign-out',
  '/settings/conversions/01JD0000000000000000000000/cancel',
  '/settings/conversions/01JD0000000000000000000000/delete',
  '/settings/conversions/01JD0000000000000000000000/cases',
  '/settings/webhook',
  '/settings/webhook/secret',
  '/settings/webhook/remove',
  '/settings/webhook/ping',
  '/settings/webhook/deliveries/evt_1/replay',
  '/settings/api/conversions',
]
const pages = [
  '/settings',
  '/settings/conversions',
  '/settings/convert',
  '/settings/keys',
  '/settings/webhook',
  '/settings/account',
]

describe('access to pages', () => {
  test.each(pages)('is requested by sending a visitor of %s to the sign-in page, and back', async (path) => {
    const response = await ask(path)
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `/settings/sign-in?next=${encodeURIComponent(path)}`,
    ])
  })

  test.each(pages)('is granted to %s by the session of the account', async (path) => {
    const person = await Person.new()
    expect((await person.see(path)).status).toBe(200)
  })

  test.each(pages)('is granted to %s with a trailing slash too', async (path) => {
    const person = await Person.new()
    const response = await person.see(`${path}/?status=done`)
    expect([response.status, response.headers.get('location')]).toEqual([301, `https://api.example${path}?status=done`])
    expect((await person.see('/settings/nowhere')).status).toBe(404)
  })

  test('is refused for a made-up cookie, a key as a cookie, and a closed session', async () => {
    const person = await Person.new()
    const [name, token = ''] = person.cookie.split('=')
    const last = token.at(-1) === '0' ? '1' : '0'
    for (const wrong of [`${token.slice(0, -1)}${last}`, person.caller.key, token.replace('rm_ses', 'rm_key'), ''])
      expect((await ask('/settings', { headers: { cookie: `${name}=${wrong}` } })).status).toBe(302)
    expect((await person.send('/settings/sign-out')).status).toBe(303)
    expect((await person.see('/settings')).status).toBe(302)
  })

  test('does not come from a session used as a key, or a key with a session’s prefix', async () => {
    const person = await Person.new()
    const token = person.cookie.split('=')[1] ?? ''
    const asBearer = await send(token, 'GET', '/v1/usage')
    expect([asBearer.status, asBearer.body.error.code]).toEqual([403, 'forbidden'])
    expect((await send(token.replace('rm_ses', 'rm_key'), 'GET', '/v1/usage')).status).toBe(401)
  })
})

describe('permission to change', () => {
  test.each(changes)('needs a session, our own origin and the form token for %s', async (path) => {
    const person = await Person.new()
    const { cookie, formToken } = person
    const form = { form_token: formToken }
    const statusOf = async (parameters: Parameters<typeof ask>[1]) => (await ask(path, parameters)).status
    expect(await statusOf({ form })).toBe(401)
    expect(await statusOf({ form: {}, headers: { cookie } })).toBe(403)
    expect(await statusOf({ form: { form_token: 'f'.repeat(64) }, headers: { cookie } })).toBe(403)
    const stranger = await Person.new()
    expect(await statusOf({ form: { form_token: stranger.formToken }, headers: { cookie } })).toBe(403)
    const other = { cookie, origin: 'https://evil.example' }
    expect(await statusOf({ form, headers: other })).toBe(403)
    expect(await statusOf({ form, headers: { cookie, origin: 'null' } })).toBe(403)
    expect(await statusOf({ form, headers: { cookie, 'sec-fetch-site': 'cross-site' } })).toBe(403)
    expect(await statusOf({ form, headers: { cookie, 'sec-fetch-site': 'same-site' } })).toBe(403)
    expect((await accountOf(person.caller).describe())?.keys).toHaveLength(1)
    expect((await person.see('/settings')).status).toBe(200)
  })

  test('is needed to sign in and up, so that another site cannot sign anybody in', async () => {
    const { caller } = await Person.new()
    const headers = { origin: 'https://evil.example' }
    for (const path of ['/settings/sign-in', '/settings/sign-up'])
      expect((await ask(path, { form: { email: caller.email, password }, headers })).status).toBe(403)
  })

  test('is not given to a suspended account, which can only read and manage its sessions', async () => {
    const person = await Person.new()
    await accountOf(person.caller).change({ isSuspended: true })
    expect((await person.see('/settings/keys')).text).toContain('suspended')
    expect((await person.send('/settings/keys', { name: 'x' })).status).toBe(403)
    expect((await person.send('/settings/account/sessions/close-others')).status).toBe(303)
    expect((await person.send('/settings/sign-out')).status).toBe(303)
  })

  test('is refused with a page that links back to the form, and for a script with the message alone', async () => {
    const person = await Person.new()
    const sent = { form: {}, headers: { referer: 'https://api.example/settings/keys' } }
    const [unknown, outdated] = [
      await ask('/settings/keys', sent),
      await person.send('/settings/keys', { form_token: '' }),
    ]
    expect(unknown.status).toBe(401)
    expect(unknown.text).toMatch(/Sign in first\..*href="https:\/\/api\.example\/settings\/keys"/s)
    expect(outdated.status).toBe(403)
    expect(outdated.text).toMatch(/out of date.*href="\/settings"/s)
    const elsewhere = { form: {}, headers: { referer: 'https://evil.example/settings/keys' } }
    expect((await ask('/settings/keys', elsewhere)).text).toContain('href="/settings"')
    expect((await ask('/settings/api/conversions', { method: 'POST', json: {} })).text).toBe('Sign in first.')
  })

  test('is refused for a form larger than any of ours', async () => {
    const person = await Person.new()
    expect((await person.send('/settings/keys', { name: 'x'.repeat(70_000) })).status).toBe(413)
  })
})

test('every response has security headers for the browser', async () => {
  const person = await Person.new()
  for (const response of [
    await person.see('/settings'),
    await ask('/settings/sign-in'),
    await person.see('/settings/nowhere'),
  ]) {
    const header = (name: string) => response.headers.get(name)
    const policy = header('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https:(?!\/\/s3\.example)/)
    expect(header('x-frame-options')).toBe('DENY')
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('cache-control')).toBe('no-store')
    expect(header('strict-transport-security')).toMatch(/max-age=31536000/)
    expect(response.text).not.toMatch(/<script(?![^>]* src=)|<[^>]+ on[a-z]+=|<[^>]+ style=|<style/)
  }
})

test('names from other people are shown as text and never as markup', async () => {
  const person = await Person.new()
  const hostile = '<img src=x onerror=alert(1)>"\''
  await person.send('/settings/keys', { name: hostile })
  const opened = await person.caller.call('POST', '/v1/conversions', {
    name: `${hostile}.csv`,
    bytes: 3,
    spec: { output: { dialect: 'sqlite' } },
  })
  expect(opened.status).toBe(201)
  for (const path of ['/settings/keys', '/settings/conversions']) {
    const { text } = await person.see(path)
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(text).not.toContain('<img')
  }
})

test('a page confirms actions with our own words only', async () => {
  const person = await Person.new()
  expect((await person.see('/settings/keys?done=key_revoked')).text).toContain('The key is revoked')
  for (const name of ['constructor', 'toString', '__proto__', 'nothing']) {
    const { status, text } = await person.see(`/settings/keys?done=${name}`)
    expect([status, text.includes('notice good')]).toEqual([200, false])
  }
})

test('pages have no broken links', async () => {
  const person = await Person.new()
  const linked = new Set<string>()
  for (const path of pages)
    for (const [, href = ''] of (await person.see(path)).text.matchAll(/<a [^>]*href="([^"]+)"/g)) linked.add(href)
  for (const href of linked) {
    if (href.startsWith('#')) continue
    expect([href, (await person.see(href.replaceAll('&amp;', '&'))).status]).toEqual([href, 200])
  }
})

import { ulid } from 'ulidx'
import { describe, expect, test } from 'vitest'
import { env } from 'cloudflare:workers'
import { makeMailToken, useMailToken } from '../../../src/accounts/mail-tokens.ts'
import { admitTry } from '../../../src/accounts/throttle.ts'
import { caughtMails } from '../caught-mails.ts'
import { ask, haveTried, password, Person } from './support.ts'

const address = (): string => `${ulid()}@example.com`.toLowerCase()
const from = (ip: string) => ({ headers: { 'cf-connecting-ip': ip } })

const tokenIn = (text: string): string => /confirm\?token=([\w-]+)/.exec(text)?.[1] ?? ''
const cookieIn = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Signs up and returns the mail that was sent, or null. */
async function mailFor(email: string, ip: string): Promise<{ readonly text: string; readonly shown: string }> {
  const mails = caughtMails()
  const shown = await ask('/settings/sign-up', { form: { email }, ...from(ip) })
  expect(shown.status).toBe(200)
  await expect.poll(() => mails.length).toBe(1)
  expect(mails[0]?.to.toLowerCase()).toBe(email.toLowerCase())
  return { text: mails.at(-1)?.text ?? '', shown: shown.text.replaceAll(email, 'EMAIL') }
}

describe('signing up', () => {
  test('mails a link to the address, and a password entered at the link creates a free account', async () => {
    const email = address()
    const token = tokenIn((await mailFor(email, '2001:db8:1::1')).text)
    const opened = await ask(`/settings/sign-up/confirm?token=${token}`)
    expect([opened.status, opened.text]).toEqual([200, expect.stringContaining(email)])
    const response = await ask('/settings/sign-up/confirm', { form: { token, password } })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/settings/convert'])
    const page = await ask('/settings', { headers: { cookie: cookieIn(response.headers) } })
    expect(page.text).toContain(email)
    expect(page.text).toContain('Free plan')
    const again = await ask('/settings/sign-in', { form: { email: ` ${email.toUpperCase()} `, password } })
    expect(again.status).toBe(303)
  })

  test('shows the same page to everybody, and only the mail says whether the account exists', async () => {
    const { caller } = await Person.new()
    const [known, unknown] = [await mailFor(caller.email, '192.0.2.1'), await mailFor(address(), '192.0.2.2')]
    expect(known.shown).toBe(unknown.shown)
    expect(known.text).toContain('already has an account')
    expect(tokenIn(known.text)).toBe('')
    expect(tokenIn(unknown.text)).not.toBe('')
  })

  test('mails a link that works once, for one purpose, and for a limited time', async () => {
    const email = address()
    const [first, second] = [await mailFor(email, '192.0.2.3'), await mailFor(email, '192.0.2.4')]
    const made = await ask('/settings/sign-up/confirm', { form: { token: tokenIn(first.text), password } })
    expect(made.status).toBe(303)
    for (const token of [tokenIn(first.text), tokenIn(second.text), '', 'made-up']) {
      const response = await ask('/settings/sign-up/confirm', { form: { token, password } })
      expect([response.status, response.headers.get('set-cookie')]).toEqual([404, null])
    }
    const reset = await makeMailToken(env, 'reset_password', { email: address(), accountId: null }, 60)
    expect((await ask('/settings/sign-up/confirm', { form: { token: reset, password } })).status).toBe(404)
    const old = await makeMailToken(env, 'sign_up', { email: address(), accountId: null }, 0)
    expect((await ask('/settings/sign-up/confirm', { form: { token: old, password } })).status).toBe(404)
  })

  test('accepts a link only once in simultaneous requests', async () => {
    const token = await makeMailToken(env, 'sign_up', { email: address(), accountId: null }, 60)
    const used = await Promise.all(Array.from({ length: 4 }, () => useMailToken(env, 'sign_up', token)))
    expect(used.filter((one) => one !== null)).toHaveLength(1)
  })

  test('refuses an invalid address and a common password, with a sentence next to the field', async () => {
    const wrong = await ask('/settings/sign-up', { form: { email: 'nobody' } })
    expect([wrong.status, wrong.text]).toEqual([
      422,
      expect.stringMatching(/id="field-email-error">&quot;nobody&quot; is not an e-mail address/),
    ])
    const email = address()
    const token = await makeMailToken(env, 'sign_up', { email, accountId: null }, 60)
    for (const [weak, sentence] of [
      ['elevenchars', 'Use at least 12 characters'],
      ['x'.repeat(201), 'Use at most 200 characters'],
      [email, 'other than your e-mail address'],
      ['Password1234!', 'easy to guess'],
    ] as const) {
      const response = await ask('/settings/sign-up/confirm', { form: { token, password: weak } })
      expect([response.status, response.text]).toEqual([422, expect.stringContaining(sentence)])
    }
    expect((await ask('/settings/sign-up/confirm', { form: { token, password } })).status).toBe(303)
  })

  test('slows down after ten attempts from one network address, and after five mails to one address', async () => {
    caughtMails()
    // The last 64 bits of an IPv6 address belong to one household, so they do not make another address.
    await haveTried('sign-up:2001:db8:2:3::/64', 20)
    const statusOf = async (email: string, ip: string): Promise<number> =>
      (await ask('/settings/sign-up', { form: { email }, ...from(ip) })).status
    expect(await statusOf(address(), '2001:db8:2:3:1::1')).toBe(200)
    expect(await statusOf(address(), '2001:db8:2:3:2::1')).toBe(429)
    const email = address()
    await haveTried(`mail:${email}`, 15)
    expect([await statusOf(email, '192.0.2.30'), await statusOf(email, '192.0.2.31')]).toEqual([200, 429])
  })
})

describe('signing in', () => {
  const tried = (email: string, ip: string, word = 'a wrong password', cookie = '') =>
    ask('/settings/sign-in', { form: { email, password: word }, headers: { ...from(ip).headers, cookie } })

  test('shows the same message for a wrong password and for an unknown address', async () => {
    const { caller } = await Person.new()
    const wrong = await ask('/settings/sign-in', { form: { email: caller.email, password: `${password}!` } })
    const unknown = await ask('/settings/sign-in', { form: { email: address(), password } })
    const sentence = 'The e-mail address or the password is wrong.'
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.text).toContain(sentence)
    expect(unknown.text).toContain(sentence)
    expect([wrong.headers.get('set-cookie'), unknown.headers.get('set-cookie')]).toEqual([null, null])
  })

  test('works for users while others enter wrong passwords elsewhere', async () => {
    const { caller } = await Person.new()
    await haveTried(`account:${caller.email} from 198.51.100.1`, 500)
    expect((await tried(caller.email, '198.51.100.1')).status).toBe(401)
    expect((await tried(caller.email, '198.51.100.1', password)).status).toBe(429)
    expect((await tried(caller.email, '198.51.100.2', password)).status).toBe(303)
  })

  test('works on a known device even if its network address is blocked', async () => {
    const { caller } = await Person.new()
    const ip = '198.51.100.3'
    const cookie = cookieIn((await tried(caller.email, ip, password)).headers)
    const device = cookie.split('; ').find((one) => one.startsWith('__Host-rowmill_device=')) ?? ''
    expect(device).toMatch(/^__Host-rowmill_device=rm_dev_/)
    await haveTried(`address:${ip}`, 500)
    await haveTried(`account:${caller.email} from ${ip}`, 500)
    expect((await tried(caller.email, ip)).status).toBe(401)
    expect((await tried(caller.email, ip, password)).status).toBe(429)
    expect((await tried(caller.email, ip, password, device)).status).toBe(303)
    // The cookie does not help with another account, and an invented cookie does not help at all.
    const { caller: other } = await Person.new()
    expect((await tried(other.email, ip, password, device)).status).toBe(429)
    expect((await tried(caller.email, ip, password, `${device.slice(0, -4)}0000`)).status).toBe(429)
    // Wrong passwords from the known browser are counted.
    const statuses = []
    for (let number = 0; number < 12; number++) statuses.push((await tried(caller.email, ip, 'wrong', device)).status)
    expect(statuses.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 401])
    expect(statuses).toContain(429)
  })

  test('doubles the wait after each further attempt, up to 15 minutes', async () => {
    const throttle = { subject: `growing ${address()}`, freeTries: 3 }
    let nowMs = 1_800_000_000_000
    for (let number = 0; number < 4; number++) expect(await admitTry(env, [throttle], nowMs)).toEqual({ ok: true })
    const waits = []
    for (let number = 0; number < 13; number++) {
      const refused = await admitTry(env, [throttle], nowMs)
      const seconds = refused.ok ? 0 : refused.retryAfterSeconds
      waits.push(seconds)
      expect((await admitTry(env, [throttle], nowMs + seconds * 1000 - 1)).ok).toBe(false)
      nowMs += seconds * 1000
      expect((await admitTry(env, [throttle], nowMs)).ok).toBe(true)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
    // A day later all attempts are forgotten.
    expect(await admitTry(env, [throttle], nowMs + 86_400_001)).toEqual({ ok: true })
    expect(await admitTry(env, [throttle], nowMs + 86_400_001)).toEqual({ ok: true })
  })

  test('counts simultaneous attempts like others', async () => {
    const { caller } = await Person.new()
    const tries = await Promise.all(Array.from({ length: 9 }, () => tried(caller.email, '198.51.100.4')))
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(6)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(3)
  })

  test('clears earlier wrong passwords after a correct one', async () => {
    const { caller } = await Person.new()
    for (let round = 0; round < 2; round++) {
      await haveTried(`account:${caller.email} from local`, 5)
      expect((await Person.signIn(caller)).formToken).toMatch(/^[0-9a-f]{64}$/)
    }
  })

  test('slows down a network address that tries many accounts', async () => {
    await haveTried('address:203.0.113.9', 40)
    expect([(await tried(address(), '203.0.113.9')).status, (await tried(address(), '203.0.113.9')).status]).toEqual([
      401, 429,
    ])
  })

  test('redirects only to our own pages', async () => {
    const { caller } = await Person.new()
    const lead = async (next: string) =>
      (await ask('/settings/sign-in', { form: { email: caller.email, password, next } })).headers.get('location')
    expect(await lead('/settings/keys')).toBe('/settings/keys')
    for (const away of [
      'https://evil.example',
      '//evil.example',
      '/settings/..//evil.example',
      '/settings@evil',
      'javascript:1',
    ])
      expect(await lead(away)).toBe('/settings')
  })

  test('sets a cookie only for this host, HTTP, and our own pages', async () => {
    const { caller } = await Person.new()
    const response = await ask('/settings/sign-in', { form: { email: caller.email, password } })
    const [cookie = '', device = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-rowmill_session=rm_ses_/)
    expect(device).toMatch(/^__Host-rowmill_device=rm_dev_.*; HttpOnly/)
    expect(cookie.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=1209600',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
  })
})

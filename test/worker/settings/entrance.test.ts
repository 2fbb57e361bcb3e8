import { ulid } from 'ulidx'
import { describe, expect, test } from 'vitest'
import { ask, haveTried, password, Person } from './support.ts'

const address = (): string => `${ulid()}@example.com`.toLowerCase()
const from = (ip: string) => ({ headers: { 'cf-connecting-ip': ip } })

describe('signing up', () => {
  test('makes a free account, signs in, and the password signs in again in whatever case the address is typed', async () => {
    const email = address()
    const answer = await ask('/settings/sign-up', { form: { email, password }, ...from('2001:db8:1::1') })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/settings/convert'])
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const page = await ask('/settings', { headers: { cookie } })
    expect(page.text).toContain(email)
    expect(page.text).toContain('Free plan')
    const again = await ask('/settings/sign-in', { form: { email: ` ${email.toUpperCase()} `, password } })
    expect(again.status).toBe(303)
  })

  test('refuses, in a sentence at the field, what is no address, a short password and an address that is taken', async () => {
    const wrong = await ask('/settings/sign-up', { form: { email: 'nobody', password: 'short' } })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toMatch(/id="field-email-error">This is not an e-mail address/)
    expect(wrong.text).toMatch(/id="field-password-error">At least 10 characters/)
    const email = address()
    const itself = await ask('/settings/sign-up', { form: { email, password: email } })
    expect([itself.status, itself.text]).toEqual([422, expect.stringContaining('Not the e-mail address itself')])
    const first = await ask('/settings/sign-up', { form: { email, password }, ...from('192.0.2.7') })
    const second = await ask('/settings/sign-up', { form: { email, password }, ...from('192.0.2.7') })
    expect([first.status, second.status, second.text]).toEqual([303, 409, expect.stringContaining('Sign in instead')])
  })

  test('takes ten new accounts from one network address in a quarter of an hour', async () => {
    const statuses = []
    // The last 64 bits of an IPv6 address are the household's own: they make no other address.
    await haveTried('sign-up:2001:db8:2:3::/64', 8)
    for (let number = 1; number <= 3; number++) {
      const asked = { form: { email: address(), password }, ...from(`2001:db8:2:3:${number}::1`) }
      statuses.push((await ask('/settings/sign-up', asked)).status)
    }
    expect(statuses).toEqual([303, 303, 429])
  })
})

describe('signing in', () => {
  test('says the same of a wrong password and of an unknown address', async () => {
    const { caller } = await Person.new()
    const wrong = await ask('/settings/sign-in', { form: { email: caller.email, password: `${password}!` } })
    const unknown = await ask('/settings/sign-in', { form: { email: address(), password } })
    const sentence = 'The e-mail address or the password is wrong.'
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.text).toContain(sentence)
    expect(unknown.text).toContain(sentence)
    expect([wrong.headers.get('set-cookie'), unknown.headers.get('set-cookie')]).toEqual([null, null])
  })

  test('after ten wrong passwords the right one waits too, from wherever it comes', async () => {
    const { caller } = await Person.new()
    await haveTried(`account:${caller.email}`, 8)
    const tries = []
    for (let number = 1; number <= 3; number++) {
      const form = { email: caller.email, password: number === 3 ? password : 'a wrong password' }
      tries.push(await ask('/settings/sign-in', { form, ...from(`198.51.100.${number}`) }))
    }
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 429])
    expect(tries.at(-1)?.headers.get('retry-after')).toBe('900')
  })

  test('tries that are sent at once are counted like others', async () => {
    const { caller } = await Person.new()
    await haveTried(`account:${caller.email}`, 7)
    const tries = await Promise.all(
      Array.from({ length: 7 }, () =>
        ask('/settings/sign-in', { form: { email: caller.email, password: 'a wrong password' } }),
      ),
    )
    expect(tries.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(3)
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4)
  })

  test('a right password forgets the wrong ones before it', async () => {
    const { caller } = await Person.new()
    for (let round = 0; round < 2; round++) {
      await haveTried(`account:${caller.email}`, 9)
      expect((await Person.signIn(caller)).formToken).toMatch(/^[0-9a-f]{64}$/)
    }
  })

  test('wrong passwords of an hour ago count no more', async () => {
    const { caller } = await Person.new()
    await haveTried(`account:${caller.email}`, 20, Date.now() - 901_000)
    expect((await Person.signIn(caller)).formToken).toMatch(/^[0-9a-f]{64}$/)
  })

  test('a network address that tries many accounts is stopped', async () => {
    await haveTried('address:203.0.113.9', 59)
    const tried = () => ask('/settings/sign-in', { form: { email: address(), password }, ...from('203.0.113.9') })
    expect([(await tried()).status, (await tried()).status]).toEqual([401, 429])
  })

  test('leads on to a page of ours only', async () => {
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

  test('the cookie is for this host, for HTTP and for our own pages alone', async () => {
    const { caller } = await Person.new()
    const answer = await ask('/settings/sign-in', { form: { email: caller.email, password } })
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^__Host-rowmill_session=rm_ses_/)
    expect(cookie.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=1209600',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
  })
})

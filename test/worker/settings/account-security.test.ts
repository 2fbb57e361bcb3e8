import { env } from 'cloudflare:workers'
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { ulid } from 'ulidx'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { totpOf } from '../../../src/accounts/totp.ts'
import { uploadKey } from '../../../src/storage/keys.ts'
import { accountOf, begin, done, open, openAndStart, send, upload } from '../api/support.ts'
import { caughtMails } from '../caught-mails.ts'
import { ask, haveTried, password, Person } from './support.ts'

afterEach(() => void vi.useRealTimers())

const freshEmail = (): string => `${ulid()}@example.com`.toLowerCase()
const hidden = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
const actionsOf = async ({ caller }: Person): Promise<string[]> =>
  (await accountOf(caller).listAudit(null)).map(({ action }) => action)

/** Returns the code of a later step. */
const codeOf = (secret: string, ahead = 0): Promise<string> => totpOf(secret, Math.floor(Date.now() / 30_000) + ahead)

async function turnedOn(): Promise<{ person: Person; secret: string; codes: string[] }> {
  const person = await Person.new()
  const started = await person.send('/settings/account/two-factor/start', { password })
  const secret = /data-copy="([A-Z2-7]{32})"/.exec(started.text)?.[1] ?? ''
  expect(started.text).toContain('<svg')
  const enabled = await person.send('/settings/account/two-factor/enable', { code: await codeOf(secret) })
  // Moves the time back, so that the current code is fresh.
  await runInDurableObject(accountOf(person.caller), (_, { storage }) => {
    storage.sql.exec('update second_factor set last_step = 0')
  })
  return { person, secret, codes: enabled.text.match(/[a-z2-7]{4}(?:-[a-z2-7]{4}){3}/g)?.slice(0, 10) ?? [] }
}

describe('two-factor authentication', () => {
  const signIn = (person: Person, from: string) =>
    ask('/settings/sign-in', {
      form: { email: person.caller.email, password, next: '/settings/keys' },
      headers: { 'cf-connecting-ip': from },
    })
  const enterCode = (page: string, code: string) =>
    ask('/settings/sign-in/code', { form: { token: hidden(page, 'token'), next: hidden(page, 'next'), code } })

  test('requires a code after the password, and each code works once', async () => {
    const { person, secret } = await turnedOn()
    const response = await signIn(person, '192.0.2.31')
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null])
    expect(response.text).toContain('Enter your code')
    for (const [code, sentence] of [
      ['', 'Enter the code from your authenticator app, or a recovery code.'],
      ['12345', 'The code from the app has 6 digits; you entered 5.'],
      ['abcd-efgh', 'A recovery code has 16 letters and digits; you entered 8.'],
      ['000-000', 'This code is wrong or was already used. Wait for the next one.'],
      ['abcd-abcd-abcd-abcd', 'This recovery code is wrong or was already used. Enter another one.'],
    ] as const)
      expect((await enterCode(response.text, code)).text).toContain(sentence)
    const code = await codeOf(secret)
    const entered = await enterCode(response.text, ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/settings/keys'])
    // Neither the challenge nor the code works a second time.
    expect((await enterCode(response.text, await codeOf(secret, 1))).status).toBe(403)
    const again = await signIn(person, '192.0.2.32')
    expect((await enterCode(again.text, code)).status).toBe(401)
    expect((await enterCode(again.text, await codeOf(secret, 1))).status).toBe(303)
  })

  test('accepts each recovery code once, and new codes replace the old ones', async () => {
    const { person, codes } = await turnedOn()
    expect(new Set(codes).size).toBe(10)
    const response = await signIn(person, '192.0.2.33')
    expect((await enterCode(response.text, (codes[0] ?? '').toUpperCase())).status).toBe(303)
    const again = await signIn(person, '192.0.2.34')
    expect((await enterCode(again.text, codes[0] ?? '')).status).toBe(401)
    await person.send('/settings/account/two-factor/codes', { password })
    expect((await enterCode(again.text, codes[1] ?? '')).status).toBe(401)
    expect(await actionsOf(person)).toEqual(
      expect.arrayContaining(['two_factor_on', 'recovery_code_used', 'recovery_codes_replaced']),
    )
  })

  test('slows down guesses', async () => {
    const { person } = await turnedOn()
    const response = await signIn(person, '192.0.2.35')
    await haveTried(`second factor:${person.caller.accountId}`, 20)
    expect((await enterCode(response.text, '000000')).status).toBe(401)
    const refused = await enterCode(response.text, '000000')
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  })

  test('needs the password to start and end, and a correct code to begin', async () => {
    const person = await Person.new()
    const start = (given: string) => person.send('/settings/account/two-factor/start', { password: given })
    expect((await start('a wrong password')).status).toBe(422)
    expect((await start(password)).status).toBe(200)
    for (const [code, sentence] of [
      ['12', 'Enter the 6 digits that the app shows for Rowmill.'],
      ['000000', 'This is not the current code.'],
    ] as const) {
      const refused = await person.send('/settings/account/two-factor/enable', { code })
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(sentence)])
    }
    expect((await signIn(person, '192.0.2.36')).status).toBe(303)
    const { person: other } = await turnedOn()
    expect((await other.send('/settings/account/two-factor/disable', { password: 'no' })).status).toBe(422)
    expect((await other.send('/settings/account/two-factor/disable', { password })).status).toBe(303)
    expect((await signIn(other, '192.0.2.37')).status).toBe(303)
  })
})

describe('the e-mail address', () => {
  const linkOf = (text: string): string => /(\/settings\/confirm-email\?\S+)/.exec(text)?.[1] ?? ''
  const confirm = async (link: string) => {
    const url = new URL(link, 'https://api.example')
    expect((await ask(link)).status).toBe(200)
    const form = { side: url.searchParams.get('side') ?? '', token: url.searchParams.get('token') ?? '' }
    return ask('/settings/confirm-email', { form })
  }

  test.each([['old first'], ['new first']])('changes after both addresses have confirmed it, %s', async (order) => {
    const person = await Person.new()
    const [from, to] = [person.caller.email, freshEmail()]
    const mails = caughtMails()
    expect((await person.send('/settings/account/email', { email: to, password })).status).toBe(303)
    await expect.poll(() => mails.map((mail) => mail.to)).toEqual([from, to])
    const links = mails.map(({ text }) => linkOf(text))
    const [first = '', second = ''] = order === 'old first' ? links : links.toReversed()
    expect((await confirm(first)).text).toContain('the other address')
    expect((await person.see('/settings/account')).text).not.toContain(`<p class="lead">${to}`)
    expect((await confirm(second)).text).toContain(`Sign in with ${to}`)
    expect((await person.see('/settings/account')).text).toContain(`<p class="lead">${to}`)
    expect(mails.at(-1)).toMatchObject({ to: from, text: expect.stringContaining(`is now ${to}`) })
    const signIn = (email: string, ip: string) =>
      ask('/settings/sign-in', { form: { email, password }, headers: { 'cf-connecting-ip': ip } })
    expect((await signIn(from, '192.0.2.41')).status).toBe(401)
    expect((await signIn(to, '192.0.2.42')).status).toBe(303)
    expect((await ask(first)).status).toBe(404)
    expect((await actionsOf(person)).slice(1)).toContain('email_changed')
  })

  test('an address of another account cannot be used, and nobody learns that it exists', async () => {
    const [person, other] = [await Person.new(), await Person.new()]
    const mails = caughtMails()
    const response = await person.send('/settings/account/email', { email: other.caller.email, password })
    expect(response.headers.get('location')).toBe('/settings/account?done=email_change_requested')
    await expect.poll(() => mails.length).toBe(2)
    expect(mails[1]?.text).toContain('already has an account')
    expect((await confirm(linkOf(mails[0]?.text ?? ''))).text).toContain('the other address')
    expect((await person.see('/settings/account')).text).toContain(`<p class="lead">${person.caller.email}`)
  })

  test('needs the password and a valid address to change', async () => {
    const person = await Person.new()
    const change = (email: string, given: string) => person.send('/settings/account/email', { email, password: given })
    expect((await change('nobody', password)).status).toBe(422)
    expect((await change(person.caller.email, password)).status).toBe(422)
    expect((await change(freshEmail(), 'wrong')).status).toBe(422)
  })
})

describe('deleting the account', () => {
  test('removes files, keys and sessions at once, frees the address, and deletes the record later', async () => {
    const person = await Person.new()
    const { caller } = person
    const { accountId, email, key } = caller
    const running = await openAndStart(caller)
    await begin(caller, running)
    const ended = await openAndStart(caller)
    await accountOf(caller).endRun(await begin(caller, ended), done)
    const waiting = await open(caller)
    await upload(caller, waiting)
    const mails = caughtMails()
    const remove = (form: Record<string, string>) => person.send('/settings/account/delete', form)
    expect((await remove({ email: 'other@example.com', password })).status).toBe(422)
    expect((await remove({ email, password: 'wrong' })).status).toBe(422)
    expect((await env.FILES.head(uploadKey(accountId, ended))) !== null).toBe(true)

    const removed = await remove({ email, password })
    expect([removed.status, removed.text]).toEqual([200, expect.stringContaining('Your account is deleted')])
    for (const id of [running, ended, waiting])
      await expect.poll(() => env.FILES.head(uploadKey(accountId, id))).toBeNull()
    expect((await send(key, 'GET', '/v1/usage')).status).toBe(401)
    expect((await person.see('/settings')).status).toBe(302)
    expect(mails[0]?.to).toBe(email)
    const signIn = await ask('/settings/sign-in', { form: { email, password } })
    expect(signIn.status).toBe(401)
    expect(await env.DIRECTORY.prepare('select 1 from accounts where email = ?').bind(email).first()).toBeNull()
    const { account } = (await accountOf(caller).describe()) ?? {}
    expect(account).toMatchObject({ email, deleted_at: expect.stringMatching(/^20/) })

    await runInDurableObject(accountOf(caller), (object, { storage }) => {
      storage.sql.exec('update account set deleted_ms = deleted_ms - 30 * 86400000')
      ;(object as unknown as { accounts: { forgetAll(): void } }).accounts.forgetAll()
    })
    await runDurableObjectAlarm(accountOf(caller))
    expect(await accountOf(caller).exists()).toBe(false)
  })
})

describe('the audit log', () => {
  test('shows who did what and from where, for 90 days', async () => {
    const person = await Person.new()
    await person.send('/settings/keys', { name: 'Nightly import' })
    await person.send('/settings/webhook', { url: 'https://8.8.8.8/in?token=secret', password })
    const page = (await person.see('/settings/account/log')).text
    expect(page).toMatch(/Created an API key.*Nightly import/s)
    expect(page).toContain('https://8.8.8.8/in')
    expect(page).not.toContain('token=secret')
    expect(await actionsOf(person)).toEqual(['webhook_saved', 'key_created', 'signed_in'])
    await runInDurableObject(accountOf(person.caller), (_, { storage }) => {
      storage.sql.exec("update audit set at_ms = at_ms - 90 * 86400000 where action = 'key_created'")
    })
    expect(await actionsOf(person)).toEqual(['webhook_saved', 'signed_in'])
    await runDurableObjectAlarm(accountOf(person.caller))
    const kept = await runInDurableObject(accountOf(person.caller), (_, { storage }) =>
      storage.sql.exec('select action from audit').toArray(),
    )
    expect(kept).not.toContainEqual({ action: 'key_created' })
  })

  test('shows nothing about other accounts', async () => {
    const [a, b] = [await Person.new(), await Person.new()]
    await a.send('/settings/keys', { name: 'Only for A' })
    expect((await b.see('/settings/account/log')).text).not.toContain('Only for A')
  })
})

describe('a key with an expiry date', () => {
  test('works until that date, shows it, and is refused afterward', async () => {
    const person = await Person.new()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const created = await person.send('/settings/keys', { name: 'Short', expires: tomorrow })
    const key = /data-copy="(rm_key_[^"]+)"/.exec(created.text)?.[1] ?? ''
    expect(created.text).toContain('expires ')
    expect((await send(key, 'GET', '/v1/usage')).status).toBe(200)
    await runInDurableObject(accountOf(person.caller), (object, { storage }) => {
      storage.sql.exec('update keys set expires_ms = 1 where expires_ms is not null')
      ;(object as unknown as { accounts: { forgetAll(): void } }).accounts.forgetAll()
    })
    const refused = await send(key, 'GET', '/v1/usage')
    expect([refused.status, refused.body.error.message]).toEqual([401, expect.stringContaining('has expired')])
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    expect((await person.send('/settings/keys', { name: 'Old', expires: yesterday })).status).toBe(422)
  })
})

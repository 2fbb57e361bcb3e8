import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { accountOf, begin, done, openAndStart, send } from '../api/support.ts'
import { ask, haveTried, password, Person } from './support.ts'

const keyIn = (text: string): string => /data-copy="(rm_key_[^"]+)"/.exec(text)?.[1] ?? ''

describe('keys', () => {
  test('are shown once, authorize API requests, show when they were used, and can be revoked', async () => {
    const person = await Person.new()
    const created = await person.send('/settings/keys', { name: 'Nightly import' })
    const key = keyIn(created.text)
    expect((await send(key, 'GET', '/v1/usage')).status).toBe(200)
    const later = (await person.see('/settings/keys')).text
    expect(later).not.toContain(key)
    expect(later).toContain(`rm_key_…${key.slice(-4)}`)
    expect(later).toContain('Nightly import')
    const listed = (await accountOf(person.caller).describe())?.keys
    const [first, second] = listed ?? []
    expect([first?.last_used_at, second?.last_used_at]).toEqual([null, expect.stringMatching(/^20/)])

    const revoked = await person.send(`/settings/keys/${second?.id}/revoke`)
    expect([revoked.status, revoked.headers.get('location')]).toEqual([303, '/settings/keys?done=key_revoked'])
    expect((await send(key, 'GET', '/v1/usage')).status).toBe(401)
    expect((await person.send(`/settings/keys/${second?.id}/revoke`)).status).toBe(404)
  })

  test('need a name, and an invalid one is refused next to the field', async () => {
    const person = await Person.new()
    for (const name of ['', '  ', 'x'.repeat(101), 'a\u0000b']) {
      const response = await person.send('/settings/keys', { name })
      expect([response.status, response.text]).toEqual([422, expect.stringContaining('id="field-name-error"')])
    }
    expect((await accountOf(person.caller).describe())?.keys).toHaveLength(1)
  })

  test('another account cannot revoke them', async () => {
    const [a, b] = [await Person.new(), await Person.new()]
    const id = (await accountOf(a.caller).describe())?.keys[0]?.id
    expect((await b.send(`/settings/keys/${id}/revoke`)).status).toBe(404)
    expect((await send(a.caller.key, 'GET', '/v1/usage')).status).toBe(200)
  })
})

/** Moves the time at which the session's user last entered the password into the past. */
const confirmedBefore = ({ caller }: Person, seconds: number): Promise<unknown> =>
  runInDurableObject(accountOf(caller), (_, { storage }) => {
    storage.sql.exec('update sessions set confirmed_ms = ?', Date.now() - seconds * 1000)
  })

describe('a session left open', () => {
  test('creates and revokes keys only after the password, which is valid for ten minutes', async () => {
    const person = await Person.new()
    const first = (await accountOf(person.caller).describe())?.keys[0]?.id
    const create = () => person.send('/settings/keys', { name: 'Another' })
    await confirmedBefore(person, 590)
    expect((await create()).status).toBe(200)
    await confirmedBefore(person, 601)
    expect((await create()).status).toBe(403)
    expect((await person.send(`/settings/keys/${first}/revoke`)).status).toBe(403)
    const page = (await person.see('/settings/keys')).text
    expect(page).toContain('Confirm your password')
    expect(page).not.toContain('Create key')
    expect((await accountOf(person.caller).describe())?.keys).toHaveLength(2)

    expect((await person.send('/settings/keys/confirm', { password: `${password}!` })).status).toBe(422)
    expect((await create()).status).toBe(403)
    expect((await person.send('/settings/keys/confirm', { password })).status).toBe(303)
    expect((await create()).status).toBe(200)
    expect((await person.send(`/settings/keys/${first}/revoke`)).status).toBe(303)
  })

  test('in another browser stays open', async () => {
    const here = await Person.new()
    await confirmedBefore(here, 3600)
    const there = await Person.signIn(here.caller)
    expect((await there.send('/settings/keys', { name: 'Another' })).status).toBe(200)
    expect((await here.send('/settings/keys', { name: 'Another' })).status).toBe(403)
  })
})

describe('sessions', () => {
  test('are listed with their origin, and can be closed one by one, or all except this one', async () => {
    const here = await Person.new()
    const [there, elsewhere] = [await Person.signIn(here.caller), await Person.signIn(here.caller)]
    const sessions = await accountOf(here.caller).listSessions()
    expect(sessions).toHaveLength(3)
    const visitor = (person: Person) => person.see('/settings/account')
    expect((await visitor(here)).text.match(/Sign out<\/button><\/form><\/li>/g)).toHaveLength(2)

    const oldest = sessions.map(({ id }) => id).toSorted()[1]
    expect((await here.send(`/settings/account/sessions/${oldest}/close`)).status).toBe(303)
    expect((await visitor(there)).status).toBe(302)
    expect((await visitor(elsewhere)).status).toBe(200)
    await here.send('/settings/account/sessions/close-others')
    expect((await visitor(elsewhere)).status).toBe(302)
    expect((await visitor(here)).status).toBe(200)
  })

  test('another account cannot close them', async () => {
    const [a, b] = [await Person.new(), await Person.new()]
    const id = (await accountOf(a.caller).listSessions())[0]?.id
    await b.send(`/settings/account/sessions/${id}/close`)
    expect((await a.see('/settings')).status).toBe(200)
  })
})

describe('the password', () => {
  test('is changed with the old one, which ends other sessions', async () => {
    const here = await Person.new()
    const there = await Person.signIn(here.caller)
    const fresh = 'another password of the tests'
    const change = (current: string, next: string) =>
      here.send('/settings/account/password', { current_password: current, new_password: next })
    expect((await change('a wrong password', fresh)).text).toContain('The password is wrong.')
    expect((await change(password, 'short')).text).toContain('Use at least 12 characters.')
    expect((await change(password, fresh)).status).toBe(303)
    expect((await there.see('/settings')).status).toBe(302)
    expect((await here.see('/settings')).status).toBe(200)
    const signIn = (word: string) => ask('/settings/sign-in', { form: { email: here.caller.email, password: word } })
    expect([(await signIn(password)).status, (await signIn(fresh)).status]).toEqual([401, 303])
  })

  test('cannot be guessed with a session left open', async () => {
    const person = await Person.new()
    const statuses = []
    await haveTried(`account:${person.caller.email} from local`, 20)
    for (let number = 0; number < 3; number++) {
      const form = { current_password: 'a wrong password', new_password: 'seven wooden lanterns' }
      statuses.push((await person.send('/settings/account/password', form)).status)
    }
    expect(statuses).toEqual([422, 429, 429])
  })
})

test('the usage page counts conversions, and only their own account lists them', async () => {
  const [a, b] = [await Person.new({ allowanceBytes: 10_000 }), await Person.new()]
  const id = await openAndStart(a.caller, 2500)
  const order = await begin(a.caller, id)
  await accountOf(a.caller).endRun({ accountId: a.caller.accountId, conversionId: id, attempt: order.attempt }, done)
  const page = (await a.see('/settings')).text
  expect(page).toMatch(/Used<\/span><span class="tile-value">2.5 kB/)
  expect(page).toMatch(/Left<\/span><span class="tile-value">7.5 kB/)
  expect((await a.see('/settings/conversions')).text).toContain(`/settings/conversions/${id}`)
  expect((await a.see('/settings/conversions?status=failed')).text).not.toContain(id)
  expect((await b.see('/settings/conversions')).text).not.toContain(id)
})

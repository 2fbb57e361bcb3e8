import { ulid } from 'ulidx'
import { expect, test } from 'vitest'
import { caughtMails } from '../caught-mails.ts'
import { ask, password, Person } from './support.ts'

const from = (ip: string) => ({ headers: { 'cf-connecting-ip': ip } })
const tokenIn = (text: string): string => /reset\?token=([\w-]+)/.exec(text)?.[1] ?? ''
const fresh = 'seven wooden lanterns'

test('a link replaces a forgotten password once, and ends every session', async () => {
  const person = await Person.new()
  const { email } = person.caller
  const mails = caughtMails()
  expect((await ask('/settings/forgot', { form: { email }, ...from('192.0.2.10') })).status).toBe(200)
  await expect.poll(() => mails.length).toBe(1)
  const token = tokenIn(mails[0]?.text ?? '')
  expect((await ask(`/settings/reset?token=${token}`)).text).toContain(email)
  expect((await person.see('/settings')).status).toBe(200)

  const changed = await ask('/settings/reset', { form: { token, password: fresh } })
  expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('Your password is changed')])
  expect(mails[1]?.text).toContain('was changed')
  expect((await person.see('/settings')).status).toBe(302)
  const signIn = (given: string) =>
    ask('/settings/sign-in', { form: { email, password: given }, ...from('192.0.2.11') })
  expect([(await signIn(password)).status, (await signIn(fresh)).status]).toEqual([401, 303])

  expect((await ask('/settings/reset', { form: { token, password: fresh } })).status).toBe(404)
  expect((await ask(`/settings/reset?token=${token}`)).status).toBe(404)
})

test('the requester does not learn whether an address has an account', async () => {
  const { caller } = await Person.new()
  const unknown = `${ulid()}@example.com`.toLowerCase()
  const mails = caughtMails()
  const [known, other] = [
    await ask('/settings/forgot', { form: { email: caller.email }, ...from('192.0.2.12') }),
    await ask('/settings/forgot', { form: { email: unknown }, ...from('192.0.2.13') }),
  ]
  await expect.poll(() => mails.length).toBe(1)
  expect(known.status).toBe(other.status)
  expect(known.text.replaceAll(caller.email, 'EMAIL')).toBe(other.text.replaceAll(unknown, 'EMAIL'))
})

test('a weak password and an invalid address are refused in a sentence', async () => {
  const { caller } = await Person.new()
  const mails = caughtMails()
  await ask('/settings/forgot', { form: { email: caller.email }, ...from('192.0.2.14') })
  await expect.poll(() => mails.length).toBe(1)
  const token = tokenIn(mails[0]?.text ?? '')
  expect((await ask('/settings/reset', { form: { token, password: 'short' } })).status).toBe(422)
  expect((await ask(`/settings/reset?token=${token}`)).status).toBe(200)
  expect((await ask('/settings/forgot', { form: { email: 'nobody' } })).status).toBe(422)
})

test('the sign-in page links to the reset', async () => {
  expect((await ask('/settings/sign-in')).text).toContain('href="/settings/forgot"')
})

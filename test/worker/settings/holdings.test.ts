import { describe, expect, test } from 'vitest'
import { accountOf, begin, open, openAndStart, upload, converted } from '../api/support.ts'
import { password, Person } from './support.ts'
import { say } from '../../../src/contract/catalog/say.ts'

const spec = { output: { dialect: 'postgresql' } }
const bodyOf = (page: { text: string }) =>
  JSON.parse(page.text) as { data?: { id: string; upload: object }; error?: { code: string; fields?: object } }

describe('a conversion’s page', () => {
  test('shows the report, and links to a new download URL', async () => {
    const person = await Person.new()
    const id = await converted(person.caller)
    const page = await person.see(`/settings/conversions/${id}`)
    expect(page.text).toContain('1 row in')
    expect(page.text).not.toContain('data-live')
    const download = await person.see(`/settings/conversions/${id}/download`)
    expect(download.status).toBe(302)
    expect(download.headers.get('location')).toMatch(/^https:\/\/s3\.example\/.*X-Amz-Signature=/)
  })

  test("shows the engine's full message about a failure, including names of sheets", async () => {
    const person = await Person.new()
    const id = await openAndStart(person.caller)
    const problem = { code: 'sheet' as const, value: 'Orders <2024>', message: say`The workbook has this sheet.` }
    const failure = { code: 'sheet_not_found', message: 'The workbook has no sheet "x".', problems: [problem] } as const
    await accountOf(person.caller).endRun(await begin(person.caller, id), { kind: 'failed', failure })
    const { text } = await person.see(`/settings/conversions/${id}`)
    expect(text).toContain('Orders &lt;2024&gt;')
  })

  test('refreshes until the conversion ends, and can cancel it until then', async () => {
    const person = await Person.new()
    const id = await open(person.caller)
    expect((await person.see(`/settings/conversions/${id}`)).text).toContain('data-live="1000"')
    const canceled = await person.send(`/settings/conversions/${id}/cancel`)
    expect([canceled.status, canceled.headers.get('location')]).toEqual([
      303,
      `/settings/conversions/${id}?done=conversion_canceled`,
    ])
    const late = await person.send(`/settings/conversions/${await converted(person.caller)}/cancel`)
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('has ended cannot be canceled')])
  })

  test('can delete the conversion permanently', async () => {
    const person = await Person.new()
    const id = await converted(person.caller)
    expect((await person.send(`/settings/conversions/${id}/delete`)).status).toBe(303)
    expect((await person.see(`/settings/conversions/${id}`)).status).toBe(404)
    expect((await person.send(`/settings/conversions/${id}/delete`)).status).toBe(404)
  })

  test('sends it to support only with consent, and with the file only while it exists', async () => {
    const person = await Person.new()
    const id = await converted(person.caller)
    await upload(person.caller, id)
    const send = (form: Record<string, string>) => person.send(`/settings/conversions/${id}/cases`, form)
    const without = await send({ share: 'report' })
    expect([without.status, without.text]).toEqual([409, expect.stringContaining('Give your consent')])
    expect((await send({ share: 'report', consent: 'yes', email: 'nobody' })).status).toBe(409)
    expect((await send({ share: 'everything', consent: 'yes' })).status).toBe(409)
    expect((await send({ share: 'file', consent: 'yes', note: 'odd' })).status).toBe(303)
    const running = await openAndStart(person.caller)
    expect(
      (await person.send(`/settings/conversions/${running}/cases`, { share: 'report', consent: 'yes' })).status,
    ).toBe(409)
  })

  test('counts a line end in a note as one character, although a form sends two', async () => {
    const person = await Person.new()
    const id = await converted(person.caller)
    const note = `${'x'.repeat(99)}\n`.repeat(20).slice(0, -1)
    const send = (text: string) =>
      person.send(`/settings/conversions/${id}/cases`, {
        share: 'report',
        consent: 'yes',
        note: text.replaceAll('\n', '\r\n'),
      })
    expect((await send(`${note}xx`)).status).toBe(409)
    expect((await send(`${note}x`)).status).toBe(303)
  })

  test('does not exist for an invalid id', async () => {
    const person = await Person.new()
    for (const id of ['nothing', '../', '01JD0000000000000000000000', "'--"])
      expect((await person.see(`/settings/conversions/${encodeURIComponent(id)}`)).status).toBe(404)
  })
})

describe('the webhook’s page', () => {
  const url = 'https://203.0.114.7/events'

  test('saves a URL after the password, shows the secret, and removes both', async () => {
    const person = await Person.new()
    const saved = await person.send('/settings/webhook', { url, password })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/settings/webhook?done=webhook_saved'])
    const secret = await accountOf(person.caller).webhookSecret()
    expect(secret).toMatch(/^whsec_/)
    expect((await person.see('/settings/webhook')).text).not.toContain(secret)
    expect((await person.send('/settings/webhook/secret', { password })).text).toContain(secret)
    await person.send('/settings/webhook', { url: `${url}/2`, password })
    expect(await accountOf(person.caller).webhookSecret()).toBe(secret)
    expect((await person.send('/settings/webhook/remove', { password })).status).toBe(303)
    expect(await accountOf(person.caller).readWebhook()).toBeNull()
    expect((await person.send('/settings/webhook/secret', { password })).status).toBe(404)
  })

  test('changes nothing without the password', async () => {
    const person = await Person.new()
    await person.send('/settings/webhook', { url, password })
    const secret = await accountOf(person.caller).webhookSecret()
    for (const [path, form] of [
      ['', { url: 'https://203.0.114.8/' }],
      ['/secret', {}],
      ['/remove', {}],
    ] as const) {
      for (const wrong of [{}, { password: '' }, { password: `${password}!` }]) {
        const refused = await person.send(`/settings/webhook${path}`, { ...form, ...wrong })
        const sentence =
          'password' in wrong && wrong.password !== '' ? 'The password is wrong.' : 'Enter your password.'
        expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(sentence)])
        expect(refused.text).not.toContain(secret)
      }
    }
    expect((await accountOf(person.caller).readWebhook())?.url).toBe(url)
  })

  test.each([
    'http://203.0.114.7/',
    'https://10.0.0.1/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://user@203.0.114.7/',
    'https://203.0.114.7:444/',
    'ftp://203.0.114.7/',
    'nowhere',
    '',
    `https://203.0.114.7/${'x'.repeat(2048)}`,
  ])('refuses %s next to the field', async (address) => {
    const person = await Person.new()
    const refused = await person.send('/settings/webhook', { url: address, password })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('id="field-url-error"')])
    expect(await accountOf(person.caller).readWebhook()).toBeNull()
  })

  test('sends six test events a minute, shows them, and repeats one', async () => {
    const person = await Person.new()
    expect((await person.send('/settings/webhook/ping')).status).toBe(409)
    await person.send('/settings/webhook', { url, password })
    const statuses = []
    for (let number = 0; number < 7; number++) statuses.push((await person.send('/settings/webhook/ping')).status)
    expect(statuses).toEqual([303, 303, 303, 303, 303, 303, 429])
    const [first] = JSON.parse(await accountOf(person.caller).listDeliveries()) as { event_id: string }[]
    const page = await person.see(`/settings/webhook/deliveries/${first?.event_id}`)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('sent_at')])
    const listed = async (status: string) =>
      ((await person.see(`/settings/webhook?status=${status}`)).text.match(/\/webhook\/deliveries\//g) ?? []).length
    expect([await listed('waiting'), await listed('delivered'), await listed('nonsense')]).toEqual([6, 0, 6])
    expect((await person.see('/settings/webhook?status=dropped')).text).toContain('No delivery has this status.')
    expect((await person.see('/settings/webhook/deliveries/evt_nothing')).status).toBe(404)
    expect((await person.send('/settings/webhook/deliveries/evt_nothing/replay')).status).toBe(404)
  })
})

describe('the API for scripts of the pages', () => {
  test('opens, starts and lists conversions like the API, without a key', async () => {
    const person = await Person.new()
    const opened = await person.call('POST', '/settings/api/conversions', { name: 'a.csv', bytes: 3, spec })
    expect([opened.status, bodyOf(opened).data?.upload]).toEqual([
      201,
      expect.objectContaining({ url: expect.stringMatching(/^https:/) }),
    ])
    const id = bodyOf(opened).data?.id ?? ''
    expect((await person.call('POST', `/settings/api/conversions/${id}/start`)).status).toBe(409)
    await upload(person.caller, id as Parameters<typeof upload>[1])
    expect((await person.call('POST', `/settings/api/conversions/${id}/start`)).status).toBe(202)
    expect((await person.call('GET', '/settings/api/conversions')).text).toContain(id)
  })

  test('refuses the same requests as the API', async () => {
    const person = await Person.new()
    const refused = async (method: string, path: string, json?: unknown) => {
      const response = await person.call(method, `/settings/api${path}`, json)
      return [response.status, bodyOf(response).error?.code]
    }
    expect(await refused('POST', '/conversions', { name: 'a.csv', bytes: 0, spec })).toEqual([422, 'invalid_request'])
    expect(await refused('POST', '/conversions', { name: 'a.csv', bytes: 1, spec: { output: {} } })).toEqual([
      422,
      'invalid_spec',
    ])
    expect(await refused('POST', '/conversions', { url: 'https://10.0.0.1/a.csv', spec })).toEqual([422, 'invalid_url'])
    expect(await refused('GET', '/nowhere')).toEqual([404, 'not_found'])
    expect(await refused('PUT', '/conversions')).toEqual([405, 'method_not_allowed'])
  })

  test('converts nothing for an account without the plan', async () => {
    const person = await Person.new({ plan: 'free' })
    for (const body of [
      { name: 'a.csv', bytes: 3, spec },
      { url: 'https://203.0.114.7/a.csv', spec },
      { url: 'https://10.0.0.1/a.csv', spec },
    ]) {
      const response = await person.call('POST', '/settings/api/conversions', body)
      expect([response.status, bodyOf(response).error?.code]).toEqual([402, 'needs_pro'])
    }
    expect((await person.see('/settings/conversions')).status).toBe(200)
  })
})

test('an unknown path has a page with links to the others', async () => {
  const page = await (await Person.new()).see('/settings/usage')
  expect([page.status, page.headers.get('content-type')]).toEqual([404, expect.stringMatching(/^text\/html/)])
  expect(page.text).toContain('<h1>No such page</h1>')
  expect(page.text).toContain('href="/settings/conversions"')
})

test('no account finds anything of another account', async () => {
  const [a, b] = [await Person.new(), await Person.new()]
  const [ended, waiting] = [await converted(a.caller), await open(a.caller)]
  for (const person of [a, b]) await person.send('/settings/webhook', { url: 'https://203.0.114.7/events', password })
  await a.send('/settings/webhook/ping')
  const [event] = JSON.parse(await accountOf(a.caller).listDeliveries()) as { event_id: string }[]
  const before = await a.see(`/settings/conversions/${ended}`)
  for (const path of [
    `/settings/conversions/${ended}`,
    `/settings/conversions/${waiting}`,
    `/settings/conversions/${ended}/download`,
    `/settings/webhook/deliveries/${event?.event_id}`,
    `/settings/api/conversions/${ended}`,
  ])
    expect([path, (await b.see(path)).status]).toEqual([path, 404])
  for (const path of [
    `/settings/conversions/${waiting}/cancel`,
    `/settings/conversions/${ended}/delete`,
    `/settings/webhook/deliveries/${event?.event_id}/replay`,
  ])
    expect([path, (await b.send(path)).status]).toEqual([path, 404])
  const toSupport = await b.send(`/settings/conversions/${ended}/cases`, { share: 'report', consent: 'yes' })
  expect(toSupport.status).toBe(404)
  for (const [method, path] of [
    ['POST', '/start'],
    ['POST', '/cancel'],
    ['DELETE', ''],
  ] as const)
    expect((await b.call(method, `/settings/api/conversions/${waiting}${path}`)).status).toBe(404)
  const list = (await b.see('/settings/conversions')).text + (await b.see('/settings/webhook')).text
  expect(list).not.toContain(ended)
  expect(list).not.toContain(event?.event_id)
  expect((await a.see(`/settings/conversions/${ended}`)).text).toBe(before.text)
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { chromiumPath, Visitor } from './browser.ts'
import { totpOf } from '../../src/accounts/totp.ts'
import { Client } from './client.ts'
import { untilMailed } from './mails.ts'
import { type Account, contentOf, Pages } from './pages.ts'

const example = 'examples/orders.csv'

let pages: Pages
let receiver: Server
let called: string[]
let origin: string
let folder: string

const receiverPort = inject('receiverPorts').settings
const receiverUrl = `http://127.0.0.1:${receiverPort}/events`

/** Returns a receiver that fails the first call and accepts the others. */
function startReceiver(): Promise<Server> {
  called = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      called.push(body)
      response.writeHead(called.length === 1 ? 503 : 200).end(called.length === 1 ? 'not <b>now</b>' : 'taken')
    })
  })
  return new Promise((resolve) => server.listen(receiverPort, '127.0.0.1', () => resolve(server)))
}

describe.skipIf(chromiumPath === undefined)('the settings pages in a browser', () => {
  beforeAll(async () => {
    receiver = await startReceiver()
    folder = mkdtempSync(join(tmpdir(), 'rowmill-pages-'))
    pages = await Pages.shared()
    origin = pages.origin
  })

  afterAll(async () => {
    await pages.stop()
    receiver.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('sign in with the banner’s account, also on localhost, and sign out', async () => {
    const visitor = await Visitor.open(pages.browser, origin.replace('127.0.0.1', 'localhost'))
    await visitor.go('/settings/keys')
    await visitor.page.getByLabel('E-mail').fill(pages.service.email)
    await visitor.page.getByLabel('Password').fill(pages.service.password)
    await visitor.page.getByRole('button', { name: 'Sign in' }).click()
    await visitor.page.waitForURL(`${origin}/settings/keys`)
    await visitor.page.getByText('first key').waitFor()
    await visitor.page.getByRole('button', { name: 'Sign out' }).click()
    await visitor.page.waitForURL(/sign-in/)
    await visitor.go('/settings')
    await visitor.page.waitForURL(/sign-in/)
    expect(await visitor.close()).toEqual([])
  })

  test('let a new user sign up and convert in the page without a plan', async () => {
    const visitor = await pages.open()
    const { page } = visitor
    await visitor.go('/settings/sign-in')
    await page.getByRole('link', { name: 'Sign up' }).click()
    const email = `${crypto.randomUUID()}@example.com`
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Check your e-mail').waitFor()
    const link = /http\S+/.exec(await untilMailed(pages.service.stateFolder, email))?.[0] ?? ''
    await visitor.go(link.slice(origin.length))
    await page.getByLabel('Password').fill('a password of the tests')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(/convert/)
    await page.locator('#file').setInputFiles(example)
    await page.getByText('4 rows converted').waitFor()
    expect(await page.getByRole('button', { name: 'Convert on the service' }).isDisabled()).toBe(true)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download orders.sql' }).click()
    expect(await contentOf(await download)).toContain("O''Neil")
    expect(await visitor.close()).toEqual([])
  })

  test('refuse a wrong password in a sentence, and keep the address in the form', async () => {
    const { email } = await pages.newAccount()
    const visitor = await pages.open()
    await visitor.go('/settings/sign-in')
    await visitor.page.getByLabel('E-mail').fill(email)
    await visitor.page.getByLabel('Password').fill('a wrong password')
    await visitor.page.keyboard.press('Enter')
    await visitor.page.getByRole('alert').getByText('is wrong').waitFor()
    expect(await visitor.page.getByLabel('E-mail').inputValue()).toBe(email)
    // The browser itself logs the status of a refused page.
    expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('401')])
    expect(await visitor.close()).toEqual([])
  })

  test('create, copy, use and revoke a key with the keyboard alone', async () => {
    const { visitor, page } = await pages.signedIn()
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByLabel('Name').fill('Nightly import')
    // A page may appear long before its script loads, and an early click must work.
    await page.route('**/page.js', async (route) => {
      await setTimeout(1000)
      await route.continue()
    })
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copy key' }).click()
    await page.getByText('Copied').waitFor()
    const key = await visitor.copied()
    const client = new Client({ base_url: `${origin}/v1`, api_key: key })
    expect((await client.call('GET', '/usage')).status).toBe(200)
    await visitor.go('/settings/keys')
    await page.getByRole('button', { name: 'Revoke Nightly import' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    expect((await client.call('GET', '/usage')).status).toBe(200)
    await page.getByRole('button', { name: 'Revoke Nightly import' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('The key is revoked').waitFor()
    expect((await client.call('GET', '/usage')).status).toBe(401)
    expect(await visitor.close()).toEqual([])
  })

  test('upload, watch, download, report and delete a file', async () => {
    const { visitor, page } = await pages.signedIn()
    const rows = Array.from({ length: 400_000 }, (_, row) => `${row},name ${row},2024-01-01`).join('\n')
    const path = join(folder, 'large.csv')
    writeFileSync(path, `id,name,day\n${rows}\n`)
    await visitor.go('/settings/convert')
    await page.locator('#file').setInputFiles(path)
    await page.getByLabel('Name of name').fill('title')
    await page.getByRole('button', { name: 'Convert on the service' }).click()
    await page.waitForURL(/conversions\/[0-9A-Z]{26}$/)
    // The page shows the end without a reload.
    await page.getByText('400,000 rows in').waitFor()
    await page.getByRole('cell', { name: 'integer' }).first().waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    const script = await contentOf(await download)
    expect(script.match(/'name \d+'/g)).toHaveLength(400_000)
    expect(script).toMatch(/\btitle\b/)

    // The printed report has no navigation and no buttons, and its text is dark.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.locator('.side').isVisible()).toBe(false)
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
    expect(await page.getByText('400,000 rows in').isVisible()).toBe(true)
    expect(await page.evaluate<string>('getComputedStyle(document.body).color')).toMatch(/^rgb\((?:\d\d?, ){2}\d\d?\)$/)
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })

    await page.getByText('Send to support').click()
    await page.getByLabel('Note (optional)').fill('The dates look odd.')
    await page.getByLabel('The file too').check()
    await page.getByLabel('I allow support').check()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Sent to support').waitFor()

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The conversion and its files are deleted').waitFor()
    await page.getByText('No conversions yet').waitFor()
    await visitor.go('/settings')
    await page.getByText(/MB/).first().waitFor()
    expect(await visitor.close()).toEqual([])
  })

  test('show the end of a conversion although a request of the page is lost', async () => {
    const { visitor, page, client } = await pages.signedIn()
    const file = new Uint8Array(readFileSync(example))
    const opened = await client.open('lost.csv', file.length, { output: { dialect: 'sqlite' } })
    const url = `/settings/conversions/${opened.id}`
    await visitor.go(url)
    let lost = 0
    await page.route(`**${url}`, async (route) => {
      // The first request never gets a response, as on a connection that breaks.
      if (lost++ === 0) return
      await route.continue()
    })
    await client.call('POST', `/conversions/${opened.id}/cancel`)
    await page.getByText('Canceled').first().waitFor({ timeout: 60_000 })
    expect(lost).toBeGreaterThan(1)
    expect(await visitor.close()).toEqual([])
  })

  test('update the list, filter it, and cancel a waiting conversion', async () => {
    const { visitor, page, client } = await pages.signedIn()
    const opened = await client.open('waiting.csv', 10, { output: { dialect: 'oracle' } })
    const file = new Uint8Array(readFileSync(example))
    await visitor.go('/settings/conversions')
    await page.locator('#list').getByText('Awaiting upload', { exact: true }).waitFor()
    await client.convert('orders.csv', file, { output: { dialect: 'sqlite' } })
    await visitor.go('/settings/conversions?status=done')
    await page.getByRole('link', { name: 'orders.csv' }).waitFor()
    expect(await page.getByRole('link', { name: 'waiting.csv' }).count()).toBe(0)
    await visitor.go(`/settings/conversions/${opened.id}`)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('The conversion is canceled').waitFor()
    expect(await visitor.close()).toEqual([])
  })

  test('save a webhook after the password, test it, show its deliveries and replay them', async () => {
    const { visitor, page, account } = await pages.signedIn()
    await page.getByRole('link', { name: 'Webhook' }).click()
    await page.getByLabel('HTTPS URL').fill('https://10.0.0.1/')
    await page.getByLabel('Your password').fill(account.password)
    await page.keyboard.press('Enter')
    await page.locator('#save-url-error, #field-url-error').waitFor()
    await page.getByLabel('HTTPS URL').fill(receiverUrl)
    await page.getByLabel('Your password').fill('a wrong password')
    await page.keyboard.press('Enter')
    await page.getByText('The password is wrong.').waitFor()
    await page.getByLabel('Your password').fill(account.password)
    await page.keyboard.press('Enter')
    await page.getByText('The webhook is saved.').waitFor()
    expect(visitor.complaints.splice(0)).toHaveLength(2)

    const secretForm = page.locator('section', { has: page.getByRole('heading', { name: 'Signing secret' }) })
    await secretForm.getByLabel('Your password').fill(account.password)
    await secretForm.getByRole('button', { name: 'Show secret' }).click()
    await page.getByRole('button', { name: 'Copy secret' }).click()
    await page.getByText('Copied').waitFor()
    expect(await visitor.copied()).toMatch(/^whsec_/)

    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText('A test event is on its way.').waitFor()
    await page.locator('#deliveries .mark').getByText('Delivered').waitFor()
    expect(called).toHaveLength(2)
    await page.getByRole('link', { name: /ping/ }).click()
    await page.getByText('HTTP 503').waitFor()
    await page.getByText('not <b>now</b>').waitFor()
    await page.getByText('"sent_at"').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => called.length).toBe(3)
    expect(called[2]).toBe(called[0])
    expect(await visitor.findings('delivery-desktop-light')).toEqual([])

    await visitor.go('/settings/webhook')
    const removeForm = page.locator('section', { has: page.getByRole('heading', { name: 'Remove' }) })
    await removeForm.getByLabel('Your password').fill(account.password)
    await removeForm.getByRole('button', { name: 'Remove webhook' }).click()
    await page.getByText('The webhook and its secret are removed.').waitFor()
    expect(await visitor.close()).toEqual([])
  })

  test('sign out other sessions and change the password', async () => {
    const { visitor, page, account } = await pages.signedIn()
    const elsewhere = await pages.open()
    await elsewhere.signIn(account)
    await visitor.go('/settings/account')
    await page.getByText('Chrome on Linux').first().waitFor()
    await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).click()
    await page.getByText('The session is signed out.').waitFor()
    await elsewhere.go('/settings')
    await elsewhere.page.waitForURL(/sign-in/)
    await page.getByLabel('Current password').fill(account.password)
    await page.getByLabel('New password').fill('another password of the tests')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The password is changed').waitFor()
    await elsewhere.signIn({ email: account.email, password: 'another password of the tests' })
    expect(await elsewhere.close()).toEqual([])
    expect(await visitor.close()).toEqual([])
  })

  test('turn on two-factor authentication and use it with the keyboard alone', async () => {
    const { visitor, page, account } = await pages.signedIn()
    await visitor.go('/settings/account/two-factor')
    await page.getByLabel('Your password').fill(account.password)
    await page.keyboard.press('Enter')
    const secret = (await page.locator('#copied-text').textContent()) ?? ''
    const codeOf = (ahead: number) => totpOf(secret.trim(), Math.floor(Date.now() / 30_000) + ahead)
    await page.getByLabel('Code', { exact: true }).fill(await codeOf(0))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    const recoveryCode = ((await page.locator('pre').textContent()) ?? '').trim().split('\n')[0] ?? ''
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('E-mail').fill(account.email)
    await page.getByLabel('Password').fill(account.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    expect(await visitor.findings('sign-in-code')).toEqual([])
    await page.getByLabel('Code', { exact: true }).fill(recoveryCode)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Usage' }).waitFor()
    await visitor.go('/settings/account/log')
    await page.getByText('Used a recovery code').waitFor()
    expect(await visitor.close()).toEqual([])
  })

  test('let a user delete their account', async () => {
    const { visitor, page, account, client } = await pages.signedIn()
    await visitor.go('/settings/account')
    await page.getByRole('link', { name: 'Delete account' }).click()
    await page.getByLabel('Your e-mail address').fill(account.email)
    await page.getByLabel('Your password').fill(account.password)
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
    expect(await visitor.findings('account-deleted')).toEqual([])
    expect((await client.call('GET', '/usage')).status).toBe(401)
  })

  describe('are accessible and readable on every page and screen', () => {
    let visitor: Visitor
    let account: Account
    let ids: Record<'done' | 'failed' | 'waiting', string>

    beforeAll(async () => {
      account = await pages.newAccount()
      const client = new Client({ base_url: `${origin}/v1`, api_key: account.api_key })
      const done = await client.convert(`${'orders_of_'.repeat(20)}.csv`, new Uint8Array(readFileSync(example)), {
        output: { dialect: 'mysql' },
      })
      const failed = await client.convert('nothing.csv', new Uint8Array([32, 10]), { output: { dialect: 'oracle' } })
      const waiting = await client.open(`${'a long name '.repeat(15)}.csv`, 10, { output: { dialect: 'sql_server' } })
      ids = { done: done.id, failed: failed.id, waiting: waiting.id }
      visitor = await pages.open()
    })

    test.each(['sign-in', 'sign-up'])('%s', async (path) => {
      await visitor.go(`/settings/${path}`)
      expect(await visitor.findingsOnEveryScreen(path)).toEqual([])
    })

    test('signing in', async () => {
      await visitor.signIn(account)
      expect(new URL(visitor.page.url()).pathname).toBe('/settings')
    })

    test.each([
      ['usage', () => ''],
      ['conversions', () => '/conversions'],
      ['done', () => `/conversions/${ids.done}`],
      ['failed', () => `/conversions/${ids.failed}`],
      ['waiting', () => `/conversions/${ids.waiting}`],
      ['keys', () => '/keys'],
      ['webhook', () => '/webhook'],
      ['account', () => '/account'],
      ['two-factor', () => '/account/two-factor'],
      ['audit-log', () => '/account/log'],
      ['delete-account', () => '/account/delete'],
      ['plan', () => '/plan'],
      ['convert', () => '/convert'],
    ])('%s', async (name, path) => {
      await visitor.go(`/settings${path()}`)
      expect(await visitor.findingsOnEveryScreen(name)).toEqual([])
    })

    test('two-factor-start', async () => {
      await visitor.go('/settings/account/two-factor')
      await visitor.page.getByLabel('Your password').fill(account.password)
      await visitor.page.getByRole('button', { name: 'Continue' }).click()
      await visitor.page.getByRole('img', { name: 'QR code' }).waitFor()
      expect(await visitor.findingsOnEveryScreen('two-factor-start')).toEqual([])
    })

    test('converted', async () => {
      await visitor.go('/settings/convert')
      await visitor.page.locator('#file').setInputFiles(example)
      await visitor.page.getByText('4 rows converted').waitFor()
      await visitor.page.locator('#table-settings').getByText('More settings').click()
      expect(await visitor.findingsOnEveryScreen('converted')).toEqual([])
    })

    test('closing without complaints', async () => {
      expect(await visitor.close()).toEqual([])
    })
  })
})

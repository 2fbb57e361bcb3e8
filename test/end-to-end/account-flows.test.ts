import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { untilMailed } from './mails.ts'
import { contentOf, Pages } from './pages.ts'

let pages: Pages

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Returns the link in the mail that contains these words. */
async function mailedLink(words: string): Promise<string> {
  const mail = await untilMailed(pages.service.stateFolder, words)
  return /^https?:\/\/\S+$/m.exec(mail)?.[0] ?? ''
}

describe.skipIf(chromiumPath === undefined)('the flows of an account', () => {
  beforeAll(async () => {
    pages = await Pages.shared()
  })
  afterAll(() => pages.stop())

  test('show rejected rows in amber, and let the user download and fix them', async () => {
    const { visitor, page, client } = await pages.signedIn()
    // The sample ends at row 10,000. Its types then also apply to a stray value in a later row.
    const rows = Array.from({ length: 12_000 }, (_, at) => `${at},${at === 11_500 ? 'see below' : at * 2}`)
    const spec = { output: { dialect: 'postgresql' } } as const
    await client.convert('notes 2026.csv', bytesOf(`id,amount\n${rows.join('\n')}\n`), spec)
    await client.convert('other.csv', bytesOf('id\n1\n'), spec)
    await visitor.go('/settings/conversions')
    await page.getByLabel('Search by name').fill('notes')
    await page.keyboard.press('Enter')
    await page.getByText('other.csv').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Failed' }).click()
    await page.getByText('No conversion matches these filters.').waitFor()
    await page.getByRole('navigation', { name: 'Filter by status' }).getByRole('link', { name: 'Done' }).click()
    await page.getByRole('link', { name: /notes 2026\.csv/ }).click()
    const mark = page.locator('.mark.partly')
    expect(await mark.innerText()).toBe('Done, 1 row rejected')
    // A script of the page adds the titles, which have the times in the zone of the user.
    await page.locator('time[title]').nth(2).waitFor()

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download rejected rows' }).click()
    const rejects = await contentOf(await download)
    expect(rejects).toContain('see below')
    expect(rejects.trim().split(/\r?\n/)).toHaveLength(2)

    await page.getByRole('button', { name: 'Convert again with amount as text' }).click()
    await page.getByText('12,000 rows in').waitFor()
    expect(await page.locator('.mark.done').first().innerText()).toBe('Done')
    await page.getByText('Convert again with other settings').click()
    await page.getByLabel('Database').selectOption('sqlite')
    await page.getByRole('button', { name: 'Convert again', exact: true }).click()
    await page.getByText('→ SQLite').waitFor()
    expect(await visitor.close()).toEqual([])
  })

  test('reset a forgotten password by mail, and refuse the old one', async () => {
    const account = await pages.newAccount()
    const visitor = await pages.open()
    const { page } = visitor
    await visitor.go('/settings/sign-in')
    await page.getByRole('link', { name: /forgot/i }).click()
    await page.getByLabel('E-mail').fill(account.email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    await page.goto(await mailedLink('/settings/reset?token='))
    await page.getByLabel('New password').fill('a password for after the reset')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
    await visitor.go('/settings/sign-in')
    await page.getByLabel('E-mail').fill(account.email)
    await page.getByLabel('Password').fill(account.password)
    await page.keyboard.press('Enter')
    await page.locator('[role=alert], .notice.bad, [id$=-error]').first().waitFor()
    await visitor.signIn({ email: account.email, password: 'a password for after the reset' })
    await visitor.go('/settings/account/log')
    await page.getByText('Reset the password').waitFor()
    // The browser itself logs the refusal of the old password, and nothing else.
    expect(await visitor.close()).toHaveLength(1)
  })

  test('change an e-mail address after both addresses have confirmed it, and log the change', async () => {
    const { visitor, page, account } = await pages.signedIn()
    const fresh = `new-${account.email}`
    await visitor.go('/settings/account')
    const form = page.locator('section', { has: page.getByRole('heading', { name: 'E-mail address' }) })
    await form.getByLabel('New e-mail address').fill(fresh)
    await form.getByLabel('Your password').fill(account.password)
    await form.getByRole('button', { name: 'Change address' }).click()
    await page.getByText(/link/).first().waitFor()
    await page.goto(await mailedLink(`from ${account.email} to ${fresh}`))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Now open the link that we sent to the other address.').waitFor()
    await page.goto(await mailedLink(`use ${fresh} for the Rowmill account`))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText(`Sign in with ${fresh} from now on.`).waitFor()
    const elsewhere = await pages.open()
    await elsewhere.signIn({ email: fresh, password: account.password })
    await elsewhere.go('/settings/account/log')
    await elsewhere.page.getByText(`${account.email} → ${fresh}`).waitFor()
    expect(await elsewhere.close()).toEqual([])
    expect(await visitor.close()).toEqual([])
  })

  test('show a key with its name, expiry and first command, and the limits of the plan', async () => {
    const { visitor, page } = await pages.signedIn()
    await visitor.go('/settings/keys')
    await page.getByLabel('Name').fill('nightly import')
    await page.getByLabel('Expires').fill('2020-01-01')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.locator('[id$=-error]').first().waitFor()
    await page.getByLabel('Name').fill('nightly import')
    await page.getByLabel('Expires').fill('2199-12-31')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('A first request').getByText('curl').waitFor()
    await page.getByRole('list', { name: 'Keys' }).getByText('nightly import').waitFor()
    await visitor.go('/settings/plan')
    await page.getByText('Current plan').waitFor()
    const free = await pages.signedIn('free')
    await free.visitor.go('/settings/plan')
    await free.page.getByRole('link', { name: /Ask for Pro|Upgrade to Pro/ }).waitFor()
    // A free account cannot use the allowance and does not see it.
    await free.visitor.go('/settings')
    await free.page.getByText('Converting in the browser is unlimited').waitFor()
    expect(await free.page.locator('main').innerText()).not.toMatch(/allowance|\b5 GB\b/i)
    expect(await free.visitor.close()).toEqual([])
    await visitor.close()
  })

  test('explain a failed check in the signature playground', async () => {
    const visitor = await pages.open()
    const { page } = visitor
    await visitor.go('/docs/signature')
    const [secret, body] = ['whsec_playground', '{"type":"ping"}']
    const seconds = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
    await page.getByLabel('Service-Signature header').fill(`t=${seconds},v1=${signature}`)
    await page.getByLabel('Signing secret').fill(secret)
    await page.getByLabel('Raw body, byte for byte').fill(body)
    const checks = page.locator('#signature-checks')
    await checks.getByText('The signature matches the timestamp, a dot and this body.').waitFor()
    await page.getByLabel('Raw body, byte for byte').fill('{ "type": "ping" }')
    await checks.getByText('The body was parsed and serialized again.').waitFor()
    await page.getByLabel('Signing secret').fill('another')
    await checks.getByText('The secret must be the whole string').waitFor()
    await checks.getByText('The signature does not match.').waitFor()
    expect(await visitor.close()).toEqual([])
  })
})

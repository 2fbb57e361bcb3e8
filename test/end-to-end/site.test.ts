import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, screens } from './browser.ts'
import { contentOf, Pages, plainSql } from './pages.ts'

const budgetBytes = 200_000

let pages: Pages

describe.skipIf(chromiumPath === undefined)('the public site', () => {
  beforeAll(async () => {
    pages = await Pages.shared()
  })
  afterAll(() => pages.stop())

  test("converts a sample, and then a visitor's own file without a network", async () => {
    const visitor = await pages.open()
    const { page } = visitor
    const requested: string[] = []
    page.on('request', (request) => requested.push(`${request.method()} ${new URL(request.url()).origin}`))
    await visitor.go('/')
    await page.getByRole('button', { name: 'Messy CSV', exact: true }).click()
    await page.getByText('5 rows converted').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download orders.sql' }).click()
    const database = await PGlite.create()
    await database.exec(plainSql(await contentOf(await download)))
    const { rows } = await database.query(
      'select order_no, total, paid, postcode from orders order by order_no limit 1',
    )
    expect(rows).toEqual([{ order_no: '0001001', total: '1234.50', paid: true, postcode: '01234' }])
    await database.close()
    expect(new Set(requested)).toEqual(new Set([`GET ${pages.origin}`]))

    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await page.context().setOffline(true)
    await page.reload()
    const buffer = Buffer.from('id;name\n1;Ana\n2;Bo\n3;Cy\n')
    await page.locator('#file').setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer })
    await page.getByText('3 rows converted').waitFor()
    await page.getByRole('button', { name: 'Nested JSON', exact: true }).click()
    await page.locator('#output', { hasText: 'CREATE TABLE customers' }).waitFor()
    await page.context().setOffline(false)
    expect(await visitor.close()).toEqual([])
  })

  test('has a policy that forbids every connection', async () => {
    const policy = (await fetch(pages.origin)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('connect-src')
    const worker = await fetch(`${pages.origin}/assets/page/convert-worker.js`)
    expect(worker.headers.get('content-security-policy')).not.toContain('connect-src')
    const visitor = await pages.open()
    await visitor.go('/')
    const sent = await visitor.page.evaluate<string>("fetch('/v1/usage').then(() => 'sent', () => 'refused')")
    expect(sent).toBe('refused')
    expect(visitor.complaints.splice(0).join(' ')).toContain('Content Security Policy')
    expect(await visitor.close()).toEqual([])
  })

  test('reads every sample correctly', async () => {
    const visitor = await pages.open()
    const { page } = visitor
    await visitor.go('/')
    const output = page.locator('#output')
    await page.getByRole('button', { name: 'Workbook with a title', exact: true }).click()
    await output.filter({ hasText: 'order_number text' }).waitFor()
    expect(await page.locator('#facts').innerText()).toContain('Sheet “Sales”')
    await page.getByRole('button', { name: 'Nested JSON', exact: true }).click()
    await output.filter({ hasText: 'CREATE TABLE customers' }).waitFor()
    await page.getByRole('button', { name: 'MySQL dump', exact: true }).click()
    await page.locator('.dump-table', { hasText: 'customers' }).waitFor()
    await page.getByText('4 rows converted').waitFor()
    expect(await page.getByText('MySQL dumps are converted to PostgreSQL.').isVisible()).toBe(true)
    expect(await page.getByRole('radio', { name: 'Oracle' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Messy CSV', exact: true }).click()
    await page.getByText('5 rows converted').waitFor()
    await page.getByRole('radio', { name: 'Oracle' }).check()
    await output.filter({ hasText: 'SET DEFINE OFF' }).waitFor()
    for (const way of ['Node', 'Python', 'CLI', 'Spec']) {
      await page.getByRole('tab', { name: way }).click()
      expect(await page.getByRole('tabpanel', { name: way }).locator('pre').innerText()).toContain('oracle')
    }
    expect(await visitor.close()).toEqual([])
  })

  test('loads its first view within the budget, and its engine only on use', async () => {
    const visitor = await pages.open()
    const { page } = visitor
    const loading: Promise<{ readonly url: string; readonly bytes: number }>[] = []
    page.on('response', (response) => {
      loading.push(response.body().then((body) => ({ url: response.url(), bytes: gzipSync(body).length })))
    })
    await visitor.go('/')
    await page.waitForLoadState('networkidle')
    // A later response could outlive the window.
    page.removeAllListeners('response')
    const loaded = await Promise.all(loading)
    const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(total).toBeGreaterThan(10_000)
    expect(total).toBeLessThan(budgetBytes)
    expect(loaded.filter(({ url }) => url.includes('convert-worker'))).toEqual([])
    expect(await visitor.close()).toEqual([])
  })

  test('moves nothing if the visitor prefers reduced motion', async () => {
    const visitor = await pages.open()
    const { page } = visitor
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await visitor.go('/')
    await page.getByRole('button', { name: 'Messy CSV', exact: true }).click()
    await page.getByText('5 rows converted').waitFor()
    const moving = await page.evaluate<number>(
      `[...document.querySelectorAll('*')].filter((each) => {
        const { animationName, transitionDuration } = getComputedStyle(each)
        return animationName !== 'none' || /[1-9]/.test(transitionDuration)
      }).length + document.getAnimations().length`,
    )
    expect(moving).toBe(0)
    expect(await visitor.close()).toEqual([])
  })

  test('offers the metadata that search engines and messengers request', async () => {
    const read = async (path: string) => {
      const response = await fetch(`${pages.origin}${path}`)
      return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() }
    }
    const landing = (await read('/')).text
    expect(landing).toContain(`<link rel="canonical" href="${pages.origin}/"`)
    expect(landing).toContain(`${pages.origin}/assets/preview.png`)
    for (const file of ['/favicon.ico', '/apple-touch-icon.png', '/site.webmanifest', '/assets/preview.png'])
      expect([file, (await read(file)).status]).toEqual([file, 200])
    expect((await read('/robots.txt')).text).toContain(`Sitemap: ${pages.origin}/sitemap.xml`)
    const { text: sitemap } = await read('/sitemap.xml')
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '')
    expect(listed.length).toBeGreaterThan(8)
    for (const url of listed) expect([url, (await fetch(url)).status]).toEqual([url, 200])
    const { text: forAssistants, type } = await read('/llms.txt')
    expect([type, forAssistants]).toEqual([
      expect.stringContaining('text/plain'),
      expect.stringMatching(/^# Rowmill\n\n> /),
    ])
    const links = [...forAssistants.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? '')
    expect(links.length).toBeGreaterThan(8)
    for (const url of links) expect([url, (await fetch(url)).status]).toEqual([url, 200])
    expect(await read('/docs/webhooks.md')).toMatchObject({
      type: expect.stringContaining('text/markdown'),
      text: readFileSync('docs/guide/webhooks.md', 'utf8'),
    })
    expect((await read('/docs/nothing.md')).status).toBe(404)
    expect((await read('/nothing-here')).status).toBe(404)
    expect((await read('/nothing-here')).text).toContain('There is no page here')
  })

  test('has no broken links', async () => {
    const open = ['/', '/docs', '/docs/api', '/docs/codes', '/docs/webhooks', '/docs/guide', '/docs/changelog']
    const targets = new Map<string, string>()
    const texts = new Map<string, string>()
    for (const path of open) {
      const text = await (await fetch(`${pages.origin}${path}`)).text()
      texts.set(path, text)
      for (const [, href = ''] of text.matchAll(/<a [^>]*?href="([^"]+)"/g))
        if (href.startsWith('/') || href.startsWith('#')) targets.set(href.startsWith('#') ? path + href : href, path)
    }
    expect(targets.size).toBeGreaterThan(40)
    for (const [target, from] of targets) {
      const [path = '/', id] = target.split('#')
      if (!texts.has(path)) {
        const response = await fetch(`${pages.origin}${path}`)
        expect([from, target, response.status]).toEqual([from, target, 200])
        texts.set(path, await response.text())
      }
      if (id !== undefined && !path.startsWith('/settings'))
        expect([from, target, texts.get(path)?.includes(`id="${id}"`)]).toEqual([from, target, true])
    }
  })

  test('reports its health as JSON for monitors and as a page for people', async () => {
    const response = await fetch(`${pages.origin}/health`)
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ok', checks: { database: 'ok', storage: 'ok' }, checked_at: expect.any(String) },
    ])
    const visitor = await pages.open()
    await visitor.go('/health')
    await visitor.page.getByRole('heading', { name: 'Everything works' }).waitFor()
    expect(await visitor.close()).toEqual([])
  })

  test('searches its documentation with the keyboard, and remembers the language of the code samples', async () => {
    const visitor = await pages.open()
    const { page } = visitor
    await visitor.go('/docs')
    await page.keyboard.press('/')
    await page.keyboard.type('over_quota')
    await page.locator('#found a').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/docs\/codes#over_quota/)
    await visitor.go('/docs/api')
    await page.locator('#listConversions').getByRole('tab', { name: 'Python' }).click()
    await page.reload()
    const python = page.locator('#createConversion').getByRole('tabpanel', { name: 'Python' })
    expect(await python.locator('pre').innerText()).toContain('urllib.request')
    await python.getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => visitor.copied()).toContain('urllib.request')
    expect(await visitor.close()).toEqual([])
  })

  test("sends a trial request with the user's own key", async () => {
    const account = await pages.newAccount()
    const visitor = await pages.open()
    const { page } = visitor
    await visitor.go('/docs/api')
    const usage = page.locator('#getUsage')
    await usage.getByText('Try it', { exact: true }).click()
    await usage.getByRole('button', { name: 'Send request' }).click()
    await usage.getByText('Enter your API key').waitFor()
    await page.getByLabel('Your API key').fill(account.api_key)
    await usage.getByRole('button', { name: 'Send request' }).click()
    await usage.locator('.try-response', { hasText: '"period_start"' }).waitFor()
    expect(await visitor.close()).toEqual([])
  })

  test('serves the same description publicly as the API does', async () => {
    const account = await pages.newAccount()
    const [open, own] = await Promise.all([
      fetch(`${pages.origin}/docs/openapi.json`),
      fetch(`${pages.origin}/v1/openapi.json`, { headers: { authorization: `Bearer ${account.api_key}` } }),
    ])
    expect(await open.json()).toEqual(await own.json())
  })

  test('hides the contents of the documentation behind a button on phones', async () => {
    const visitor = await pages.open(screens[2])
    const { page } = visitor
    await visitor.go('/docs')
    expect(await page.locator('#contents').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Contents' }).click()
    await page.locator('#contents').getByRole('link', { name: 'Codes' }).click()
    await page.waitForURL(/codes/)
    expect(await page.locator('#contents').isVisible()).toBe(false)
    expect(await visitor.close()).toEqual([])
  })

  test.each(['', 'docs', 'docs/guide', 'docs/api', 'docs/codes', 'docs/signature', 'docs/changelog', 'health'])(
    'serves complete and valid HTML on every page and screen: /%s',
    async (path) => {
      const visitor = await pages.open()
      await visitor.go(`/${path}`)
      expect(await visitor.findingsOnEveryScreen(`site-${path.replace('/', '-')}`)).toEqual([])
      expect(await visitor.close()).toEqual([])
    },
  )

  test.each(['Messy CSV', 'MySQL dump'])(
    'serves complete and valid HTML on every page and screen: %s',
    async (sample) => {
      const visitor = await pages.open()
      await visitor.go('/')
      await visitor.page.getByRole('button', { name: sample, exact: true }).click()
      await visitor.page.getByText('rows converted').waitFor()
      expect(await visitor.findingsOnEveryScreen(`site-${sample.replace(' ', '-')}`)).toEqual([])
      expect(await visitor.close()).toEqual([])
    },
  )
})

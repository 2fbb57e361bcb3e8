import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { execFileSync } from 'node:child_process'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { utils, write } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { contentOf, Pages, plainSql } from './pages.ts'

const example = 'examples/orders.csv'

let pages: Pages
let folder: string
let database: PGlite

const downloadOf = async (page: Page): Promise<string> => {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download / }).click()
  return contentOf(await download)
}

/**
 * Clicks Cancel inside the page as soon as the button appears. The conversion may end before a click from outside
 * arrives.
 */
const clickCancelOnceShown = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((clicked) => {
    const button = document.querySelector('#stop')
    const watch = new MutationObserver(() => {
      if (button.hidden) return
      watch.disconnect()
      button.click()
      clicked()
    })
    watch.observe(button, { attributeFilter: ['hidden'] })
  })`)

describe.skipIf(chromiumPath === undefined)('the converter', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rowmill-converter-'))
    pages = await Pages.shared()
    database = await PGlite.create()
  })

  afterAll(async () => {
    await pages.stop()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('renames columns, keeps them as text, leaves them out, and its script loads as shown', async () => {
    const { visitor, page } = await pages.signedIn()
    await visitor.go('/settings/convert')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.method()))
    await page.locator('#file').setInputFiles(example)
    await page.getByText('4 rows converted').waitFor()
    const facts = await page.locator('#facts').innerText()
    for (const fact of ['CSV', 'utf-8', 'Semicolon', 'Day first', 'Decimal comma']) expect(facts).toContain(fact)
    expect(await page.getByLabel('Type of Placed').locator('option').first().textContent()).toBe('date')
    expect(await page.locator('#rows tbody tr').count()).toBe(4)
    const changed = page.locator('#rows td.changed', { hasText: '2023-12-31' })
    expect(await changed.locator('del').textContent()).toBe('31/12/2023')

    await page.getByLabel('Name of Customer').fill('client name')
    await page.getByLabel('Type of Placed').selectOption('text')
    await page.getByLabel('Keep Paid').uncheck()
    await page.getByLabel('Table', { exact: true }).fill('Orders of 2024')
    await page.locator('#output', { hasText: 'CREATE TABLE "Orders of 2024"' }).waitFor()
    await page.getByRole('link', { name: 'Download Orders of 2024.sql' }).waitFor()
    await database.exec(plainSql(await downloadOf(page)))
    const { rows } = await database.query('select * from "Orders of 2024" order by order_no limit 1')
    expect(rows).toEqual([
      { order_no: 1001, 'client name': "Zoë O'Neil", placed: '31/12/2023', amount: '1234.50', postcode: '01234' },
    ])
    // The browser only fetched the page's own modules and sent nothing.
    expect(requests.filter((method) => method !== 'GET')).toEqual([])

    await page.getByRole('tab', { name: 'Spec' }).click()
    await page.locator('#copy-spec').click()
    await expect.poll(() => visitor.copied()).toContain('"exclude": true')
    expect(JSON.parse(await visitor.copied())).toEqual({
      output: { dialect: 'postgresql', table: 'Orders of 2024' },
      columns: [
        { index: 1, name: 'client name' },
        { index: 2, as_text: true },
        { index: 4, exclude: true },
      ],
    })
    expect(await visitor.close()).toEqual([])
  })

  test('reads compressed files and other formats, and says what to do about an unreadable file', async () => {
    const { visitor, page } = await pages.signedIn()
    await visitor.go('/settings/convert')
    const members = ['id;name\n1;Ana\n', '2;Bo\n'].map((text) => gzipSync(text))
    const json = '[{"id":1,"when":"2024-02-05T10:00:00Z"}]'
    const cases: [string, Buffer, RegExp][] = [
      ['two-members.csv.gz', Buffer.concat(members), /gzip/],
      ['people.csv.zst', zstdCompressSync('id;name\n1;Ana\n'), /zstd/],
      ['people.csv.xz', execFileSync('xz', ['-c'], { input: 'id;name\n1;Ana\n' }), /xz/],
      ['people.csv.bz2', execFileSync('bzip2', ['-c'], { input: 'id;name\n1;Ana\n' }), /bzip2/],
      ['people.json', Buffer.from(json), /JSON/],
      ['tabs.tsv', Buffer.from('a\tb\n1\t2\n'), /Tab/],
    ]
    for (const [name, buffer, fact] of cases) {
      await page.locator('#file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
      await expect.poll(() => page.locator('#facts').innerText()).toMatch(fact)
    }
    const gzip = gzipSync('id;name\n1;Ana\n2;Bo\n')
    gzip[gzip.length - 8] = (gzip[gzip.length - 8] ?? 0) ^ 1
    const bad: [string, Buffer, string][] = [
      ['damaged.csv.gz', gzip, 'corrupt_file'],
      ['empty.csv', Buffer.alloc(0), 'empty_file'],
      ['photo.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'unsupported_format'],
    ]
    for (const [name, buffer, code] of bad) {
      await page.locator('#file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
      await page.locator(`#trouble a[href="/docs/codes#${code}"]`).waitFor()
      expect(await page.getByRole('link', { name: /^Download / }).count()).toBe(0)
      expect(await page.locator('#rows-card').isVisible()).toBe(false)
    }
    await page.locator('#file').setInputFiles(example)
    await page.getByText('4 rows converted').waitFor()
    expect(await visitor.close()).toEqual([])
  })

  test('cancels the conversion when its upload is canceled', async () => {
    const { visitor, page, client } = await pages.signedIn()
    await visitor.go('/settings/convert')
    await page.locator('#file').setInputFiles(example)
    await page.getByText('4 rows converted').waitFor()
    const statuses = async (): Promise<unknown> => {
      const listed = (await (await client.call('GET', '/conversions')).json()) as { data?: { status: string }[] }
      // The list is null if it cannot be read, and the next poll tries again.
      return listed.data?.map(({ status }) => status) ?? listed
    }
    const isHeld = (): Promise<boolean> => page.evaluate<boolean>('document.getElementById("drop").inert')
    for (const [at, slow] of ['**/settings/api/conversions', '**/cdn-cgi/**', '**/start'].entries()) {
      const letGo = Promise.withResolvers<void>()
      await page.route(slow, async (route) => {
        await letGo.promise
        // The page has abandoned its last request.
        await route.continue().catch(() => undefined)
      })
      const under = page.waitForRequest(slow)
      await page.getByRole('button', { name: 'Convert on the service' }).click()
      await under
      expect(await isHeld()).toBe(true)
      await page.getByRole('button', { name: 'Cancel' }).click()
      expect(await isHeld()).toBe(false)
      letGo.resolve()
      await expect.poll(statuses, { interval: 1000 }).toEqual(Array.from({ length: at + 1 }, () => 'canceled'))
      await page.unroute(slow)
    }
    expect(page.url()).toMatch(/convert$/)
    expect(await page.locator('#trouble').isVisible()).toBe(false)
    expect(await visitor.close()).toEqual([])
  })

  test('asks for a file again if it changed after it was chosen', async () => {
    const { visitor, page } = await pages.signedIn()
    const path = join(folder, 'changing.csv')
    writeFileSync(path, 'id,name\n1,Ana\n')
    await visitor.go('/settings/convert')
    await page.locator('#file').setInputFiles(path)
    await page.locator('#output', { hasText: 'CREATE TABLE changing' }).waitFor()
    // A browser may report the time of a file in whole seconds.
    await setTimeout(1100)
    writeFileSync(path, 'id,name,more\n1,Ana,x\n')
    await page.getByRole('radio', { name: 'MySQL' }).check()
    await page.getByText('Choose it again').waitFor()
    const chooser = page.waitForEvent('filechooser')
    await page.getByText('Drop or choose another').click()
    expect(await page.locator('#file').inputValue()).toBe('')
    await (await chooser).setFiles(path)
    await page.getByLabel('Name of more').waitFor()
    expect(await visitor.close()).toEqual([])
  })

  test('converts a large file in the page, shows progress, and can cancel', async () => {
    const { visitor, page } = await pages.signedIn('free')
    const path = join(folder, 'large.csv')
    const rows = Array.from({ length: 900_000 }, (_, row) => `${row},name ${row},2024-01-01,${row % 7}`).join('\n')
    writeFileSync(path, `id,name,day,kind\n${rows}\n`)
    await visitor.go('/settings/convert')
    await page.locator('#file').setInputFiles(path)
    const canceled = clickCancelOnceShown(page)
    await page.getByRole('button', { name: 'Convert in this page' }).click()
    await canceled
    await page.getByRole('button', { name: 'Convert in this page' }).click()
    await page.getByText('900,000 rows converted').waitFor()
    const script = await downloadOf(page)
    expect(script.match(/'name \d+'/g)).toHaveLength(900_000)
    expect(await visitor.close()).toEqual([])
  })

  test('offers the sheets of a workbook', async () => {
    const { visitor, page } = await pages.signedIn('free')
    await visitor.go('/settings/convert')
    await page.getByRole('button', { name: 'Workbook with a title', exact: true }).click()
    await page.getByText('rows converted').waitFor()
    await page.getByLabel('Sheet', { exact: true }).selectOption('Countries')
    await page.locator('#output', { hasText: 'CREATE TABLE countries' }).waitFor()
    expect(await visitor.close()).toEqual([])
  })

  test('converts several sheets into tables of one script, or into CSV files in a zip', async () => {
    const { visitor, page } = await pages.signedIn('free')
    await visitor.go('/settings/convert')
    await page.getByRole('button', { name: 'Workbook with a title', exact: true }).click()
    await page.getByText('rows converted').waitFor()
    const boxes = page.locator('#sheets input')
    expect(await boxes.count()).toBeGreaterThan(1)
    expect(await page.getByRole('checkbox', { name: 'Countries' }).isChecked()).toBe(false)
    await page.getByRole('button', { name: 'All sheets' }).click()
    await page.locator('#tables', { hasText: 'countries' }).waitFor()
    const script = await downloadOf(page)
    expect(script.match(/CREATE TABLE/g)?.length).toBeGreaterThan(1)
    await page.getByLabel('Write as', { exact: true }).selectOption('csv')
    await page.getByText('A zip with one CSV file for each sheet.').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Download / }).click()
    expect((await download).suggestedFilename()).toMatch(/\.zip$/)
    expect(await visitor.close()).toEqual([])
  })

  test('does not apply the settings of a dump to another file', async () => {
    const { visitor, page } = await pages.signedIn('free')
    await visitor.go('/settings/convert')
    const dump = [
      'CREATE TABLE `Users` (`id` int PRIMARY KEY, `flags` tinyint(1), `data` json);',
      'INSERT INTO `Users` VALUES (1,1,\'{"a":1}\'),(2,0,NULL);',
      'CREATE TABLE `old_log` (`id` int PRIMARY KEY);',
      'INSERT INTO `old_log` VALUES (1);',
    ].join('\n')
    await page.locator('#file').setInputFiles({ name: 'shop.sql', mimeType: 'text/plain', buffer: Buffer.from(dump) })
    await page.locator('#tables', { hasText: 'old_log' }).waitFor()
    expect(await page.getByLabel('Delimiter').isVisible()).toBe(false)
    await page.getByLabel('Leave out tables').fill('*_log')
    await page.getByLabel('Names', { exact: true }).selectOption('as_written')
    await page.getByText('Types', { exact: true }).click()
    await page.getByLabel('TINYINT(1)').selectOption('boolean')
    await page.getByLabel('JSON', { exact: true }).selectOption('jsonb')
    await page.locator('#output', { hasText: 'jsonb' }).waitFor()
    await database.exec(plainSql(await downloadOf(page)))
    const { rows } = await database.query('select * from "Users" order by id')
    expect(rows).toEqual([
      { id: 1, flags: true, data: { a: 1 } },
      { id: 2, flags: false, data: null },
    ])
    const { rows: logs } = await database.query("select 1 from pg_class where relname = 'old_log'")
    expect(logs).toEqual([])
    const spec = async (): Promise<unknown> => JSON.parse((await page.locator('#text-spec').textContent()) ?? '')
    expect(await spec()).toEqual({
      output: { dialect: 'postgresql' },
      dump: { types: { 'tinyint(1)': 'boolean', json: 'jsonb' }, names: 'as_written', tables: { exclude: ['*_log'] } },
    })
    await page.locator('#file').setInputFiles(example)
    await page.getByText('4 rows converted').waitFor()
    expect(await page.getByLabel('Leave out tables').isVisible()).toBe(false)
    await expect.poll(spec).toEqual({ output: { dialect: 'postgresql' } })
    expect(await visitor.close()).toEqual([])
  })

  test('asks for the password of a protected workbook, and leaves it out of every snippet', async () => {
    const { visitor, page } = await pages.signedIn('free')
    await visitor.go('/settings/convert')
    await page.locator('#file').setInputFiles('test/fixtures/encrypted/agile.xlsx')
    await page.locator('#trouble a[href="/docs/codes#encrypted_file"]').waitFor()
    await page.getByLabel('Workbook password').fill('Grüße 7')
    await page.getByText('rows converted').waitFor()
    expect(await page.locator('body').innerText()).not.toContain('Grüße 7')
    expect(await page.content()).not.toContain('Grüße 7')
    await page.locator('#file').setInputFiles(example)
    await page.getByText('4 rows converted').waitFor()
    expect(await page.getByLabel('Workbook password').isVisible()).toBe(false)
    expect(await visitor.close()).toEqual([])
  })

  test('converts a file or a URL on the service, once for a double click', async () => {
    const { visitor, page } = await pages.signedIn()
    await visitor.go('/settings/convert')
    let opened = 0
    await page.route('**/settings/api/conversions', async (route) => {
      opened++
      // The second click comes before the response.
      await setTimeout(200)
      await route.continue()
    })
    await page.getByText('Convert from a URL').click()
    await page.getByLabel('File URL').fill('http://example.com/orders.csv')
    const convertUrl = page.getByRole('button', { name: 'Download and convert' })
    await convertUrl.dblclick()
    await expect.poll(() => page.locator('#url-error').textContent()).toMatch(/HTTPS/i)
    expect(opened).toBe(1)
    await convertUrl.click()
    await expect.poll(() => visitor.complaints.length).toBe(2)
    expect(visitor.complaints.splice(0)).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('422')))
    await page.locator('#file').setInputFiles(example)
    await page.getByText('4 rows converted').waitFor()
    await page.getByRole('button', { name: 'Convert on the service' }).dblclick()
    await page.waitForURL(/\/conversions\//)
    expect(opened).toBe(3)
    expect(await visitor.close()).toEqual([])
  })

  test('accepts a pasted table', async () => {
    const { visitor, page } = await pages.signedIn('free')
    await visitor.go('/settings/convert')
    await page.getByText('Paste a table').click()
    await page.getByLabel('Table as text').fill('id;name\n1;Ana\n2;Bo\n')
    await page.getByText('2 rows converted').waitFor()
    await page.locator('#copy-output').click()
    await expect.poll(() => visitor.copied()).toContain("(2, 'Bo')")
    expect(await visitor.close()).toEqual([])
  })

  test('shows the values of right-to-left languages in the order of the columns', async () => {
    const { visitor, page } = await pages.signedIn('free')
    await visitor.go('/settings/convert')
    const buffer = Buffer.from('الاسم,المدينة,العمر\nأحمد,القاهرة,قديم\nفاطمة,بيروت,جديد\n')
    await page.locator('#file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
    await page.getByText('2 rows converted').waitFor()
    const leftOf = (text: string): Promise<number> =>
      page.evaluate<number>(`(() => {
        const walker = document.createTreeWalker(document.querySelector('#output'), NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
          const at = walker.currentNode.data.indexOf(${JSON.stringify(text)})
          if (at < 0) continue
          const range = document.createRange()
          range.setStart(walker.currentNode, at)
          range.setEnd(walker.currentNode, at + ${text.length})
          return range.getBoundingClientRect().left
        }
        return -1
      })()`)
    for (const format of ['', 'csv', 'json']) {
      await page.getByLabel('Write as', { exact: true }).selectOption(format)
      await page.locator('#output-title', { hasText: format === '' ? 'SQL' : format.toUpperCase() }).waitFor()
      const lefts = [await leftOf('أحمد'), await leftOf('القاهرة'), await leftOf('قديم')]
      expect(lefts[0]).toBeGreaterThan(0)
      expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
    }
    expect(await visitor.close()).toEqual([])
  })

  test('forgets what it detected in the previous file if the next one is unreadable', async () => {
    const visitor = await pages.open()
    const { page } = visitor
    await visitor.go('/')
    const give = (name: string, content: string): Promise<void> =>
      page.locator('#file').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })
    await give('orders.csv', 'a,b\n1,2\n')
    await page.getByText('1 row converted').waitFor()
    const firsts = (): Promise<string> =>
      page.evaluate<string>(
        `[...document.querySelectorAll('#settings-card option[value=""]')].map(({ text }) => text).join('; ')`,
      )
    expect(await firsts()).toContain('Detected: Comma')
    await give('page.csv', '<!doctype html><html><body>x</body></html>')
    await page.locator('#trouble', { hasText: 'web page' }).waitFor()
    expect(await firsts()).not.toContain('Detected:')
    expect(await visitor.close()).toEqual([])
  })

  test('keeps the focus above the bar, and shows the choice in the colors of the system', async () => {
    const visitor = await pages.open()
    const { page } = visitor
    await visitor.go('/')
    await page.getByRole('button', { name: 'Messy CSV', exact: true }).click()
    await page.getByText('5 rows converted').waitFor()
    const covered: string[] = []
    for (const select of await page.locator('#settings-card select:visible').all()) {
      await page.evaluate('scrollTo(0, 0)')
      await select.focus()
      const [field, bar] = [await select.boundingBox(), await page.locator('#action-bar').boundingBox()]
      if (field !== null && bar !== null && field.y + field.height > bar.y && field.y < bar.y + bar.height)
        covered.push((await select.getAttribute('name')) ?? '')
    }
    expect(covered).toEqual([])
    await page.emulateMedia({ forcedColors: 'active' })
    const backgrounds = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.segments input + span')].map((one) => getComputedStyle(one).backgroundColor)`,
    )
    expect(backgrounds.filter((color) => color === backgrounds[0])).toHaveLength(1)
    expect(new Set(backgrounds).size).toBe(2)
    expect(await visitor.close()).toEqual([])
  })

  test('writes its messages for visitors: labels, names of files, and one row', async () => {
    const { visitor, page } = await pages.signedIn('free')
    await visitor.go('/settings/convert')
    const give = (name: string, content: string | Uint8Array): Promise<void> =>
      page.locator('#file').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })
    await give('faces.csv', '😀,b\n1,2\n')
    await page.getByText('1 row converted').waitFor()
    expect(await page.locator('#facts').innerText()).toContain('1 row')
    expect(await page.locator('#facts').innerText()).not.toContain('1 rows')
    expect(await page.locator('#warnings').innerText()).toContain('set “Column names” to “As written”')
    await give('two.zip', zipSync({ 'a.csv': strToU8('a\n1\n'), 'b.csv': strToU8('b\n2\n') }))
    await page.locator('#trouble', { hasText: 'a.csv' }).waitFor()
    expect(await page.locator('#trouble').innerText()).toContain('b.csv')
    await page.locator('#file').setInputFiles('test/fixtures/encrypted/agile.xlsx')
    await page.locator('#trouble', { hasText: '“Workbook password”' }).waitFor()
    expect(await page.locator('#trouble').innerText()).not.toContain('input.')
    // On a phone, nothing is between the error and the settings.
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.locator('#elsewhere-card').isVisible()).toBe(false)
    await give('orders.csv', 'a\n1\n')
    await page.getByText('1 row converted').waitFor()
    expect(await page.locator('#elsewhere-card').isVisible()).toBe(true)
    expect(await visitor.close()).toEqual([])
  })

  test('shows the columns of the chosen sheet, without the names given to those of another', async () => {
    const { visitor, page } = await pages.signedIn('free')
    await visitor.go('/settings/convert')
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['id', 'name'],
        [1, 'Ana'],
      ]),
      'People',
    )
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['code', 'price'],
        [7, 2.5],
      ]),
      'Prices',
    )
    const buffer = Buffer.from(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
    await page.locator('#file').setInputFiles({ name: 'both.xlsx', mimeType: '', buffer })
    await page.getByLabel('Name of name').fill('person')
    await page.locator('#output', { hasText: 'person' }).waitFor()
    await page.getByLabel('Sheet', { exact: true }).selectOption('Prices')
    await page.locator('#output', { hasText: 'CREATE TABLE prices' }).waitFor()
    expect(await page.locator('#rows .source').allTextContents()).toEqual(['code', 'price'])
    expect(await page.locator('#output').innerText()).not.toContain('person')
    expect(await visitor.close()).toEqual([])
  })

  test('keeps the word Download and the name of a file with a long name on a phone', async () => {
    const { visitor, page } = await pages.signedIn('free')
    await visitor.go('/settings/convert')
    await page.setViewportSize({ width: 390, height: 844 })
    const name = `${'a_long_name_'.repeat(15)}.csv`
    await page.locator('#file').setInputFiles({ name, mimeType: '', buffer: Buffer.from('a,b\n1,2\n') })
    await page.getByText('1 row converted').waitFor()
    const inside = await page.evaluate<boolean>(`(() => {
      const link = document.querySelector('#result a')
      const range = document.createRange()
      range.selectNodeContents(link)
      const [button, words] = [link.getBoundingClientRect(), range.getClientRects()]
      return [...words].every(({ left }) => left >= button.left) && link.scrollWidth <= link.clientWidth + 1
    })()`)
    expect(inside).toBe(true)
    expect(await visitor.findings('long-name')).toEqual([])
    expect(await visitor.close()).toEqual([])
  })

  test('converts with a setting that was changed right before the click', async () => {
    const { visitor, page } = await pages.signedIn('free')
    await visitor.go('/settings/convert')
    const buffer = Buffer.from(
      `id,name\n${Array.from({ length: 500_000 }, (_, at) => `${at},name ${at}`).join('\n')}\n`,
    )
    await page.locator('#file').setInputFiles({ name: 'large.csv', mimeType: '', buffer })
    await page.getByRole('button', { name: 'Convert in this page' }).waitFor()
    await page.evaluate(`(() => {
      const table = document.getElementById('spec-output.table')
      table.value = 'chosen_late'
      table.dispatchEvent(new Event('input', { bubbles: true }))
      document.getElementById('here').click()
    })()`)
    await page.getByText('500,000 rows converted').waitFor()
    expect(await page.locator('#text-spec').textContent()).toContain('chosen_late')
    expect(await page.locator('#output').innerText()).toContain('chosen_late')
    expect(await visitor.close()).toEqual([])
  })

  test('drops a choice for a column when other rows are chosen, and repeats no sentence', async () => {
    const { visitor, page } = await pages.signedIn('free')
    await visitor.go('/settings/convert')
    const buffer = Buffer.from(JSON.stringify({ a: [{ x: 1, y: 2 }], b: [{ p: 3, q: 4 }], c: [{ only: 5 }] }))
    page.setDefaultTimeout(8000)
    await page.locator('#file').setInputFiles({ name: 'two.json', mimeType: '', buffer })
    await page.getByText(/\d rows? converted/).waitFor()
    const choose = (path: string): Promise<void> =>
      page.evaluate(`(() => {
        const field = document.getElementById('spec-input.path')
        field.value = ${JSON.stringify(path)}
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })()`)
    await choose('/a')
    await page.getByLabel('Name of y').fill('renamed')
    await page.getByLabel('Keep x').uncheck()
    await page.locator('#output', { hasText: 'renamed' }).waitFor()
    await choose('/b')
    await page.getByLabel('Name of q').waitFor()
    await page.locator('#output', { hasText: /\bp\b[^]*\bq\b/ }).waitFor()
    expect(await page.locator('#output').innerText()).not.toContain('renamed')
    await page.getByLabel('Name of q').fill('other')
    await page.locator('#output', { hasText: 'other' }).waitFor()
    await choose('/c')
    await page.locator('#output', { hasText: 'only' }).waitFor()
    await choose('/nowhere')
    await page.locator('#trouble', { hasText: '/nowhere' }).waitFor()
    expect((await page.locator('#trouble').innerText()).split('has no rows at')).toHaveLength(2)
    expect(await visitor.close()).toEqual([])
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measuringPath } from './browser.ts'
import { performanceOf, scoreOf, scoresOf } from './page-scores.ts'
import { Pages } from './pages.ts'

let pages: Pages

describe.skipIf(measuringPath === undefined)('the public site', () => {
  beforeAll(async () => {
    pages = await Pages.start()
  })
  afterAll(() => pages.stop())

  test('computes scores on a curve through the two points that define it', () => {
    expect(scoreOf(2500, 2500, 4000)).toBeCloseTo(0.9, 5)
    expect(scoreOf(4000, 2500, 4000)).toBeCloseTo(0.5, 5)
    expect(scoreOf(0, 2500, 4000)).toBeCloseTo(1, 5)
  })

  test.each([
    [
      'a script that blocks for a second',
      0,
      // The block has a task of its own, because the browser reports a task as long only if it was watched from its start.
      `fetch('/robots.txt').then(() => { for (const start = performance.now(); performance.now() - start < 1000; ); })`,
    ],
    ['a server that responds after three seconds', 3000, ''],
  ])('would score less with %s', async (_, delayMs, script) => {
    const page = `<!doctype html><html lang="en"><title>A slow page</title><p>Text<script>${script}</script>`
    const server = createServer((request, response) => {
      setTimeout(() => response.end(page), request.url === '/' ? delayMs : 0)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await performanceOf(pages.browser, `http://127.0.0.1:${port}/`)).toBeLessThan(90)
    server.close()
  })

  test.each(['/', '/docs/codes', '/docs/webhooks'])(
    'is fast and without findings on a slow phone: %s',
    async (path) => {
      const { findings, ...scores } = await scoresOf(pages.browser, `${pages.origin}${path}`)
      expect.soft(findings).toEqual([])
      for (const [category, score] of Object.entries(scores)) expect.soft(score, category).toBeGreaterThanOrEqual(95)
    },
  )
})

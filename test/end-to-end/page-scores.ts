import { setTimeout } from 'node:timers/promises'
import axe from 'axe-core'
import type { Browser, CDPSession, Page } from 'playwright-core'

/** Scores from 0 to 100 in the four categories of Lighthouse. */
export interface PageScores {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  /** The findings that cost points, in words. */
  readonly findings: readonly string[]
}

/** Lighthouse's phone, with its screen and its slow 4G connection. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const line = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
/**
 * The speed of the phone in Lighthouse's benchmark index. Lighthouse slows desktops of 1,500 to 2,000 down by 4, and
 * recommends choosing the factor for other machines by their index.
 */
const phoneIndex = 1750 / 4

interface Timings {
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly blockedMs: number
  readonly shift: number
}

/**
 * The mobile weights of Lighthouse 12, with the values that score 90 and 50. The speed index needs a video and is left
 * out.
 */
const curves: readonly {
  readonly metric: keyof Timings
  readonly weight: number
  readonly p90: number
  readonly p50: number
}[] = [
  { metric: 'firstPaintMs', weight: 10, p90: 1800, p50: 3000 },
  { metric: 'largestPaintMs', weight: 25, p90: 2500, p50: 4000 },
  { metric: 'blockedMs', weight: 30, p90: 200, p50: 600 },
  { metric: 'shift', weight: 25, p90: 0.1, p50: 0.25 },
]

/** Computes the error function, accurate to seven digits (Abramowitz and Stegun, 7.1.26). */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - series * Math.exp(-x * x))
}

/** Returns the share of slower pages in a log-normal distribution, given its 10th percentile and its median. */
export function scoreOf(value: number, p90: number, p50: number): number {
  const tenPercentPoint = 0.9061938024368232
  const x = (Math.log(Math.max(value, 1e-9) / p50) * tenPercentPoint) / Math.log(p50 / p90)
  return (1 - erf(x)) / 2
}

/** Runs before the page's own scripts. */
const watcher = `(() => {
  const seen = (window.__seen = { largestPaintMs: 0, blockedMs: 0, shift: 0 })
  const watch = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => (seen.largestPaintMs = startTime))
  watch('longtask', ({ duration }) => (seen.blockedMs += Math.max(0, duration - 50)))
  watch('layout-shift', ({ value, hadRecentInput }) => (seen.shift += hadRecentInput ? 0 : value))
})()`

/** Lighthouse's benchmark: how often strings grow and numbers are copied in a second, divided by 10 (version 12). */
const benchmark = `(() => {
  const index = (isOver, round) => {
    const start = performance.now()
    let rounds = 0
    while (!isOver(rounds, performance.now() - start)) round(rounds++)
    return rounds / 10 / ((performance.now() - start) / 1000)
  }
  const grow = () => {
    let text = ''
    for (let j = 0; j < 10000; j++) text += 'a'
    if (text.length === 1) throw new Error('never happens, but keeps the compiler from removing the loop')
  }
  const [one, other] = [1, 2].map(() => Array.from({ length: 100000 }, (_, i) => i))
  const copy = (round) => {
    const [from, to] = round % 2 === 0 ? [one, other] : [other, one]
    for (let j = 0; j < from.length; j++) to[j] = from[j]
  }
  return (index((_, ms) => ms >= 500, grow) + index((rounds, ms) => rounds % 10 === 0 && ms >= 500, copy)) / 2
})()`

/** The browser reports a paint only after it is done, and a missing one would score as the fastest. */
async function timingsOf(page: Page): Promise<Timings> {
  for (;;) {
    const timings = await page.evaluate<Timings>(
      `({ firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, ...window.__seen })`,
    )
    if (timings.firstPaintMs > 0 && timings.largestPaintMs > 0) return timings
    await setTimeout(50)
  }
}

/** Loads the page on the emulated phone, in a browser that already runs: starting its processes is not the page's work. */
export async function performanceOf(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    const session: CDPSession = await context.newCDPSession(page)
    await page.goto(new URL('/robots.txt', url).href)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', line)
    const index = await page.evaluate<number>(benchmark)
    await session.send('Emulation.setCPUThrottlingRate', { rate: Math.max(1, index / phoneIndex) })
    await page.addInitScript(watcher)
    await page.goto(url, { waitUntil: 'networkidle' })
    const timings = await timingsOf(page)
    const whole = curves.reduce((sum, { weight }) => sum + weight, 0)
    const points = curves.reduce(
      (sum, { metric, weight, p90, p50 }) => sum + weight * scoreOf(timings[metric], p90, p50),
      0,
    )
    return (points / whole) * 100
  } finally {
    await context.close()
  }
}

interface AxeResults {
  readonly passes: readonly unknown[]
  readonly violations: readonly { readonly id: string; readonly impact: string | null; readonly help: string }[]
}

/** Each expression must be true in the page. */
const bestPractices = {
  'has a doctype': `document.compatMode === 'CSS1Compat'`,
  'says its characters': `document.characterSet === 'UTF-8' && document.querySelector('meta[charset]') !== null`,
  'asks its own origin alone': `performance.getEntriesByType('resource').every(({ name }) => name.startsWith(location.origin) || name.startsWith('blob:'))`,
  'runs nothing inline': `document.querySelectorAll('script:not([src]):not([type="application/json"]), [onclick], [style]').length === 0`,
  'shows pictures in their own proportions': `[...document.images].every((image) => image.naturalWidth === 0 || Math.abs(image.width / image.height - image.naturalWidth / image.naturalHeight) < 0.05)`,
  'asks for no permission': `Notification.permission !== 'granted'`,
}

const searchEngines = {
  'has a title': `document.title.length >= 10`,
  'has a description': `(document.querySelector('meta[name=description]')?.content.length ?? 0) >= 40`,
  'says its language': `document.documentElement.lang === 'en'`,
  'fits a telephone': `/width=device-width/.test(document.querySelector('meta[name=viewport]')?.content ?? '')`,
  'names its own address': `new URL(document.querySelector('link[rel=canonical]')?.href ?? 'none:').pathname === location.pathname`,
  'may be indexed': `!/noindex/.test(document.querySelector('meta[name=robots]')?.content ?? '')`,
  'has links that can be followed': `[...document.querySelectorAll('a')].every((link) => link.hasAttribute('href') && !link.href.startsWith('javascript:'))`,
  'has links that say where they lead': `[...document.querySelectorAll('a')].every((link) => !/^(here|click here|more|read more|this|link)$/i.test(link.textContent.trim()))`,
  'names its pictures': `[...document.images].every((image) => image.hasAttribute('alt'))`,
  'has one main heading': `document.querySelectorAll('h1').length === 1`,
}

/** Returns the share of the expressions that are true, and the names of the others. */
async function shareOf(page: Page, sentences: Readonly<Record<string, string>>): Promise<[number, string[]]> {
  const findings: string[] = []
  for (const [sentence, expression] of Object.entries(sentences))
    if (!(await page.evaluate<boolean>(expression))) findings.push(`not true: ${sentence}`)
  return [100 - (100 * findings.length) / Object.keys(sentences).length, findings]
}

/**
 * Scores a page as a first-time visitor on a phone sees it. The best of three loads counts, because other work of this
 * computer slows the rest.
 */
export async function scoresOf(browser: Browser, url: string): Promise<PageScores> {
  const loads: number[] = []
  while (loads.length < 3 && Math.max(0, ...loads) < 95) loads.push(await performanceOf(browser, url))
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    const [practices, practiceFindings] = await shareOf(page, bestPractices)
    const [seo, seoFindings] = await shareOf(page, searchEngines)
    await page.evaluate(axe.source)
    const { passes, violations } = await page.evaluate<AxeResults>('axe.run()')
    return {
      performance: Math.max(...loads),
      accessibility: (100 * passes.length) / (passes.length + violations.length),
      bestPractices: complaints.length > 0 ? 0 : practices,
      seo,
      findings: [
        ...complaints,
        ...practiceFindings,
        ...seoFindings,
        ...violations.map(({ id, impact, help }) => `${id} (${impact}): ${help}`),
      ],
    }
  } finally {
    await context.close()
  }
}

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { hangMs } from './hang.ts'

const wholeBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** The shell is the same browser without its own windows. It uses a third less of the processor. */
const shell = '/usr/bin/chromium-headless-shell'
const firstOf = (places: readonly string[]): string | undefined =>
  process.env['CHROMIUM'] ?? places.find((place) => existsSync(place))

export const chromiumPath = firstOf([shell, ...wholeBrowsers])
/** The browser that measures pages. The shell paints later, and a page scores three points less in it. */
export const measuringPath = firstOf(wholeBrowsers)
if (chromiumPath === undefined) {
  console.log('The pages are not tested: no Chromium here (apt-get install chromium-headless-shell, or CHROMIUM=path).')
}

/** The folder for screenshots of every page, for reviewers. */
const pictures = process.env['PICTURES']

export const screens = [
  { name: 'desktop-light', viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const
/** The rules that colors can break. The others have the same findings on a light and a dark screen. */
const colorRules = ['color-contrast', 'link-in-text-block']
export type Screen = (typeof screens)[number]

export const startBrowser = (path = chromiumPath): Promise<Browser> =>
  chromium.launch({ ...(path === undefined ? {} : { executablePath: path }), args: ['--no-sandbox'] })

/** A browser window that records the complaints of its console. A test ends by checking them. */
export class Visitor {
  readonly page: Page
  readonly complaints: string[] = []
  private readonly context: BrowserContext
  private readonly origin: string

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context
    this.page = page
    this.origin = origin
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text())
    })
    page.on('pageerror', (error) => this.complaints.push(String(error)))
  }

  static async open(browser: Browser, origin: string, screen: Screen = screens[0]): Promise<Visitor> {
    const { viewport, colorScheme } = screen
    const context = await browser.newContext({
      viewport,
      colorScheme,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    context.setDefaultTimeout(hangMs)
    return new Visitor(context, await context.newPage(), origin)
  }

  async go(path: string): Promise<void> {
    await this.page.goto(`${this.origin}${path}`)
  }

  async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<void> {
    await this.go('/settings/sign-in')
    await this.page.getByLabel('E-mail').fill(email)
    await this.page.getByLabel('Password').fill(password)
    await this.page.keyboard.press('Enter')
    await this.page.waitForURL(/\/settings$/)
  }

  copied(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()')
  }

  /** Returns the defects of the current page: serious findings of axe, and content wider than the screen. */
  async findings(name: string, rules?: readonly string[]): Promise<string[]> {
    if (pictures !== undefined) {
      mkdirSync(pictures, { recursive: true })
      await this.page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
    }
    if (!(await this.page.evaluate<boolean>("'axe' in window"))) await this.page.evaluate(axe.source)
    const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) }
    const violations = await this.page.evaluate<Violation[]>(
      `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
        violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map((node) => node.html).join(' | ') })))`,
    )
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    const beyond = await this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    return [
      ...serious.map(({ id, html }) => `${name}: ${id}: ${html}`),
      ...(beyond > 0 ? [`${name} is ${beyond} wider than its screen`] : []),
    ]
  }

  /** Returns the defects of the current page on each screen. The window changes, because pages take longer to load. */
  async findingsOnEveryScreen(name: string): Promise<string[]> {
    const findings: string[] = []
    for (const { name: screen, viewport, colorScheme } of screens) {
      await this.page.setViewportSize(viewport)
      // Colors that are still changing would be read as they never stay.
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      findings.push(...(await this.findings(`${name}-${screen}`, colorScheme === 'dark' ? colorRules : undefined)))
    }
    await this.page.setViewportSize(screens[0].viewport)
    return findings
  }

  /** Closes the window and returns the complaints of its console. */
  async close(): Promise<string[]> {
    await this.context.close()
    return this.complaints
  }
}

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly html: string
}

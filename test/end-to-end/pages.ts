import { readFileSync } from 'node:fs'
import type { Browser, Download, Page } from 'playwright-core'
import { inject, type ProvidedContext } from 'vitest'
import { measuringPath, startBrowser, Visitor } from './browser.ts'
import { Client } from './client.ts'
import { startService } from './service.ts'

export interface Account {
  readonly account_id: string
  readonly email: string
  readonly password: string
  readonly api_key: string
}

export interface SignedIn {
  readonly visitor: Visitor
  readonly page: Page
  readonly account: Account
  readonly client: Client
}

/** A service and a browser, for tests that look at pages. */
export class Pages {
  readonly service: ProvidedContext['service']
  readonly browser: Browser
  readonly origin: string
  private readonly stopService: () => Promise<unknown>

  private constructor(service: ProvidedContext['service'], browser: Browser, stopService: () => Promise<unknown>) {
    this.service = service
    this.browser = browser
    this.origin = new URL(service.base_url).origin
    this.stopService = stopService
  }

  /** Starts a service for measurements, which run when the shared one has ended. */
  static async start(): Promise<Pages> {
    const [service, browser] = await Promise.all([startService(), startBrowser(measuringPath)])
    return new Pages(service, browser, service.stop)
  }

  /** Returns the pages of the service that all end-to-end tests share. */
  static async shared(): Promise<Pages> {
    return new Pages(inject('service'), await startBrowser(), () => Promise.resolve())
  }

  async stop(): Promise<void> {
    await this.browser.close()
    await this.stopService()
  }

  open(screen?: Parameters<typeof Visitor.open>[2]): Promise<Visitor> {
    return Visitor.open(this.browser, this.origin, screen)
  }

  /** Creates an account for each test through the operator's API. */
  async newAccount(plan: 'pro' | 'free' = 'pro'): Promise<Account> {
    const response = await fetch(`${this.origin}/ops/accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.service.operator_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, plan }),
    })
    return (await response.json()) as Account
  }

  async signedIn(plan: 'pro' | 'free' = 'pro'): Promise<SignedIn> {
    const account = await this.newAccount(plan)
    const visitor = await this.open()
    await visitor.signIn(account)
    const client = new Client({ base_url: `${this.origin}/v1`, ...account })
    return { visitor, page: visitor.page, account, client }
  }
}

export const contentOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8')
/** These lines are for psql only. The rest of the script is plain SQL. */
export const plainSql = (script: string): string => script.replaceAll(/^\\set .*$/gm, '')

import { env, exports } from 'cloudflare:workers'
import { afterAll, beforeAll, vi } from 'vitest'
import { hashPassword } from '../../../src/accounts/passwords.ts'
import { makeSession, sha256 } from '../../../src/auth/tokens.ts'
import { accountOf, type Caller, newCaller } from '../api/support.ts'

const origin = 'https://api.example'

// Queues are disabled, so that nothing is converted or delivered during a test of a page.
beforeAll(() => {
  const accepted = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }
  vi.spyOn(env.DELIVERIES, 'sendBatch').mockResolvedValue(accepted)
  vi.spyOn(env.CONVERSIONS, 'sendBatch').mockResolvedValue(accepted)
})
afterAll(() => void vi.restoreAllMocks())
export const password = 'a password of the tests'

export interface Page {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A field with several values is sent once for each. */
type Form = Readonly<Record<string, string | readonly string[]>>

interface RequestParts {
  readonly method?: string
  readonly form?: Form
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const encoded = (form: Form): URLSearchParams =>
  new URLSearchParams(Object.entries(form).flatMap(([name, values]) => [values].flat().map((value) => [name, value])))

/**
 * Returns a browser's request, without following redirects. `origin` and the rest can be overridden to imitate another
 * site.
 */
export async function ask(path: string, { method, form, json, headers }: RequestParts = {}): Promise<Page> {
  const worker = (exports as unknown as { default: Fetcher }).default
  const isChange = form !== undefined || json !== undefined || (method ?? 'GET') !== 'GET'
  const response = await worker.fetch(`${origin}${path}`, {
    method: method ?? (isChange ? 'POST' : 'GET'),
    redirect: 'manual',
    headers: {
      ...(isChange ? { origin, 'sec-fetch-site': 'same-origin' } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(form === undefined ? {} : { body: encoded(form) }),
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Records wrong passwords without checking them, the last one at `atMs`. */
export async function haveTried(subject: string, times: number, atMs = Date.now()): Promise<void> {
  await env.DIRECTORY.prepare(
    'insert into throttles (subject, tries, free_at_ms, last_ms) values (?, ?, 0, ?) on conflict (subject) do update set tries = excluded.tries, free_at_ms = 0, last_ms = excluded.last_ms',
  )
    .bind(await sha256(subject), times, atMs)
    .run()
}

let hash: Promise<string> | null = null

/** The test password is hashed once for all accounts of a test file. */
async function givePassword({ accountId }: Caller): Promise<void> {
  hash ??= hashPassword(password)
  await env.DIRECTORY.prepare('update accounts set password = ? where account_id = ?')
    .bind(await hash, accountId)
    .run()
}

/** A user in a browser, who keeps the cookie and sends the form token as a page does. */
export class Person {
  readonly caller: Caller
  readonly cookie: string
  readonly formToken: string

  private constructor(caller: Caller, cookie: string, formToken: string) {
    this.caller = caller
    this.cookie = cookie
    this.formToken = formToken
  }

  /** Creates a separate account and session, so that tests do not share limits. */
  static async new(more: Parameters<typeof newCaller>[0] = {}): Promise<Person> {
    const caller = await newCaller(more)
    await givePassword(caller)
    const { token, secretHash } = await makeSession(caller.accountId, env.KEY_SECRET)
    await accountOf(caller).openSession(secretHash, { agent: 'test', address: 'local', place: '' })
    return Person.withCookie(caller, `__Host-rowmill_session=${token}`)
  }

  static async signIn(caller: Caller): Promise<Person> {
    const response = await ask('/settings/sign-in', { form: { email: caller.email, password } })
    if (response.status !== 303) throw new Error(`signing in returned ${response.status}: ${response.text}`)
    return Person.withCookie(caller, (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '')
  }

  private static async withCookie(caller: Caller, cookie: string): Promise<Person> {
    const page = await ask('/settings', { headers: { cookie } })
    return new Person(caller, cookie, /name="form-token" content="([0-9a-f]{64})"/.exec(page.text)?.[1] ?? '')
  }

  see(path: string): Promise<Page> {
    return ask(path, { headers: { cookie: this.cookie } })
  }

  send(path: string, form: Form = {}): Promise<Page> {
    return ask(path, { form: { form_token: this.formToken, ...form }, headers: { cookie: this.cookie } })
  }

  call(method: string, path: string, json?: unknown): Promise<Page> {
    const headers = { cookie: this.cookie, 'x-form-token': this.formToken }
    return ask(path, { method, headers, ...(json === undefined ? {} : { json }) })
  }
}

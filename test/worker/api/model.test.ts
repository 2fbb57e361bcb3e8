/* oxlint-disable vitest/no-standalone-expect, vitest/expect-expect -- the test expects through the random sequence */
import { env } from 'cloudflare:workers'
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import fc from 'fast-check'
import { ulid } from 'ulidx'
import { afterEach, expect, test, vi } from 'vitest'
import { makeKey } from '../../../src/auth/tokens.ts'
import type { AccountId, ConversionId } from '../../../src/contract/ids.ts'
import type { RunOutcome } from '../../../src/contract/run.ts'
import { accountStub } from '../../../src/stubs/account.ts'
import { type Expected, Model, modelLimits } from './model.ts'
import { type ApiResponse, done, putUpload, send, spec, stubOf } from './support.ts'

/** Random sequences of requests to the service and to the model of the specification. All responses must be equal. */
const runs = 25
const hour = 3_600_000
const steps = [1, 500, 20_000, 31_000, 61_000, hour, 3 * hour, 23 * hour, 24 * hour, 27 * hour, 240 * hour, 2200 * hour]

const key = fc.option(fc.constantFrom('k1', 'k2', 'k3'), { nil: null, freq: 2 })
const which = fc.nat(5)
const anyCommand = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('open' as const), bytes: fc.constantFrom(1, 3, 8, 15, 21), key }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('open_url' as const), key }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('put' as const), which, isWhole: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('start' as const, 'cancel' as const), which, key }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), which }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('read' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('list' as const),
      limit: fc.integer({ min: 1, max: 3 }),
      status: fc.constantFrom(null, 'done', 'canceled', 'queued'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('usage' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('case' as const),
      which,
      share: fc.constantFrom('file' as const, 'report' as const),
      key,
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('begin' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('progress' as const), which, rows: fc.nat(9), late: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('finish' as const),
      which,
      how: fc.constantFrom('done' as const, 'done' as const, 'failed' as const, 'given_back' as const),
      late: fc.boolean(),
    }),
  },
  { weight: 7, arbitrary: fc.record({ does: fc.constant('step' as const), ms: fc.constantFrom(...steps) }) },
)
type Command = typeof anyCommand extends fc.Arbitrary<infer T> ? T : never

afterEach(() => vi.useRealTimers())

/** Returns the visible fields of a conversion, with only the presence of URLs and reports. */
function visible(data: Record<string, unknown>): unknown {
  const { id, status, name, bytes, progress, created_at, started_at, finished_at, expires_at } = data
  return {
    ...{ id, status, name, bytes, progress, created_at, started_at, finished_at, expires_at },
    error: (data['error'] as { code: string } | null)?.code ?? null,
    hasReport: data['report'] !== null,
    hasOutput: data['output'] !== null,
  }
}

class Story {
  private readonly accountId = ulid() as AccountId
  private readonly model = new Model(Date.now())
  private readonly ids: string[] = []
  private apiKey = ''

  async begin(): Promise<void> {
    this.setClock()
    const account = accountStub(env, this.accountId)
    await account.create({
      accountId: this.accountId,
      email: 'a@example.com',
      plan: 'pro',
      allowanceBytes: modelLimits.allowance,
      billingDay: 1,
    })
    const made = await makeKey(this.accountId, env.KEY_SECRET)
    await account.addKey('key', made.secretHash)
    this.apiKey = made.key
    await runInDurableObject(account, (instance) => {
      const { limits } = instance as unknown as { limits: Record<string, number> }
      Object.assign(limits, { RATE_LIMIT_PER_MINUTE: modelLimits.rate, ACTIVE_LIMIT: modelLimits.active })
    })
  }

  async tell(command: Command): Promise<void> {
    switch (command.does) {
      case 'open': {
        const body = { name: `${command.bytes}.csv`, bytes: command.bytes, spec }
        return this.post(
          '/v1/conversions',
          body,
          command.key,
          () => this.model.openUpload(command.bytes),
          (id) => this.model.opened(id, command.bytes, body.name, false),
        )
      }
      case 'open_url': {
        const body = { url: 'https://nowhere.example.com/a.csv', spec }
        return this.post(
          '/v1/conversions',
          body,
          command.key,
          () => this.model.openUrl(),
          (id) => this.model.opened(id, 0, 'a.csv', true),
        )
      }
      case 'start':
        return this.post(`/v1/conversions/${this.id(command.which)}/start`, undefined, command.key, () =>
          this.model.start(this.id(command.which)),
        )
      case 'cancel':
        return this.post(`/v1/conversions/${this.id(command.which)}/cancel`, undefined, command.key, () =>
          this.model.cancel(this.id(command.which)),
        )
      case 'case':
        return this.post(
          `/v1/conversions/${this.id(command.which)}/cases`,
          { consent: true, share: command.share },
          command.key,
          () => this.model.openCase(this.id(command.which), command.share),
        )
      case 'delete':
        return this.ask('DELETE', `/v1/conversions/${this.id(command.which)}`, () =>
          this.model.delete(this.id(command.which)),
        )
      case 'read':
        return this.ask('GET', `/v1/conversions/${this.id(command.which)}`, () =>
          this.model.read(this.id(command.which)),
        )
      case 'usage':
        return this.ask(
          'GET',
          '/v1/usage',
          () => ({ status: 200, code: null, data: this.model.usage() }),
          (body) => body.data,
        )
      case 'list':
        return this.list(command.limit, command.status)
      case 'put':
        return this.put(this.id(command.which), command.isWhole)
      case 'begin': {
        const id = this.id(command.which)
        const begun = await accountStub(env, this.accountId).beginRun(id)
        expect(begun.kind).toBe(this.model.begin(id))
        return undefined
      }
      case 'progress': {
        const ref = this.attempt(command.which, command.late)
        const report = { rows: command.rows, bytes_read: 0, bytes_total: 0 }
        const reply = await accountStub(env, this.accountId).reportProgress(ref, report)
        expect(reply).toBe(this.model.progress(ref.conversionId, ref.attempt, command.rows))
        return undefined
      }
      case 'finish': {
        const ref = this.attempt(command.which, command.late)
        const failure = { code: 'corrupt_file', message: 'broken', problems: [] } as const
        const outcome: RunOutcome =
          command.how === 'done'
            ? done
            : command.how === 'failed'
              ? { kind: 'failed', failure }
              : { kind: 'given_back' }
        await accountStub(env, this.accountId).endRun(ref, outcome)
        this.model.finish(ref.conversionId, ref.attempt, command.how)
        return undefined
      }
      case 'step':
        this.model.now += command.ms
        this.setClock()
        await runDurableObjectAlarm(stubOf(this.accountId))
        this.model.ring()
        return undefined
    }
  }

  private setClock(): void {
    vi.useFakeTimers({ toFake: ['Date'], now: this.model.now })
  }

  private id(at: number): ConversionId {
    return (this.ids[at % Math.max(1, this.ids.length)] ?? '01ARZ3NDEKTSV4RRFFQ69G5FAV') as ConversionId
  }

  /** The attempt that the model runs, or the previous one. */
  private attempt(at: number, isLate: boolean): { accountId: AccountId; conversionId: ConversionId; attempt: number } {
    const id = this.id(at)
    const current = this.model.find(id)?.attempt ?? 1
    return { accountId: this.accountId, conversionId: id, attempt: isLate ? current - 1 : current }
  }

  private async put(id: string, isWhole: boolean): Promise<void> {
    const one = this.model.find(id)
    if (one?.status !== 'awaiting_upload' || !one.hasFiles) return
    one.file = isWhole ? one.bytes : one.bytes + 1
    await putUpload(this.accountId, id as ConversionId, one.file)
  }

  private async ask(
    method: string,
    path: string,
    expect_: () => Expected,
    view: (body: { data: Record<string, unknown> }) => unknown = (body) => visible(body.data),
  ): Promise<void> {
    const response = await send(this.apiKey, method, path)
    const expected = this.admitted(response) ? expect_() : null
    if (expected !== null) this.compare(response, expected, view)
  }

  private async post(
    path: string,
    body: object | undefined,
    idempotencyKey: string | null,
    expect_: () => Expected,
    opened?: (id: string) => unknown,
  ): Promise<void> {
    const headers: Record<string, string> = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }
    const response = await send(this.apiKey, 'POST', path, body, headers)
    if (!this.admitted(response)) return
    const fingerprint = `${path} ${JSON.stringify(body)}`
    const replay = idempotencyKey === null ? null : this.model.replay(idempotencyKey, fingerprint)
    expect(response.headers.get('idempotent-replayed')).toBe(replay === null || replay === 'mismatch' ? null : 'true')
    if (replay === 'mismatch') return this.compare(response, { status: 422, code: 'idempotency_mismatch' })
    if (replay !== null) return expect([response.status, response.text]).toEqual([replay.status, replay.text])
    const expected = expect_()
    this.compare(response, expected)
    if (idempotencyKey !== null) this.model.keep(idempotencyKey, fingerprint, expected, response.text)
    if (expected.status < 300 && opened !== undefined) {
      const id = String(response.body.data.id)
      this.ids.push(id)
      opened(id)
      const one = this.model.find(id)
      expect(one === undefined ? null : this.model.view(one)).toEqual(visible(response.body.data))
      expect(response.body.data.upload !== null).toBe(response.status === 201)
    }
  }

  /** Tests whether the rate limit admitted the request, as in the model. */
  private admitted(response: ApiResponse): boolean {
    const admitted = this.model.admit()
    if ('retryAfter' in admitted) {
      this.compare(response, { status: 429, code: 'rate_limited' })
      expect(response.headers.get('retry-after')).toBe(String(admitted.retryAfter))
      return false
    }
    expect(response.headers.get('x-ratelimit-remaining')).toBe(String(admitted.remaining))
    return true
  }

  private compare(
    response: ApiResponse,
    expected: Expected,
    view: (body: { data: Record<string, unknown> }) => unknown = (body) => visible(body.data),
  ): void {
    expect([response.status, response.body?.error?.code ?? null]).toEqual([expected.status, expected.code])
    if (expected.data !== undefined)
      expect(view(response.body as { data: Record<string, unknown> })).toEqual(expected.data)
  }

  /** Lists all pages with one request each. */
  private async list(limit: number, status: string | null): Promise<void> {
    const expected = this.model.list(status)
    const listed: unknown[] = []
    let cursor: string | null = null
    do {
      const query = new URLSearchParams({
        limit: String(limit),
        ...(status === null ? {} : { status }),
        ...(cursor === null ? {} : { cursor }),
      })
      const response: ApiResponse = await send(this.apiKey, 'GET', `/v1/conversions?${query.toString()}`)
      if (!this.admitted(response)) return
      expect(response.status).toBe(200)
      listed.push(...(response.body.data as Record<string, unknown>[]).map(visible))
      cursor = response.body.meta.next_cursor as string | null
      expect(response.body.data.length).toBe(
        cursor === null ? expected.length - listed.length + response.body.data.length : limit,
      )
    } while (cursor !== null)
    expect(listed).toEqual(expected)
  }
}

test('the service responds to random requests like the model of its specification', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommand, { minLength: 10, maxLength: 45, size: 'max' }), async (commands) => {
      vi.useRealTimers()
      const story = new Story()
      await story.begin()
      for (const command of commands) await story.tell(command)
    }),
    { numRuns: runs, endOnFailure: false },
  )
})

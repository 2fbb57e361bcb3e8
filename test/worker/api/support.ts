import { env, exports } from 'cloudflare:workers'
import { ulid } from 'ulidx'
import { createKey } from '../../../src/accounts/register.ts'
import { nobodysHash } from '../../../src/accounts/passwords.ts'
import type { AccountId, ConversionId } from '../../../src/contract/ids.ts'
import { accessToken } from '../operator/access-token.ts'
import { expectDescribed } from './described.ts'
import type { Plan } from '../../../src/contract/account.ts'
import { accountStub } from '../../../src/stubs/account.ts'
import { outputKey, uploadKey } from '../../../src/storage/keys.ts'
import { uploadProof } from '../../../src/storage/upload-proof.ts'

export interface Caller {
  readonly accountId: AccountId
  readonly key: string
  readonly email: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>
}

export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any part of a response
  readonly body: any
  readonly text: string
}

const isReady = (body: unknown): body is string | ReadableStream =>
  typeof body === 'string' || body instanceof ReadableStream

export async function send(
  key: string | null,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const worker = (exports as unknown as { default: Fetcher }).default
  const response = await worker.fetch(`https://api.example${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(path.startsWith('/ops') ? { 'cf-access-jwt-assertion': await accessToken() } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isReady(body) ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const received = {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? null : JSON.parse(text),
  }
  if (path.startsWith('/v1')) expectDescribed(method, path, received)
  return received
}

/**
 * Creates an account for each test, so that limits are separate. It has no password, because hashing one takes time.
 */
export async function newCaller(more: { plan?: Plan; allowanceBytes?: number } = {}): Promise<Caller> {
  const accountId = ulid() as AccountId
  const email = `${ulid()}@example.com`.toLowerCase()
  const { plan = 'pro', allowanceBytes = null } = more
  await env.DIRECTORY.prepare('insert into accounts (email, account_id, password, created_at) values (?, ?, ?, ?)')
    .bind(email, accountId, nobodysHash, new Date().toISOString())
    .run()
  await accountStub(env, accountId).create({ accountId, email, plan, allowanceBytes, billingDay: 1 })
  const { api_key } = await createKey(env, accountId, 'first key')
  return { accountId, key: api_key, email, call: (...args) => send(api_key, ...args) }
}

export const spec = { output: { dialect: 'postgresql' } }

export async function open(caller: Caller, bytes = 3): Promise<ConversionId> {
  const opened = await caller.call('POST', '/v1/conversions', { name: 'a.csv', bytes, spec })
  if (opened.status !== 201) throw new Error(opened.text)
  return opened.body.data.id as ConversionId
}

/** Stores the file where the presigned URL would store it, with the metadata that the URL requires. */
export const upload = (caller: Caller, id: ConversionId, bytes = 3): Promise<void> =>
  putUpload(caller.accountId, id, bytes)

export async function putUpload(accountId: AccountId, id: ConversionId, bytes: number): Promise<void> {
  const key = uploadKey(accountId, id)
  const customMetadata = { upload: uploadProof(env, key) }
  await env.FILES.put(key, new Uint8Array(bytes), { customMetadata })
}

export async function openAndStart(caller: Caller, bytes = 3): Promise<ConversionId> {
  const id = await open(caller, bytes)
  await upload(caller, id, bytes)
  const started = await caller.call('POST', `/v1/conversions/${id}/start`)
  if (started.status !== 202) throw new Error(started.text)
  return id
}

/** Returns the platform's own stub, which its test helpers need. */
export const stubOf = (accountId: AccountId) => env.ACCOUNT.get(env.ACCOUNT.idFromName(accountId))

export const accountOf = (caller: Caller) => stubOf(caller.accountId)

/** Begins the current attempt, as an engine would. */
export async function begin(caller: Caller, id: ConversionId) {
  const begun = await accountOf(caller).beginRun(id)
  if (begun.kind !== 'run') throw new Error('the run did not begin')
  return begun.order
}

const report = {
  table: 'a',
  tables: [],
  columns: [],
  rows: { converted: 1, rejected: 0 },
  fixes: [],
  problems: [],
  problems_summary: [],
  input: { format: 'csv' },
  notes: [],
}
export const done = { kind: 'done', report, outputBytes: 5, outputName: 'a.sql' } as const

/** Creates a conversion that is done, with its output. */
export async function converted(caller: Caller): Promise<ConversionId> {
  const id = await openAndStart(caller)
  const { attempt } = await begin(caller, id)
  const { accountId } = caller
  await env.FILES.put(outputKey(accountId, id, attempt), 'output')
  await accountOf(caller).endRun({ accountId, conversionId: id, attempt }, done)
  return id
}

import { type Bearer, readBearer, rememberedBearer } from '../auth/tokens.ts'
import type { ApiCall, Operation } from '../contract/account.ts'
import { type ApiResponse, type Refusal, refusalResponse } from '../contract/response.ts'
import { fields } from '../contract/catalog/fields.ts'
import { requests } from '../contract/catalog/requests.ts'
import { docsPathOf } from '../contract/codes.ts'
import type { Conversion, Status } from '../contract/conversion.ts'
import type { AccountId, ConversionId } from '../contract/ids.ts'
import { newRequestId } from '../ids/request-id.ts'
import {
  bodyBytesPassedMax,
  idempotencyKeyCharactersMax,
  inlineBodyBytesMax,
  inlineBytesMax,
  jsonBodyBytesMax,
} from '../contract/limits.ts'
import { isRecord } from '../contract/json.ts'
import { sha256 } from '../storage/sign-url.ts'
import { measure } from '../metrics/measure.ts'
import { log, logError } from '../logs/log.ts'
import { accountStub } from '../stubs/account.ts'
import { withDeprecation } from './deprecation.ts'
import { openApiDocument } from './description/document.ts'
import { keyMistake } from './key-mistake.ts'
import { isBelow, type Place, placeOf } from './place.ts'
import { invalid } from './read-operation.ts'
import { type JsonBody, readJson } from './read-json.ts'
import { noSuchPath, routeOf, routeOperation } from './route.ts'

/**
 * Handles a request to `/v1` in the order of the specification. It checks the tag of the key. Then one call to the
 * account object decides everything else. A request with a known key and without a body waits only for that call.
 */
export async function respondToApi(request: Request, env: Env): Promise<Response> {
  const startedMs = Date.now()
  const requestId = newRequestId()
  const place = placeOf(request.url)
  const { path } = place
  let accountId: AccountId | null = null
  let response: ApiResponse
  try {
    const header = request.headers.get('authorization')
    const bearer = rememberedBearer(header, env.KEY_SECRET) ?? (await bearerOf(header, env))
    if (bearer.kind === 'nothing') response = refusalResponse(withoutKey(request, place), requestId)
    else if (bearer.kind === 'session') response = refusalResponse(noApiToken, requestId)
    else {
      accountId = bearer.accountId
      const caller: Caller = { accountId, secretHash: bearer.secretHash, requestId }
      response = await respondToKey(request, place, env, caller)
    }
  } catch (error) {
    logError('server_error', { request_id: requestId, account: accountId }, error)
    response = refusalResponse(broken, requestId)
  }
  const { method } = request
  const { status, code } = response
  const ms = Date.now() - startedMs
  const conversion = response.conversionId ?? /^\/v1\/conversions\/([0-9A-Z]{26})(?:\/|$)/.exec(path)?.[1] ?? null
  log('request', { request_id: requestId, account: accountId, conversion, method, path, status, code, ms })
  measure(env, { kind: 'request', accountId, method, route: routeOf(pathBelow(path)), status, code, ms })
  const route = { method, path: pathBelow(path), origin: env.PUBLIC_ORIGIN }
  return respond(method, withDeprecation(withDocs(response, env.PUBLIC_ORIGIN), route), requestId)
}

/**
 * Returns the body of an error with the URL of its entry in the reference. The account object does not have the
 * service's URL.
 */
function withDocs(response: ApiResponse, origin: string): ApiResponse {
  const { status, body } = response
  if (status < 400 || body === null) return response
  const { error } = JSON.parse(body) as { error: { code: string } }
  return { ...response, body: JSON.stringify({ error: { ...error, doc_url: `${origin}${docsPathOf(error.code)}` } }) }
}

async function respondToKey(request: Request, place: Place, env: Env, caller: Caller): Promise<ApiResponse> {
  if (await isShielded(caller, env)) return refusalResponse(farTooOften, caller.requestId)
  if (request.method === 'POST') return callWithBody(request, place, env, caller)
  return callAndWait(operationOf(request.method, place, noBody), null, env, caller)
}

/** Stops a key that sends several times as many requests as it may. The account object counts exactly. */
const isShielded = async ({ secretHash }: Caller, { KEY_SHIELD }: Env): Promise<boolean> =>
  KEY_SHIELD !== undefined && !(await KEY_SHIELD.limit({ key: secretHash })).success

type Caller = Pick<ApiCall, 'secretHash' | 'requestId'> & { readonly accountId: AccountId }

const noBody = (): JsonBody => ({ value: undefined })
const pathBelow = (path: string): string => path.slice('/v1'.length) || '/'
const operationOf = (method: string, { path, query }: Place, body: () => JsonBody): Operation =>
  isBelow(path) ? routeOperation(method, pathBelow(path), query, body) : noSuchPath(method, path)

async function bearerOf(header: string | null, env: Env): Promise<Bearer> {
  const bearer = await readBearer(header, env.KEY_SECRET)
  const before = env.KEY_SECRET_BEFORE ?? ''
  if (bearer.kind !== 'nothing' || before === '') return bearer
  return rememberedBearer(header, before) ?? readBearer(header, before)
}

/** Validation errors travel as a `refused` operation, so the account object can report them in the documented order. */
async function callWithBody(request: Request, place: Place, env: Env, caller: Caller): Promise<ApiResponse> {
  const path = pathBelow(place.path)
  const isOpening = path === '/conversions'
  const { raw, isWhole } = await readBody(request, isOpening ? inlineBodyBytesMax : jsonBodyBytesMax)
  let sent = noBody()
  const contentType = (): string | null => request.headers.get('content-type')
  const readSent = (): JsonBody => (sent = isWhole ? readJson(raw, contentType) : noBody())
  const operation = operationOf(request.method, place, readSent)
  if (operation.kind === 'not_found' || operation.kind === 'method_not_allowed')
    return callAccount(operation, null, env, caller)
  const idempotency = idempotencyOf(request, path, raw)
  if (idempotency !== null && 'mistake' in idempotency)
    return callAccount(invalid(idempotency.mistake), null, env, caller)
  const isFitting = isWhole && (raw.length <= jsonBodyBytesMax || mayBeLarge(sent))
  return callAndWait(isFitting ? operation : tooLarge(isOpening), idempotency, env, caller)
}

/**
 * Returns whether the body carries a file's content, or is not JSON at all. Both have a better message than one about
 * their size.
 */
const mayBeLarge = (body: JsonBody): boolean => 'mistake' in body || (isRecord(body.value) && 'content' in body.value)

/**
 * Returns the response to a request with `wait`: the conversion when it has ended, or its current state when the time
 * is up.
 */
async function callAndWait(
  operation: Operation,
  idempotency: ApiCall['idempotency'],
  env: Env,
  caller: Caller,
): Promise<ApiResponse> {
  const response = await callAccount(operation, idempotency, env, caller)
  const waitSeconds = 'waitSeconds' in operation ? operation.waitSeconds : 0
  if (waitSeconds === 0 || response.status >= 300 || response.body === null) return response
  const { data } = JSON.parse(response.body) as { data: Pick<Conversion, 'id' | 'status'> }
  if (isEnded(data.status)) return response
  const account = accountStub(env, caller.accountId)
  const id = data.id as ConversionId
  const waited = await account
    .readWhenEnded(id, waitSeconds * 1000, caller.requestId)
    // The object restarted, for example after a deployment, so the conversion is read once.
    .catch(() => account.readWhenEnded(id, 0, caller.requestId))
  const isOpening = operation.kind !== 'read'
  const status = isOpening && waited.status === 200 && !isEnded(statusIn(waited)) ? 202 : waited.status
  return { ...waited, status, headers: { ...response.headers, ...waited.headers }, conversionId: id }
}

const isEnded = (status: Status): boolean => status === 'done' || status === 'failed' || status === 'canceled'
const statusIn = ({ body }: ApiResponse): Status => (JSON.parse(body ?? '{}') as { data: Conversion }).data.status

/** Makes the one call on the account object. */
function callAccount(
  operation: Operation,
  idempotency: ApiCall['idempotency'],
  env: Env,
  { accountId, secretHash, requestId }: Caller,
): Promise<ApiResponse> {
  const pending = accountStub(env, accountId).call({ requestId, secretHash, operation, idempotency })
  if (operation.kind === 'method_not_allowed')
    return pending.then((response) => ({ ...response, headers: { ...response.headers, allow: operation.allow } }))
  if (operation.kind === 'describe')
    return pending.then((response) =>
      response.status === 200 ? { ...response, body: describeOnce(env.PUBLIC_ORIGIN) } : response,
    )
  return pending
}

interface Body {
  readonly raw: Uint8Array
  /** Whether the request sent at most as much as a body may have. */
  readonly isWhole: boolean
}
const emptyBody: Body = { raw: new Uint8Array(0), isWhole: true }

/**
 * Reads the body of a request. A declared length is exact. Otherwise one byte beyond the limit is kept, however the
 * body is chunked, so that a repeated request has the same fingerprint. The rest is read and dropped, because a client
 * reads no response from a closed connection.
 */
async function readBody(request: Request, bytesMax: number): Promise<Body> {
  if (request.body === null) return emptyBody
  const declared = Number(request.headers.get('content-length') ?? Infinity)
  if (declared <= bytesMax) return { raw: new Uint8Array(await request.arrayBuffer()), isWhole: true }
  const raw = new Uint8Array(bytesMax + 1)
  let length = 0
  let sent = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    const fitting = chunk.subarray(0, raw.length - length)
    raw.set(fitting, length)
    length += fitting.length
    sent += chunk.length
    if (sent > bodyBytesPassedMax) break
  }
  return { raw: raw.subarray(0, length), isWhole: length <= bytesMax }
}

const latin1 = new TextDecoder('latin1')

/** Other names of the header. A client that sends one relies on it, so it is refused and not ignored. */
const otherKeyHeaders = ['X-Idempotency-Key', 'Idempotency_Key', 'IdempotencyKey', 'Idempotent-Key']

function idempotencyOf(
  request: Request,
  path: string,
  raw: Uint8Array,
): ApiCall['idempotency'] | { readonly mistake: Record<string, string[]> } {
  const key = request.headers.get('idempotency-key')
  if (key === '') return { mistake: { 'Idempotency-Key': [fields.emptyKeyHeader] } }
  if (key === null) {
    const other = otherKeyHeaders.find((name) => request.headers.has(name))
    return other === undefined ? null : { mistake: { [other]: [fields.otherKeyHeader] } }
  }
  if (key.length > idempotencyKeyCharactersMax)
    return { mistake: { 'Idempotency-Key': [fields.charactersAtMost(idempotencyKeyCharactersMax, key.length)] } }
  return { key, fingerprint: sha256(`${request.method}\n${path}\n${latin1.decode(raw)}`).digest('hex') }
}

const withoutKey = ({ headers }: Request, { query }: Place): Refusal => ({
  code: 'unauthenticated',
  message: keyMistake(headers, query),
})
const noApiToken = { code: 'forbidden', message: requests.forbidden.notForApi } as const
const farTooOften = {
  code: 'rate_limited',
  message: requests.rate_limited.farTooMany,
  retryAfterSeconds: 60,
} as const
const broken = { code: 'server_error', message: requests.server_error } as const
const tooLarge = (isOpening: boolean): Operation => {
  const { largeBody, largeOpening } = requests.http_error
  const message = isOpening ? largeOpening(jsonBodyBytesMax, inlineBytesMax) : largeBody(jsonBodyBytesMax)
  return { kind: 'refused', refusal: { code: 'http_error', status: 413, message } }
}

let described: { readonly origin: string; readonly text: string } | null = null

function describeOnce(origin: string): string {
  if (described?.origin !== origin) described = { origin, text: JSON.stringify(openApiDocument(origin)) }
  return described.text
}

function respond(method: string, { status, body, headers }: ApiResponse, requestId: string): Response {
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  const common = {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...challenge,
    ...headers,
  }
  return new Response(method === 'HEAD' ? null : body, {
    status,
    headers: body === null ? common : { ...common, 'content-type': 'application/json' },
  })
}

import { type Bearer, readBearer, sha256 } from '../auth/tokens.ts'
import type { ApiAnswer, ApiCall, Operation } from '../contract/account.ts'
import { type RefusalCode, statusOfCode } from '../contract/codes.ts'
import type { AccountId } from '../contract/ids.ts'
import { idempotencyKeyCharactersMax, jsonBodyBytesMax } from '../contract/limits.ts'
import { measure } from '../metrics/measure.ts'
import { log, logTrouble } from '../logs/log.ts'
import { accountStub } from '../stubs/account.ts'
import { openApiDocument } from './description/document.ts'
import { invalid } from './read-operation.ts'
import { newRequestId } from './request-id.ts'
import { routeOperation } from './route.ts'

/**
 * A request to `/v1`, in the order that the specification gives: who are you (here, by the key's tag), then one call on the
 * account object, which decides everything else.
 */
export async function answerApi(request: Request, env: Env): Promise<Response> {
  const startedMs = Date.now()
  const requestId = newRequestId()
  const url = new URL(request.url)
  const path = url.pathname
  let accountId: AccountId | null = null
  let answered: ApiAnswer
  try {
    const bearer = await bearerOf(request.headers.get('authorization'), env)
    if (bearer.kind === 'nothing')
      answered = refusal('unauthenticated', 'Send a valid API key: Authorization: Bearer rm_key_…', requestId)
    else if (bearer.kind === 'session')
      answered = refusal('forbidden', 'This token was not made for the API.', requestId)
    else {
      accountId = bearer.accountId
      answered = await ask(request, url, env, { accountId, secretHash: bearer.secretHash, requestId })
    }
  } catch (error) {
    logTrouble('server_error', { request_id: requestId, account: accountId }, error)
    answered = refusal(
      'server_error',
      'Something went wrong on the service’s side. Quote the request id to support.',
      requestId,
    )
  }
  log('request', {
    request_id: requestId,
    account: accountId,
    conversion: answered.conversionId ?? /^\/v1\/conversions\/([0-9A-Z]{26})(?:\/|$)/.exec(path)?.[1] ?? null,
    method: request.method,
    path,
    status: answered.status,
    code: answered.code,
    ms: Date.now() - startedMs,
  })
  measure(env, {
    ...{ kind: 'request', accountId, method: request.method, path },
    ...{ status: answered.status, code: answered.code, ms: Date.now() - startedMs },
  })
  return respond(request, answered, requestId)
}

async function bearerOf(header: string | null, env: Env): Promise<Bearer> {
  const bearer = await readBearer(header, env.KEY_SECRET)
  const before = env.KEY_SECRET_BEFORE ?? ''
  return bearer.kind === 'nothing' && before !== '' ? readBearer(header, before) : bearer
}

async function ask(
  request: Request,
  url: URL,
  env: Env,
  { accountId, ...asker }: Pick<ApiCall, 'secretHash' | 'requestId'> & { readonly accountId: AccountId },
): Promise<ApiAnswer> {
  const path = url.pathname.replace(/^\/v1/, '') || '/'
  const { raw, isWhole } = request.method === 'POST' ? await readBody(request) : noBody
  const asked = readOperation(request, path, url.searchParams, raw)
  const isRouted = asked.kind !== 'not_found' && asked.kind !== 'method_not_allowed'
  const idempotency = request.method === 'POST' && isRouted ? await idempotencyOf(request, path, raw) : null
  // What is wrong with a request travels along: the account object says it when its turn in the order of checks comes.
  let operation = asked
  if (idempotency === 'too_long')
    operation = invalid({ 'Idempotency-Key': [`has more than ${idempotencyKeyCharactersMax} characters`] })
  else if (isRouted && !isWhole) operation = tooLarge
  const answered = await accountStub(env, accountId).call({
    ...asker,
    operation,
    idempotency: idempotency === 'too_long' ? null : idempotency,
  })
  if (operation.kind === 'method_not_allowed')
    return { ...answered, headers: { ...answered.headers, allow: operation.allow } }
  if (operation.kind === 'describe' && answered.status === 200)
    return { ...answered, body: describeOnce(env.PUBLIC_ORIGIN) }
  return answered
}

function readOperation(request: Request, path: string, query: URLSearchParams, raw: Uint8Array): Operation {
  let malformed = false
  const body = (): unknown => {
    try {
      return raw.length === 0 ? {} : JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw))
    } catch {
      malformed = true
      return {}
    }
  }
  const operation = routeOperation(request.method, path, query, body)
  return malformed ? invalid({ body: ['is not valid JSON'] }) : operation
}

interface Body {
  readonly raw: Uint8Array
  /** false: more was sent than a body may have. */
  readonly isWhole: boolean
}
const noBody: Body = { raw: new Uint8Array(0), isWhole: true }

/** A length that is declared holds for what comes; without one, reading ends at the limit. */
async function readBody(request: Request): Promise<Body> {
  if (request.body === null) return noBody
  const declared = Number(request.headers.get('content-length') ?? Infinity)
  if (declared <= jsonBodyBytesMax) return { raw: new Uint8Array(await request.arrayBuffer()), isWhole: true }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    chunks.push(chunk)
    if (length > jsonBodyBytesMax) break
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return { raw: all, isWhole: length <= jsonBodyBytesMax }
}

async function idempotencyOf(
  request: Request,
  path: string,
  raw: Uint8Array,
): Promise<{ key: string; fingerprint: string } | 'too_long' | null> {
  const key = request.headers.get('idempotency-key')
  if (key === null || key === '') return null
  if (key.length > idempotencyKeyCharactersMax) return 'too_long'
  const body = new TextDecoder('latin1').decode(raw)
  return { key, fingerprint: await sha256(`${request.method}\n${path}\n${body}`) }
}

function refusal(code: RefusalCode, message: string, requestId: string): ApiAnswer {
  return {
    status: statusOfCode[code],
    body: JSON.stringify({ error: { code, message, request_id: requestId } }),
    headers: {},
    code,
    conversionId: null,
  }
}

const tooLarge: Operation = {
  kind: 'refused',
  refusal: { code: 'http_error', status: 413, message: `A JSON body may have ${jsonBodyBytesMax} bytes at most.` },
}

let described: { readonly origin: string; readonly text: string } | null = null

function describeOnce(origin: string): string {
  if (described?.origin !== origin) described = { origin, text: JSON.stringify(openApiDocument(origin)) }
  return described.text
}

function respond(request: Request, answered: ApiAnswer, requestId: string): Response {
  const headers = new Headers({ 'x-request-id': requestId, 'cache-control': 'no-store', ...answered.headers })
  if (answered.body !== null) headers.set('content-type', 'application/json')
  return new Response(request.method === 'HEAD' ? null : answered.body, { status: answered.status, headers })
}

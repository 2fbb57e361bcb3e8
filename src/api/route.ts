import type { Operation } from '../contract/account.ts'
import { requests } from '../contract/catalog/requests.ts'
import { type ConversionId, isConversionId } from '../contract/ids.ts'
import { isInSettings, requestMeant } from './meant-request.ts'
import type { JsonBody } from './read-json.ts'
import {
  invalid,
  readList,
  readOpen,
  readOpenCase,
  readRead,
  refuseCaseQuery,
  refuseFields,
  refuseQuery,
} from './read-operation.ts'

type Handler = (request: {
  readonly id: ConversionId
  readonly query: URLSearchParams
  readonly body: unknown
}) => Operation

type Methods = Readonly<Partial<Record<'GET' | 'POST' | 'DELETE', Handler>>>

const noBody: JsonBody = { value: undefined }

interface Route {
  readonly path: string
  readonly pattern: RegExp
  readonly methods: Methods
}

const route = (path: string, methods: Methods): Route => ({
  path,
  pattern: new RegExp(`^${path.replace('.', '\\.').replace(':id', '([^/]+)')}$`),
  methods,
})

const routes: readonly Route[] = [
  route('/conversions', { GET: ({ query }) => readList(query), POST: ({ body, query }) => readOpen(body, query) }),
  route('/conversions/:id', {
    GET: ({ id, query }) => readRead(id, query),
    DELETE: ({ id }) => ({ kind: 'delete', id }),
  }),
  route('/conversions/:id/start', { POST: ({ id, body }) => refuseFields(body) ?? { kind: 'start', id } }),
  route('/conversions/:id/cancel', { POST: ({ id, body }) => refuseFields(body) ?? { kind: 'cancel', id } }),
  route('/conversions/:id/cases', {
    POST: ({ id, body, query }) => refuseCaseQuery(query) ?? readOpenCase(id, body),
  }),
  route('/usage', { GET: () => ({ kind: 'usage' }) }),
  route('/openapi.json', { GET: () => ({ kind: 'describe' }) }),
]

/** The operations with parameters. They refuse unknown parameters themselves. */
const queryReaders = new Set([
  'GET /conversions',
  'POST /conversions',
  'GET /conversions/:id',
  'POST /conversions/:id/cases',
])

/** Returns the metrics label of a path: the path without its id. All unknown paths share one label. */
export function routeOf(path: string): string {
  const served = routes.find(({ pattern }) => pattern.test(path))
  return served === undefined ? 'other' : `/v1${served.path}`
}

/** Returns the operation for a method and a path. It calls `body` only if the operation has a body. */
export function routeOperation(method: string, path: string, query: URLSearchParams, body: () => JsonBody): Operation {
  const servedMethod = method === 'HEAD' ? 'GET' : method
  for (const { path: served, pattern, methods } of routes) {
    const found = pattern.exec(path)
    if (found === null) continue
    const handler = methods[servedMethod as keyof typeof methods]
    if (handler === undefined) return wrongMethod(method, path, allowOf(methods))
    const id = found[1] ?? ''
    if (found.length > 1 && !isConversionId(id)) return noSuchId(id, method, path, served)
    const refusedQuery = queryReaders.has(`${servedMethod} ${served}`) ? null : refuseQuery(query)
    if (refusedQuery !== null) return refusedQuery
    const given = servedMethod === 'POST' ? body() : noBody
    if ('mistake' in given) return invalid({ body: [given.mistake] })
    return handler({ id: id as ConversionId, query, body: given.value })
  }
  return noSuchPath(method, `/v1${path}`)
}

/** Returns the refusal of a string that cannot be an id. It never suggests the request that was sent. */
function noSuchId(id: string, method: string, path: string, served: string): Operation {
  const meant = requestMeant(method, path)
  const isSent = meant === `${method === 'HEAD' ? 'GET' : method} ${documentedPath(served)}`
  const message = requests.not_found.malformedId(id, isSent ? null : meant)
  return { kind: 'refused', refusal: { code: 'not_found', message } }
}

/** Returns the refusal of a path that the API does not have. `path` is the whole path. */
export function noSuchPath(method: string, path: string): Operation {
  const { not_found } = requests
  const message = isInSettings(path)
    ? not_found.inSettings(path)
    : not_found.path(path, withoutSent(method, requestMeant(method, path)), served)
  return { kind: 'not_found', message }
}

/** Returns a suggestion. It names the method only if another one was sent. */
const withoutSent = (method: string, request: string | null): string | null =>
  request?.startsWith(`${method} /`) === true ? request.slice(method.length + 1) : request

const documentedPath = (path: string): string => `/v1${path.replace(':id', '{id}')}`
const served = routes.map(({ path }) => documentedPath(path))

function wrongMethod(method: string, path: string, allow: string): Operation {
  const meant = requestMeant(method, path)
  const isEvident = meant === `${allow} /v1${path}` || meant === `GET /v1${path}`
  return {
    kind: 'method_not_allowed',
    allow,
    message: requests.method_not_allowed(method, allow, isEvident ? null : meant),
  }
}

const allowOf = (methods: Methods): string =>
  Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')

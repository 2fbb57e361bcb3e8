import type { Operation } from '../contract/account.ts'
import { fields } from '../contract/catalog/fields.ts'
import { requests } from '../contract/catalog/requests.ts'
import { type ConversionId, isConversionId } from '../contract/ids.ts'
import { invalid, readList, readOpen, readOpenCase, readRead, refuseQuery } from './read-operation.ts'

type Handler = (request: {
  readonly id: ConversionId
  readonly query: URLSearchParams
  readonly body: unknown
}) => Operation

type Methods = Readonly<Partial<Record<'GET' | 'POST' | 'DELETE', Handler>>>

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
  route('/conversions/:id/start', { POST: ({ id }) => ({ kind: 'start', id }) }),
  route('/conversions/:id/cancel', { POST: ({ id }) => ({ kind: 'cancel', id }) }),
  route('/conversions/:id/cases', { POST: ({ id, body }) => readOpenCase(id, body) }),
  route('/usage', { GET: () => ({ kind: 'usage' }) }),
  route('/openapi.json', { GET: () => ({ kind: 'describe' }) }),
]

/** The operations that have parameters, and refuse others themselves. */
const queryReaders = new Set(['GET /conversions', 'POST /conversions', 'GET /conversions/:id'])

/** The metrics label of a path: the path without its id. All unknown paths share one label. */
export function routeOf(path: string): string {
  const served = routes.find(({ pattern }) => pattern.test(path))
  return served === undefined ? 'other' : `/v1${served.path}`
}

/** The operation for a method and a path. `body` is only called when the operation has a body, and throws on invalid JSON. */
export function routeOperation(method: string, path: string, query: URLSearchParams, body: () => unknown): Operation {
  const servedMethod = method === 'HEAD' ? 'GET' : method
  for (const { path: served, pattern, methods } of routes) {
    const found = pattern.exec(path)
    if (found === null) continue
    const handler = methods[servedMethod as keyof typeof methods]
    if (handler === undefined) return { kind: 'method_not_allowed', allow: allowOf(methods) }
    const id = found[1] ?? ''
    if (found.length > 1 && !isConversionId(id))
      return {
        kind: 'refused',
        refusal: { code: 'not_found', message: requests.not_found.conversion },
      }
    const refusedQuery = queryReaders.has(`${servedMethod} ${served}`) ? null : refuseQuery(query)
    if (refusedQuery !== null) return refusedQuery
    const given = servedMethod === 'POST' ? parsed(body) : { value: undefined }
    if (given === 'malformed') return invalid({ body: [fields.json] })
    return handler({ id: id as ConversionId, query, body: given.value })
  }
  return { kind: 'not_found' }
}

function parsed(body: () => unknown): { readonly value: unknown } | 'malformed' {
  try {
    return { value: body() }
  } catch {
    return 'malformed'
  }
}

const allowOf = (methods: Methods): string =>
  Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')

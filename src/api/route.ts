import type { Operation } from '../contract/account.ts'
import { requests } from '../contract/catalog/requests.ts'
import { type ConversionId, isConversionId } from '../contract/ids.ts'
import { nearest } from '../contract/messages.ts'
import type { JsonBody } from './read-json.ts'
import { invalid, readList, readOpen, readOpenCase, readRead, refuseFields, refuseQuery } from './read-operation.ts'

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
  route('/conversions/:id/cases', { POST: ({ id, body }) => readOpenCase(id, body) }),
  route('/usage', { GET: () => ({ kind: 'usage' }) }),
  route('/openapi.json', { GET: () => ({ kind: 'describe' }) }),
]

/** The operations with parameters. They refuse unknown parameters themselves. */
const queryReaders = new Set(['GET /conversions', 'POST /conversions', 'GET /conversions/:id'])

/** The metrics label of a path: the path without its id. All unknown paths share one label. */
export function routeOf(path: string): string {
  const served = routes.find(({ pattern }) => pattern.test(path))
  return served === undefined ? 'other' : `/v1${served.path}`
}

/** The operation for a method and a path. `body` is only called when the operation has a body. */
export function routeOperation(method: string, path: string, query: URLSearchParams, body: () => JsonBody): Operation {
  const servedMethod = method === 'HEAD' ? 'GET' : method
  for (const { path: served, pattern, methods } of routes) {
    const found = pattern.exec(path)
    if (found === null) continue
    const handler = methods[servedMethod as keyof typeof methods]
    if (handler === undefined) return { kind: 'method_not_allowed', method, allow: allowOf(methods) }
    const id = found[1] ?? ''
    if (found.length > 1 && !isConversionId(id))
      return {
        kind: 'refused',
        refusal: { code: 'not_found', message: requests.not_found.malformedId(id) },
      }
    const refusedQuery = queryReaders.has(`${servedMethod} ${served}`) ? null : refuseQuery(query)
    if (refusedQuery !== null) return refusedQuery
    const given = servedMethod === 'POST' ? body() : noBody
    if ('mistake' in given) return invalid({ body: [given.mistake] })
    return handler({ id: id as ConversionId, query, body: given.value })
  }
  return { kind: 'not_found', path: `/v1${path}`, meant: pathMeant(path) }
}

/** Other words of a path. What a conversion has is in the conversion itself. */
const otherSegments = {
  jobs: 'conversions',
  convert: 'conversions',
  uploads: 'conversions',
  files: 'conversions',
  run: 'start',
  swaggerjson: 'openapi.json',
}
const partsOfConversion = new Set(['report', 'output', 'status', 'result', 'download'])

/** The served path that was probably meant: it differs in its slashes, its version, or in its words by a few letters. */
function pathMeant(path: string): string | null {
  const sent = path.split('/').filter((segment, at) => segment !== '' && !(at === 1 && segment === 'v1'))
  const segments = sent.length === 3 && partsOfConversion.has(sent[2] ?? '') ? sent.slice(0, 2) : sent
  for (const served of routes) {
    const words = served.path.slice(1).split('/')
    const meant = words.map((word, at) => {
      const segment = segments[at] ?? ''
      return word === ':id' || word === segment
        ? segment
        : nearest(segment, [word], otherSegments) === word
          ? word
          : null
    })
    if (segments.length === words.length && !meant.includes(null)) return `/v1/${meant.join('/')}`
  }
  return null
}

const allowOf = (methods: Methods): string =>
  Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')

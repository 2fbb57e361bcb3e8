import type { Operation } from '../contract/account.ts'
import { type ConversionId, isConversionId } from '../contract/ids.ts'
import { invalid, readList, readOpen, readOpenCase } from './read-operation.ts'

type Handler = (request: {
  readonly id: ConversionId
  readonly query: URLSearchParams
  readonly body: unknown
}) => Operation

interface Route {
  readonly path: RegExp
  readonly methods: Readonly<Partial<Record<'GET' | 'POST' | 'DELETE', Handler>>>
}

const routes: readonly Route[] = [
  { path: /^\/conversions$/, methods: { GET: ({ query }) => readList(query), POST: ({ body }) => readOpen(body) } },
  {
    path: /^\/conversions\/([^/]+)$/,
    methods: { GET: ({ id }) => ({ kind: 'read', id }), DELETE: ({ id }) => ({ kind: 'delete', id }) },
  },
  { path: /^\/conversions\/([^/]+)\/start$/, methods: { POST: ({ id }) => ({ kind: 'start', id }) } },
  { path: /^\/conversions\/([^/]+)\/cancel$/, methods: { POST: ({ id }) => ({ kind: 'cancel', id }) } },
  { path: /^\/conversions\/([^/]+)\/cases$/, methods: { POST: ({ id, body }) => readOpenCase(id, body) } },
  { path: /^\/usage$/, methods: { GET: () => ({ kind: 'usage' }) } },
  { path: /^\/openapi\.json$/, methods: { GET: () => ({ kind: 'describe' }) } },
]

/** What a method and a path ask. `body` is only called where a body is part of it, and throws where that is no JSON. */
export function routeOperation(method: string, path: string, query: URLSearchParams, body: () => unknown): Operation {
  const asked = method === 'HEAD' ? 'GET' : method
  for (const { path: pattern, methods } of routes) {
    const found = pattern.exec(path)
    if (found === null) continue
    const handler = methods[asked as keyof typeof methods]
    if (handler === undefined) return { kind: 'method_not_allowed', allow: allowOf(methods) }
    const id = found[1] ?? ''
    if (found.length > 1 && !isConversionId(id))
      return {
        kind: 'refused',
        refusal: { code: 'not_found', message: 'There is no conversion with this id on the account.' },
      }
    const given = asked === 'POST' ? parsed(body) : { value: undefined }
    if (given === 'malformed') return invalid({ body: ['is not valid JSON'] })
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

const allowOf = (methods: Route['methods']): string =>
  Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')

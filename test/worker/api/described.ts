import { openApiDocument } from '../../../src/api/description/document.ts'

/**
 * Holds every answer of every test to the description that clients read. The checker knows the keywords that the
 * description uses and throws at any other, so that none is passed over in silence; what an object does not name may not
 * be there, although clients must bear it.
 */
interface Schema {
  readonly [keyword: string]: unknown
}
interface Answer {
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: { readonly 'application/json': { readonly schema: Schema; readonly examples?: object } }
}

// oxlint-disable-next-line typescript/no-explicit-any -- walked freely
const document = openApiDocument('https://api.example') as any
const annotations = new Set(['title', 'description', 'default', 'examples', 'example', 'format', 'propertyNames'])

const inside = (at: unknown, part: string): unknown => (at as Readonly<Record<string, unknown>> | undefined)?.[part]

const resolved = (schema: Schema): Schema => {
  const name = schema['$ref']
  if (typeof name !== 'string') return schema
  const found = name
    .split('/')
    .slice(1)
    .reduce(inside, document as unknown)
  if (found === undefined) throw new Error(`${name} is not in the description`)
  return found as Schema
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}
const isOfType = (value: unknown, type: string): boolean =>
  typeOf(value) === type || (type === 'number' && typeOf(value) === 'integer')

/** What is wrong with a value; empty when nothing is. */
export function troublesOf(value: unknown, given: Schema, at = '$'): string[] {
  const schema = resolved(given)
  const troubles: string[] = []
  const wrong = (why: string): number => troubles.push(`${at}: ${why}`)
  const record = typeOf(value) === 'object' ? (value as Readonly<Record<string, unknown>>) : null
  for (const [keyword, wanted] of Object.entries(schema)) {
    if (annotations.has(keyword)) continue
    if (keyword === 'type') {
      const types = Array.isArray(wanted) ? (wanted as string[]) : [String(wanted)]
      if (!types.some((type) => isOfType(value, type))) wrong(`is ${typeOf(value)}, not ${types.join(' or ')}`)
    } else if (keyword === 'enum') {
      if (!(wanted as unknown[]).includes(value)) wrong(`${String(value)} is none of those named`)
    } else if (keyword === 'const') {
      if (value !== wanted) wrong(`is not ${String(wanted)}`)
    } else if (keyword === 'pattern') {
      if (typeof value === 'string' && !new RegExp(String(wanted)).test(value))
        wrong(`does not match ${String(wanted)}`)
    } else if (keyword === 'minimum') {
      if (typeof value === 'number' && value < Number(wanted)) wrong(`is less than ${String(wanted)}`)
    } else if (keyword === 'maximum') {
      if (typeof value === 'number' && value > Number(wanted)) wrong(`is more than ${String(wanted)}`)
    } else if (keyword === 'minLength') {
      if (typeof value === 'string' && Array.from(value).length < Number(wanted)) wrong('is too short')
    } else if (keyword === 'maxLength') {
      if (typeof value === 'string' && Array.from(value).length > Number(wanted)) wrong('is too long')
    } else if (keyword === 'maxItems') {
      if (Array.isArray(value) && value.length > Number(wanted)) wrong('has too many')
    } else if (keyword === 'required') {
      if (record !== null) for (const name of wanted as string[]) if (!(name in record)) wrong(`has no ${name}`)
    } else if (keyword === 'items') {
      if (Array.isArray(value))
        value.forEach((one, index) => troubles.push(...troublesOf(one, wanted as Schema, `${at}[${index}]`)))
    } else if (keyword === 'properties') {
      const known = wanted as Readonly<Record<string, Schema>>
      for (const [name, inner] of Object.entries(record ?? {})) {
        const innerSchema = known[name]
        if (innerSchema !== undefined) troubles.push(...troublesOf(inner, innerSchema, `${at}.${name}`))
        else if (typeof schema['additionalProperties'] !== 'object') wrong(`${name} is not described`)
      }
    } else if (keyword === 'additionalProperties') {
      if (typeof wanted !== 'object') continue
      const known: object = schema['properties'] ?? {}
      for (const [name, inner] of Object.entries(record ?? {}))
        if (!(name in known)) troubles.push(...troublesOf(inner, wanted as Schema, `${at}.${name}`))
    } else if (keyword === 'anyOf' || keyword === 'oneOf') {
      const all = (wanted as Schema[]).map((choice) => troublesOf(value, choice, at))
      const fitting = all.filter((found) => found.length === 0).length
      if (fitting === 0) wrong(`fits none of ${keyword}: ${all.flat().join('; ')}`)
      if (keyword === 'oneOf' && fitting > 1) wrong('fits more than one of oneOf')
    } else throw new Error(`The checker does not know ${keyword}`)
  }
  return troubles
}

const ownHeaders = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'retry-after',
  'allow',
  'idempotent-replayed',
]
const anywhere = [401, 402, 403, 404, 405, 429, 500]

/** The operation that a request is, or null where the path or the method is not described. */
function operationOf(method: string, path: string): { readonly responses: Record<string, Answer> } | null {
  const inner = path.replace(/\?.*$/, '').replace(/^\/v1/, '')
  const template = Object.keys(document.paths as object).find((one) =>
    new RegExp(`^${one.replaceAll('.', '\\.').replace('{id}', '[^/]+')}$`).test(inner),
  )
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase()
  return template === undefined ? null : (document.paths[template][asked] ?? null)
}

export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

/** Throws when an answer is not what the description says. */
export function expectDescribed(method: string, path: string, received: Received): void {
  const { status, headers, text, body } = received
  const operation = operationOf(method, path)
  const fail = (why: string): never => {
    throw new Error(`${method} ${path} answered ${status} ${text.slice(0, 300)}\nwhich is not as described: ${why}`)
  }
  const described: Answer | undefined =
    operation === null && anywhere.includes(status)
      ? { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }
      : operation?.responses[String(status)]
  if (described === undefined) return fail('no such status')
  const requestId = headers.get('x-request-id') ?? ''
  if (!/^req_[0-9A-HJKMNP-TV-Z]{26}$/.test(requestId)) fail('it has no X-Request-Id')
  if (status < 400 && !headers.has('x-ratelimit-remaining')) fail('it does not say what is left of the minute')
  if (status === 429 && !/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) fail('it has no Retry-After')
  const names = Object.keys(described.headers ?? {}).map((name) => name.toLowerCase())
  for (const name of ownHeaders)
    if (operation !== null && headers.has(name) && !names.includes(name)) fail(`${name} is not described`)
  if (method === 'HEAD') return
  if (described.content === undefined) {
    if (text !== '') fail('it has a body')
    return
  }
  if (headers.get('content-type') !== 'application/json') fail('it is no JSON')
  const { schema, examples } = described.content['application/json']
  const troubles = path.startsWith('/v1/openapi.json') && status === 200 ? [] : troublesOf(body, schema)
  if (troubles.length > 0) fail(troubles.join('\n'))
  const code = (body as { error?: { code?: string; request_id?: string } }).error
  if (code === undefined) return
  if (code.request_id !== requestId) fail('its request ids differ')
  if (operation !== null && !(String(code.code) in (examples ?? {}))) fail(`${code.code} is not among its codes`)
}

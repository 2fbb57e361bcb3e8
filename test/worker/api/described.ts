import { openApiDocument } from '../../../src/api/description/document.ts'

/**
 * Checks every response of every test against the published description. The checker implements the keywords that the
 * description uses and throws at any other one, so that it skips none silently. Fields that an object does not declare
 * are errors here, although clients must accept them.
 */
interface Schema {
  readonly [keyword: string]: unknown
}
interface DescribedResponse {
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: { readonly 'application/json': { readonly schema: Schema; readonly examples?: object } }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the checker reads any part of it
const document = openApiDocument('https://api.example') as any
const annotations = new Set([
  ...['title', 'description', 'default', 'examples', 'example', 'format', 'propertyNames'],
  // The discriminator names the choice of `oneOf`. The choices exclude each other by the constant of their `type`.
  'discriminator',
])

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

/** Returns the errors of a value, or an empty list if it is valid. */
export function troublesOf(value: unknown, given: Schema, at = '$'): string[] {
  const schema = resolved(given)
  return Object.entries(schema)
    .filter(([keyword]) => !annotations.has(keyword))
    .flatMap(([keyword, wanted]) => {
      const check = checks[keyword]
      if (check === undefined) throw new Error(`The checker does not know ${keyword}`)
      return check({ value, wanted, schema, at })
    })
}

interface Check {
  readonly value: unknown
  /** The value of the keyword. */
  readonly wanted: unknown
  readonly schema: Schema
  readonly at: string
}

/** A keyword that constrains values of one type and ignores all others. */
const asks =
  <Value>(
    isAsked: (value: unknown) => value is Value,
    holds: (value: Value, wanted: unknown) => boolean,
    why: string,
  ) =>
  ({ value, wanted, at }: Check): string[] =>
    !isAsked(value) || holds(value, wanted) ? [] : [`${at}: ${why} ${JSON.stringify(wanted)}`]

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const membersOf = (value: unknown): [string, unknown][] =>
  typeOf(value) === 'object' ? Object.entries(value as object) : []

const checks: Readonly<Record<string, (check: Check) => string[]>> = {
  type: ({ value, wanted, at }) => {
    const types = isList(wanted) ? wanted.map(String) : [String(wanted)]
    return types.some((type) => isOfType(value, type)) ? [] : [`${at}: is ${typeOf(value)}, not ${types.join(' or ')}`]
  },
  enum: ({ value, wanted, at }) =>
    (wanted as unknown[]).includes(value) ? [] : [`${at}: ${String(value)} is not one of the named values`],
  const: ({ value, wanted, at }) => (value === wanted ? [] : [`${at}: is not ${String(wanted)}`]),
  pattern: asks(isText, (value, wanted) => new RegExp(String(wanted)).test(value), 'does not match'),
  minimum: asks(isNumber, (value, wanted) => value >= Number(wanted), 'is less than'),
  maximum: asks(isNumber, (value, wanted) => value <= Number(wanted), 'is more than'),
  minLength: asks(isText, (value, wanted) => Array.from(value).length >= Number(wanted), 'is shorter than'),
  maxLength: asks(isText, (value, wanted) => Array.from(value).length <= Number(wanted), 'is longer than'),
  maxItems: asks(isList, (value, wanted) => value.length <= Number(wanted), 'has more than'),
  minItems: asks(isList, (value, wanted) => value.length >= Number(wanted), 'has fewer than'),
  required: ({ value, wanted, at }) => {
    if (typeOf(value) !== 'object') return []
    return (wanted as string[]).filter((name) => !(name in (value as object))).map((name) => `${at}: has no ${name}`)
  },
  items: ({ value, wanted, at }) =>
    isList(value) ? value.flatMap((one, index) => troublesOf(one, wanted as Schema, `${at}[${index}]`)) : [],
  properties: ({ value, wanted, schema, at }) =>
    membersOf(value).flatMap(([name, inner]) => {
      const known = (wanted as Readonly<Record<string, Schema>>)[name]
      if (known !== undefined) return troublesOf(inner, known, `${at}.${name}`)
      return typeof schema['additionalProperties'] === 'object' ? [] : [`${at}: ${name} is not described`]
    }),
  additionalProperties: ({ value, wanted, schema, at }) => {
    if (typeof wanted !== 'object') return []
    const known: object = schema['properties'] ?? {}
    return membersOf(value)
      .filter(([name]) => !(name in known))
      .flatMap(([name, inner]) => troublesOf(inner, wanted as Schema, `${at}.${name}`))
  },
  anyOf: (check) => fittingNone(check, 'anyOf').troubles,
  oneOf: (check) => {
    const { fitting, troubles } = fittingNone(check, 'oneOf')
    return fitting > 1 ? [`${check.at}: fits more than one of oneOf`] : troubles
  },
}

function fittingNone({ value, wanted, at }: Check, keyword: string) {
  const all = (wanted as Schema[]).map((choice) => troublesOf(value, choice, at))
  const fitting = all.filter((found) => found.length === 0).length
  return { fitting, troubles: fitting === 0 ? [`${at}: fits none of ${keyword}: ${all.flat().join('; ')}`] : [] }
}

const ownHeaders = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'retry-after',
  'allow',
  'www-authenticate',
  'idempotent-replayed',
]
const anywhere = [401, 402, 403, 404, 405, 429, 500]

/** Returns the operation of a request, or null if the description lacks its path or method. */
function operationOf(method: string, path: string): { readonly responses: Record<string, DescribedResponse> } | null {
  const inner = path.replace(/\?.*$/, '').replace(/^\/v1/, '')
  const template = Object.keys(document.paths as object).find((one) =>
    new RegExp(`^${one.replaceAll('.', '\\.').replace('{id}', '[^/]+')}$`).test(inner),
  )
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
  return template === undefined ? null : (document.paths[template][verb] ?? null)
}

export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

/** Throws if a response does not match the description. */
export function expectDescribed(method: string, path: string, received: Received): void {
  const { status, text } = received
  const operation = operationOf(method, path)
  const described: DescribedResponse | undefined =
    operation === null && anywhere.includes(status)
      ? { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }
      : operation?.responses[String(status)]
  const troubles =
    described === undefined
      ? ['no such status']
      : [
          ...headerTroubles(received),
          ...(operation === null ? [] : undescribedHeaders(received.headers, described)),
          ...(method === 'HEAD' ? [] : bodyTroubles(path, received, described, operation !== null)),
        ]
  if (troubles.length === 0) return
  const summary = `${method} ${path} returned ${status} ${text.slice(0, 300)}`
  throw new Error(`${summary}\nwhich is not as described: ${troubles.join('\n')}`)
}

function headerTroubles({ status, headers }: Received): string[] {
  const hasId = /^req_[0-9A-HJKMNP-TV-Z]{26}$/.test(headers.get('x-request-id') ?? '')
  const tellsRest = status >= 400 || headers.has('x-ratelimit-remaining')
  const tellsWait = status !== 429 || /^[1-9]\d*$/.test(headers.get('retry-after') ?? '')
  return [
    ...(hasId ? [] : ['it has no X-Request-Id']),
    ...(tellsRest ? [] : ['it does not say what is left of the minute']),
    ...(tellsWait ? [] : ['it has no Retry-After']),
  ]
}

function undescribedHeaders(headers: Headers, described: DescribedResponse): string[] {
  const names = Object.keys(described.headers ?? {}).map((name) => name.toLowerCase())
  const found = ownHeaders.filter((name) => headers.has(name) && !names.includes(name))
  return found.map((name) => `${name} is not described`)
}

function bodyTroubles(path: string, received: Received, { content }: DescribedResponse, namesCodes: boolean): string[] {
  const { status, headers, text, body } = received
  if (content === undefined) return text === '' ? [] : ['it has a body']
  if (headers.get('content-type') !== 'application/json') return ['it is no JSON']
  const { schema, examples = {} } = content['application/json']
  const troubles = path.startsWith('/v1/openapi.json') && status === 200 ? [] : troublesOf(body, schema)
  if (troubles.length > 0) return troubles
  const { error } = body as { error?: { code?: string; request_id?: string } }
  if (error === undefined) return []
  return [
    ...(error.request_id === (headers.get('x-request-id') ?? '') ? [] : ['its request ids differ']),
    ...(!namesCodes || String(error.code) in examples ? [] : [`${error.code} is not among its codes`]),
  ]
}

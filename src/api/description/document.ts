import type { ApiErrorCode } from '../../contract/codes.ts'
import type { EventType } from '../../contract/delivery.ts'
import { idempotencyKeyCharactersMax, pageSizeDefault, pageSizeMax, waitSecondsMax } from '../../contract/limits.ts'
import { type Deprecation, deprecations } from '../../contract/deprecations.ts'
import { deprecationHeaders, deprecationRefs, errors, headers, ref, success } from './responses.ts'
import * as examples from './examples.ts'
import * as requests from './requests.ts'
import { envelope, exampleCursor, schemas, statusSchema } from './schemas.ts'

const idParameter = { $ref: '#/components/parameters/Id' }
const keyParameter = { $ref: '#/components/parameters/IdempotencyKey' }

const waitParameter = {
  name: 'wait',
  in: 'query',
  description: 'Seconds to wait for the conversion to end. The response comes as soon as it has ended.',
  schema: { type: 'integer', minimum: 0, maximum: waitSecondsMax, default: 0 },
  example: 30,
}

interface Operation {
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly tag?: 'Conversions' | 'Account'
  readonly parameters?: readonly object[]
  readonly body?: object
  readonly responses: Record<string, object>
  readonly codes?: readonly ApiErrorCode[]
}

function describe(operation: Operation, isPost = false): object {
  const { id, summary, description, tag = 'Conversions', parameters = [], body, responses, codes = [] } = operation
  const ownCodes: readonly ApiErrorCode[] = isPost
    ? ['idempotency_mismatch', 'invalid_request', 'request_in_progress', 'http_error', ...codes]
    : codes
  const all = isPost ? [...parameters, keyParameter] : parameters
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    ...(all.length === 0 ? {} : { parameters: all }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...responses, ...errors([...new Set(ownCodes)], { isKept: isPost }) },
  }
}
const post = (operation: Operation): object => describe(operation, true)

const responseOf = (description: string, name: string, example: unknown, isKept = false): object =>
  success({ description, schema: envelope(name), example: { data: example }, isKept })

const listed: Operation = {
  id: 'listConversions',
  summary: 'List conversions',
  description:
    'Lists conversions, newest first. A cursor continues after its page, even if newer conversions were opened. A page with long reports may end before its `limit`, so only `meta.next_cursor` shows whether there are more.',
  parameters: [
    {
      name: 'limit',
      in: 'query',
      description: 'The maximum number of conversions on a page.',
      schema: { type: 'integer', minimum: 1, maximum: pageSizeMax, default: pageSizeDefault },
    },
    { name: 'status', in: 'query', description: 'Only conversions with this status.', schema: statusSchema },
    {
      name: 'cursor',
      in: 'query',
      description: '`meta.next_cursor` of the previous page.',
      schema: { type: 'string', examples: [exampleCursor] },
    },
  ],
  responses: {
    '200': success({
      description: 'A page.',
      schema: ref('Page'),
      example: { data: [examples.done], meta: { next_cursor: null } },
    }),
  },
  codes: ['invalid_request'],
}

const opened: Operation = {
  id: 'createConversion',
  summary: 'Open a conversion',
  description:
    'Send `name` and `bytes`, without `wait`, and upload the file to `upload.url` with exactly `upload.headers`. Or send `url`, and the service downloads it. Or send a small file as `content` with `?wait=30`: the response is the ended conversion. Inside `spec` only `output.dialect` is required.',
  parameters: [waitParameter],
  body: {
    required: true,
    content: {
      'application/json': {
        schema: { oneOf: [ref('OpenByUpload'), ref('OpenByUrl'), ref('OpenByContent')] },
        examples: {
          upload: { value: requests.openByUpload },
          url: { value: requests.openByUrl },
          content: { value: requests.openByContent },
        },
      },
    },
  },
  responses: {
    '200': responseOf('Ended within `wait` seconds.', 'Conversion', examples.done, true),
    '201': responseOf('Awaiting its upload.', 'Conversion', examples.awaiting, true),
    '202': responseOf(
      'Queued or running. A file sent by `url` is downloaded.',
      'Conversion',
      { ...examples.queued, name: 'people.csv.gz', bytes: 0 },
      true,
    ),
  },
  codes: ['over_quota', 'too_big', 'too_many_active', 'too_many_waiting', 'invalid_spec', 'invalid_url'],
}

const paths = (): object => ({
  '/conversions': { get: describe(listed), post: post(opened) },
  '/conversions/{id}': {
    parameters: [idParameter],
    get: describe({
      id: 'getConversion',
      summary: 'Read a conversion',
      description:
        '`output.url` of a finished conversion works for ten minutes, and each read returns a new one. With `wait`, the response comes when the conversion has ended, or when the time is up.',
      parameters: [waitParameter],
      responses: { '200': responseOf('The conversion.', 'Conversion', examples.done) },
      codes: ['not_found'],
    }),
    delete: describe({
      id: 'deleteConversion',
      summary: 'Delete a conversion',
      description: 'Deletes the conversion and its files at once. A running conversion sends no webhook.',
      responses: { '204': success({ description: 'Deleted.' }) },
      codes: ['not_found'],
    }),
  },
  '/conversions/{id}/start': {
    parameters: [idParameter],
    post: post({
      id: 'startConversion',
      summary: 'Start a conversion',
      description: 'Call this after the whole file is uploaded.',
      responses: { '202': responseOf('Queued.', 'Conversion', examples.queued, true) },
      codes: ['not_found', 'already_started', 'not_uploaded', 'over_quota', 'too_many_active'],
    }),
  },
  '/conversions/{id}/cancel': {
    parameters: [idParameter],
    post: post({
      id: 'cancelConversion',
      summary: 'Cancel a conversion',
      description:
        'The conversion stays listed, its files are deleted at once, and it does not count toward the month.',
      responses: { '200': responseOf('Canceled.', 'Conversion', examples.canceled, true) },
      codes: ['not_found', 'already_finished'],
    }),
  },
  '/conversions/{id}/cases': {
    parameters: [idParameter],
    post: post({
      id: 'createCase',
      summary: 'Send an ended conversion to support',
      description: 'Shares the report and the spec for 90 days. `share: file` adds the file.',
      body: {
        required: true,
        content: { 'application/json': { schema: ref('OpenCase'), example: requests.openCase } },
      },
      responses: { '201': responseOf('The case.', 'Case', examples.openedCase, true) },
      codes: ['not_found', 'not_finished', 'file_gone', 'too_many_cases'],
    }),
  },
  '/usage': {
    get: describe({
      id: 'getUsage',
      summary: 'Read the usage of the month',
      description: 'Failed and canceled conversions do not count.',
      tag: 'Account',
      responses: { '200': responseOf('Usage.', 'Usage', examples.usage) },
    }),
  },
  '/openapi.json': {
    get: describe({
      id: 'getDescription',
      summary: 'Read this description',
      description: 'OpenAPI 3.1.',
      tag: 'Account',
      responses: { '200': success({ description: 'OpenAPI 3.1.', schema: { type: 'object' } }) },
    }),
  },
})

const events: Readonly<Record<EventType, string>> = {
  'conversion.done': 'A conversion has finished and its output is ready.',
  'conversion.failed': 'A conversion has ended as failed.',
  'conversion.canceled': 'A conversion was canceled by request.',
  ping: 'A test event was requested in the settings.',
}

const webhooks = (): object =>
  Object.fromEntries(
    Object.entries(events).map(([type, description]) => [
      type,
      {
        post: {
          operationId: `on${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
          summary: `Event ${type}`,
          description: `${description} Sent up to six times over about nine hours, until your server responds with 2xx within ten seconds.`,
          tags: ['Events'],
          parameters: [
            {
              name: 'Service-Signature',
              in: 'header',
              required: true,
              description:
                '`t=<unix_seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot and the raw body, keyed with the whole signing secret.',
              schema: { type: 'string', pattern: '^t=\\d+,v1=[0-9a-f]{64}$' },
            },
            {
              name: 'Service-Webhook-Id',
              in: 'header',
              required: true,
              description: 'The event’s id.',
              schema: { type: 'string', pattern: '^evt_' },
            },
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: ref('Event'),
                example: examples.eventExamples[type as EventType],
              },
            },
          },
          responses: {
            '200': { description: 'Any 2xx within ten seconds. The service ignores its body.' },
            '400': { description: 'The signature is wrong. The service sends the event again.' },
          },
        },
      },
    ]),
  )

/** Returns the operations. Those that will be removed are marked as deprecated. */
function withDeprecations(all: object, deprecated: readonly Deprecation[]): object {
  const marked = structuredClone(all) as Record<string, Record<string, { responses: Record<string, object> }>>
  for (const { method, path } of deprecated) {
    const item = marked[path]
    const operation = item?.[method.toLowerCase()]
    if (item === undefined || operation === undefined) throw new Error(`There is no ${method} ${path} to deprecate`)
    const responses = Object.entries(operation.responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...('headers' in response ? (response.headers as object) : {}), ...deprecationRefs } },
    ])
    item[method.toLowerCase()] = { ...operation, deprecated: true, responses: Object.fromEntries(responses) } as never
  }
  return marked
}

/** OpenAPI 3.1, generated from the schemas that validate requests. */
export function openApiDocument(origin: string, deprecated: readonly Deprecation[] = deprecations): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rowmill API',
      version: '1.0.0',
      description: 'Turns spreadsheets, CSV, JSON and MySQL dumps into SQL that loads unchanged.',
      contact: { name: 'Rowmill support', url: `${origin}/docs` },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: `${origin}/v1` }],
    security: [{ bearer: [] }],
    tags: [
      { name: 'Conversions', description: 'Open, start, read, cancel and delete conversions.' },
      { name: 'Account', description: 'Read the usage and this description.' },
      { name: 'Events', description: 'Signed calls to the account’s webhook.' },
    ],
    paths: withDeprecations(paths(), deprecated),
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key. Create one in the settings of your account.',
        },
      },
      parameters: {
        Id: {
          name: 'id',
          in: 'path',
          required: true,
          description: 'A conversion’s id, a ULID.',
          schema: { type: 'string' },
          example: '01JD0000000000000000000000',
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'A repeated request with the same key within 24 hours returns the first response again, and nothing runs twice. Keys belong to the account.',
          schema: { type: 'string', minLength: 1, maxLength: idempotencyKeyCharactersMax },
        },
      },
      headers: deprecated.length === 0 ? headers : { ...headers, ...deprecationHeaders },
      schemas: schemas(),
    },
  }
}

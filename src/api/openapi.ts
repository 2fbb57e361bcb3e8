import { z } from 'zod'
import { statusOfCode } from '../contract/codes.ts'
import { conversionSchema } from '../contract/conversion.ts'
import { specSchema } from '../contract/spec.ts'
import { openCaseBody } from './read-operation.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output' = 'output'): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object): object => ({ 'application/json': { schema } })
const data = (name: string): object => ({ type: 'object', required: ['data'], properties: { data: ref(name) } })

const limitHeaders = {
  'X-Request-Id': {
    description: 'Quote it to support.',
    schema: { type: 'string', example: 'req_01JD0000000000000000000000' },
  },
  'X-RateLimit-Limit': { description: 'Requests a minute with this key.', schema: { type: 'integer', example: 120 } },
  'X-RateLimit-Remaining': { description: 'How many of them are left now.', schema: { type: 'integer', example: 119 } },
}

const answer = (description: string, schema?: object): object => ({
  description,
  headers: limitHeaders,
  ...(schema === undefined ? {} : { content: json(schema) }),
})
const error = (description: string): object => ({
  description,
  headers: { 'X-Request-Id': limitHeaders['X-Request-Id'] },
  content: json(ref('Error')),
})
const retryable = (description: string): object => ({
  description,
  headers: {
    'X-Request-Id': limitHeaders['X-Request-Id'],
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', example: 30 } },
  },
  content: json(ref('Error')),
})

const common = {
  '401': error('No key, or one that is wrong or revoked (`unauthenticated`).'),
  '402': error('No paid plan (`needs_pro`), or not enough left this month (`over_quota`).'),
  '403': error('A token not made for the API (`forbidden`), or a suspended account (`suspended`).'),
  '405': error('The path exists, but not with this method (`method_not_allowed`).'),
  '429': retryable('Too many requests (`rate_limited`) or active conversions (`too_many_active`).'),
  '500': error('A failure on the service’s side (`server_error`).'),
}
const notFound = { '404': error('No such conversion on this account (`not_found`).') }
const conflict = (codes: string): object => ({ '409': error(`Not in this state: ${codes}.`) })
const invalid = {
  '422': error('Missing or invalid fields (`invalid_request`, `invalid_spec`, `invalid_url`, `idempotency_mismatch`).'),
}
const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'A conversion’s id.',
  schema: { type: 'string', example: '01JD0000000000000000000000' },
}
const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key within 24 hours gives the first answer again.',
  schema: { type: 'string', maxLength: 255 },
}

const operation = (operationId: string, summary: string, more: object): object => ({
  operationId,
  summary,
  description: `${summary}.`,
  tags: ['Conversions'],
  ...more,
})

/** OpenAPI 3.1, from the very schemas that validate. */
export function openApiDocument(origin: string): object {
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
      { name: 'Conversions', description: 'Open, start, follow and end conversions.' },
      { name: 'Account', description: 'What is used, and this description.' },
    ],
    paths: {
      '/conversions': {
        get: operation('listConversions', 'List conversions, newest first', {
          parameters: [
            {
              name: 'limit',
              in: 'query',
              description: 'Page size.',
              schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
            },
            {
              name: 'status',
              in: 'query',
              description: 'Only those of one status.',
              schema: { type: 'string', enum: ['awaiting_upload', 'queued', 'running', 'done', 'failed', 'canceled'] },
            },
            {
              name: 'cursor',
              in: 'query',
              description: '`meta.next_cursor` of the page before.',
              schema: { type: 'string' },
            },
          ],
          responses: { '200': answer('A page.', ref('ConversionPage')), ...invalid, ...common },
        }),
        post: operation('openConversion', 'Open a conversion', {
          parameters: [idempotencyParameter],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { oneOf: [ref('OpenByUpload'), ref('OpenByUrl')] },
                example: { name: 'people.csv', bytes: 1234, spec: { output: { dialect: 'postgresql' } } },
              },
            },
          },
          responses: {
            '201': answer('Awaiting its upload.', data('Conversion')),
            '202': answer('Queued: the file is downloaded.', data('Conversion')),
            ...conflict('`request_in_progress`'),
            '413': error('The file or the body is too large (`too_big`, `http_error`).'),
            ...invalid,
            ...common,
          },
        }),
      },
      '/conversions/{id}': {
        get: operation('readConversion', 'Read a conversion', {
          parameters: [idParameter],
          responses: { '200': answer('The conversion.', data('Conversion')), ...notFound, ...common },
        }),
        delete: operation('deleteConversion', 'Delete a conversion and its files', {
          parameters: [idParameter],
          responses: { '204': answer('Deleted.'), ...notFound, ...common },
        }),
      },
      '/conversions/{id}/start': {
        post: operation('startConversion', 'Start a conversion whose file is uploaded', {
          parameters: [idParameter, idempotencyParameter],
          responses: {
            '202': answer('Queued.', data('Conversion')),
            ...notFound,
            ...conflict('`already_started`, `not_uploaded`, `request_in_progress`'),
            ...invalid,
            ...common,
          },
        }),
      },
      '/conversions/{id}/cancel': {
        post: operation('cancelConversion', 'Cancel a conversion', {
          parameters: [idParameter, idempotencyParameter],
          responses: {
            '200': answer('Canceled.', data('Conversion')),
            ...notFound,
            ...conflict('`already_finished`, `request_in_progress`'),
            ...invalid,
            ...common,
          },
        }),
      },
      '/conversions/{id}/cases': {
        post: operation('openCase', 'Send an ended conversion to the operator', {
          parameters: [idParameter, idempotencyParameter],
          requestBody: { required: true, content: json(ref('OpenCase')) },
          responses: {
            '201': answer('The case.', data('Case')),
            ...notFound,
            ...conflict('`not_finished`, `file_gone`, `request_in_progress`'),
            ...invalid,
            ...common,
          },
        }),
      },
      '/usage': {
        get: {
          ...operation('readUsage', 'Read what is used of the month', {
            responses: { '200': answer('Usage.', data('Usage')), ...common },
          }),
          tags: ['Account'],
        },
      },
      '/openapi.json': {
        get: {
          ...operation('readDescription', 'Read this description', {
            responses: { '200': answer('OpenAPI 3.1.', { type: 'object' }), ...common },
          }),
          tags: ['Account'],
        },
      },
    },
    webhooks: Object.fromEntries(
      ['conversion.done', 'conversion.failed', 'conversion.canceled', 'ping'].map((type) => [
        type,
        {
          post: {
            operationId: `on${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
            summary: `Event ${type}`,
            description: 'Signed with the account’s webhook secret.',
            tags: ['Account'],
            requestBody: { content: json(ref('Event')) },
            responses: {
              '200': { description: 'Any 2xx within ten seconds.' },
              '400': { description: 'The signature is wrong.' },
            },
          },
        },
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, made in the account’s settings.' },
      },
      schemas: schemas(),
    },
  }
}

function schemas(): object {
  const spec = schemaOf(specSchema, 'input')
  return {
    Conversion: schemaOf(conversionSchema),
    ConversionPage: {
      type: 'object',
      required: ['data', 'meta'],
      properties: {
        data: { type: 'array', items: ref('Conversion') },
        meta: { type: 'object', required: ['next_cursor'], properties: { next_cursor: { type: ['string', 'null'] } } },
      },
    },
    Spec: spec,
    OpenByUpload: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'bytes', 'spec'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 255 },
        bytes: { type: 'integer', minimum: 1, maximum: 5_368_709_120 },
        spec: ref('Spec'),
      },
    },
    OpenByUrl: {
      type: 'object',
      additionalProperties: false,
      required: ['url', 'spec'],
      properties: {
        url: { type: 'string', format: 'uri' },
        name: { type: 'string', minLength: 1, maxLength: 255 },
        spec: ref('Spec'),
      },
    },
    OpenCase: schemaOf(openCaseBody, 'input'),
    Case: {
      type: 'object',
      required: ['id', 'conversion_id', 'share', 'status', 'created_at', 'expires_at'],
      properties: {
        id: { type: 'string' },
        conversion_id: { type: 'string' },
        share: { type: 'string', enum: ['file', 'report'] },
        email: { type: ['string', 'null'] },
        note: { type: ['string', 'null'] },
        status: { type: 'string', enum: ['open', 'landed'] },
        created_at: { type: 'string', format: 'date-time' },
        expires_at: { type: 'string', format: 'date-time' },
      },
    },
    Usage: {
      type: 'object',
      required: ['limit', 'used', 'left', 'period_start'],
      properties: {
        limit: { type: 'integer' },
        used: { type: 'integer' },
        left: { type: 'integer' },
        period_start: { type: 'string', format: 'date-time' },
      },
    },
    Event: {
      type: 'object',
      required: ['id', 'type', 'created_at', 'data'],
      properties: {
        id: { type: 'string', pattern: '^evt_' },
        type: { type: 'string', enum: ['conversion.done', 'conversion.failed', 'conversion.canceled', 'ping'] },
        created_at: { type: 'string', format: 'date-time' },
        data: { type: 'object' },
      },
    },
    Error: {
      type: 'object',
      required: ['error'],
      properties: {
        error: {
          type: 'object',
          required: ['code', 'message', 'request_id'],
          properties: {
            code: { type: 'string', examples: [...Object.keys(statusOfCode), 'http_error'] },
            message: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
            request_id: { type: 'string', pattern: '^req_' },
          },
        },
      },
    },
  }
}

import * as z from 'zod'
import { caseShares, caseStatuses } from '../../contract/account.ts'
import { apiErrors } from '../../contract/codes/api-errors.ts'
import { conversionSchema } from '../../contract/conversion.ts'
import { type EventType, eventTypes } from '../../contract/delivery.ts'
import { ulidPattern } from '../../contract/ids.ts'
import { limitForPeople } from '../../contract/messages.ts'
import { defaultLimits, fileUrlCharactersMax, inlineBytesMax, pageSizeMax } from '../../contract/limits.ts'
import { specSchema } from '../../contract/spec.ts'
import { openCaseBody, openContentBody, openUploadBody, openUrlBody } from '../read-operation.ts'
import { ref } from './responses.ts'

type JsonSchema = Record<string, unknown>

/** Returns a schema as JSON Schema, and the named schemas within it, which become components. */
function describedSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
): { own: JsonSchema; named: Record<string, object> } {
  const {
    $schema: _,
    id: _id,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Requests are described strictly. Responses may gain fields, and every field with a default is present in them.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      // An object that is left out gets the defaults of its fields, so it is never empty here.
      if (jsonSchema.type === 'object') delete jsonSchema.default
      // The choices of an open list of codes are strings themselves.
      if (jsonSchema.type === 'string' && jsonSchema.anyOf !== undefined) delete jsonSchema.type
    },
  })
  return JSON.parse(
    JSON.stringify({ own, named: $defs }).replaceAll('"#/$defs/', '"#/components/schemas/'),
    (key, value) => (key === 'id' && typeof value === 'string' ? undefined : (value as unknown)),
  ) as { own: JsonSchema; named: Record<string, object> }
}

function withProperties(schema: JsonSchema, replaced: Record<string, object>, title?: string): JsonSchema {
  const properties = schema['properties'] as Record<string, object>
  return { ...(title === undefined ? {} : { title }), ...schema, properties: { ...properties, ...replaced } }
}

const text = { type: 'string' }
const timestamp = { type: 'string', format: 'date-time' }
const object = (properties: Record<string, object>, more: object = {}): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
})
export const envelope = (name: string): object => object({ data: ref(name) })
const exampleId = '01JD0000000000000000000000'
export const exampleCursor = 'MDFKRDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA='
const exampleTime = '2026-03-01T09:30:00.000Z'
const ulid = { type: 'string', pattern: ulidPattern.source }

/** Returns the components of the document. A schema with a name occurs once, and others refer to it. */
export function schemas(): Record<string, object> {
  const conversion = describedSchema(conversionSchema, 'output')
  const sent = describedSchema(specSchema, 'input')
  const requests = requestSchemas()
  return {
    Conversion: withProperties(conversion.own, {
      id: { ...ulid, description: 'The id of the conversion, a ULID.', examples: [exampleId] },
      spec: ref('Spec'),
    }),
    ...conversion.named,
    Page: pageSchema,
    Spec: {
      title: 'Spec',
      description: 'How a file is read and what is written, with every default filled in.',
      ...describedSchema(specSchema, 'output').own,
    },
    SpecToSend: {
      title: 'Spec, as it is sent',
      description: 'How to read the file and what to write. Only `output.dialect` is required.',
      ...sent.own,
    },
    ...requests,
    ...accountSchemas(),
    ...eventSchemas(),
    ErrorCode: {
      description: 'Branch on the code. Treat an unknown code like its HTTP status.',
      anyOf: [{ type: 'string', enum: Object.keys(apiErrors) }, { type: 'string' }],
    },
    Error: errorSchema,
  }
}

const pageSchema = object(
  {
    data: { type: 'array', maxItems: pageSizeMax, items: ref('Conversion'), description: 'Newest first.' },
    meta: object(
      {
        next_cursor: {
          type: ['string', 'null'],
          description: 'The `cursor` of the next page. It is null on the last page.',
          examples: [exampleCursor],
        },
      },
      { description: 'The position of the next page.' },
    ),
  },
  { description: 'One page of a list.' },
)

function requestSchemas(): Record<string, object> {
  const bodyOf = (schema: z.ZodType): JsonSchema => describedSchema(schema, 'input').own
  return {
    OpenByUpload: withProperties(
      { description: 'Opens a conversion and returns a URL to upload the file to.', ...bodyOf(openUploadBody) },
      {
        bytes: {
          type: 'integer',
          minimum: 1,
          maximum: defaultLimits.UPLOAD_MAX_BYTES,
          description: 'The exact size of the file in bytes.',
          examples: [1234],
        },
        spec: ref('SpecToSend'),
      },
      'A file that you upload',
    ),
    OpenByUrl: withProperties(
      { description: 'Opens a conversion of a file that the service downloads at once.', ...bodyOf(openUrlBody) },
      {
        url: {
          type: 'string',
          format: 'uri',
          maxLength: fileUrlCharactersMax,
          description: 'A public HTTPS URL, on port 443 or 8443.',
          examples: ['https://example.com/people.csv.gz'],
        },
        spec: ref('SpecToSend'),
      },
      'A file that the service downloads',
    ),
    OpenByContent: withProperties(
      { description: 'Opens and starts a conversion of the file in the request.', ...bodyOf(openContentBody) },
      {
        content: {
          type: 'string',
          minLength: 1,
          description: `The file itself, at most ${limitForPeople(inlineBytesMax)}: text in UTF-8, or base64 with \`content_encoding\`.`,
          examples: ['id,name\n1,Ann\n'],
        },
        spec: ref('SpecToSend'),
      },
      'A small file that comes with the request',
    ),
    OpenCase: bodyOf(openCaseBody),
  }
}

const accountSchemas = (): Record<string, object> => ({
  Case: object(
    {
      id: { type: 'string', pattern: '^case_', description: 'The id of the case.', examples: [`case_${exampleId}`] },
      conversion_id: { ...ulid, description: 'The conversion that the case is about.', examples: [exampleId] },
      share: {
        type: 'string',
        enum: [...caseShares],
        description: 'The data that support can see: the report, or the file too.',
        examples: ['report'],
      },
      email: {
        type: ['string', 'null'],
        description: 'The e-mail address for the reply.',
        examples: ['ann@example.com'],
      },
      note: { type: ['string', 'null'], description: 'Your note.', examples: ['The second column is a date.'] },
      status: {
        type: 'string',
        enum: [...caseStatuses],
        description: '`landed` once the fix is part of the service.',
        examples: ['open'],
      },
      created_at: { ...timestamp, description: 'The time at which it was sent.', examples: [exampleTime] },
      expires_at: {
        ...timestamp,
        description: 'The time at which the case is deleted, after 90 days.',
        examples: [exampleTime],
      },
    },
    { description: 'A conversion that you shared with support.' },
  ),
  Usage: object(
    {
      limit: {
        type: 'integer',
        description: 'Bytes of files that the plan converts each month.',
        examples: [5_000_000_000],
      },
      used: { type: 'integer', description: 'Bytes converted so far this month.', examples: [1234] },
      left: { type: 'integer', description: 'Bytes left this month.', examples: [4_999_998_766] },
      period_start: {
        ...timestamp,
        description: 'The start of the current month of the allowance, on the account’s billing day.',
        examples: [exampleTime],
      },
    },
    { description: 'The usage of the month’s allowance.' },
  ),
})

/** Returns the component of an event: `conversion.done` is `ConversionDoneEvent`. */
const eventName = (type: EventType): string =>
  `${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

const eventSchema = (type: EventType): object =>
  object(
    {
      id: {
        type: 'string',
        pattern: '^evt_',
        description: 'The id of the event. It is the same in every attempt, so use it to ignore duplicates.',
        examples: [`evt_${exampleId}`],
      },
      type: { type: 'string', const: type, description: 'The type of the event.' },
      created_at: { ...timestamp, description: 'The time of the event.', examples: [exampleTime] },
      data:
        type === 'ping'
          ? object(
              {
                sent_at: { ...timestamp, description: 'The time at which the ping was sent.', examples: [exampleTime] },
              },
              { description: 'A test event.' },
            )
          : ref('Conversion'),
    },
    { description: `The event \`${type}\`.` },
  )

const eventSchemas = (): Record<string, object> => ({
  Event: {
    description: 'The body of a webhook call. Ignore a `type` that you do not know: new ones may be added.',
    oneOf: eventTypes.map((type) => ref(eventName(type))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(eventTypes.map((type) => [type, `#/components/schemas/${eventName(type)}`])),
    },
  },
  ...Object.fromEntries(eventTypes.map((type) => [eventName(type), eventSchema(type)])),
})

const errorSchema = object(
  {
    error: {
      type: 'object',
      description: 'The error.',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: ref('ErrorCode'),
        message: {
          ...text,
          description: 'The message for people. Its wording may change.',
          examples: ['name is required, and must be a string of 1 to 255 characters'],
        },
        fields: {
          type: 'object',
          description: 'The messages for each field. It is only present with `invalid_request`.',
          additionalProperties: { type: 'array', items: text },
          examples: [{ name: ['is required, and must be a string of 1 to 255 characters'] }],
        },
        doc_url: {
          ...text,
          format: 'uri',
          description: 'The entry of this code in the reference.',
          examples: ['https://rowmill.example/docs/codes#invalid_request'],
        },
        request_id: {
          type: 'string',
          pattern: '^req_',
          description: 'The id of the request, as in `X-Request-Id`.',
          examples: [`req_${exampleId}`],
        },
      },
    },
  },
  { description: 'The body of every response that is not 2xx.' },
)

export const statusSchema = ref('Status')

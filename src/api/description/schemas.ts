import * as z from 'zod'
import { caseShares, caseStatuses } from '../../contract/account.ts'
import { conversionSchema, statuses } from '../../contract/conversion.ts'
import { eventTypes } from '../../contract/delivery.ts'
import { ulidPattern } from '../../contract/ids.ts'
import { limitForPeople } from '../../contract/messages.ts'
import { defaultLimits, fileUrlCharactersMax, inlineBytesMax, pageSizeMax } from '../../contract/limits.ts'
import { specSchema } from '../../contract/spec.ts'
import { openCaseBody, openContentBody, openUploadBody, openUrlBody } from '../read-operation.ts'
import { ref } from './answers.ts'

type JsonSchema = Record<string, unknown>

/** Requests are described strictly. Responses may gain fields, and every field with a default is present in them. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      // An object that is left out gets the defaults of its fields: by now it is never empty.
      if (jsonSchema.type === 'object') delete jsonSchema.default
    },
  })
  return rest
}

function withProperties(schema: JsonSchema, replaced: Record<string, object>, title: string): JsonSchema {
  const properties = schema['properties'] as Record<string, object>
  return { title, ...schema, properties: { ...properties, ...replaced } }
}

const text = { type: 'string' }
const moment = { type: 'string', format: 'date-time' }
const object = (properties: Record<string, object>, more: object = {}): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
})
export const envelope = (name: string): object => object({ data: ref(name) })
const ulid = { type: 'string', pattern: ulidPattern.source }

export function schemas(): Record<string, object> {
  return {
    Conversion: withProperties(
      schemaOf(conversionSchema, 'output'),
      { id: { ...ulid, description: 'A ULID.' }, spec: ref('Spec') },
      'Conversion',
    ),
    ConversionPage: object({
      data: { type: 'array', maxItems: pageSizeMax, items: ref('Conversion') },
      meta: object({
        next_cursor: { type: ['string', 'null'], description: 'The `cursor` of the next page; null on the last one.' },
      }),
    }),
    Spec: { title: 'Spec', ...schemaOf(specSchema, 'output') },
    SpecToSend: { title: 'Spec, as it is sent', ...schemaOf(specSchema, 'input') },
    OpenByUpload: withProperties(
      schemaOf(openUploadBody, 'input'),
      { bytes: { type: 'integer', minimum: 1, maximum: defaultLimits.UPLOAD_MAX_BYTES }, spec: ref('SpecToSend') },
      'A file that you upload',
    ),
    OpenByUrl: withProperties(
      schemaOf(openUrlBody, 'input'),
      { url: { type: 'string', format: 'uri', maxLength: fileUrlCharactersMax }, spec: ref('SpecToSend') },
      'A file that the service downloads',
    ),
    OpenByContent: withProperties(
      schemaOf(openContentBody, 'input'),
      {
        content: {
          type: 'string',
          minLength: 1,
          description: `The file itself, at most ${limitForPeople(inlineBytesMax)}: text, or base64 with \`content_encoding\`.`,
        },
        spec: ref('SpecToSend'),
      },
      'A small file that comes with the request',
    ),
    OpenCase: schemaOf(openCaseBody, 'input'),
    Case: object({
      id: { type: 'string', pattern: '^case_' },
      conversion_id: ulid,
      share: { type: 'string', enum: [...caseShares] },
      email: { type: ['string', 'null'] },
      note: { type: ['string', 'null'] },
      status: { type: 'string', enum: [...caseStatuses] },
      created_at: moment,
      expires_at: { ...moment, description: 'When the case is deleted: after 90 days.' },
    }),
    Usage: object({
      limit: { type: 'integer', description: 'Bytes of files that the plan converts each month.' },
      used: { type: 'integer', description: 'Bytes converted so far this month.' },
      left: { type: 'integer', description: 'Bytes left this month.' },
      period_start: { ...moment, description: 'When this month’s allowance began: on the account’s billing date.' },
    }),
    Event: object({
      id: { type: 'string', pattern: '^evt_', description: 'The same on every retry: deduplicate by it.' },
      type: { type: 'string', enum: [...eventTypes] },
      created_at: moment,
      data: { anyOf: [ref('Conversion'), object({ sent_at: moment })] },
    }),
    Error: errorSchema(),
  }
}

const errorSchema = (): object =>
  object({
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { ...text, description: 'Branch on it. Treat one that you do not know like its HTTP status.' },
        message: { ...text, description: 'For people; may change.' },
        fields: {
          type: 'object',
          description: 'Only with `invalid_request`: field name to messages.',
          additionalProperties: { type: 'array', items: text },
        },
        doc_url: { ...text, format: 'uri', description: 'The entry of this code in the reference.' },
        request_id: { type: 'string', pattern: '^req_', description: 'As in `X-Request-Id`.' },
      },
    },
  })

export const statusSchema = { type: 'string', enum: [...statuses] }

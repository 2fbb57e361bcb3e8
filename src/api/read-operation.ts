import * as z from 'zod'
import { caseShares, type Operation } from '../contract/account.ts'
import type { Refusal } from '../contract/response.ts'
import { fields as say, rules } from '../contract/catalog/fields.ts'
import { requests } from '../contract/catalog/requests.ts'
import type { Message } from '../contract/catalog/message.ts'
import { type Status, statuses } from '../contract/conversion.ts'
import { type ConversionId, isConversionId } from '../contract/ids.ts'
import {
  defaultLimits,
  fileUrlCharactersMax,
  nameCharactersMax,
  noteCharactersMax,
  pageSizeDefault,
  pageSizeMax,
  waitSecondsMax,
} from '../contract/limits.ts'
import {
  closed,
  emailAddress,
  integerMeant,
  mistakesOf,
  must,
  mustSilently,
  oneOf,
  placeOf,
  textOf,
  yesMeant,
} from '../contract/shapes.ts'
import { readBase64 } from './read-base64.ts'
import { readKnownSpec } from './read-spec.ts'

const nameSchema = textOf(1, nameCharactersMax).refine((name) => !/\p{Cc}/u.test(name), {
  error: mustSilently(rules.noControls),
})

/** The spec has a schema of its own, and its mistakes have their own code. */
const anySpec = z.custom<unknown>((spec) => spec !== undefined, { error: say.missing(rules.spec) })
const otherNames = {
  size: 'bytes',
  length: 'bytes',
  filename: 'name',
  file: 'name',
  options: 'spec',
  input: 'spec.input',
  output: 'spec.output',
  dump: 'spec.dump',
  dialect: 'spec.output.dialect',
  format: 'spec.output.format',
  table: 'spec.output.table',
  delimiter: 'spec.input.delimiter',
  sheet: 'spec.input.sheet',
  data: 'content',
  encoding: 'spec.input.encoding',
}

const wrongBytes = must(
  rules.integerBetween(1, defaultLimits.UPLOAD_MAX_BYTES),
  integerMeant(1, defaultLimits.UPLOAD_MAX_BYTES),
)
const bytesError = (issue: { readonly input?: unknown }): Message =>
  issue.input === undefined ? say.bytesOrOther : wrongBytes(issue)

const fileName = nameSchema.meta({
  description: 'The name of the file. Its extension decides the format if the content does not.',
  examples: ['people.csv'],
})

export const openUploadBody = closed(
  {
    name: fileName,
    // The account object refuses a size beyond the limit as `too_big`.
    bytes: z.int({ error: bytesError }).min(1, { error: bytesError }),
    spec: anySpec,
  },
  otherNames,
)
export const openUrlBody = closed(
  {
    url: textOf(1, fileUrlCharactersMax, rules.url(fileUrlCharactersMax)),
    name: fileName.optional(),
    spec: anySpec,
  },
  otherNames,
)
const contentEncodings = ['text', 'base64'] as const
export const openContentBody = closed(
  {
    content: z.string({ error: must(rules.text) }).min(1, { error: mustSilently(rules.notEmpty) }),
    content_encoding: oneOf(contentEncodings)
      .default('text')
      .meta({ description: 'How `content` holds the bytes of the file.', examples: ['base64'] }),
    name: fileName.default('file'),
    spec: anySpec,
  },
  { ...otherNames, encoding: 'content_encoding' },
)
export const openCaseBody = closed({
  consent: z
    .literal(true, { error: must(rules.consent, yesMeant) })
    .meta({ description: 'Your consent that support may see the shared data.', examples: [true] }),
  share: oneOf(caseShares)
    .default('report')
    .meta({ description: 'What support can see: the report, or the file too.', examples: ['report'] }),
  email: emailAddress
    .nullish()
    .meta({ description: 'The e-mail address for the answer.', examples: ['ann@example.com'] }),
  note: textOf(0, noteCharactersMax)
    .nullish()
    .meta({ description: 'What should be different.', examples: ['The second column should be a date.'] }),
}).meta({ description: 'A conversion to share with support.' })
const limitError = must(rules.integerBetween(1, pageSizeMax))
const limitSchema = z
  .string()
  .refine((limit) => /^\d{1,3}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= pageSizeMax, {
    error: limitError,
  })
  .transform(Number)
const otherParameters = {
  perpage: 'limit',
  pagesize: 'limit',
  count: 'limit',
  page: 'cursor',
  offset: 'cursor',
  after: 'cursor',
  before: 'cursor',
  startingafter: 'cursor',
}
const statusNames: Readonly<Record<string, Status>> = {
  waiting: 'awaiting_upload',
  uploading: 'awaiting_upload',
  pending: 'queued',
  processing: 'running',
  inprogress: 'running',
  finished: 'done',
  complete: 'done',
  completed: 'done',
  success: 'done',
  succeeded: 'done',
  error: 'failed',
  aborted: 'canceled',
}
const listQuery = closed(
  {
    limit: limitSchema.prefault(String(pageSizeDefault)),
    status: oneOf(statuses, statusNames).optional(),
    cursor: z.string().optional(),
  },
  otherParameters,
)

/** People write a unit after the number of seconds. */
const secondsMeant = (input: unknown): unknown => /^(\d{1,2}) ?s(?:ec(?:onds)?)?$/.exec(String(input))?.[1]
const waitError = must(rules.secondsBetween(0, waitSecondsMax), secondsMeant)
const waitQuery = closed({
  wait: z
    .string()
    .refine((seconds) => /^\d{1,3}$/.test(seconds) && Number(seconds) <= waitSecondsMax, { error: waitError })
    .transform(Number)
    .prefault('0'),
})

const noWait = { success: true, data: { wait: 0 } } as const

/** Most requests have no query at all. */
const readWait = (query: URLSearchParams) => (query.size === 0 ? noWait : parseQuery(waitQuery, query))

const refused = (refusal: Refusal): Operation => ({ kind: 'refused', refusal })

/** `fields` are messages without their subject; `error.message` is all of them with it. */
export const invalid = (fields: Record<string, string[]>): Operation => {
  const sentences = Object.entries(fields).flatMap(([name, messages]) =>
    messages.map((message) => `${name} ${message}`),
  )
  return refused({ code: 'invalid_request', message: requests.invalid_request(sentences), fields })
}

/** A client may name a field `constructor` or `__proto__`, so names are never looked up in an object. */
function fieldsOf(error: z.core.$ZodError, kind = 'field'): Record<string, string[]> {
  const byName = Map.groupBy(mistakesOf(error), ({ path }) => placeOf(path) || 'body')
  return Object.fromEntries(
    Array.from(byName, ([name, found]) => [
      name,
      found.map(({ message }) => message.replace('known field', `known ${kind}`)),
    ]),
  )
}

type ReadQuery<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly refused: Operation }

/** Reads the parameters of a query by a schema. Unknown parameters are refused, like unknown fields of a body. */
function parseQuery<Value>(schema: z.ZodType<Value>, query: URLSearchParams): ReadQuery<Value> {
  const repeated = [...new Set(query.keys())].filter((name) => query.getAll(name).length > 1)
  if (repeated.length > 0)
    return {
      success: false,
      refused: invalid(Object.fromEntries(repeated.map((name) => [name, [say.once]]))),
    }
  const parsed = schema.safeParse(Object.fromEntries(query))
  return parsed.success
    ? { success: true, data: parsed.data }
    : { success: false, refused: invalid(fieldsOf(parsed.error, 'parameter')) }
}

const nothing = closed({})

/** The refusal of parameters where a path has none; null if there are none. */
export function refuseQuery(query: URLSearchParams): Operation | null {
  if (query.size === 0) return null
  const parsed = parseQuery(nothing, query)
  return parsed.success ? null : parsed.refused
}

/** The refusal of fields where an operation has none; null if there are none. */
export function refuseFields(body: unknown): Operation | null {
  const parsed = nothing.safeParse(body)
  return parsed.success ? null : invalid(fieldsOf(parsed.error))
}

/** Every integer is a size. One that is too large to be counted exactly is too big, not malformed. */
const countable = (bytes: unknown): unknown =>
  typeof bytes === 'number' && Number.isInteger(bytes) ? Math.min(bytes, Number.MAX_SAFE_INTEGER) : bytes

/**
 * Returns the operation that the body of a POST requests, or the refusal that it gets later, in the documented order.
 */
export function readOpen(body: unknown, query: URLSearchParams): Operation {
  const waiting = readWait(query)
  if (!waiting.success) return waiting.refused
  const waitSeconds = waiting.data.wait
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return invalid({ body: [say.jsonObject(body)] })
  if ('content' in body) return readContent(body, waitSeconds)
  const isUrl = 'url' in body
  if (isUrl && 'bytes' in body) return invalid({ url: [say.apart('bytes')], bytes: [say.apart('url')] })
  const { bytes } = body as { readonly bytes?: unknown }
  const parsed = isUrl
    ? openUrlBody.safeParse(body)
    : openUploadBody.safeParse(bytes === undefined ? body : { ...body, bytes: countable(bytes) })
  if (!parsed.success) return invalid(fieldsOf(parsed.error))
  const reading = readKnownSpec(parsed.data.spec)
  if (!reading.ok) return refused({ code: 'invalid_spec', message: requests.invalid_spec(reading.reasons) })
  if ('url' in parsed.data) {
    const name = parsed.data.name ?? nameOfUrl(parsed.data.url)
    return { kind: 'open_url', url: parsed.data.url, name, spec: reading.spec, waitSeconds }
  }
  // The size as it was sent, because the message about its limit repeats it.
  return { kind: 'open_upload', name: parsed.data.name, bytes: bytes as number, spec: reading.spec }
}

function readContent(body: object, waitSeconds: number): Operation {
  const others = ['url', 'bytes'].filter((name) => name in body)
  if (others.length > 0) return invalid(Object.fromEntries(others.map((name) => [name, [say.apart('content')]])))
  const parsed = openContentBody.safeParse(body)
  if (!parsed.success) return invalid(fieldsOf(parsed.error))
  const { name, content, content_encoding, spec } = parsed.data
  const file = content_encoding === 'base64' ? readBase64(content) : readText(content)
  if ('mistake' in file) return invalid({ content: [file.mistake] })
  const reading = readKnownSpec(spec)
  if (!reading.ok) return refused({ code: 'invalid_spec', message: requests.invalid_spec(reading.reasons) })
  return { kind: 'open_content', name, content: file.bytes, spec: reading.spec, waitSeconds }
}

const readText = (text: string): { readonly bytes: Uint8Array } | { readonly mistake: Message } =>
  text.isWellFormed() ? { bytes: new TextEncoder().encode(text) } : { mistake: say.validUnicode }

export function readRead(id: ConversionId, query: URLSearchParams): Operation {
  const parsed = readWait(query)
  return parsed.success ? { kind: 'read', id, waitSeconds: parsed.data.wait } : parsed.refused
}

function nameOfUrl(url: string): string {
  try {
    const segment = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
    return nameSchema.safeParse(segment).success ? segment : 'file'
  } catch {
    return 'file'
  }
}

export function readOpenCase(id: ConversionId, body: unknown): Operation {
  const parsed = openCaseBody.safeParse(body)
  if (!parsed.success) return invalid(fieldsOf(parsed.error))
  const { share, email, note } = parsed.data
  return { kind: 'open_case', id, share, email: email ?? null, note: note ?? null }
}

export function readList(query: URLSearchParams): Operation {
  const parsed = parseQuery(listQuery, query)
  if (!parsed.success) return parsed.refused
  const { limit, status, cursor } = parsed.data
  const before = cursor === null || cursor === undefined ? null : decodeCursor(cursor)
  if (before === undefined) return invalid({ cursor: [say.cursor(cursor ?? '')] })
  return { kind: 'list', limit, status: status ?? null, before }
}

function decodeCursor(cursor: string): ConversionId | undefined {
  try {
    const id = atob(cursor)
    return isConversionId(id) ? id : undefined
  } catch {
    return undefined
  }
}

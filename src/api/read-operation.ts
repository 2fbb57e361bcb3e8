import * as z from 'zod'
import { caseShares, type Operation } from '../contract/account.ts'
import type { Refusal } from '../contract/response.ts'
import { fields as say, rules } from '../contract/catalog/fields.ts'
import { requests } from '../contract/catalog/requests.ts'
import type { Message } from '../contract/catalog/message.ts'
import { statuses } from '../contract/conversion.ts'
import { type ConversionId, isConversionId } from '../contract/ids.ts'
import { isUtf8Label } from '../contract/encoding-label.ts'
import { placeOfField } from '../contract/field-places.ts'
import { isRecord } from '../contract/json.ts'
import { nearest } from '../contract/messages.ts'
import type { Spec } from '../contract/spec.ts'
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
  closedObject,
  closedWithSpec,
  emailAddress,
  integerMeant,
  mistakesOf,
  must,
  mustSilently,
  oneOf,
  onlyText,
  placeOf,
  textOf,
  yesMeant,
} from '../contract/shapes.ts'
import { mistakenContent } from './mistaken-content.ts'
import {
  contentEncodingNames,
  otherCaseFields,
  otherOpeningFields,
  otherParameters,
  otherWaits,
  shareNames,
  statusNames,
} from './other-names.ts'
import { looksLikeBase64, readBase64 } from './read-base64.ts'
import { readKnownSpec } from './read-spec.ts'

const nameSchema = textOf(1, nameCharactersMax).refine((name) => !/\p{Cc}/u.test(name), {
  error: must(
    rules.noControls,
    (sent) =>
      String(sent)
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim() || undefined,
  ),
})

/** The spec is validated by another schema, because its errors have another code. */
const anySpec = z.custom<unknown>((spec) => spec !== undefined, { error: say.missing(rules.spec) })

/** Returns whether the body has a field, or a field that was probably meant to be it. */
const isMeant = (body: object, name: 'url' | 'content'): boolean =>
  name in body ||
  (!('bytes' in body) && Object.keys(body).some((key) => nearest(key, [name], otherOpeningFields) === name))

const wrongBytes = must(rules.integerBetween(1, defaultLimits.UPLOAD_MAX_BYTES), (input) =>
  integerMeant(
    1,
    defaultLimits.UPLOAD_MAX_BYTES,
  )(typeof input === 'string' ? input.replace(/\s*b(?:ytes?)?\s*$/i, '') : input),
)
/** A size with a unit is rounded, and an upload must have exactly the size that was announced. */
const roundedSize = /^\s*[\d.,]+\s*[kmgt](?:i?b)?\s*$/i
function bytesError({ input }: { readonly input?: unknown }): Message {
  if (input === undefined) return say.bytesOrOther
  return typeof input === 'string' && roundedSize.test(input)
    ? say.exactBytes(wrongBytes({ input }))
    : wrongBytes({ input })
}

const fileName = nameSchema.meta({
  description: 'The name of the file. Its extension decides the format if the content does not.',
  examples: ['people.csv'],
})

export const openUploadBody = closedWithSpec(
  {
    name: fileName,
    // The account object refuses a size beyond the limit as `too_big`.
    bytes: z.int({ error: bytesError }).min(1, { error: bytesError }),
    spec: anySpec,
  },
  otherOpeningFields,
)
export const openUrlBody = closedWithSpec(
  {
    url: textOf(1, fileUrlCharactersMax, rules.url(fileUrlCharactersMax), onlyText),
    name: fileName.optional(),
    spec: anySpec,
  },
  otherOpeningFields,
)
const wrongContent = must(rules.content)
function contentError({ input }: { readonly input?: unknown }): Message {
  const wrong = wrongContent({ input })
  if (Array.isArray(input) && input.every((line) => typeof line === 'string')) return say.contentAsLines(wrong)
  return typeof input === 'object' && input !== null ? say.contentAsJson(wrong) : wrong
}
const contentEncodings = ['text', 'base64'] as const
export const openContentBody = closedWithSpec(
  {
    content: z.string({ error: contentError }).min(1, { error: mustSilently(rules.notEmpty) }),
    content_encoding: oneOf(contentEncodings, contentEncodingNames)
      .default('text')
      .meta({ description: 'The encoding of the file’s bytes in `content`.', examples: ['base64'] }),
    name: fileName.default('file'),
    spec: anySpec,
  },
  { ...otherOpeningFields, encoding: 'content_encoding', base64: 'content_encoding', contenttype: 'spec.input.format' },
)
export const openCaseBody = closed(
  {
    consent: z
      .literal(true, { error: must(rules.consent, yesMeant) })
      .meta({ description: 'Your consent that support may see the shared data.', examples: [true] }),
    share: oneOf(caseShares, shareNames)
      .default('report')
      .meta({ description: 'The data that support can see: the report, or the file too.', examples: ['report'] }),
    email: emailAddress
      .nullish()
      .meta({ description: 'The e-mail address for the reply.', examples: ['ann@example.com'] }),
    note: textOf(0, noteCharactersMax)
      .nullish()
      .meta({ description: 'The result that you expect.', examples: ['The second column should be a date.'] }),
  },
  otherCaseFields,
).meta({ description: 'A conversion to share with support.' })
/** Parameters are text, so a number is suggested as text. */
const parameterMeant =
  (least: number, most: number) =>
  (input: unknown): unknown => {
    const meant = integerMeant(least, most)(String(input).replaceAll('"', ''))
    return meant === undefined ? undefined : String(meant)
  }
const outsideLimit = must(rules.integerBetween(1, pageSizeMax), parameterMeant(1, pageSizeMax))
/** Values of `limit` with which people request all conversions at once. */
const limitError: typeof outsideLimit = (issue) =>
  /^(?:all|max|none|unlimited|-1|0|\d{3,})$/i.test(String(issue.input))
    ? say.morePages(outsideLimit(issue))
    : outsideLimit(issue)
const limitSchema = z
  .string()
  .refine((limit) => /^\d{1,3}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= pageSizeMax, {
    error: limitError,
  })
  .transform(Number)
function statusError({ input }: { readonly input?: unknown }): Message {
  const rule = say.oneOf(statuses, input, statusNames)
  if (/^(?:all|any|every|both|\*|)$/i.test(String(input))) return say.everyStatus(rule)
  return /[,|;+ ]\S/.test(String(input)) ? say.oneStatus(rule) : rule
}
const listParameters = {
  limit: limitSchema.prefault(String(pageSizeDefault)),
  status: z.enum(statuses, { error: statusError }).optional(),
  cursor: z.string().optional(),
}
const listQuery = closedObject(
  listParameters,
  (key) => say.unknownOfList(key, Object.keys(listParameters), otherParameters),
  rules.object,
)

/** People write a unit after the number of seconds, or count milliseconds. */
function secondsMeant(input: unknown): string | undefined {
  const text = String(input).trim()
  const [, number, unit] = /^(?:PT)?(\d{1,5})(?:\.0+)? ?(ms|s|sec|seconds|m|min)?$/i.exec(text) ?? []
  if (/^(?:true|yes|on|max|forever|inf|infinity)$/i.test(text)) return String(waitSecondsMax)
  if (/^(?:false|no|off|none|never)$/i.test(text)) return '0'
  if (number === undefined) return undefined
  const isMilliseconds = unit === 'ms' || (unit === undefined && number.endsWith('000'))
  const seconds = /^m(?:in)?$/i.test(unit ?? '') ? Number(number) * 60 : Number(number) / (isMilliseconds ? 1000 : 1)
  return Number.isInteger(seconds) ? String(Math.min(seconds, waitSecondsMax)) : undefined
}
const waitError = must(rules.secondsBetween(0, waitSecondsMax), secondsMeant)
const wait = z
  .string()
  .refine((seconds) => /^\d{1,3}$/.test(seconds) && Number(seconds) <= waitSecondsMax, { error: waitError })
  .transform(Number)
  .prefault('0')
const readQuery = closed({ wait }, otherWaits)
const openQuery = closedObject(
  { wait },
  (key) => {
    const place = placeInBody(key)
    return place === null ? say.unknown(key, ['wait'], otherWaits) : say.inBody(place)
  },
  rules.object,
)
const bodyFields = ['name', 'bytes', 'url', 'content', 'content_encoding', 'spec']
/** Returns the place of a field in the body that opens a conversion, or null for any other name. */
const placeInBody = (key: string): string | null =>
  bodyFields.find((field) => field === key.toLowerCase()) ?? placeOfField(key)

const noWait = { success: true, data: { wait: 0 } } as const

/** Most requests have no query at all. */
const readWait = (query: URLSearchParams, schema: typeof readQuery) =>
  query.size === 0 ? noWait : parseQuery(schema, query)

const refused = (refusal: Refusal): Operation => ({ kind: 'refused', refusal })

/** `fields` are messages without their subject; `error.message` is all of them with it. */
export const invalid = (fields: Record<string, string[]>): Operation => {
  const sentences = Object.entries(fields).flatMap(([name, messages]) =>
    messages.map((message) => `${name} ${message}`),
  )
  return refused({ code: 'invalid_request', message: requests.invalid_request(sentences), fields })
}

/**
 * Returns the messages by field. A client may name a field `constructor` or `__proto__`, so names are never looked up
 * in an object.
 */
function fieldsOf(
  error: z.core.$ZodError,
  kind = 'field',
  parsed?: Parameters<typeof mistakesOf>[1],
): Record<string, string[]> {
  const byName = Map.groupBy(mistakesOf(error, parsed), ({ path }) => placeOf(path) || 'body')
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
const openedAlready = closedObject(
  {},
  (key) => {
    const place = placeInBody(key)
    return place === null ? say.unknown(key, []) : say.whenOpened(place)
  },
  rules.object,
)
const caseQuery = closedObject(
  {},
  (key) => (Object.hasOwn(openCaseBody.shape, key) ? say.inBody(key) : say.unknown(key, [])),
  rules.object,
)

/** Returns the refusal of parameters on a path without parameters, or null if none were sent. */
export const refuseQuery = (query: URLSearchParams): Operation | null => refuseParameters(query, nothing)
/** Returns the refusal of parameters for a case, or null if none were sent. It names those that are fields. */
export const refuseCaseQuery = (query: URLSearchParams): Operation | null => refuseParameters(query, caseQuery)

function refuseParameters(query: URLSearchParams, schema: typeof nothing): Operation | null {
  if (query.size === 0) return null
  const parsed = parseQuery(schema, query)
  return parsed.success ? null : parsed.refused
}

/** Returns the refusal of fields for an operation on an open conversion, or null if none were sent. */
export function refuseFields(body: unknown): Operation | null {
  const parsed = openedAlready.safeParse(body)
  return parsed.success ? null : invalid(fieldsOf(parsed.error))
}

/** Makes every integer a size. One that is too large to be counted exactly is too big, not malformed. */
const countable = (bytes: unknown): unknown =>
  typeof bytes === 'number' && Number.isInteger(bytes) ? Math.min(bytes, Number.MAX_SAFE_INTEGER) : bytes

/**
 * Returns the operation that the body of a POST requests, or the refusal that it gets later, in the documented order.
 */
export function readOpen(body: unknown, query: URLSearchParams): Operation {
  const waiting = readWait(query, openQuery)
  if (!waiting.success) return waiting.refused
  const waitSeconds = waiting.data.wait
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return invalid({ body: [say.jsonObject(body)] })
  const wrapper = wrapperOf(body)
  if (wrapper !== null) return invalid({ [wrapper]: [say.wrapped] })
  if (isMeant(body, 'content')) return readContent(body, waitSeconds)
  if ('content_encoding' in body) return invalid({ content_encoding: [say.withoutContent] })
  return isMeant(body, 'url') ? readUrl(body, waitSeconds) : readUpload(body, waitSeconds)
}

/** Refuses fields beside the one that names the file. A field that is null is refused because of those with a value. */
function refuseTogether(body: object, kept: 'url' | 'content', others: readonly string[]): Operation {
  const sent = body as Readonly<Record<string, unknown>>
  const [first, ...more] = [kept, ...others].filter((name) => sent[name] !== null)
  if (first === undefined) return invalid({ [kept]: [say.oneOfThree(kept === 'url' ? 'content' : 'url')] })
  const valued = sent[kept] === null ? [first, ...more].join(' or ') : kept
  const refusals = [kept, ...others]
    .filter((name) => sent[name] === null || (sent[kept] !== null && name !== kept))
    .map((name): [string, string[]] => [name, [say.apart(valued, sent[name])]])
  const isBoth = kept === 'url' && more.length > 0
  return invalid({ ...(isBoth && { url: [say.apart('bytes', sent['url'])] }), ...Object.fromEntries(refusals) })
}

function readUrl(body: object, waitSeconds: number): Operation {
  if ('bytes' in body) return refuseTogether(body, 'url', ['bytes'])
  const parsed = openUrlBody.safeParse(body)
  if (!parsed.success) return invalid(fieldsOf(parsed.error))
  const { url, name = nameOfUrl(url), spec } = parsed.data
  const reading = readKnownSpec(spec)
  if (!reading.ok) return refused({ code: 'invalid_spec', message: requests.invalid_spec(reading.reasons) })
  return { kind: 'open_url', url, name, spec: reading.spec, waitSeconds }
}

function readUpload(body: { readonly bytes?: unknown }, waitSeconds: number): Operation {
  const { bytes } = body
  const parsed = openUploadBody.safeParse(bytes === undefined ? body : { ...body, bytes: countable(bytes) })
  if (!parsed.success) return invalid(fieldsOf(parsed.error))
  if (waitSeconds > 0) return invalid({ wait: [say.waitForUpload(waitSeconds)] })
  const reading = readKnownSpec(parsed.data.spec)
  if (!reading.ok) return refused({ code: 'invalid_spec', message: requests.invalid_spec(reading.reasons) })
  // The message about the limit repeats the size as it was sent.
  return { kind: 'open_upload', name: parsed.data.name, bytes: bytes as number, spec: reading.spec }
}

/** Returns the only field of a body, if the fields of a conversion are inside of it. */
function wrapperOf(body: object): string | null {
  const [name = '', ...others] = Object.keys(body)
  const inner = (body as Record<string, unknown>)[name]
  const isWrapper = others.length === 0 && isRecord(inner) && ['name', 'url', 'content'].some((field) => field in inner)
  return isWrapper && (name !== 'spec' || 'spec' in inner) ? name : null
}

function readContent(body: object, waitSeconds: number): Operation {
  const others = ['url', 'bytes'].filter((name) => name in body)
  if ('content' in body && others.length > 0) return refuseTogether(body, 'content', others)
  // A field with another name was probably meant to be the content, so its mistake comes first.
  const value = Object.fromEntries(Object.entries(body).filter(([name]) => !others.includes(name)))
  const parsed = openContentBody.safeParse(value)
  if (!parsed.success) return invalid(fieldsOf(parsed.error, 'field', { schema: openContentBody, value }))
  const { name, content, content_encoding, spec } = parsed.data
  const file = content_encoding === 'base64' ? readBase64(content) : readText(content, 'content_encoding' in body)
  if ('mistake' in file) return invalid({ content: [file.mistake] })
  const reading = readKnownSpec(spec)
  if (!reading.ok) return refused({ code: 'invalid_spec', message: requests.invalid_spec(reading.reasons) })
  if (content_encoding === 'base64')
    return { kind: 'open_content', name, content: file.bytes, spec: reading.spec, waitSeconds }
  const { encoding } = reading.spec.input
  if (encoding !== null && !isUtf8Label(encoding)) {
    const reason = `spec.input.encoding ${say.encodingOfText(encoding)}`
    return refused({ code: 'invalid_spec', message: requests.invalid_spec([reason]) })
  }
  return { kind: 'open_content', name, content: file.bytes, spec: inUtf8(reading.spec), waitSeconds }
}

/** Returns the spec of a text from JSON, which is always UTF-8. A dump may declare another encoding, or a guess may find one. */
const inUtf8 = (spec: Spec): Spec => ({ ...spec, input: { ...spec.input, encoding: spec.input.encoding ?? 'utf-8' } })

/** Reads a text. If the client has named it a text, it may look like base64. */
function readText(text: string, isNamedText: boolean): { readonly bytes: Uint8Array } | { readonly mistake: Message } {
  const mistake = !isNamedText && looksLikeBase64(text) ? say.looksLikeBase64 : mistakenContent(text)
  if (mistake !== null) return { mistake }
  return text.isWellFormed() ? { bytes: new TextEncoder().encode(text) } : { mistake: say.validUnicode }
}

export function readRead(id: ConversionId, query: URLSearchParams): Operation {
  const parsed = readWait(query, readQuery)
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
  if (!parsed.success) return invalid(fieldsOf(parsed.error, 'field', { schema: openCaseBody, value: body }))
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

import * as z from 'zod'
import { caseShares, type Operation } from '../contract/account.ts'
import type { Refusal } from '../contract/answer.ts'
import { statuses } from '../contract/conversion.ts'
import { type ConversionId, isConversionId } from '../contract/ids.ts'
import {
  defaultLimits,
  fileUrlCharactersMax,
  nameCharactersMax,
  noteCharactersMax,
  pageSizeDefault,
  pageSizeMax,
} from '../contract/limits.ts'
import { closed, emailAddress, mistakesOf, must, mustSilently, oneOf, placeOf, textOf } from '../contract/shapes.ts'
import { joined, numberForPeople } from '../contract/messages.ts'
import { readKnownSpec } from './read-spec.ts'

const nameSchema = textOf(1, nameCharactersMax).refine((name) => !/\p{Cc}/u.test(name), {
  error: mustSilently('not contain control characters'),
})

const bytesError = must(`be an integer between 1 and ${numberForPeople(defaultLimits.UPLOAD_MAX_BYTES)}`)

export const openUploadBody = closed({
  name: nameSchema,
  // A size beyond the limit is for the account object to refuse, as `too_big`.
  bytes: z.int({ error: bytesError }).min(1, { error: bytesError }),
  spec: z.unknown(),
})
export const openUrlBody = closed({
  url: textOf(1, fileUrlCharactersMax),
  name: nameSchema.optional(),
  spec: z.unknown(),
})
export const openCaseBody = closed({
  consent: z.literal(true, { error: must('be true') }),
  share: oneOf(caseShares).default('report'),
  email: emailAddress.nullish(),
  note: textOf(0, noteCharactersMax).nullish(),
})
const limitError = must(`be an integer between 1 and ${pageSizeMax}`)
const limitSchema = z
  .string()
  .regex(/^\d{1,3}$/, { error: limitError })
  .transform(Number)
  .refine((limit) => limit >= 1 && limit <= pageSizeMax, { error: limitError })
const listQuery = z.object({
  limit: limitSchema.prefault(String(pageSizeDefault)),
  status: oneOf(statuses).optional(),
  cursor: z.string().optional(),
})

const refused = (refusal: Refusal): Operation => ({ kind: 'refused', refusal })

/** `fields` are messages without their subject; `error.message` is all of them with it. */
export const invalid = (fields: Record<string, string[]>): Operation => {
  const sentences = Object.entries(fields).flatMap(([name, messages]) =>
    messages.map((message) => `${name} ${message}`),
  )
  return refused({ code: 'invalid_request', message: joined(sentences), fields })
}

/** A client may call a field anything, `constructor` and `__proto__` too: no object may be asked by such a name. */
function fieldsOf(error: z.core.$ZodError): Record<string, string[]> {
  const byName = Map.groupBy(mistakesOf(error), ({ path }) => placeOf(path) || 'body')
  return Object.fromEntries(Array.from(byName, ([name, found]) => [name, found.map(({ message }) => message)]))
}

/** Any number of bytes is a size: one beyond what is counted exactly is too big, not malformed. */
const countable = (bytes: unknown): unknown =>
  typeof bytes === 'number' && Number.isInteger(bytes) ? Math.min(bytes, Number.MAX_SAFE_INTEGER) : bytes

/** The body of a POST as what it asks, or as the refusal that it will get when its turn comes. */
export function readOpen(body: unknown): Operation {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return invalid({ body: ['must be a JSON object'] })
  const isUrl = 'url' in body
  if (isUrl && 'bytes' in body)
    return invalid({ url: ['send either name and bytes, or url'], bytes: ['send either name and bytes, or url'] })
  const parsed = isUrl
    ? openUrlBody.safeParse(body)
    : openUploadBody.safeParse('bytes' in body ? { ...body, bytes: countable(body.bytes) } : body)
  if (!parsed.success) return invalid(fieldsOf(parsed.error))
  const reading = readKnownSpec(parsed.data.spec)
  if (!reading.ok) return refused({ code: 'invalid_spec', message: joined(reading.reasons) })
  if ('url' in parsed.data) {
    const name = parsed.data.name ?? nameOfUrl(parsed.data.url)
    return { kind: 'open_url', url: parsed.data.url, name, spec: reading.spec }
  }
  return { kind: 'open_upload', name: parsed.data.name, bytes: parsed.data.bytes, spec: reading.spec }
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
  const parsed = listQuery.safeParse(Object.fromEntries(query))
  if (!parsed.success) return invalid(fieldsOf(parsed.error))
  const { limit, status, cursor } = parsed.data
  const before = cursor === null || cursor === undefined ? null : decodeCursor(cursor)
  if (before === undefined) return invalid({ cursor: ['is not a cursor of this list'] })
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

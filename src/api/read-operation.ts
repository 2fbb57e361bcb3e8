import * as v from 'valibot'
import { caseShares, type Operation } from '../contract/account.ts'
import type { Refusal } from '../contract/answer.ts'
import { statuses } from '../contract/conversion.ts'
import { type ConversionId, isConversionId } from '../contract/ids.ts'
import {
  fileUrlCharactersMax,
  nameCharactersMax,
  noteCharactersMax,
  pageSizeDefault,
  pageSizeMax,
} from '../contract/limits.ts'
import { closed, emailAddress, forPeople, textOf, whole, wholeFrom } from '../contract/shapes.ts'
import { readKnownSpec } from './read-spec.ts'

const nameSchema = v.pipe(
  textOf(1, nameCharactersMax),
  v.check((name) => !/\p{Cc}/u.test(name), 'must not contain control characters'),
)

export const openUploadBody = closed({
  name: nameSchema,
  bytes: v.pipe(whole, v.minValue(1)),
  spec: v.unknown(),
})
export const openUrlBody = closed({
  url: textOf(1, fileUrlCharactersMax),
  name: v.optional(nameSchema),
  spec: v.unknown(),
})
export const openCaseBody = closed({
  consent: v.literal(true),
  share: v.optional(v.picklist(caseShares), 'report'),
  email: v.nullish(emailAddress),
  note: v.nullish(textOf(0, noteCharactersMax)),
})
const limitSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,3}$/, 'must be a whole number'),
  v.transform(Number),
  wholeFrom(1, pageSizeMax),
)
const listQuery = v.object({
  limit: v.optional(limitSchema, String(pageSizeDefault)),
  status: v.nullish(v.picklist(statuses)),
  cursor: v.nullish(v.string()),
})

const refused = (refusal: Refusal): Operation => ({ kind: 'refused', refusal })

export const invalid = (fields: Record<string, string[]>): Operation =>
  refused({ code: 'invalid_request', message: `Not valid: ${Object.keys(fields).join(', ')}.`, fields })

/** A client may call a field anything, `constructor` and `__proto__` too: no object may be asked by such a name. */
function fieldsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string[]> {
  const byName = Map.groupBy(issues, (issue) => v.getDotPath(issue) ?? 'body')
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
    ? v.safeParse(openUrlBody, body, forPeople)
    : v.safeParse(openUploadBody, 'bytes' in body ? { ...body, bytes: countable(body.bytes) } : body, forPeople)
  if (!parsed.success) return invalid(fieldsOf(parsed.issues))
  const reading = readKnownSpec(parsed.output.spec)
  if (!reading.ok) return refused({ code: 'invalid_spec', message: reading.reasons.join('; ') })
  if ('url' in parsed.output) {
    const name = parsed.output.name ?? nameOfUrl(parsed.output.url)
    return { kind: 'open_url', url: parsed.output.url, name, spec: reading.spec }
  }
  return { kind: 'open_upload', name: parsed.output.name, bytes: parsed.output.bytes, spec: reading.spec }
}

function nameOfUrl(url: string): string {
  try {
    const segment = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
    return v.is(nameSchema, segment) ? segment : 'file'
  } catch {
    return 'file'
  }
}

export function readOpenCase(id: ConversionId, body: unknown): Operation {
  const parsed = v.safeParse(openCaseBody, body, forPeople)
  if (!parsed.success) return invalid(fieldsOf(parsed.issues))
  const { share, email, note } = parsed.output
  return { kind: 'open_case', id, share, email: email ?? null, note: note ?? null }
}

export function readList(query: URLSearchParams): Operation {
  const parsed = v.safeParse(listQuery, Object.fromEntries(query), forPeople)
  if (!parsed.success) return invalid(fieldsOf(parsed.issues))
  const { limit, status, cursor } = parsed.output
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

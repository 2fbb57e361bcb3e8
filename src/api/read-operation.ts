import { z } from 'zod'
import type { Operation } from '../contract/account.ts'
import type { Refusal } from '../contract/answer.ts'
import { statuses } from '../contract/conversion.ts'
import { type ConversionId, isConversionId } from '../contract/ids.ts'
import { nameCharactersMax, noteCharactersMax, pageSizeDefault, pageSizeMax } from '../contract/limits.ts'
import { readKnownSpec } from './read-spec.ts'

/** Characters are code points, as in JSON Schema: an emoji is one. */
const textUpTo = (most: number) =>
  z
    .string()
    .refine((text) => text.length <= most || Array.from(text).length <= most, `must have ${most} characters at most`)
    .refine((text) => text.isWellFormed(), 'must not contain half a character')

const nameSchema = textUpTo(nameCharactersMax)
  .min(1)
  .refine((name) => !/[\u0000-\u001f\u007f]/.test(name), 'must not contain control characters')

export const openUploadBody = z.strictObject({ name: nameSchema, bytes: z.int().min(1), spec: z.unknown() })
export const openUrlBody = z.strictObject({
  url: z.string().min(1).max(8192),
  name: nameSchema.optional(),
  spec: z.unknown(),
})
export const openCaseBody = z.strictObject({
  consent: z.literal(true),
  share: z.enum(['file', 'report']).default('report'),
  email: z.email().max(254).nullish(),
  note: textUpTo(noteCharactersMax).meta({ maxLength: noteCharactersMax }).nullish(),
})
export const listQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(pageSizeMax))
    .default(pageSizeDefault),
  status: z.enum(statuses).nullish(),
  cursor: z.string().nullish(),
})

const refused = (refusal: Refusal): Operation => ({ kind: 'refused', refusal })

export const invalid = (fields: Record<string, string[]>): Operation =>
  refused({ code: 'invalid_request', message: `Not valid: ${Object.keys(fields).join(', ')}.`, fields })

/** A client may call a field anything, `constructor` and `__proto__` too: no object may be asked by such a name. */
function fieldsOf(error: z.ZodError): Record<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const issue of error.issues) {
    const isUnknown = issue.code === 'unrecognized_keys'
    const names = isUnknown ? issue.keys : [issue.path.join('.') || 'body']
    for (const name of names)
      fields.set(name, [...(fields.get(name) ?? []), isUnknown ? 'is not known' : issue.message])
  }
  return Object.fromEntries(fields)
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
  if (parsed.data.spec === undefined) return invalid({ spec: ['is required'] })
  const reading = readKnownSpec(parsed.data.spec)
  if (!reading.ok) return refused({ code: 'invalid_spec', message: reading.reasons.join('; ') })
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

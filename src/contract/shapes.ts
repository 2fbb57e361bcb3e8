import * as z from 'zod'
import { fields as say, isObjectAsText, rules } from './catalog/fields.ts'
import type { Message } from './catalog/message.ts'
import { itemsShown, joined, nearest } from './messages.ts'

// Neither workerd nor the content security policy of the pages allows code to be made from strings.
z.config({ jitless: true })

type Complaint = (issue: { readonly input?: unknown }) => Message

/** The value in its right type that a person probably meant, or undefined if nothing is likely. */
type Meaning = (input: unknown) => unknown
const noMeaning: Meaning = () => undefined

/** Returns the meaning of a value, or that of the only item of a list. */
function meaningOf(input: unknown, meant: Meaning): unknown {
  const meaning = meant(input)
  return meaning === undefined && Array.isArray(input) && input.length === 1 ? meant(input[0]) : meaning
}

/** The one message of a schema: what the value must do, what was sent instead, and what was probably meant. */
export const must =
  (rule: Message, meant: Meaning = noMeaning): Complaint =>
  ({ input }) =>
    input === undefined ? say.missing(rule) : say.mustGot(rule, input, meaningOf(input, meant))

/** Creates a message like that of `must`, for values that are not repeated because they are long or secret. */
export const mustSilently =
  (rule: Message): Complaint =>
  ({ input }) =>
    input === undefined ? say.missing(rule) : say.must(rule)

interface UnknownKeys {
  readonly code?: string
  readonly keys?: readonly string[]
}

/** The maximum number of mistakes that are reported at once. A body may have a million unknown fields. */
const mistakesMax = 20

const mustBeObject =
  (rule: Message): Complaint =>
  (issue) =>
    isObjectAsText(issue.input) ? say.objectAsText(rule) : must(rule)(issue)

/** An object with these fields and no others. Its message has a line for each unknown field; `mistakesOf` separates them. */
export const closedObject = <const Fields extends z.core.$ZodLooseShape>(
  fields: Fields,
  unknown: (key: string, value: unknown) => Message,
  rule: Message,
) =>
  z.strictObject(fields, {
    error: (issue) => {
      const { code, keys } = issue as UnknownKeys
      if (code !== 'unrecognized_keys') return mustBeObject(rule)(issue)
      const values = issue.input as Readonly<Record<string, unknown>>
      return (keys ?? [])
        .slice(0, mistakesMax)
        .map((key) => unknown(key, values[key]))
        .join('\n')
    },
  })

export const closed = <const Fields extends z.core.$ZodLooseShape>(
  fields: Fields,
  otherNames?: Readonly<Record<string, string>>,
  rule: Message = rules.object,
) => closedObject(fields, (key) => say.unknown(key, Object.keys(fields), otherNames), rule)

/** An object that contains a spec or belongs to one. The message about a misplaced field names its place. */
export const closedWithSpec = <const Fields extends z.core.$ZodLooseShape>(
  fields: Fields,
  otherNames?: Readonly<Record<string, string>>,
  rule: Message = rules.object,
) => closedObject(fields, (key, value) => say.unknown(key, Object.keys(fields), otherNames, { value }), rule)

export const oneOf = <const Value extends string>(
  values: readonly [Value, ...Value[]],
  otherNames?: Readonly<Record<string, string>>,
) =>
  z.enum(values, {
    error: ({ input }) => say.oneOf(values, input, otherNames),
  })

/** Creates a schema like that of `oneOf`, for a field that is detected if it is left out. */
export const detectedOneOf = <const Value extends string>(
  values: readonly [Value, ...Value[]],
  otherNames?: Readonly<Record<string, string>>,
) =>
  z.enum(values, {
    error: ({ input }) => say.orDetected(say.oneOf(values, input, otherNames), input),
  })

const flagWords = new Map<unknown, boolean>([
  ...[true, 'true', 'yes', 'on', 'y', 't', '1', 1].map((word) => [word, true] as const),
  ...[false, 'false', 'no', 'off', 'n', 'f', '0', 0].map((word) => [word, false] as const),
])
const flagMeant: Meaning = (input) => flagWords.get(typeof input === 'string' ? input.toLowerCase() : input)

/** Suggests true for a field that must be true. */
export const yesMeant: Meaning = (input) => flagMeant(input) === true || undefined

export const flag = z.boolean({ error: must(rules.flag, flagMeant) })

/**
 * Suggests a list. People write items without brackets: a single one, or several with commas between them. It reads
 * only as many as a message shows.
 */
export const itemsMeant =
  (item: z.ZodType): Meaning =>
  (input) => {
    if (typeof input !== 'string' && typeof input !== 'number') return undefined
    const items =
      typeof input === 'string' ? input.split(/,|(?<=\d)\s+(?=\d)/, itemsShown + 1).map((text) => text.trim()) : [input]
    const meant = items.map((text) => (item.safeParse(text).success ? text : Number(text)))
    return meant.every((one) => item.safeParse(one).success) ? meant : undefined
  }

export const listOf = <Item extends z.ZodType>(item: Item, itemsMax: number, rule: Message = rules.list) =>
  z
    .array(item, { error: must(rule, itemsMeant(item)) })
    .max(itemsMax, { error: mustSilently(rules.itemsAtMost(itemsMax)) })

/**
 * Returns a code of one of the tables. Our own code uses known codes only. Clients treat a code as a string, because
 * codes are added.
 */
export const openCode = <Code extends string>(table: Readonly<Record<Code, unknown>>) =>
  (z.string() as unknown as z.ZodType<Code, Code>).meta({
    anyOf: [{ type: 'string', enum: Object.keys(table) }, { type: 'string' }],
  })

/** Suggests an integer for a number in quotes, perhaps with a sign, a fraction of zero, or thousands separators. */
export const integerMeant =
  (least: number, most: number) =>
  (input: unknown): number | undefined => {
    if (typeof input === 'number') return input >= least && input <= most && Number.isInteger(input) ? input : undefined
    if (typeof input !== 'string') return undefined
    const text = input.trim().replace(/\.0+$/, '')
    const digits = /^\+?\d{1,3}(?:([,_ ])\d{3})(?:\1\d{3})*$/.test(text) ? text.replaceAll(/[,_ ]/g, '') : text
    if (!/^[+-]?\d{1,15}$/.test(digits)) return undefined
    return Number(digits) >= least && Number(digits) <= most ? Number(digits) : undefined
  }

/** An integer that JSON represents exactly. JSON's numbers are exact only up to 2^53. */
export const whole = z.int({ error: must(rules.integer) })
export const wholeFrom = (
  least: number,
  most: number,
  rule: Message = rules.integerBetween(least, most),
  meant: Meaning = integerMeant(least, most),
) => {
  const error = must(rule, meant)
  return z.int({ error }).min(least, { error }).max(most, { error })
}

/** A number of bytes. */
export const byteCount = z.int({ error: must(rules.integer) }).min(0, { error: must(rules.notNegative) })

/** Returns the one text of a list. */
export const onlyText: Meaning = (input) =>
  Array.isArray(input) && input.length === 1 && typeof input[0] === 'string' ? input[0] : undefined

/** Returns a number without quotes, or the one text of a list. */
const textMeant: Meaning = (input) => (typeof input === 'number' ? String(input) : onlyText(input))

/**
 * Creates a schema for text. Characters are code points, as in JSON Schema: an emoji is one character, and half of one
 * is invalid.
 */
export const textOf = (
  charactersMin: number,
  charactersMax: number,
  rule: Message = rules.characters(charactersMin, charactersMax),
  meant: Meaning = textMeant,
) => {
  const error = must(rule, meant)
  return z
    .string({ error })
    .min(charactersMin, { error })
    .refine((text) => text.length <= charactersMax || Array.from(text).length <= charactersMax, { error })
    .refine((text) => text.isWellFormed(), {
      error: mustSilently(rules.unicode),
    })
    .meta({ maxLength: charactersMax })
}

const emailCharactersMax = 254
const email = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Returns the one address with a name, with spaces, with a comma for a point, or in a list. */
export const emailMeant: Meaning = (input) => {
  const text = Array.isArray(input) && input.length === 1 ? (input[0] as unknown) : input
  if (typeof text !== 'string' || text.length > 2 * emailCharactersMax) return undefined
  const written = /^[^<>]*<([^<>]*)>\s*$/.exec(text)?.[1] ?? text
  const address = written
    .replace(/^\s*mailto:/i, '')
    .replace(/@+/, '@')
    .replaceAll(',', '.')
    .trim()
  return address !== input && email.test(address) ? address : undefined
}

/** An address in the usual form. The standards of mail allow more. */
export const emailAddress = z
  .string({ error: must(rules.email, emailMeant) })
  .max(emailCharactersMax, { error: mustSilently(rules.emailCharacters) })
  .regex(email, { error: must(rules.email, emailMeant) })
  .meta({ format: 'email' })

/** Returns a text or a number as it was written, or an empty text for anything else. */
const written = (input: unknown): string =>
  typeof input === 'number' || (typeof input === 'string' && input.length <= 100) ? String(input) : ''

const isoTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * Returns the time of seconds or milliseconds since 1970, or of a date in ISO form without its time, its seconds or its
 * zone.
 */
const timeMeant: Meaning = (input) => {
  const text = written(input)
  const [, day, clock = '00:00', zone = 'Z'] = isoTime.exec(text) ?? []
  const offset = zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2').toUpperCase()
  const isNumber = /^(?:\d{9,10}|\d{12,13})$/.test(text)
  const time = new Date(isNumber ? Number(text) * (text.length > 10 ? 1 : 1000) : `${day}T${clock}${offset}`)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace('.000', '')
}

/** A timestamp in UTC as JSON writes it, on a day that exists: JavaScript would parse 30 February as 2 March. */
export const timestamp = z
  .string({ error: must(rules.time, timeMeant) })
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/, {
    error: must(rules.time, timeMeant),
  })
  .refine((text) => new Date(text).toJSON()?.slice(0, 10) === text.slice(0, 10), {
    error: must(rules.day),
  })
  .meta({ format: 'date-time' })

/** A time zone: `+02:00`, at most 14 hours from UTC, or a name of the IANA database. */
export const timeZone = z
  .string({ error: must(rules.timeZone, zoneMeant) })
  .refine(isTimeZone, { error: must(rules.timeZone, zoneMeant) })

/** Suggests a time zone. `UTC+2`, `+0200` and 2 are offsets, and `New York` is a city of the database. */
function zoneMeant(input: unknown): string | undefined {
  const text = written(input).trim().replace('−', '-')
  if (/^(?:Z|UTC|GMT|SYSTEM)$/i.test(text)) return text === 'SYSTEM' ? undefined : '+00:00'
  const [, sign = '+', hours, minutes = '00'] = /^(?:UTC|GMT)? ?([+-])?(\d{1,2}):?(\d\d)?$/i.exec(text) ?? []
  const offset = `${sign}${hours?.padStart(2, '0')}:${minutes}`
  if (hours !== undefined) return isTimeZone(offset) ? offset : undefined
  const zones = Intl.supportedValuesOf('timeZone')
  const place = text.replaceAll('\\', '/').replaceAll(' ', '_').toLowerCase()
  const city = zones.find((zone) => zone.toLowerCase() === place || zone.toLowerCase().endsWith(`/${place}`))
  return city ?? (place.includes('/') ? (nearest(place, zones) ?? undefined) : undefined)
}

function isTimeZone(zone: string): boolean {
  if (/^[+-](?:0\d|1[0-3]):[0-5]\d$|^[+-]14:00$/.test(zone)) return true
  if (!/^[A-Za-z_]+(?:[/+-][A-Za-z0-9_+-]+)*$/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export interface Mistake {
  /** The path of the invalid field. It is empty for the whole body. */
  readonly path: readonly PropertyKey[]
  /** A sentence whose subject is the path: `must be an integer; got "10"`. */
  readonly message: string
}

/** A value that was parsed, and its schema. */
interface Parsed {
  readonly schema: z.ZodType
  readonly value: unknown
}

/** Returns the default of a field, or undefined if it has none. */
function defaultOf(schema: z.ZodType, path: readonly PropertyKey[]): unknown {
  let field = schema
  for (const step of path) {
    const outer = withoutWrappers(field)
    const inner =
      outer instanceof z.ZodObject ? outer.shape[String(step)] : outer instanceof z.ZodArray ? outer.element : undefined
    if (!(inner instanceof z.ZodType)) return undefined
    field = inner
  }
  return field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? field.def.defaultValue : undefined
}

function withoutWrappers(schema: z.ZodType): z.ZodType {
  let inner = schema
  while ('innerType' in inner.def && inner.def.innerType instanceof z.ZodType) inner = inner.def.innerType
  return inner
}

/** Many clients send null for a field that they leave out, so the message says that it has a default. */
function aboutNull(message: string, path: readonly PropertyKey[], parsed?: Parsed): string {
  const sent = path.reduce((inner, step) => (inner as Record<PropertyKey, unknown> | undefined)?.[step], parsed?.value)
  const standard = parsed !== undefined && sent === null ? defaultOf(parsed.schema, path) : undefined
  return standard === undefined ? message : say.orDefault(message, standard)
}

/**
 * Returns the mistakes in the order of the fields: the first one of each field, and one for every unknown field.
 * `parsed` adds to a message about null that the field has a default.
 */
export function mistakesOf(error: z.core.$ZodError, parsed?: Parsed): Mistake[] {
  const mistakes = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.message.split('\n').map((message, at) => ({ path: [...issue.path, issue.keys[at] ?? ''], message }))
      : [{ path: issue.path, message: aboutNull(issue.message, issue.path, parsed) }],
  )
  const knownPlaces = new Set<string>()
  const first = mistakes.filter(({ path }) => {
    const place = JSON.stringify(path)
    if (knownPlaces.has(place)) return false
    knownPlaces.add(place)
    return true
  })
  return first.slice(0, mistakesMax)
}

const nameCharactersShown = 60

/** Returns the name of a field for a message. It may be empty, or have megabytes. */
function nameShown(name: string): string {
  if (name === '') return '""'
  return name.length <= nameCharactersShown ? name : `${name.slice(0, nameCharactersShown)}…`
}

/**
 * Returns the place of a field as people write it, such as `output.columns[3].name`. `root` is the name of the whole.
 */
export function placeOf(path: readonly PropertyKey[], root = ''): string {
  const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${nameShown(String(step))}`)).join('')
  return root === '' ? place.replace(/^\./, '') : `${root}${place}`
}

/** Returns all mistakes as one text, for places that do not need them separately. */
export const explain = (error: z.core.$ZodError, root = 'body'): string =>
  joined(mistakesOf(error).map(({ path, message }) => `${placeOf(path) || root} ${message}`))

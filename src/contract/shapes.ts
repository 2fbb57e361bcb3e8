import * as z from 'zod'
import { joined, numberForPeople, shown, suggestion } from './messages.ts'

// Neither workerd nor the pages' content security policy lets code be made from strings.
z.config({ jitless: true })

type Message = (issue: { readonly input?: unknown }) => string

/** The one message of a schema: what the value must do, and what was sent instead. */
export const must =
  (rule: string): Message =>
  ({ input }) =>
    input === undefined ? 'is required' : `must ${rule}; got ${shown(input)}`

/** Like `must`, for what is not repeated: it is long, or it is a secret. */
export const mustSilently =
  (rule: string): Message =>
  ({ input }) =>
    input === undefined ? 'is required' : `must ${rule}`

interface UnknownKeys {
  readonly code?: string
  readonly keys?: readonly string[]
}

function unknownField(key: string, known: readonly string[], otherNames?: Readonly<Record<string, string>>): string {
  const meant = suggestion(key, known, otherNames)
  const allowed = known.length === 0 ? '' : `; known: ${known.join(', ')}`
  return `is not a known field${meant === '' ? allowed : meant}`
}

/** An object with these fields and no others. Its message has a line for each unknown field; `mistakesOf` separates them. */
export const closed = <const Fields extends z.core.$ZodLooseShape>(
  fields: Fields,
  otherNames?: Readonly<Record<string, string>>,
) =>
  z.strictObject(fields, {
    error: (issue) => {
      const { code, keys } = issue as UnknownKeys
      if (code !== 'unrecognized_keys') return must('be an object')(issue)
      return (keys ?? []).map((key) => unknownField(key, Object.keys(fields), otherNames)).join('\n')
    },
  })

export const oneOf = <const Value extends string>(
  values: readonly [Value, ...Value[]],
  otherNames?: Readonly<Record<string, string>>,
) =>
  z.enum(values, {
    error: ({ input }) =>
      input === undefined
        ? 'is required'
        : `must be one of ${values.join(', ')}; got ${shown(input)}${suggestion(input, values, otherNames)}`,
  })

export const flag = z.boolean({ error: must('be true or false') })

export const listOf = <Item extends z.ZodType>(item: Item, itemsMax: number) =>
  z
    .array(item, { error: must('be a list') })
    .max(itemsMax, { error: mustSilently(`have ${numberForPeople(itemsMax)} items at most`) })

/** A code of one of the tables. Our own code uses known codes only. Clients treat a code as a string, because codes are added. */
export const openCode = <Code extends string>(table: Readonly<Record<Code, unknown>>) =>
  (z.string() as unknown as z.ZodType<Code, Code>).meta({
    anyOf: [{ type: 'string', enum: Object.keys(table) }, { type: 'string' }],
  })

/** Counted exactly, as JSON's numbers are only up to 2^53. */
export const whole = z.int({ error: must('be an integer') })
export const wholeFrom = (least: number, most: number) => {
  const error = must(`be an integer between ${numberForPeople(least)} and ${numberForPeople(most)}`)
  return z.int({ error }).min(least, { error }).max(most, { error })
}

/** How many bytes there are, or may be. */
export const byteCount = z.int({ error: must('be an integer') }).min(0, { error: must('be 0 or more') })

/** Characters are code points, as in JSON Schema: an emoji is one, and half of one is none. */
export const textOf = (charactersMin: number, charactersMax: number) => {
  const most = numberForPeople(charactersMax)
  const error = must(
    charactersMin === 0 ? `be text of at most ${most} characters` : `be text of ${charactersMin} to ${most} characters`,
  )
  return z
    .string({ error })
    .min(charactersMin, { error })
    .refine((text) => text.length <= charactersMax || Array.from(text).length <= charactersMax, { error })
    .refine((text) => text.isWellFormed(), {
      error: mustSilently('be valid Unicode: half of a surrogate pair stands alone'),
    })
    .meta({ maxLength: charactersMax })
}

/** An address as nearly everybody has one; mail itself allows more. */
export const emailAddress = z
  .string({ error: must('be an e-mail address') })
  .max(254, { error: mustSilently('have 254 characters at most') })
  .regex(/^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/, {
    error: must('be an e-mail address'),
  })
  .meta({ format: 'email' })

/** A timestamp in UTC as JSON writes it, on a day that exists: JavaScript would parse 30 February as 2 March. */
export const moment = z
  .string({ error: must('be a time in UTC, like 2026-03-01T09:30:00Z') })
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/, {
    error: must('be a time in UTC, like 2026-03-01T09:30:00Z'),
  })
  .refine((text) => new Date(text).toJSON()?.slice(0, 10) === text.slice(0, 10), {
    error: must('be a day of the calendar'),
  })
  .meta({ format: 'date-time' })

export interface Mistake {
  /** The path of the invalid field; empty for the whole body. */
  readonly path: readonly PropertyKey[]
  /** A sentence whose subject is the path: `must be an integer; got "10"`. */
  readonly message: string
}

/** Everything that is wrong, in the order of the fields: the first mistake of each, and one for every unknown field. */
export function mistakesOf(error: z.core.$ZodError): Mistake[] {
  const mistakes = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.message.split('\n').map((message, at) => ({ path: [...issue.path, issue.keys[at] ?? ''], message }))
      : [{ path: issue.path, message: issue.message }],
  )
  const placesSeen = new Set<string>()
  return mistakes.filter(({ path }) => {
    const place = JSON.stringify(path)
    if (placesSeen.has(place)) return false
    placesSeen.add(place)
    return true
  })
}

/** `output.columns[3].name`, as people write the place of a field; `root` names the whole. */
export function placeOf(path: readonly PropertyKey[], root = ''): string {
  const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
  return root === '' ? place.replace(/^\./, '') : `${root}${place}`
}

/** All mistakes as one text, for places where nobody needs them apart. */
export const explain = (error: z.core.$ZodError, root = 'body'): string =>
  joined(mistakesOf(error).map(({ path, message }) => `${placeOf(path) || root} ${message}`))

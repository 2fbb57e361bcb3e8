import * as v from 'valibot'

const aboutField = ({ expected, received, message }: v.BaseIssue<unknown>): string => {
  if (expected === 'never') return 'is not known'
  return received === 'undefined' ? 'is required' : message
}

export const isRecord = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

/**
 * An object with these fields and no others. To valibot's own a list is an object too, and of the fields that it does not
 * know it names the first: people are told of all.
 */
export const closed = <const Fields extends v.ObjectEntries>(fields: Fields) =>
  v.pipe(
    v.custom<v.InferInput<v.StrictObjectSchema<Fields, undefined>>>(isRecord, 'must be an object'),
    v.strictObject(fields, aboutField),
    v.rawCheck(({ dataset, addIssue }) => {
      const first = dataset.issues?.find(({ expected, path }) => expected === 'never' && path?.length === 1)?.path?.[0]
      if (first?.type !== 'object') return
      for (const [key, value] of Object.entries(first.input)) {
        const isNamed = key === first.key || Object.hasOwn(fields, key)
        if (!isNamed) addIssue({ message: 'is not known', path: [{ ...first, key, value }] })
      }
    }),
  )

/** Counted exactly, as JSON's numbers are only up to 2^53. */
export const whole = v.pipe(
  v.number(),
  v.safeInteger(({ received }) => `Expected a whole number but received ${received}`),
)
export const wholeFrom = (least: number, most: number) => v.pipe(whole, v.minValue(least), v.maxValue(most))

/** How many bytes there are, or may be. */
export const byteCount = v.pipe(whole, v.minValue(0))

/** Characters are code points, as in JSON Schema: an emoji is one, and half of one is none. */
export const textOf = (charactersMin: number, charactersMax: number) =>
  v.pipe(
    v.string(),
    v.minLength(charactersMin),
    v.maxCodePoints(charactersMax, `must have ${charactersMax} characters at most`),
    v.check((text) => text.isWellFormed(), 'must not contain half a character'),
    v.metadata({ maxLength: charactersMax }),
  )

/** An address as nearly everybody has one; mail itself allows more. */
export const emailAddress = v.pipe(
  v.string(),
  v.maxLength(254),
  v.regex(/^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/, 'must be an e-mail address'),
  v.metadata({ format: 'email' }),
)

/** In UTC, as JSON writes it, and on a day that there is: JavaScript takes 30 February for 2 March. */
export const moment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/, 'must be a time in UTC, like 2026-03-01T09:30:00Z'),
  v.check((text) => new Date(text).toJSON()?.slice(0, 10) === text.slice(0, 10), 'must be a day of the calendar'),
  v.metadata({ format: 'date-time' }),
)

const sentenceCharactersMax = 200

/** How to read what people send: valibot's sentences repeat what was sent, and no more of it is said than fits on a line. */
export const forPeople = {
  message: ({ message }: v.BaseIssue<unknown>): string =>
    message.length > sentenceCharactersMax ? `${message.slice(0, sentenceCharactersMax)}…` : message,
}

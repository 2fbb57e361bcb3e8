import { isRecord } from './json.ts'

const charactersShown = 60
export const itemsShown = 4

/** Returns a value as an error message shows it: its shortened JSON, or its kind. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    const count = charactersIn(value)
    if (count <= charactersShown) return quoted(value)
    const beginning = Array.from(value.slice(0, 2 * charactersShown))
      .slice(0, charactersShown)
      .join('')
    return `${quoted(beginning)}… (${numberForPeople(count)} characters)`
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : (shortList(value) ?? 'a list')
  if (isRecord(value)) return 'an object'
  // JSON has no infinity. The number was too large to be stored.
  return hasTooManyDigits(value) ? 'a number with too many digits' : String(value)
}

/** Tests for a number that JSON.parse rounds, so the one that was sent is unknown. Its short form, as in 1e+21, is exact enough. */
const hasTooManyDigits = (value: unknown): boolean =>
  Number.isInteger(value)
    ? !Number.isSafeInteger(value) && !String(value).includes('e')
    : Math.abs(value as number) === Infinity

/** Characters that JSON does not escape and nobody sees: controls, and those that only change the direction of text. */
const invisible = /[\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    invisible,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Counts code points. A text may have megabytes, so no list of them is made. */
function charactersIn(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count++
  return count
}

/** Returns the JSON of a short list of plain values, or null for any other list. */
function shortList(list: readonly unknown[]): string | null {
  if (list.length > itemsShown || list.some((item) => typeof item === 'object')) return null
  const items = list.map(shown)
  return items.join('').length > charactersShown ? null : `[${items.join(', ')}]`
}

/**
 * Returns the question for the value that was probably meant. It is empty if there is none, or only a list that is too
 * long to help.
 */
export function question(meant: unknown): string {
  if (meant === undefined || meant === null) return ''
  const text = Array.isArray(meant) ? shortList(meant) : shown(meant)
  return text === null ? '' : `. Did you mean ${text}?`
}

/** Returns a number with its thousands grouped, as people write it: 5,368,709,120. */
export const numberForPeople = (number: number): string =>
  Number.isInteger(number) ? String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : String(number)

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Restricted Damerau–Levenshtein distance: insertions, deletions, substitutions, and neighbors exchanged. */
export function editDistance(a: string, b: string): number {
  let twoAbove: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(substituted, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (twoAbove[j - 2] ?? 0) + 1)
      row.push(least)
    }
    twoAbove = above
    above = row
  }
  return above[b.length] ?? 0
}

const wordCharactersMax = 80

/** Returns the essential word of `text/csv`, `csv.gz` and `VARCHAR(255)`. */
const core = (word: string): string => word.replace(/^[a-z]+\//, '').replace(/\.gz$|\s*\(.*\)$/, '')

/**
 * Returns the allowed word that was probably meant, or null. `otherNames` maps other names of a thing to its word.
 * People also put a single word into a list.
 */
export function nearest(
  value: unknown,
  allowed: readonly string[],
  otherNames: Readonly<Record<string, string>> = {},
): string | null {
  if (Array.isArray(value))
    return value.length === 1 && !Array.isArray(value[0]) ? nearest(value[0], allowed, otherNames) : null
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  if (String(value).length > wordCharactersMax) return null
  for (const text of new Set([String(value), core(String(value))])) {
    const found = nearestWord(plain(text), allowed, otherNames)
    if (found !== null) return found
  }
  return null
}

/** Returns the words of a name such as `drop_if_exists`, `targetDialect` and `created_at[gte]`. */
export const wordsIn = (name: string): string[] =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Returns the allowed value that the words of a longer one name, or null if they name none or different ones. */
export function nearestByWords(
  value: unknown,
  allowed: readonly string[],
  otherNames: Readonly<Record<string, string>> = {},
): string | null {
  if (typeof value !== 'string' || value.length > wordCharactersMax) return null
  return onlyOne(wordsIn(value).map((word) => (allowed.includes(word) ? word : (nameOf(word, otherNames) ?? null))))
}

/** Returns the only name that was found, or null if there is none or more than one. */
export function onlyOne(found: readonly (string | null)[]): string | null {
  const names = new Set(found.filter((name) => name !== null))
  const [name = null] = names
  return names.size === 1 ? name : null
}

const nameOf = (word: string, otherNames: Readonly<Record<string, string>>): string | undefined =>
  Object.hasOwn(otherNames, word) ? otherNames[word] : undefined

function nearestWord(
  word: string,
  allowed: readonly string[],
  otherNames: Readonly<Record<string, string>>,
): string | null {
  if (word === '') return null
  const named = nameOf(word, otherNames)
  if (named !== undefined) return named
  let best: string | null = null
  let leastDistance = Infinity
  for (const candidate of allowed) {
    const target = plain(candidate)
    const isCutShort = word.length >= 4 && target.length > word.length && target.startsWith(word)
    const apart = isCutShort ? 1 : editDistance(word, target)
    // A third of the letters may be wrong, or the word may be cut short. Something must be in common.
    const longest = Math.max(word.length, target.length)
    const isNear = apart < longest && apart <= Math.floor(Math.max(longest, 3) / 3)
    if (isNear && apart < leastDistance) {
      leastDistance = apart
      best = candidate
    }
  }
  return best
}

/** Returns `. Did you mean "postgresql"?` as the end of a sentence, or nothing. */
export function suggestion(
  value: unknown,
  allowed: readonly string[],
  otherNames?: Readonly<Record<string, string>>,
): string {
  return question(nearest(value, allowed, otherNames))
}

/** Returns several messages as one text. A question ends its sentence itself. */
export const joined = (messages: readonly string[]): string => messages.join('; ').replaceAll('?; ', '? ')

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

function inUnit(bytes: number, unit: number, digits: number): string {
  const number = bytes / 1000 ** unit
  return unit === 0
    ? `${numberForPeople(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`
    : `${number.toFixed(digits).replace(/\.0+$/, '')} ${units[unit]}`
}

/** No file has thousands of terabytes. Such a number is a mistake, and is shown as it was sent. */
const sizesEndAt = 1e15
const unitOf = (bytes: number): number => (bytes < 1000 || bytes >= sizesEndAt ? 0 : Math.floor(Math.log10(bytes) / 3))

/** Returns a size in the form that people use: 5.1 GB. */
export const bytesForPeople = (bytes: number): string => inUnit(bytes, unitOf(bytes), 1)

/** Returns two sizes with as many digits as are needed to distinguish them. */
export function bytesApart(one: number, other: number): readonly [string, string] {
  for (const digits of [1, 2, 3]) {
    const pair = [inUnit(one, unitOf(one), digits), inUnit(other, unitOf(other), digits)] as const
    if (pair[0] !== pair[1]) return pair
  }
  return [inUnit(one, 0, 0), inUnit(other, 0, 0)]
}

/** Returns a limit in the forms that people and machines use: 5 GiB (5,368,709,120 bytes). */
export function limitForPeople(bytes: number): string {
  const powers = [
    { unit: 'GiB', bytes: 1024 ** 3 },
    { unit: 'MiB', bytes: 1024 ** 2 },
    { unit: 'KiB', bytes: 1024 },
  ]
  const exact = powers.find((power) => bytes >= power.bytes && bytes % power.bytes === 0)
  const short = exact === undefined ? bytesForPeople(bytes) : `${bytes / exact.bytes} ${exact.unit}`
  return bytes < 1000 ? short : `${short} (${numberForPeople(bytes)} bytes)`
}

/** Returns a count with its noun in the singular or in the plural: `1 row`, `1,200 rows`. */
export const counted = (count: number, noun: string): string =>
  `${numberForPeople(count)} ${noun}${count === 1 ? '' : 's'}`

export const secondsForPeople = (seconds: number): string => `${seconds} second${seconds === 1 ? '' : 's'}`

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Returns the day of a time in UTC: December 23. */
export function dayForPeople(ms: number): string {
  const date = new Date(ms)
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}`
}

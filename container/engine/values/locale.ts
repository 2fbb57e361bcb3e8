import type { DateOrder } from './value-parser.ts'

/** The conventions of a BCP 47 locale for numbers and dates, from the platform's Intl data. */
export interface LocaleFacts {
  readonly decimal: '.' | ','
  readonly dateOrder: DateOrder
  /** Lowercase names, twelve of each kind: long, short, standalone. */
  readonly monthNames: readonly string[]
}

/** Returns null if the tag is malformed or the platform does not support its language. */
export function localeFacts(tag: string): LocaleFacts | null {
  const locale = knownLocale(tag)
  if (locale === null) return null
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value
  const order = new Intl.DateTimeFormat(locale, { calendar, year: 'numeric', month: 'numeric', day: 'numeric' })
    .formatToParts(new Date(Date.UTC(2024, 0, 31, 12)))
    .filter((part) => part.type === 'day' || part.type === 'month' || part.type === 'year')
    .map((part) => part.type[0])
    .join('')
  return {
    decimal: decimal === ',' ? ',' : '.',
    dateOrder: order === 'mdy' ? 'mdy' : order === 'ymd' ? 'ymd' : 'dmy',
    monthNames: monthNames(locale),
  }
}

function knownLocale(tag: string): string | null {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? null
  } catch {
    return null
  }
}

/** Every country writes dates in this calendar. The months of other calendars are not supported. */
const calendar = 'gregory'

const longEnglish = 'january february march april may june july august september october november december'
const shortEnglish = 'jan feb mar apr may jun jul aug sep oct nov dec'

/** American and British English are hard-coded, because Intl takes longer than the conversion of a small file. */
export const englishMonths: readonly string[] =
  `${longEnglish} ${shortEnglish} ${shortEnglish.replace('sep', 'sept')}`.split(' ')

export function monthNames(locale: string): string[] {
  const names: string[] = []
  for (const options of [
    { month: 'long' },
    { month: 'short' },
    { month: 'long', day: 'numeric' },
    { month: 'short', day: 'numeric' },
  ] as const) {
    const format = new Intl.DateTimeFormat(locale, { ...options, calendar, timeZone: 'UTC' })
    for (let month = 0; month < 12; month++) {
      const part = format.formatToParts(new Date(Date.UTC(2024, month, 15))).find((one) => one.type === 'month')
      names.push((part?.value ?? '').toLowerCase().replace(/\.$/, ''))
    }
  }
  return names
}

const otherLanguages = 'de fr es it pt nl sv da nb fi et lt lv pl cs sk hu ro hr sl sq tr ru uk bg el ca id'.split(' ')
/** The abbreviation of March in German programs, which Intl does not have. */
const germanMarch = Array.from({ length: 12 }, (_, month) => (month === 2 ? 'mrz' : ''))
let unmistakable: readonly string[] | null = null

/**
 * Returns month names of common languages that mean the same month in each of them. `listopad` is October in Croatian
 * and November in Polish, so it is left out. They are looked up only for files that need them, because Intl is slow.
 */
export function unmistakableMonths(): readonly string[] {
  unmistakable ??= withoutConflicts([...englishMonths, ...otherLanguages.flatMap(monthNames), ...germanMarch])
  return unmistakable
}

/** A word that no value has, because words have no digits. It keeps the other names in their places. */
const noName = '0'

function withoutConflicts(names: readonly string[]): string[] {
  const months = new Map<string, Set<number>>()
  names.forEach((name, at) => months.set(name, (months.get(name) ?? new Set()).add(at % 12)))
  return names.map((name) => (name !== '' && months.get(name)?.size === 1 ? name : noName))
}

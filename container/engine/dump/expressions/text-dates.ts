import { refuse } from './translated.ts'

const firstMonths = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October']
export const monthNames = [...firstMonths, 'November', 'December']
export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const clock = [
  ['H', String.raw`\d{1,2}`],
  ['i', String.raw`\d{1,2}`],
  ['s', String.raw`\d{1,2}`],
] as const

/** A part of a format: its groups with their patterns, which colons separate. `h` is an hour of twelve. */
type Part = readonly (readonly [group: string, pattern: string])[]

const one = (group: string, pattern: string): Part => [[group, pattern]]
const twoDigits = String.raw`\d{1,2}`
const letters = '[A-Za-z]+'

/** The parts of a date in a text, by the letters of a format. */
const parts: Readonly<Record<string, Part>> = {
  Y: one('Y', String.raw`\d{4}`),
  y: one('y', twoDigits),
  m: one('m', twoDigits),
  c: one('m', twoDigits),
  M: one('M', letters),
  b: one('b', letters),
  d: one('d', twoDigits),
  e: one('d', twoDigits),
  D: one('d', String.raw`\d{1,2}(?=st|nd|rd|th)(?:..)`),
  W: one('W', letters),
  a: one('a', letters),
  H: one('H', twoDigits),
  k: one('H', twoDigits),
  h: one('h', twoDigits),
  I: one('h', twoDigits),
  l: one('h', twoDigits),
  i: one('i', twoDigits),
  s: one('s', twoDigits),
  S: one('s', twoDigits),
  p: one('p', '[AaPp][Mm]'),
  T: clock,
}

/** The maximum length of a text and of its format. Longer ones are not dates. */
const lengthMax = 100

/** Returns the pattern of a format. A group that occurs twice is refused. */
function patternOf(format: string): RegExp {
  const groups = new Set<string>()
  const pattern = format.replaceAll(/%([\s\S])|([\s\S])/g, (_, letter: string | undefined, plain: string) => {
    if (letter === undefined)
      return /\s/.test(plain) ? String.raw`\s*` : plain.replace(/[.*+?^${}()|[\]\\/-]/, String.raw`\$&`)
    const part = (Object.hasOwn(parts, letter) ? parts[letter] : undefined) ?? refuse('another part')
    return part
      .map(([group, inside]) => {
        if (groups.has(group)) refuse('a repeated part')
        groups.add(group)
        return `(?<${group}>${inside})`
      })
      .join(':')
  })
  return new RegExp(`^\\s*${pattern}\\s*$`)
}

/** Returns the place of a name, or of its first three letters. */
function placeOf(names: readonly string[], written: string, length?: number): number {
  const at = names.findIndex((name) => name.slice(0, length).toLowerCase() === written.toLowerCase())
  return at < 0 ? refuse('an unknown name') : at
}

type Found = Readonly<Partial<Record<string, string>>>

function yearOf({ Y, y }: Found): string {
  if (Y !== undefined && y !== undefined) return refuse('two years')
  if (y !== undefined) return String(Number(y) + (Number(y) < 70 ? 2000 : 1900))
  return Y ?? refuse('a missing year')
}

function monthOf({ m, M, b }: Found): string {
  const given = [
    ...(m === undefined ? [] : [Number(m)]),
    ...(M === undefined ? [] : [placeOf(monthNames, M) + 1]),
    ...(b === undefined ? [] : [placeOf(monthNames, b, 3) + 1]),
  ]
  return given.length === 1 ? String(given[0]) : refuse('not one month')
}

/** Returns the hour of a day from an hour of twelve and AM or PM. */
function hourOf({ H, h, p }: Found): string {
  if (h === undefined) return p === undefined ? (H ?? '0') : refuse('a half of a day without its hour')
  const hour = Number(h)
  if (H !== undefined || hour < 1 || hour > 12) return refuse('not an hour of twelve')
  return String((hour % 12) + (/^p/i.test(p ?? '') ? 12 : 0))
}

/** Reads `31.12.2024` with the format `%d.%m.%Y` of STR_TO_DATE: a whole date, or one with its time. */
export function dateInText(written: string, format: string): string {
  if (Math.max(format.length, written.length) > lengthMax) return refuse('a long text')
  // One pattern for adjacent spaces keeps the number of ways to match them small.
  const found: Found =
    patternOf(format.trim().replaceAll(/\s+/g, ' ')).exec(written)?.groups ?? refuse('a text in another format')
  if (found['W'] !== undefined) placeOf(dayNames, found['W'])
  if (found['a'] !== undefined) placeOf(dayNames, found['a'], 3)
  const two = (part: string): string => part.padStart(2, '0')
  const day = [yearOf(found), monthOf(found), Number.parseInt(found['d'] ?? refuse('a missing day'), 10)]
  const date = day.map((part) => two(String(part))).join('-')
  const isTimed = ['H', 'h', 'i', 's'].some((group) => found[group] !== undefined)
  return isTimed ? `${date} ${[hourOf(found), found['i'] ?? '0', found['s'] ?? '0'].map(two).join(':')}` : date
}

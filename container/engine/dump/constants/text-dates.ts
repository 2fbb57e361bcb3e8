import { refuse } from '../expressions/translated.ts'

const firstMonths = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October']
export const monthNames = [...firstMonths, 'November', 'December']
export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A group of a pattern, and the pattern in it. `h` is an hour of twelve. */
type Part = readonly [group: string, pattern: string]

const twoDigits = String.raw`\d{1,2}`
const letters = '[A-Za-z]+'

/** The parts of a date in a string, by the letters of a format. */
const parts: Readonly<Record<string, Part>> = {
  Y: ['Y', String.raw`\d{4}`],
  y: ['y', twoDigits],
  m: ['m', twoDigits],
  c: ['m', twoDigits],
  M: ['M', letters],
  b: ['b', letters],
  d: ['d', twoDigits],
  e: ['d', twoDigits],
  D: ['d', String.raw`\d{1,2}(?=st|nd|rd|th)(?:..)`],
  W: ['W', letters],
  a: ['a', letters],
  H: ['H', twoDigits],
  k: ['H', twoDigits],
  h: ['h', twoDigits],
  I: ['h', twoDigits],
  l: ['h', twoDigits],
  i: ['i', twoDigits],
  s: ['s', twoDigits],
  S: ['s', twoDigits],
  p: ['p', '[AaPp][Mm]'],
  f: ['f', String.raw`\d{1,6}`],
  j: ['j', String.raw`\d{1,3}`],
}

/** The maximum length of a string and of its format. Longer ones are not dates. */
const lengthMax = 100

/** Returns the pattern of a format. A group that occurs twice is refused. */
function patternOf(format: string): RegExp {
  const groups = new Set<string>()
  const pattern = format.replaceAll(/%([\s\S])|([\s\S])/g, (_, letter: string | undefined, plain: string) => {
    if (letter === undefined)
      return /\s/.test(plain) ? String.raw`\s*` : plain.replace(/[.*+?^${}()|[\]\\/-]/, String.raw`\$&`)
    const part = (Object.hasOwn(parts, letter) ? parts[letter] : undefined) ?? refuse('another part')
    const [group, inside] = part
    if (groups.has(group)) refuse('a repeated part')
    groups.add(group)
    return `(?<${group}>${inside})`
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

/** Returns the date of a day of the year. */
function dateOfYear(year: string, day: number): string {
  const date = new Date(Date.UTC(Number(year), 0, day))
  if (day < 1 || date.getUTCFullYear() !== Number(year)) refuse('a day of another year')
  return date.toISOString().slice(0, 10)
}

const two = (part: string): string => part.padStart(2, '0')

function dateIn(found: Found): string {
  const year = yearOf(found)
  if (found['j'] === undefined)
    return [year, monthOf(found), String(Number.parseInt(found['d'] ?? refuse('a missing day'), 10))].map(two).join('-')
  if (['m', 'M', 'b', 'd'].some((group) => found[group] !== undefined)) refuse('two days')
  return dateOfYear(year, Number(found['j']))
}

function timeIn(found: Found): string {
  const fraction = found['f'] === undefined ? '' : `.${found['f'].padEnd(6, '0')}`
  return `${[hourOf(found), found['i'] ?? '0', found['s'] ?? '0'].map(two).join(':')}${fraction}`
}

/** The date and the time in a string. A string has at least one of them. */
interface DateInText {
  readonly date: string | null
  readonly time: string | null
}

/** Reads `31.12.2024` with the format `%d.%m.%Y` of STR_TO_DATE: a date, a time or both. */
export function dateInText(written: string, format: string): DateInText {
  if (Math.max(format.length, written.length) > lengthMax) return refuse('a long text')
  const whole = format.replaceAll('%T', '%H:%i:%s').replaceAll('%r', '%h:%i:%s %p')
  // One pattern for adjacent spaces keeps the number of ways to match them small.
  const found: Found =
    patternOf(whole.trim().replaceAll(/\s+/g, ' ')).exec(written)?.groups ?? refuse('a text in another format')
  if (found['W'] !== undefined) placeOf(dayNames, found['W'])
  if (found['a'] !== undefined) placeOf(dayNames, found['a'], 3)
  const isTimed = ['H', 'h', 'i', 's', 'f'].some((group) => found[group] !== undefined)
  const isDated = ['Y', 'y', 'm', 'M', 'b', 'd', 'j', 'W', 'a'].some((group) => found[group] !== undefined)
  if (!isTimed && !isDated) refuse('neither a date nor a time')
  return { date: isDated ? dateIn(found) : null, time: isTimed ? timeIn(found) : null }
}

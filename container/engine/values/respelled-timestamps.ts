import { valueMessages } from '../catalog/values.ts'
import { asciiOf } from '../bytes/ascii.ts'
import { encode } from '../bytes/encode.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { DateParser, isoDateFormat } from './dates.ts'
import { Reading, type ValueParser } from './value-parser.ts'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const clock = '(?<clock>\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)'
const weekday = `(?<weekday>${days.join('|')})`
const month = `(?<month>${months.join('|')})`
const zone = '(?<zone>GMT|UTC|UT|Z|[-+]\\d{4})'

/** Timestamp formats of mail, C programs and calendars. The parts have names, and the time zone is optional. */
const spellings = [
  // RFC 2822, section 3.3: Mon, 05 Jan 1998 15:59:20 +0000 (UTC)
  new RegExp(`^(?:${weekday}, ?)?(?<day>\\d{1,2}) ${month} (?<year>\\d{4}) ${clock} ${zone}(?: \\([A-Z]{2,5}\\))?$`),
  // The output of ctime, and of date with a time zone: Sun Aug 31 00:29:15 +0000 2014
  new RegExp(`^${weekday} ${month} {1,2}(?<day>\\d{1,2}) ${clock} (?:${zone} )?(?<year>\\d{4})$`),
  // ISO 8601, basic format: 20230101T101010Z
  /^(?<year>\d{4})(?<monthNumber>\d\d)(?<day>\d\d)T(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d(?:\.\d+)?)(?<zone>Z|[-+]\d{4})?$/,
  // Logs of web servers: 31/Aug/2014:00:29:15 +0000
  new RegExp(`^(?<day>\\d\\d)/${month}/(?<year>\\d{4}):${clock} ${zone}$`),
] as const

const bytesMax = 64

/** Parses timestamps in one of these formats for a whole column. Either all of them have a time zone, or none has. */
export class RespelledTimestamps implements ValueParser {
  readonly rewriting = { code: 'date_form', message: valueMessages.date_form.timestamps } as const
  private readonly spelling: RegExp
  private readonly iso: DateParser

  constructor(spelling: RegExp, hasZone: boolean, fractionDigits: number, isBounded: boolean) {
    this.spelling = spelling
    this.iso = new DateParser(isoDateFormat, hasZone ? 'zoned' : 'time', fractionDigits, isBounded)
  }

  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    if (end - start > bytesMax) return Reading.no
    const parts = this.spelling.exec(asciiOf(bytes, start, end))?.groups
    if (parts === undefined || !hasItsWeekday(parts)) return Reading.no
    const iso = encode(inIsoFormat(parts))
    const reading = this.iso.read(iso, 0, iso.length, out)
    if (reading === Reading.asWritten) out.append(iso, 0, iso.length)
    return reading === Reading.no ? Reading.no : Reading.rewritten
  }
}

/** Returns the parsers that fit a column's first value, for timestamps with or without a time zone. */
export function respelled(
  first: string,
  fractionDigits: number,
  isBounded: boolean,
): { readonly kind: 'timestamp' | 'timestamptz'; readonly parser: RespelledTimestamps }[] {
  return spellings.flatMap((spelling) => {
    const parts = spelling.exec(first)?.groups
    if (parts === undefined) return []
    const hasZone = parts.zone !== undefined
    const parser = new RespelledTimestamps(spelling, hasZone, fractionDigits, isBounded)
    return [{ kind: hasZone ? ('timestamptz' as const) : ('timestamp' as const), parser }]
  })
}

type Parts = Readonly<Record<string, string | undefined>>

const monthOf = (parts: Parts): number => months.indexOf(parts.month ?? '') + 1 || Number(parts.monthNumber)

/** Tests the weekday. It is dropped only if it matches the date. */
function hasItsWeekday(parts: Parts): boolean {
  if (parts.weekday === undefined) return true
  const date = new Date(Date.UTC(Number(parts.year), monthOf(parts) - 1, Number(parts.day)))
  return days[date.getUTCDay()] === parts.weekday
}

function inIsoFormat(parts: Parts): string {
  const date = `${parts.year}-${String(monthOf(parts)).padStart(2, '0')}-${(parts.day ?? '').padStart(2, '0')}`
  const time = parts.clock ?? `${parts.hour}:${parts.minute}:${parts.second}`
  const zoneOf = parts.zone === undefined ? '' : /^[A-Z]/.test(parts.zone) ? 'Z' : parts.zone
  return `${date} ${time}${zoneOf}`
}

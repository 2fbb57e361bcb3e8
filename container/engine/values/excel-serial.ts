/** What a number format shows of a serial: a date, a time, both, or no date at all. */
export type SerialShape = 'number' | 'date' | 'time' | 'timestamp' | 'duration'

const builtIn: Readonly<Record<number, SerialShape>> = {
  14: 'date',
  15: 'date',
  16: 'date',
  17: 'date',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  22: 'timestamp',
  27: 'date',
  28: 'date',
  29: 'date',
  30: 'date',
  31: 'date',
  32: 'time',
  33: 'time',
  34: 'time',
  35: 'time',
  36: 'date',
  45: 'time',
  46: 'duration',
  47: 'time',
  50: 'date',
  51: 'date',
  52: 'date',
  53: 'date',
  54: 'date',
  55: 'date',
  56: 'date',
  57: 'date',
  58: 'date',
}

export function shapeOfFormat(id: number, code: string | undefined): SerialShape {
  if (code === undefined) return builtIn[id] ?? 'number'
  // The first section is for positive numbers; literals, colours, locales and fill characters say nothing.
  const section = (code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').split(';')[0] ?? '').toLowerCase()
  if (/\[(?:h+|m+|s+)\]/.test(section)) return 'duration'
  const bare = section.replaceAll(/\[[^\]]*\]/g, '')
  if (/general/.test(bare)) return 'number'
  const hasDate = /[yd]|(?<![hs:.\s])m{1,5}(?![:s])|e{1,4}(?![+-])|m{3,}/.test(bare) && /[ymde]/.test(bare)
  const hasTime = /h|s|am\/pm|a\/p/.test(bare)
  const isNumber = /[0#?]/.test(bare.replaceAll(/s\.0+/g, 's')) && !/[ymdhs]/.test(bare)
  if (isNumber) return 'number'
  if (/[yd]/.test(bare) || (hasDate && !hasTime)) return hasTime ? 'timestamp' : 'date'
  return hasTime ? 'time' : 'number'
}

const dayMs = 86_400_000

/** A serial as ISO text, to the millisecond as Excel rounds; null where it is no date of the calendar. */
export function serialText(
  serial: number,
  shape: SerialShape,
  is1904: boolean,
): { readonly text: string; readonly kind: 'date' | 'time' | 'timestamp' | 'duration' } | null {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return null
  const totalMs = Math.round(serial * dayMs)
  const days = Math.floor(totalMs / dayMs)
  const clock = clockText(totalMs % dayMs)
  if (shape === 'duration')
    return totalMs < dayMs ? { text: clock, kind: 'time' } : { text: durationText(totalMs), kind: 'duration' }
  if (days === 0 && !is1904 && (shape === 'time' || totalMs > 0)) return { text: clock, kind: 'time' }
  // Excel counts a 29 February 1900 that never was: serials before it stand one day later.
  const epochDays = is1904 ? days - 24_107 : days >= 60 ? days - 25_569 : days - 25_568
  if (!is1904 && (days === 60 || days === 0)) return null
  const date = new Date(epochDays * dayMs).toISOString().slice(0, 10)
  if (totalMs % dayMs === 0 && shape !== 'timestamp') return { text: date, kind: 'date' }
  return { text: `${date} ${clock}`, kind: 'timestamp' }
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')

function clockText(ms: number): string {
  const fraction = ms % 1000
  const text = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`
  return fraction === 0 ? text : `${text}.${String(fraction).padStart(3, '0').replace(/0+$/, '')}`
}

function durationText(ms: number): string {
  return `${Math.floor(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`
}

/** Returns a number of bytes in readable units, in thousands like the allowance. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = -1
  do {
    value /= 1000
    unit++
  } while (value >= 999.5 && unit < units.length - 1)
  return `${value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${units[unit]}`
}

const groups = new Intl.NumberFormat('en-US')
export const countText = (count: number): string => groups.format(count)

/** Returns a noun in the singular or in the plural: `row`, `rows`. */
export const nounFor = (count: number, noun: string): string => (count === 1 ? noun : `${noun}s`)

const utc = { timeZone: 'UTC' } as const
const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', ...utc })
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', ...utc })
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', ...utc })

export const timeText = (iso: string): string => `${timeFormat.format(new Date(iso))} UTC`
export const dayText = (iso: string): string => dayFormat.format(new Date(iso))
export const monthText = (iso: string): string => monthFormat.format(new Date(iso))

/**
 * Returns the browser and system of a session according to its header. That is enough to recognize one's own sessions.
 */
export function agentText(agent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari|curl)\//.exec(agent.replace(/Chrome(?=.*(Edg|OPR)\/)/, ''))?.[1]
  const system = /(Windows|iPhone|iPad|Android|Mac OS X|Linux)/.exec(agent)?.[1]
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' }
  const known = [browser, system].filter((name) => name !== undefined).map((name) => names[name] ?? name)
  return known.length === 0 ? 'Unknown browser' : known.join(' on ')
}

export function durationText(fromIso: string, toIso: string): string {
  const exact = Math.max(0, (Date.parse(toIso) - Date.parse(fromIso)) / 1000)
  const seconds = Math.round(exact)
  if (seconds < 60) return `${exact < 9.95 ? exact.toFixed(1) : seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const inputWords: ReadonlyMap<string, string> = new Map([
  ['\t', 'Tab'],
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['|', 'Bar'],
  ['"', 'Double'],
  ["'", 'Single'],
  ['.', 'Point'],
  ['dmy', 'Day first'],
  ['mdy', 'Month first'],
  ['ymd', 'Year first'],
])

/** Returns a format as its users write it: `CSV`, `SQL DUMP`. */
export const formatText = (format: string): string => (format === 'sql_dump' ? 'SQL dump' : format.toUpperCase())

/** Returns the engine's finding about a file in words, because a single character is hard to see. */
export const inputText = (found: string): string => inputWords.get(found) ?? found

export const tooManyTries = 'Too many attempts. Wait 15 minutes, then try again.'
export const passwordError = (kind: 'wrong' | 'too_many'): string =>
  kind === 'wrong' ? 'The password is wrong.' : tooManyTries

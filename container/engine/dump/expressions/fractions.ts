const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59)
const lastTime = 838 * 3600 + 59 * 60 + 59
const two = (part: number): string => String(part).padStart(2, '0')

/** Returns the second after a timestamp, a time of day or a duration. The last one has none. */
function nextSecond(text: string): string {
  const date = /^(\d{4}-\d\d-\d\d)[ T](.*)$/.exec(text)
  if (date !== null) {
    const next = Math.min(Date.parse(`${date[1]}T${date[2]}Z`) + 1000, lastSecond)
    return new Date(next).toISOString().slice(0, 19).replace('T', ' ')
  }
  const [, sign = '', hours, minutes, seconds] = /^(-?)(\d+):(\d\d):(\d\d)$/.exec(text) ?? []
  const next = Math.min(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + 1, lastTime)
  return `${sign}${two(Math.floor(next / 3600))}:${two(Math.floor(next / 60) % 60)}:${two(next % 60)}`
}

/**
 * Shortens the fraction of a second to the digits that a column stores. MariaDB cuts it, or rounds it if `sql_mode`
 * says so. PostgreSQL would always round.
 */
export function shortFraction(text: string, digits: number, isRounded: boolean): string {
  const [, head = '', fraction = ''] = /^(.*)\.(\d+)$/.exec(text) ?? []
  if (!/[1-9]/.test(fraction.slice(digits))) return text
  const point = digits === 0 ? '' : '.'
  const kept = fraction.slice(0, digits)
  if (!isRounded || Number(fraction[digits]) < 5) return `${head}${point}${kept}`
  // A leading 1 keeps the zeros of the fraction, and becomes 2 if the fraction reaches a whole second.
  const [whole, ...rounded] = String(Number(`1${kept}`) + 1)
  return `${whole === '2' ? nextSecond(head) : head}${point}${rounded.join('')}`
}

/** Converts a timestamp with an offset to UTC and keeps its fraction. In the kernel, assembly/utc.ts does the same. */
export function inUtc(value: string): string {
  const found = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(\.\d+)?([+-])(\d\d):(\d\d)$/.exec(value)
  if (found === null) return value
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHours, offsetMinutes] = found
  const offsetMs = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000 * (sign === '-' ? -1 : 1)
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  date.setUTCHours(Number(hour), Number(minute), Number(second))
  const utc = new Date(date.getTime() - offsetMs).toISOString()
  return `${utc.slice(0, 10)} ${utc.slice(11, 19)}${fraction}`
}

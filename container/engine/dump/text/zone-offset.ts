/** Returns the minutes that a zone such as `+02:00` is ahead of UTC, or null for any other spelling. */
export function offsetMinutes(zone: string): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d{1,2}):([0-5]\d)$/.exec(zone) ?? []
  return hours === undefined ? null : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

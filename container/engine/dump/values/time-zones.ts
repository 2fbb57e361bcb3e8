import { offsetMinutes } from '../text/zone-offset.ts'

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Converts a dump's TIME_ZONE to a setting of PostgreSQL, or null if only its server knew the zone. */
export function timeZoneStatement(zone: string): string | null {
  const offset = offsetMinutes(zone)
  if (offset === 0) return "SET TIME ZONE 'UTC';\n"
  if (offset !== null) {
    const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map(twoDigits)
    return `SET TIME ZONE INTERVAL '${offset < 0 ? '-' : '+'}${hours}:${minutes}' HOUR TO MINUTE;\n`
  }
  return isZone(zone) ? `SET TIME ZONE '${zone}';\n` : null
}

function isZone(zone: string): boolean {
  if (!/^[A-Za-z_]+(?:[/+-][A-Za-z0-9_+-]+)*$/.test(zone) || /^system$/i.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Converts a dump's TIME_ZONE to a setting of PostgreSQL, or null if only its server knew the zone. */
export function timeZoneStatement(zone: string): string | null {
  const offset = /^([+-])(\d{1,2}):([0-5]\d)$/.exec(zone)
  if (offset !== null) {
    const [, sign = '+', hours = '0', minutes = '00'] = offset
    if (Number(hours) === 0 && minutes === '00') return "SET TIME ZONE 'UTC';\n"
    return `SET TIME ZONE INTERVAL '${sign}${hours.padStart(2, '0')}:${minutes}' HOUR TO MINUTE;\n`
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

const dayMs = 86_400_000

interface Week {
  readonly year: number
  readonly week: number
}

/**
 * Returns the week of a date as MySQL counts it. The bits of the mode mean that weeks begin on Monday, that weeks may
 * belong to the previous year, and that the first week needs four days.
 */
export function weekOf(date: Date, mode: number, hasYear: boolean): Week {
  const startsOnMonday = (mode & 1) !== 0
  const isOfYearBefore = hasYear || (mode & 2) !== 0
  const needsFourDays = ((mode & 4) !== 0) !== startsOnMonday
  const year = date.getUTCFullYear()
  const dayOfYear = Math.floor((date.getTime() - Date.UTC(year, 0, 1)) / dayMs)
  const firstWeekday = (inYear: number): number =>
    (new Date(Date.UTC(inYear, 0, 1)).getUTCDay() + (startsOnMonday ? 6 : 0)) % 7
  const startOf = (inYear: number): number => {
    const day = firstWeekday(inYear)
    const isFirst = needsFourDays ? day <= 3 : day === 0
    return isFirst ? -day : 7 - day
  }
  const start = startOf(year)
  if (dayOfYear < start) {
    if (!isOfYearBefore) return { year, week: 0 }
    const daysBefore = Math.round((Date.UTC(year, 0, 1) - Date.UTC(year - 1, 0, 1)) / dayMs)
    return { year: year - 1, week: Math.floor((dayOfYear + daysBefore - startOf(year - 1)) / 7) + 1 }
  }
  const week = Math.floor((dayOfYear - start) / 7) + 1
  const days = Math.round((Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / dayMs)
  const isNext = isOfYearBefore && dayOfYear - days >= startOf(year + 1)
  return isNext ? { year: year + 1, week: 1 } : { year, week }
}

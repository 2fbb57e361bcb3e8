/** The word of a list that somebody most likely meant; null where none is near. */
function nearest(given: string, words: readonly string[]): string | null {
  const wanted = given.toLowerCase()
  const distances = words.map((word) => ({ word, distance: editDistance(wanted, word.toLowerCase()) }))
  const best = distances.toSorted((a, b) => a.distance - b.distance)[0]
  const starts = words.find((word) => word.toLowerCase().startsWith(wanted) && wanted.length >= 2)
  if (best !== undefined && best.distance <= Math.max(1, Math.floor(wanted.length / 3))) return best.word
  return starts ?? null
}

/** How many letters have to be added, removed, changed or exchanged with their neighbor. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const above = rows[i - 1] as number[]
      const changed = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(changed, (above[j] as number) + 1, (row[j - 1] as number) + 1)
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isExchanged) least = Math.min(least, ((rows[i - 2] as number[])[j - 2] as number) + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return (rows[a.length] as number[])[b.length] as number
}

/** ` Did you mean "postgresql"?`, or nothing. */
export function suggestion(given: string, words: readonly string[]): string {
  const found = nearest(given, words)
  return found === null ? '' : ` Did you mean "${found}"?`
}

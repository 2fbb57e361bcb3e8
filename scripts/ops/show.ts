type Row = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a value on one line: bytes and times in readable units, and everything else unchanged. */
function cell(name: string, value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'number' && /^(?:used|allowance|limit|left|.*bytes)$/.test(name)) return bytesOf(value)
  if (typeof value === 'string' && /_at$|^period_start$/.test(name)) return value.replace('T', ' ').slice(0, 16)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function bytesOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const at = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${Number((bytes / 1000 ** at).toPrecision(3))} ${units[at]}`
}

/** Returns rows as columns of equal width. */
function table(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [names, ...rows.map((row) => names.map((name) => cell(name, row[name])))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Returns the properties of one object, one per line. Nested lists and objects follow under their names. */
function facts(row: Row): string {
  const plain = Object.entries(row).filter(([, value]) => typeof value !== 'object' || value === null)
  const nested = Object.entries(row).filter(([, value]) => typeof value === 'object' && value !== null)
  const width = Math.max(0, ...plain.map(([name]) => name.length))
  const lines = plain.map(([name, value]) => `${name.padEnd(width)}  ${cell(name, value)}`)
  const parts = nested.map(([name, value]) => `\n${name}\n${forPeople(value)}`)
  return [...lines, ...parts].join('\n')
}

/** Returns a response of the operator's API, formatted for a terminal. */
export function forPeople(value: unknown): string {
  const shown = isRow(value) && Array.isArray(value['data']) ? value['data'] : value
  if (Array.isArray(shown))
    return shown.length === 0 ? 'Nothing.' : table(shown.map((row) => (isRow(row) ? row : { value: row })))
  return isRow(shown) ? facts(shown) : JSON.stringify(shown)
}

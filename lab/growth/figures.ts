/** A table of the document with its title, columns and measured rows. */
export interface Section {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Prints each row as soon as it is measured, because the whole table takes long. */
export async function measured(
  title: string,
  columns: readonly string[],
  points: AsyncIterable<readonly string[]>,
): Promise<Section> {
  console.log(`\n## ${title}\n\n${heading(columns)}`)
  const rows: (readonly string[])[] = []
  for await (const cells of points) {
    console.log(row(cells))
    rows.push(cells)
  }
  return { title, columns, rows }
}

function heading(columns: readonly string[]): string {
  return `${row(columns)}\n|${'---|'.repeat(columns.length)}`
}

/** Replaces the table of a section, and keeps the other text. */
export function withTable(page: string, { title, columns, rows }: Section, origin: string): string {
  const table = `${heading(columns)}\n${rows.map(row).join('\n')}\n\n${origin}\n`
  const start = page.indexOf(`\n## ${title}\n`)
  if (start < 0) return `${page}\n## ${title}\n\n${table}`
  const next = page.indexOf('\n## ', start + 1)
  const end = next < 0 ? page.length : next
  const text = page.slice(start, end).replace(/^\|[^]*/m, '')
  return page.slice(0, start) + text + table + page.slice(end)
}

/** A table of the document: its title, its columns, and the rows as they are measured. */
export interface Section {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Prints each row as soon as it is known: the whole takes long. */
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

export function sectionText({ title, columns, rows }: Section): string {
  return `## ${title}\n\n${heading(columns)}\n${rows.map(row).join('\n')}\n`
}

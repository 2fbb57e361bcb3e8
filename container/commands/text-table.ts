/** Formats rows as aligned columns of text. The first row is the header, and numbers are right-aligned. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: width }, (_, at) => Math.max(...rows.map((row) => lengthOf(row[at] ?? ''))))
  const isNumeric = Array.from({ length: width }, (_, at) =>
    rows.slice(1).every((row) => /^[\d,.]*$/.test(row[at] ?? '')),
  )
  const line = (row: readonly string[]): string =>
    widths
      .map((size, at) => {
        const cell = row[at] ?? ''
        const space = ' '.repeat(size - lengthOf(cell))
        return isNumeric[at] === true ? space + cell : cell + space
      })
      .join('  ')
      .trimEnd()
  const [header = [], ...others] = rows
  return [line(header), widths.map((size) => '─'.repeat(size)).join('  '), ...others.map(line)].join('\n')
}

const segments = new Intl.Segmenter()
const lengthOf = (text: string): number => [...segments.segment(text)].length

/** Shortens a text to a number of characters, and replaces control characters with spaces. */
export function shown(text: string, charactersMax: number): string {
  const plain = text.replaceAll(/\p{Cc}+/gu, ' ')
  return plain.length <= charactersMax ? plain : `${plain.slice(0, charactersMax - 1)}…`
}

const partUnits = 400_000
const mark = 'long:'

/**
 * A row of the platform's database holds 2 MB, but the report of a dump with thousands of tables is longer. A text that
 * is too long for a column is stored in parts. The column then has a prefix with which no JSON begins.
 */
export class LongTexts {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
  }

  /** Stores the text, and returns the value for the column. */
  write(owner: string, text: string): string {
    this.remove(owner)
    if (text.length <= partUnits) return text
    for (const [part, piece] of pieces(text).entries())
      this.sql.exec('insert into long_texts (owner, part, text) values (?, ?, ?)', owner, part, piece)
    return `${mark}${owner}`
  }

  read(column: string): string {
    if (!column.startsWith(mark)) return column
    const owner = column.slice(mark.length)
    const rows = this.sql.exec<{ text: string }>('select text from long_texts where owner = ? order by part', owner)
    return [...rows].map((row) => row.text).join('')
  }

  /** Returns the length in UTF-8, in which texts are stored. */
  bytesOf(column: string): number {
    if (!column.startsWith(mark)) return new TextEncoder().encode(column).length
    const owner = column.slice(mark.length)
    const { bytes } = this.sql
      .exec<{ bytes: number }>('select sum(length(cast(text as blob))) as bytes from long_texts where owner = ?', owner)
      .one()
    return bytes
  }

  isElsewhere(column: string | null): boolean {
    return column !== null && column.startsWith(mark)
  }

  remove(owner: string): void {
    this.sql.exec('delete from long_texts where owner = ?', owner)
  }
}

/** Cuts a text into pieces. A surrogate pair is one character and stays together. */
function pieces(text: string): string[] {
  const cut: string[] = []
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + partUnits, text.length)
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end--
    cut.push(text.slice(at, end))
    at = end
  }
  return cut
}

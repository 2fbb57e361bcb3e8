const rowCountLine =
  /^\(\d+ rows?(?: affected)?\)$|^\d+ (?:rows?|record\(s\)) selected\.?$|^\[\d+ rows? x \d+ columns?\]$/

/** Tests for a line that a program prints below a table: `(3 rows)`, `3 rows selected.`, `[3 rows x 2 columns]`. */
export const countsRows = (line: string): boolean => rowCountLine.test(line.trim())

const rowCountLine =
  /^\(\d+ rows?(?: affected)?\)$|^\d+ (?:rows?|record\(s\)) selected\.?$|^\[\d+ rows? x \d+ columns?\]$/
/** Matches the prompt of SQL*Plus with a command, and the last line of SQL Server Management Studio. */
const clientLine = /^SQL> *(?:\p{L}|$)|^Completion time: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*[+-]\d\d:\d\d$/u

/** Tests for a line that a program prints below a table: `(3 rows)`, `3 rows selected.`, `[3 rows x 2 columns]`. */
export const countsRows = (line: string): boolean => rowCountLine.test(line.trim())

/** Tests for a line that a database client writes around a table: a row count, a command after a prompt, a time. */
export const isFromClient = (line: string): boolean => countsRows(line) || clientLine.test(line.trim())

/** Matches `(3 rows)`, `3 rows selected.` and `[3 rows x 2 columns]`. */
const rowCountLine =
  /^\(\d+ rows?(?: affected)?\)$|^\d+ (?:rows?|record\(s\)) selected\.?$|^\[\d+ rows? x \d+ columns?\]$/
/** Matches the prompt of SQL*Plus with a command, and the last line of SQL Server Management Studio. */
const clientLine = /^SQL> *(?:\p{L}|$)|^Completion time: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*[+-]\d\d:\d\d$/u

/** Tests for a line that a database client writes around a table: a row count, a command after a prompt, a time. */
export const isFromClient = (line: string): boolean => rowCountLine.test(line.trim()) || clientLine.test(line.trim())

/** Matches `(3 rows)`, `3 rows selected.` and `[3 rows x 2 columns]`. */
const rowCountLine =
  /^\(\d+ rows?(?: affected)?\)$|^\d+ (?:rows?|record\(s\)) selected\.?$|^\[\d+ rows? x \d+ columns?\]$/
/** Matches the prompt of SQL*Plus with a command. */
const prompt = /^SQL> *(?:\p{L}|$)/u
/** Matches the times that SQL*Plus, psql and SQL Server Management Studio print. */
const timeLine =
  /^Elapsed: \d\d:\d\d:\d\d[.,]\d+$|^Time: \d+[.,]\d+ ms(?: \(|$)|^Completion time: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*[+-]\d\d:\d\d$/
/** Matches the first line of an error, and a warning that SQL Server prints between rows. */
const serverMessage = /^Msg \d+, Level \d+, State \d+(?:,|$)|^Warning: Null value is eliminated by an aggregate\b/
const clientLines = [rowCountLine, prompt, timeLine, serverMessage]
/** Matches the beginnings of other messages, which are too common for a line that may be a row. */
const beginning = /^\(?\d+ (?:rows?|record\(s\))(?!\w)|^Empty set\b|^Time: \d|^Bye$/

/** Tests for a line that a database client writes around a table: a row count, a command after a prompt, a time. */
export function isFromClient(line: string): boolean {
  const text = line.trim()
  return clientLines.some((kind) => kind.test(text))
}

/** Tests whether a database client wrote a line that is not a row of its table. */
export const isClientMessage = (line: string): boolean => beginning.test(line.trim()) || isFromClient(line)

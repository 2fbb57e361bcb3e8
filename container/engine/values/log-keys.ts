/** The keys of logfmt before a timestamp, as a pattern: `ts=` or `level=info time=`. */
export const logKeys = String.raw`(?:(?:[\w.@]{1,24}=[\w.-]{1,40} ){0,3}[\w.@]{1,24}=)?`

const pair = String.raw`[\w.@/-]{1,60}=(?:"(?:[^"\\]|\\.)*"|[^\s"]*)`
const pairs = new RegExp(`^${pair}(?: +${pair})* *$`)

/** Tests for a line of logfmt, which consists of keys with values: `level=info msg="no such file"`. */
export const isPairs = (line: string): boolean => pairs.test(line)

/** Tests for a line of logfmt with a value in quotes. */
export const isQuotedPairs = (line: string): boolean => line.includes('="') && isPairs(line)

import { isPairs, isQuotedPairs, logKeys } from '../values/log-keys.ts'
import { filledLines } from './lines.ts'

const before = String.raw`(?:<\d+>|[[(])?(?:[A-Z][a-z]{2} )?`
const date = String.raw`(?:\d{4}[-/.]\d\d[-/.]\d\d[ T]|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4},? |[A-Z][a-z]{2} [ \d]\d (?:\d{4} )?)?`
const clock = String.raw`\d{1,2}:\d\d(?::\d\d(?:[.,]\d{3,9})?)?(?:[ \u202f][AP]M)?(?:Z| ?[-+]\d\d:?\d\d)?`
/** Matches a timestamp at the start of a line, followed by words. */
const timestamp = new RegExp(String.raw`^${logKeys}${before}${date}${clock}(?=[\])]|:? +\S)`)

/**
 * Tests for lines that begin with a timestamp, as in program logs and chats. Some lines may continue the previous one.
 */
export const isLog = (lines: readonly string[]): boolean => areMany(lines, (line) => timestamp.test(line))

const linesExamined = 60

/** Tests for lines of logfmt, in which separators inside quotes belong to the values: `level=info msg="a: b"`. */
export function isLogfmt(text: string): boolean {
  if (!text.includes('="')) return false
  const lines = filledLines(text).slice(0, linesExamined)
  return lines.length > 1 && lines.every(isPairs) && lines.some(isQuotedPairs)
}

/** Returns the timestamp at the start of each line. */
export const timestampsOf = (lines: readonly string[]): string[] => lines.map((line) => timestamp.exec(line)?.[0] ?? '')

/** Tests whether a separator occurs in the timestamps of log lines and separates nothing after them. */
export function cutsTimestamps(lines: readonly string[], timestamps: readonly string[], separator: string): boolean {
  if (!areMany(timestamps, (text) => text.includes(separator))) return false
  return (
    separator === ':' ||
    !areRows(
      lines.map((line, at) => line.slice(timestamps[at]?.length)),
      timestamps,
    )
  )
}

const areMany = (lines: readonly string[], isIt: (line: string) => boolean): boolean =>
  isIt(lines[0] ?? '') && lines.filter(isIt).length >= Math.max(Math.min(2, lines.length), lines.length / 5)

/** Tests for rows, which have the same number of commas. In a sentence, a space follows the comma. */
function areRows(rests: readonly string[], timestamps: readonly string[]): boolean {
  const comma = timestamps[0]?.includes(', ') === true ? /,/ : /,(?! )/
  const cells = (text = ''): number => text.split(comma).length
  return cells(rests[0]) > 1 && rests.every((rest) => cells(rest) === cells(rests[0]))
}

/** Removes the padding in `Jan 5`. The two blanks do not separate columns, because they pad the day to two digits. */
export const withoutPaddedDays = (line: string): string => line.replace(/^(<\d+>)?([A-Z][a-z]{2}) {2}(\d )/, '$1$2 $3')

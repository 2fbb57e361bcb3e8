import { linesOf } from './lines.ts'

const linesExamined = 200
const linesMin = 3

/** Returns the cells of a line whose columns are aligned with one tab or several. */
export const cellsBetweenRuns = (line: string): string[] => line.trimEnd().split(/\t+/)

/**
 * Returns the number of columns in text that tabs align for human readers, or null for other text. A short value has
 * more tabs after it than a long one. An empty cell would leave its line with one cell fewer than the names.
 */
export function widthOfTabRuns(head: string): number | null {
  const lines = linesOf(head)
    .filter((line) => line.trim() !== '')
    .slice(0, linesExamined)
  if (lines.length < linesMin || !head.includes('\t\t') || lines.some((line) => line.includes('"'))) return null
  const width = cellsBetweenRuns(lines[0] as string).length
  const isEven = lines.every((line) => cellsBetweenRuns(line).length === width)
  const tabs = new Set(lines.map((line) => line.trimEnd().split('\t').length))
  return isEven && width > 1 && tabs.size > 1 ? width : null
}

/** The lines that a report repeats on each page, without their digits. */
export interface PageHeadings {
  /** The column names that are printed on each page. They are null if there is one page. */
  readonly names: string | null
  /** The lines above the column names, such as a title and the number of the page. */
  readonly above: ReadonlySet<string>
  /** The lines below the rows. */
  readonly below: ReadonlySet<string>
}

export const noHeadings: PageHeadings = { names: null, above: new Set(), below: new Set() }
/** A form feed at the start of a line begins a page. */
export const withoutFormFeed = (line: string): string => (line.startsWith('\f') ? line.slice(1) : line)

const headingLinesMax = 12
/** Tests for column names, which have no digits. Two blanks separate some of them. */
export const areNames = (line = ''): boolean =>
  !/\d/.test(line) && line.split(/\s{2,}/).filter((name) => /\p{L}/u.test(name)).length > 1

const withoutDigits = (line: string): string => line.trim().replaceAll(/\d+/g, '0').replaceAll(/\s+/g, ' ')
const isFilled = (line: string): boolean => line.trim() !== ''

export const isHeading = (headings: ReadonlySet<string>, line: string): boolean =>
  headings.size > 0 && headings.has(withoutDigits(line))

/**
 * Finds the lines that a report repeats on each page. Apart from their digits, the same lines are above each copy of the
 * column names, or at the end of each page. Without another copy, there are no pages. A line that is more frequent than
 * the pages is a row.
 */
export function pageHeadings(lines: readonly string[]): PageHeadings {
  const first = lines.slice(0, headingLinesMax).findIndex((line, at) => areNames(line) && lines.includes(line, at + 1))
  if (first < 0) return noHeadings
  const copies = lines.flatMap((line, at) => (at > first && line === lines[first] ? [at] : []))
  const above = commonLines(lines, [first, ...copies], first)
  const starts = copies.map((copy) => copy - above.length)
  // The last page may be incomplete, so its end counts only if no other pages can be compared.
  const ends = (starts.length > 1 ? starts : [...starts, lines.length]).map(
    (end) => lines.findLastIndex((line, at) => at < end && isFilled(line)) + 1,
  )
  const below = commonLines(lines, ends, headingLinesMax)
  const isOfPages = (text: string): boolean =>
    /\p{L}/u.test(text) && lines.filter((line) => withoutDigits(line) === text).length <= copies.length + 1
  return {
    names: lines[first] ?? null,
    above: new Set(above.filter(isOfPages)),
    below: new Set(below.filter(isOfPages)),
  }
}

/** Returns the lines directly above all of these positions that differ only in their digits. */
function commonLines(lines: readonly string[], positions: readonly number[], linesMax: number): string[] {
  const common: string[] = []
  while (common.length < linesMax) {
    const texts = new Set(positions.map((at) => withoutDigits(lines[at - common.length - 1] ?? '')))
    if (texts.size > 1) break
    common.push(...texts)
  }
  return common
}

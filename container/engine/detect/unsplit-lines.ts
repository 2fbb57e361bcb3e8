import { filledLines } from './lines.ts'

const linesExaminedMax = 100
const linesMin = 3
const share = 0.7
const separators = [',', ';', '\t', '|', ':', '^', '~'] as const
/** Matches times and URLs, in which colons are part of a value. */
const ownColons = /\d{1,2}:\d{2}(?::\d{2})?|:\/\//g
/** Matches addresses of networks and devices. */
const address = /^(?=\D*\d)[\da-f:.%/-]+$/i
const quotedLine = /^"(?:[^"]|"")*"$/

/** A separator that is equally frequent in most lines of a text with one column. */
export interface UnsplitLines {
  readonly separator: string
  /** Whether each line is quoted as a whole, so the separators are within the quotes. */
  readonly areQuoted: boolean
}

/**
 * Returns a separator that may separate cells, although each line became one value. It is at least twice in each of
 * most lines, or once within quotes around each line. Sentences have spaces after their signs.
 */
export function unsplitLines(text: string): UnsplitLines | null {
  const lines = filledLines(text).slice(0, linesExaminedMax)
  if (lines.length < linesMin) return null
  const areQuoted = lines.every((line) => quotedLine.test(line))
  for (const separator of separators) {
    const counts = lines.map((line) => countIn(line, separator))
    const median = counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 0
    const alike = counts.filter((count) => count === median).length
    if (median >= (areQuoted ? 1 : 2) && alike >= lines.length * share) return { separator, areQuoted }
  }
  return null
}

function countIn(line: string, separator: string): number {
  if (separator === ':' && address.test(line)) return 0
  const text = separator === ':' ? line.replaceAll(ownColons, '') : line
  return text.split(separator).filter((part, at) => at > 0 && !part.startsWith(' ')).length
}

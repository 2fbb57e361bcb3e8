import type { Reporter } from '../../report/reporter.ts'

export function noteMerged(reporter: Reporter, ranges: number): void {
  if (ranges > 0) reporter.note(`The sheet has ${ranges} merged ranges: each one's value is in its first cell only.`)
}

export function fixMissingTexts(reporter: Reporter, count: number): void {
  const message = 'Cells that point at a shared text that the workbook does not have are NULL.'
  if (count > 0) reporter.fix({ code: 'missing_shared_text', count, message })
}

export function fixInvalidBytes(reporter: Reporter, count: number): void {
  if (count > 0) reporter.fix({ code: 'invalid_bytes', count, message: 'Bytes that are no characters became U+FFFD.' })
}

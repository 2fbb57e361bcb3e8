import type { Reporter } from '../../report/reporter.ts'

export function noteMerged(reporter: Reporter, ranges: number): void {
  if (ranges > 0) reporter.note(`The sheet has ${ranges} merged ranges. Each value is in the first cell of its range.`)
}

export function fixMissingTexts(reporter: Reporter, count: number): void {
  const message = 'Cells that refer to a missing shared string became NULL.'
  if (count > 0) reporter.fix({ code: 'missing_shared_text', count, message })
}

export function fixInvalidBytes(reporter: Reporter, count: number): void {
  if (count > 0) reporter.fix({ code: 'invalid_bytes', count, message: 'Invalid bytes became U+FFFD.' })
}

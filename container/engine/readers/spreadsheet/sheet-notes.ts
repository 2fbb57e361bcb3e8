import { workbookMessages } from '../../catalog/workbooks.ts'
import type { Reporter } from '../../report/reporter.ts'

export function noteMerged(reporter: Reporter, ranges: number): void {
  if (ranges > 0) reporter.note(workbookMessages.notes.mergedRanges(ranges))
}

export function fixMissingTexts(reporter: Reporter, count: number): void {
  const message = workbookMessages.missing_shared_text
  if (count > 0) reporter.fix({ code: 'missing_shared_text', count, message })
}

export function fixInvalidBytes(reporter: Reporter, count: number): void {
  if (count > 0) reporter.fix({ code: 'invalid_bytes', count, message: workbookMessages.invalid_bytes })
}

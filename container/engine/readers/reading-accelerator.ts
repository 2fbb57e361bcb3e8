import type { RecordAccelerator } from './delimited/csv-records.ts'
import type { ObjectAccelerator } from './json/object-reader.ts'
import type { WorkbookAccelerator } from './spreadsheet/workbook-accelerator.ts'

/**
 * The work that readers hand to an accelerator, if there is one. Each reader's plain code defines the result. An
 * accelerator reads the common cases in its own memory and stops at everything else.
 */
export interface ReadingAccelerator extends RecordAccelerator, ObjectAccelerator {
  /** Loads the part for workbooks, which other files do not need. */
  forWorkbooks(): Promise<WorkbookAccelerator>
}

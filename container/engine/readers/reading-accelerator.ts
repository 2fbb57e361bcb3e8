import type { RecordAccelerator } from './delimited/csv-records.ts'
import type { ObjectAccelerator } from './json/object-reader.ts'
import type { WorkbookAccelerator } from './spreadsheet/workbook-accelerator.ts'

/**
 * The work that readers pass to an accelerator if there is one. The plain code of each reader defines the result. An
 * accelerator reads the common cases from its own memory, and stops before anything else.
 */
export interface ReadingAccelerator extends RecordAccelerator, ObjectAccelerator {
  /** Loads the part for workbooks, which other files do not need. */
  forWorkbooks(): Promise<WorkbookAccelerator>
}

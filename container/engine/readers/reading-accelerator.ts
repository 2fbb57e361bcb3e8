import type { RecordAccelerator } from './delimited/csv-records.ts'
import type { ObjectAccelerator } from './json/object-reader.ts'
import type { WorkbookAccelerator } from './spreadsheet/workbook-accelerator.ts'

/**
 * The work that readers hand to an accelerator where there is one. The plain code of each reader defines the result; an
 * accelerator reads the common case, stops before anything else, and finds what it reads in memory of its own.
 */
export interface ReadingAccelerator extends RecordAccelerator, ObjectAccelerator {
  /** The part for workbooks, which is loaded for them alone. */
  forWorkbooks(): Promise<WorkbookAccelerator>
}

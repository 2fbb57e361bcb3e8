import type { TextRequest } from './headed-text.ts'
import type { LaterKeys } from './json/json-rows.ts'
import type { ReadingAccelerator } from './reading-accelerator.ts'

export interface ReadRequest extends TextRequest {
  readonly accelerator: ReadingAccelerator | null
  /** Keys of JSON objects that first appear after the sample. */
  readonly later?: LaterKeys | null
}

import type { TextRequest } from './headed-text.ts'
import type { NullFinding } from './delimited/written-nulls.ts'
import type { LaterKeys } from './json/json-rows.ts'
import type { ReadingAccelerator } from './reading-accelerator.ts'

export interface ReadRequest extends TextRequest {
  readonly accelerator: ReadingAccelerator | null
  /** Keys of JSON objects and fields with `\N` that first appear after the sample. */
  readonly later?: (LaterKeys & NullFinding) | null
}

import type { PreviewOutcome } from '../../../container/engine/preview.ts'
import type { Report } from '../../contract/report.ts'
import type { RunFailure } from '../../contract/run.ts'
import type { SpecInput } from '../../contract/spec.ts'

/** A request of the page to the engine in its worker. Replies contain the `sequence` of their request. */
export interface EngineRequest {
  readonly kind: 'preview' | 'convert'
  readonly sequence: number
  readonly file: File
  readonly spec: SpecInput
}

export type EngineMessage = { readonly sequence: number } & (
  | {
      readonly kind: 'preview'
      readonly preview: PreviewOutcome
      /** The sheets of a workbook, in the order of its tabs. */
      readonly sheets: readonly string[]
    }
  | { readonly kind: 'progress'; readonly rows: number; readonly bytesRead: number }
  | {
      readonly kind: 'done'
      readonly report: Report
      readonly output: Blob
      /** The beginning of the output as text. */
      readonly head: string
      readonly ms: number
    }
  | { readonly kind: 'failed'; readonly failure: RunFailure }
  /** The spec is wrong, or the engine has a bug. */
  | { readonly kind: 'error'; readonly message: string }
)

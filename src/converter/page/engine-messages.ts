import type { PreviewOutcome } from '../../../container/engine/preview.ts'
import type { Report } from '../../contract/report.ts'
import type { RunFailure } from '../../contract/run.ts'
import type { SpecInput } from '../../contract/spec.ts'

/** What the page asks of the engine that runs beside it. Answers carry the turn of what they answer. */
export interface EngineRequest {
  readonly kind: 'preview' | 'convert'
  readonly turn: number
  readonly file: File
  readonly spec: SpecInput
}

export type EngineAnswer = { readonly turn: number } & (
  | { readonly kind: 'preview'; readonly preview: PreviewOutcome }
  | { readonly kind: 'progress'; readonly rows: number; readonly bytesRead: number }
  | { readonly kind: 'done'; readonly report: Report; readonly output: Blob; readonly ms: number }
  | { readonly kind: 'failed'; readonly failure: RunFailure }
  /** The spec itself is wrong, or the engine broke. */
  | { readonly kind: 'trouble'; readonly message: string }
)

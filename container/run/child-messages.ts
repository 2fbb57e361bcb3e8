import * as v from 'valibot'
import { type Progress, progressSchema } from '../../src/contract/conversion.ts'
import type { EngineStart } from '../../src/contract/run.ts'
import type { RunEnd } from './run-conversion.ts'

export type ParentMessage = { readonly kind: 'start'; readonly start: EngineStart } | { readonly kind: 'stop' }

export type ChildMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'end'; readonly end: RunEnd }
  | { readonly kind: 'crash'; readonly cause: string }

/** The child read a stranger's file; what it says is looked at before it is believed. The Worker looks at the end itself. */
export const childMessage = v.variant('kind', [
  v.object({ kind: v.literal('progress'), progress: progressSchema }),
  v.object({ kind: v.literal('end'), end: v.custom<RunEnd>((end) => v.is(endShape, end)) }),
  v.object({ kind: v.literal('crash'), cause: v.string() }),
])

const endShape = v.object({ kind: v.picklist(['done', 'failed', 'given_back', 'stopped']) })

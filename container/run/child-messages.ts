import * as z from 'zod'
import { type Progress, progressSchema } from '../../src/contract/conversion.ts'
import type { EngineStart } from '../../src/contract/run.ts'
import type { RunEnd } from './run-conversion.ts'

export type ParentMessage = { readonly kind: 'start'; readonly start: EngineStart } | { readonly kind: 'stop' }

export type ChildMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'end'; readonly end: RunEnd }
  | { readonly kind: 'crash'; readonly cause: string }

/** The Worker checks the end of a run itself. */
const childMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: progressSchema }),
  z.object({ kind: z.literal('end'), end: z.custom<RunEnd>((end) => endShape.safeParse(end).success) }),
  z.object({ kind: z.literal('crash'), cause: z.string() }),
])

const endShape = z.object({ kind: z.enum(['done', 'failed', 'given_back', 'stopped']) })

/**
 * Reads a message of a child, and checks it because the child has read a stranger's file. An unreadable message breaks
 * its own run, and no other.
 */
export function readChildMessage(message: unknown): ChildMessage {
  const parsed = childMessage.safeParse(message)
  return parsed.success ? parsed.data : { kind: 'crash', cause: `an unreadable message: ${parsed.error.message}` }
}

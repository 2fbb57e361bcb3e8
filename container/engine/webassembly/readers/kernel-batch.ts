import type { Kernel } from '../kernel/kernel.ts'
import { CellKind, type RowBatch } from '../../table/row-batch.ts'

/** The number of spare bytes after a batch's text, because the kernel writes beyond its end. */
export const slackBytes = 128

/**
 * Appends the text of a cell whose bytes are from `start` to `end`. For some kinds, `start` identifies the text
 * instead.
 */
export type FinishCell = (kind: number, start: number, end: number, style: number) => CellKind

/** Completes the cells that the kernel left open. Returns whether some of them turned out to have no value. */
export function finishCells(kernel: Kernel, batch: RowBatch, count: number, finish: FinishCell): boolean {
  const { typedStarts: styles, typedEnds: cells } = kernel
  const { arena, starts, ends, kinds } = batch
  let hasBlanks = false
  for (let index = 0; index < count; index++) {
    const cell = cells[index] as number
    const from = arena.length
    const kind = finish(kinds[cell] as number, starts[cell] as number, ends[cell] as number, styles[cell] as number)
    const isBlank = arena.length === from
    hasBlanks ||= isBlank
    kinds[cell] = isBlank ? CellKind.empty : kind
    starts[cell] = from
    ends[cell] = arena.length
  }
  return hasBlanks
}

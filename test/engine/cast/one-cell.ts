import { GrowingBytes } from '../../../container/engine/bytes/growing-bytes.ts'
import { KernelCast } from '../../../container/engine/webassembly/rows/kernel-cast.ts'
import { openKernel } from '../../../container/engine/webassembly/kernel/kernel.ts'
import { Reporter } from '../../../container/engine/report/reporter.ts'
import { CellKind } from '../../../container/engine/table/row-batch.ts'
import { Reading, type ValueParser } from '../../../container/engine/values/value-parser.ts'

/** A kernel never frees memory, so each one serves this many cells. */
const cellsOfKernel = 5000
let kernel = openKernel()
let cells = 0
const examples = ['one', 'two', 'three']
const column = {
  index: 0,
  sourceName: 'a',
  name: 'a',
  nullable: true,
  type: { kind: 'text', longest: null },
} as const

export interface OneCell {
  readonly kind?: CellKind
  readonly rowNumber?: number
  /** Whether the report has its examples already. */
  readonly isKnown?: boolean
  /** The number of bytes after the cell, where a rewritten value would go. */
  readonly bytesAfter?: number
}

export const inputBytes = kernel?.input.length ?? 0

/**
 * Casts a row of one cell in the kernel, and returns its text and number of fixes. Returns null if the kernel leaves
 * the row to plain code.
 */
export function castCell(
  parser: ValueParser,
  value: string,
  { kind = CellKind.text, rowNumber = 1, isKnown = true, bytesAfter: bytesBehind = 0 }: OneCell = {},
): { readonly text: string; readonly fixes: number } | null {
  if (kernel === null) throw new Error('this Node has no WebAssembly')
  if (++cells % cellsOfKernel === 0) kernel = kernel.reopened()
  const bytes = new TextEncoder().encode(value)
  const { batch } = kernel
  batch.clear()
  batch.arena.bytes = kernel.input
  batch.addBytes(kind, bytes)
  // The bytes after a value are not part of it.
  batch.arena.append(new TextEncoder().encode('00:00:00+00:00'))
  batch.endRow(rowNumber)
  batch.arena.reserve(bytesBehind)
  batch.arena.length += bytesBehind
  const reporter = new Reporter()
  if (isKnown) for (const example of examples) reporter.fix({ ...parser.rewriting, column: 'a', example })
  const cast = KernelCast.open(kernel, {
    columns: [{ column, parser, refusesText: kind === CellKind.quoted }],
    width: 1,
    lastHeadRow: 0,
    shortRowsAreFixes: true,
    reporter,
  })
  cast?.fixes.allow()
  if (cast?.castRows(batch, 0, 0) !== 1) return null
  cast.fixes.report()
  const text = new TextDecoder().decode(batch.bytes.subarray(kernel.typedStarts[0], kernel.typedEnds[0]))
  return { text, fixes: (reporter.fixes[0]?.count ?? 0) - (isKnown ? examples.length : 0) }
}

/** Parses the same value in plain code. Returns null if it is invalid. */
export function readCell(parser: ValueParser, value: string): { readonly text: string; readonly fixes: number } | null {
  const bytes = new TextEncoder().encode(value)
  const out = new GrowingBytes()
  const reading = parser.read(bytes, 0, bytes.length, out)
  if (reading === Reading.no) return null
  if (reading === Reading.asWritten) return { text: value, fixes: 0 }
  return { text: new TextDecoder().decode(out.bytes.subarray(0, out.length)), fixes: 1 }
}

import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { Reading, type ValueParser } from '../../values/value-parser.ts'
import { CellKind } from '../../table/row-batch.ts'
import type { ColumnCells } from './column-cells.ts'
import type { LaterShape, LaterValue } from './later-facts.ts'

/** The maximum number of values that are each tried alone with the whole sample. */
const triedAloneMax = 32
/** A column keeps its type while at most this many values, or one in this many rows, do not fit. */
const strayValuesMax = 10
const rowsPerStrayValue = 1000

interface Decided {
  readonly parser: ValueParser | null
}

/**
 * Decides a column by its sample and by the values that a pass found after it. A type that fits all of them wins.
 * Values that fit no such type are stray, and their rows will be rejected. If there are too many, the column becomes
 * text.
 */
export function decideWithLater<Decision extends Decided>(
  bySample: Decision,
  shapes: readonly LaterShape[],
  rowsReached: number,
  decide: (values: readonly LaterValue[]) => Decision,
): Decision {
  if (bySample.parser === null || shapes.length === 0) return bySample
  const all = decide(valuesOf(shapes))
  if (all.parser !== null) return all
  let [fitting, decision]: [LaterShape[], Decision] = [[], bySample]
  for (const shape of shapes.slice(0, triedAloneMax)) {
    const wider = decide(valuesOf([...fitting, shape]))
    if (wider.parser === null) continue
    decision = wider
    fitting = [...fitting, shape]
  }
  const strays = shapes.filter((shape) => !fitting.includes(shape)).reduce((sum, { count }) => sum + count, 0)
  return strays > Math.max(strayValuesMax, rowsReached / rowsPerStrayValue) ? all : decision
}

export const valuesOf = (shapes: readonly LaterShape[]): LaterValue[] => shapes.flatMap(({ examples }) => examples)

interface Keeping extends Decided {
  readonly refusesText: boolean
}

/** Tests whether the decision keeps a value that an earlier one could not keep. */
export function keepsAny({ parser, refusesText }: Keeping, shapes: readonly LaterShape[]): boolean {
  if (parser === null) return shapes.length > 0
  const out = new GrowingBytes(64)
  return valuesOf(shapes).some(({ kind, bytes }) => {
    out.clear()
    return !(refusesText && kind === CellKind.quoted) && parser.read(bytes, 0, bytes.length, out) !== Reading.no
  })
}

/** Returns the cells of the sample, followed by later values. */
export function withValues(cells: ColumnCells, values: readonly LaterValue[]): ColumnCells {
  const count = cells.starts.length
  const arena = new Int32Array(count + values.length)
  const starts = new Int32Array(count + values.length)
  const ends = new Int32Array(count + values.length)
  const kinds = new Uint8Array(count + values.length)
  const rows = new Float64Array(count + values.length)
  arena.set(cells.arena)
  starts.set(cells.starts)
  ends.set(cells.ends)
  kinds.set(cells.kinds)
  rows.set(cells.rows)
  const arenas = [...cells.arenas]
  for (const [index, value] of values.entries()) {
    arena[count + index] = arenas.push(value.bytes) - 1
    ends[count + index] = value.bytes.length
    kinds[count + index] = value.kind
    rows[count + index] = value.row
  }
  return { ...cells, arenas, arena, starts, ends, kinds, rows }
}

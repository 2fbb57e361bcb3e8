import { GrowingBytes } from '../bytes/growing-bytes.ts'
import { Reading, type ValueParser } from '../values/value-parser.ts'
import { CellKind } from '../table/row-batch.ts'
import type { ColumnCells } from './column-cells.ts'
import type { LaterShape, LaterValue } from './later-facts.ts'

/** Each is tried alone against the whole sample. */
const triedAloneMax = 32
/** A column keeps its type while at most so many values, or one in so many rows, do not fit it. */
const strayValuesMax = 10
const rowsPerStrayValue = 1000

interface Decided {
  readonly parser: ValueParser | null
}

/**
 * Decides a column by its sample and by what a pass met after it. Values that a type of all of them holds decide;
 * values that fit no such type are stray and will reject their rows, unless they are too many to be stray: then the
 * column is text.
 */
export function decideWithLater<Decision extends Decided>(
  bySample: Decision,
  shapes: readonly LaterShape[],
  rowsSeen: number,
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
  return strays > Math.max(strayValuesMax, rowsSeen / rowsPerStrayValue) ? all : decision
}

export const valuesOf = (shapes: readonly LaterShape[]): LaterValue[] => shapes.flatMap(({ examples }) => examples)

interface Keeping extends Decided {
  readonly refusesText: boolean
}

/** Whether the decision keeps a value that an earlier one could not. */
export function keepsAny({ parser, refusesText }: Keeping, shapes: readonly LaterShape[]): boolean {
  if (parser === null) return shapes.length > 0
  const out = new GrowingBytes(64)
  return valuesOf(shapes).some(({ kind, bytes }) => {
    out.clear()
    return !(refusesText && kind === CellKind.quoted) && parser.read(bytes, 0, bytes.length, out) !== Reading.no
  })
}

/** The cells of the sample, followed by later values. */
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

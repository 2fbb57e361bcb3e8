import type { PlannedTable } from './plan-table.ts'
import { bytesOf, type ColumnCells, SampleCells } from './types/column-cells.ts'
import type { FormatFacts } from './types/candidates.ts'
import { bestTrials, type ReadType } from './types/forced-type.ts'
import type { Sample } from './sample/sample.ts'

/** The evidence in the sample for the type of a column. */
export interface ColumnEvidence {
  readonly index: number
  readonly values: number
  readonly empty: number
  /** The reason why a column is text: the type of most of its values, and the first value of another type. */
  readonly nearest: NearestType | null
}

export interface NearestType {
  readonly type: ReadType
  readonly values: number
  readonly row: number
  readonly value: string
}

/** The order of types that are equally good. */
const types = ['integer', 'decimal', 'date', 'timestamp', 'boolean'] as const
/** The minimum share of values of a type. Fewer may be accidental. */
const nearShare = 0.5

export function evidenceOf(sample: Sample, table: PlannedTable, facts: FormatFacts): ColumnEvidence[] {
  const cells = new SampleCells(sample, table.width, table.lastHeadRow)
  return table.reportColumns.map(({ index, name, type }) => {
    const column = cells.take(index, Number.POSITIVE_INFINITY)
    const nearest = type === 'text' ? nearestType(column, facts, name) : null
    return { index, values: column.starts.length, empty: column.empties, nearest }
  })
}

function nearestType(cells: ColumnCells, facts: FormatFacts, name: string): NearestType | null {
  const [best] = types
    .map((type) => ({ type, ...bestTrials(type, cells, facts, name)[0] }))
    .toSorted((one, other) => other.reads - one.reads)
  if (best === undefined || best.misfit === null || best.reads < cells.starts.length * nearShare) return null
  const { type, reads, misfit } = best
  const value = bytesOf(cells, misfit).subarray(cells.starts[misfit], cells.ends[misfit])
  return { type, values: reads, row: cells.rows[misfit] as number, value: new TextDecoder().decode(value) }
}

import { CellKind, type RowBatch, valueless } from '../../table/row-batch.ts'
import { mayHaveSpaces, trimmed } from '../../values/trim.ts'
import type { TextLength } from '../../table/column-type.ts'
import { lengthOf, longer, noText } from '../../table/text-length.ts'
import type { Sample } from '../sample/sample.ts'
import type { ColumnSurvey } from '../sample/sample-survey.ts'

/**
 * A column of the sample with trimmed values, as flat arrays that refer to the sample's arenas. It is valid until the
 * next column is requested.
 */
export interface ColumnCells {
  readonly arenas: readonly Uint8Array[]
  /** The arena, position, kind and row of each cell with content, in parallel arrays. */
  readonly arena: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly kinds: Uint8Array
  readonly rows: Float64Array
  readonly empties: number
  /** The number of empty cells with quotes or spaces. */
  readonly blanks: number
  /**
   * The length of the longest value with spaces around it, because text columns keep them. A blank cell consists of
   * spaces only.
   */
  readonly padded: TextLength
}

/** Returns the arena of the cell at `index`. */
export const bytesOf = ({ arenas, arena }: ColumnCells, index: number): Uint8Array =>
  arenas[arena[index] as number] as Uint8Array

/** A column of the sample. Its values are read only as far as necessary. */
export class SampleColumn {
  readonly index: number
  /** The accelerator's survey of the column, or null. */
  readonly survey: ColumnSurvey | null
  private readonly source: SampleCells
  private all: ColumnCells | null = null

  constructor(source: SampleCells, index: number, survey: ColumnSurvey | null) {
    this.source = source
    this.index = index
    this.survey = survey
  }

  get values(): number {
    return this.survey?.values ?? this.cells().starts.length
  }

  get empties(): number {
    return this.survey?.empties ?? this.cells().empties
  }

  cells(): ColumnCells {
    this.all ??= this.source.take(this.index, Number.POSITIVE_INFINITY)
    return this.all
  }

  firstCells(valuesMax: number): ColumnCells {
    return this.source.take(this.index, valuesMax)
  }
}

/** Tests for a row with content beyond the table's last column. It is rejected, so its values decide no type. */
function isTooWide(batch: RowBatch, row: number, width: number): boolean {
  const end = batch.rowStarts[row + 1] as number
  for (let cell = (batch.rowStarts[row] as number) + width; cell < end; cell++) {
    const [start, stop] = trimmed(batch.bytes, batch.starts[cell] as number, batch.ends[cell] as number)
    if (batch.kinds[cell] !== CellKind.empty && start < stop) return true
  }
  return false
}

export const hasTooWideRows = ({ batches }: Sample, width: number, lastHeadRow: number): boolean =>
  batches.some((batch) => {
    for (let row = 0; row < batch.rowCount; row++)
      if ((batch.rowNumbers[row] as number) > lastHeadRow && isTooWide(batch, row, width)) return true
    return false
  })

/**
 * Extracts one column after another from the sample, in the same memory, because a sample may have thousands of
 * columns.
 */
export class SampleCells {
  private readonly sample: Sample
  private readonly lastHeadRow: number
  private readonly width: number
  private readonly arenas: readonly Uint8Array[]
  private readonly arena: Int32Array
  private readonly starts: Int32Array
  private readonly ends: Int32Array
  private readonly kinds: Uint8Array
  private readonly rows: Float64Array

  constructor(sample: Sample, width: number, lastHeadRow: number) {
    this.sample = sample
    this.width = width
    this.lastHeadRow = lastHeadRow
    this.arenas = sample.batches.map((batch) => batch.bytes)
    this.arena = new Int32Array(sample.rowCount)
    this.starts = new Int32Array(sample.rowCount)
    this.ends = new Int32Array(sample.rowCount)
    this.kinds = new Uint8Array(sample.rowCount)
    this.rows = new Float64Array(sample.rowCount)
  }

  /** Returns the cells of a column, up to its first `valuesMax` values. */
  take(column: number, valuesMax: number): ColumnCells {
    const { arena, starts, ends, kinds, rows, lastHeadRow } = this
    let [count, empties, blanks] = [0, 0, 0]
    let padded = noText
    for (const [index, batch] of this.sample.batches.entries()) {
      for (let row = 0; row < batch.rowCount && count < valuesMax; row++) {
        const number = batch.rowNumbers[row] as number
        if (number <= lastHeadRow || isTooWide(batch, row, this.width)) continue
        const cell = (batch.rowStarts[row] as number) + column
        const kind = cell < (batch.rowStarts[row + 1] as number) ? (batch.kinds[cell] as number) : CellKind.empty
        if (valueless.has(kind)) {
          empties++
          continue
        }
        let start = batch.starts[cell] as number
        let end = batch.ends[cell] as number
        // Hardly any value has spaces around it, so values without them allocate no array.
        if (start === end || mayHaveSpaces(batch.bytes[start] as number, batch.bytes[end - 1] as number)) {
          const [from, to] = [start, end]
          ;[start, end] = trimmed(batch.bytes, start, end)
          if (end - start < to - from) padded = longer(padded, lengthOf(batch.bytes, from, to))
        }
        if (start === end) {
          empties++
          blanks++
          continue
        }
        arena[count] = index
        starts[count] = start
        ends[count] = end
        kinds[count] = kind
        rows[count] = number
        count++
      }
    }
    return {
      arenas: this.arenas,
      arena: arena.subarray(0, count),
      starts: starts.subarray(0, count),
      ends: ends.subarray(0, count),
      kinds: kinds.subarray(0, count),
      rows: rows.subarray(0, count),
      empties,
      blanks,
      padded,
    }
  }
}

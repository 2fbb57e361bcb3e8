import { CellKind, type RowBatch } from '../table/row-batch.ts'
import { trimmed } from '../values/trim.ts'

/** The values that the spec calls NULL. Their cells are marked before anybody infers a type from them. */
export class NullValues {
  private readonly values: ReadonlySet<string>
  private readonly bytesMax: number
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  /** Null where the spec names none. */
  static of(values: readonly string[] | null): NullValues | null {
    return values === null || values.length === 0 ? null : new NullValues(values)
  }

  private constructor(values: readonly string[]) {
    this.values = new Set(values.map((value) => value.trim()))
    this.bytesMax = Math.max(...values.map((value) => new TextEncoder().encode(value).length))
  }

  /** Marks the cells of all rows below the header. */
  mark(batch: RowBatch, lastHeadRow: number): void {
    for (let row = 0; row < batch.rowCount; row++) {
      if ((batch.rowNumbers[row] as number) <= lastHeadRow) continue
      const end = batch.rowStarts[row + 1] as number
      for (let cell = batch.rowStarts[row] as number; cell < end; cell++)
        if (this.isNull(batch, cell)) batch.kinds[cell] = CellKind.namedNull
    }
  }

  private isNull({ kinds, bytes, starts, ends }: RowBatch, cell: number): boolean {
    if (kinds[cell] === CellKind.empty) return false
    const [start, end] = trimmed(bytes, starts[cell] as number, ends[cell] as number)
    return end - start <= this.bytesMax && this.values.has(this.decoder.decode(bytes.subarray(start, end)))
  }
}

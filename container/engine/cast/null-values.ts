import { CellKind, type RowBatch } from '../table/row-batch.ts'
import { trimmed } from '../values/trim.ts'

const space = 0x20
/** The first byte of an empty value. */
const noByte = 256

/** The cells that may be NULL. Without a choice, all cells may be. */
interface ChosenCells {
  readonly isUnquoted: boolean
  /** The columns that keep every value. */
  readonly keptColumns: ReadonlySet<number>
}

const allCells: ChosenCells = { isUnquoted: false, keptColumns: new Set() }

/**
 * The values that mean NULL according to the spec, or to the program that wrote the file. Their cells are marked before
 * inference reads them.
 */
export class NullValues {
  private readonly values: ReadonlySet<string>
  private readonly cells: ChosenCells
  private readonly bytesMax: number
  /** 1 for the first bytes of these values, which rule out most cells quickly. */
  private readonly beginnings = new Uint8Array(noByte + 1)
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  /** Returns null if the spec lists no such values. */
  static create(values: readonly string[] | null): NullValues | null {
    return values === null || values.length === 0 ? null : new NullValues(values)
  }

  constructor(values: readonly string[], cells: ChosenCells = allCells) {
    this.cells = cells
    this.values = new Set(values.map((value) => value.trim()))
    const encoded = Array.from(this.values, (value) => new TextEncoder().encode(value))
    this.bytesMax = Math.max(...encoded.map(({ length }) => length))
    for (const [first = noByte] of encoded) this.beginnings[first] = 1
  }

  /** Marks the cells of all rows below the header. */
  markNulls(batch: RowBatch, lastHeadRow: number): void {
    this.visit(batch, lastHeadRow, (_, column, cell) => {
      if (!this.cells.keptColumns.has(column)) batch.kinds[cell] = CellKind.namedNull
    })
  }

  /** Visits each cell below the header that has one of these values, also in a kept column. */
  visit(batch: RowBatch, lastHeadRow: number, found: (word: string, column: number, cell: number) => void): void {
    for (let row = 0; row < batch.rowCount; row++) {
      if ((batch.rowNumbers[row] as number) <= lastHeadRow) continue
      const first = batch.rowStarts[row] as number
      const end = batch.rowStarts[row + 1] as number
      for (let cell = first; cell < end; cell++) {
        const word = this.wordAt(batch, cell)
        if (word !== null) found(word, cell - first, cell)
      }
    }
  }

  /** Returns the value of a cell if it means NULL. */
  private wordAt({ kinds, bytes, starts, ends }: RowBatch, cell: number): string | null {
    const kind = kinds[cell]
    if (kind === CellKind.empty || (this.cells.isUnquoted && kind !== CellKind.text)) return null
    const from = starts[cell] as number
    const until = ends[cell] as number
    const head = bytes[from] as number
    // Most cells begin with another visible ASCII character.
    if (from < until && head > space && head < 0x80 && this.beginnings[head] === 0) return null
    const [start, end] = trimmed(bytes, from, until)
    if (end - start > this.bytesMax || this.beginnings[start < end ? (bytes[start] as number) : noByte] === 0)
      return null
    const value = this.decoder.decode(bytes.subarray(start, end))
    return this.values.has(value) ? value : null
  }
}

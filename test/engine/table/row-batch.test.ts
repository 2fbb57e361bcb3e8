import { describe, expect, it } from 'vitest'
import { GrowingBytes } from '../../../container/engine/bytes/growing-bytes.ts'
import { CellKind, RowBatch } from '../../../container/engine/table/row-batch.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Returns the rows of a batch, with the number and the cells' text of each. */
function rowsOf(batch: RowBatch): [number, ...string[]][] {
  return Array.from({ length: batch.rowCount }, (_, row) => {
    const cells: string[] = []
    for (let cell = batch.rowStarts[row] as number; cell < (batch.rowStarts[row + 1] as number); cell++)
      cells.push(new TextDecoder().decode(batch.bytes.subarray(batch.starts[cell], batch.ends[cell])))
    return [batch.rowNumbers[row] as number, ...cells]
  })
}

/** Rows 7 and 8 of a text in a reader's buffer, after other rows and before unread text. */
function inPlace(): RowBatch {
  const batch = new RowBatch(new GrowingBytes(bytes('gone,gone\nAda,1\nBob\nto come')))
  batch.addCell(CellKind.text, 10, 13)
  batch.addCell(CellKind.text, 14, 15)
  batch.endRow(7)
  batch.addCell(CellKind.text, 16, 19)
  batch.endRow(8)
  batch.within = { from: 10, to: 20 }
  batch.arena.length = 27
  return batch
}

const rows: [number, ...string[]][] = [
  [7, 'Ada', '1'],
  [8, 'Bob'],
]

describe('a copy', () => {
  it('keeps its rows when the reader fills its buffer again', () => {
    const batch = inPlace()
    const copy = batch.copy()
    batch.bytes.fill(120)
    batch.clear()
    expect(rowsOf(copy)).toEqual(rows)
  })

  it('keeps only the bytes of its cells', () => {
    const { extent, arena } = inPlace().copy()
    expect(extent).toEqual({ from: 10, to: 20 })
    expect(new TextDecoder().decode(arena.bytes).replaceAll('\0', '')).toBe('Ada,1\nBob\n')
  })

  it('can add values after its own', () => {
    const copy = inPlace().copy()
    copy.addBytes(CellKind.text, bytes('Eve'))
    copy.endRow(9)
    expect(rowsOf(copy)).toEqual([...rows, [9, 'Eve']])
  })

  it('is not copied again', () => {
    const copy = inPlace().copy()
    expect(copy.copy()).toBe(copy)
  })
})

it('selected rows are the same rows with the same bytes', () => {
  const batch = inPlace()
  expect(rowsOf(batch.rows(1, 2))).toEqual([[8, 'Bob']])
  expect(batch.rows(1, 2).bytes).toBe(batch.bytes)
})

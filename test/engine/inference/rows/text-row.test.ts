import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptRow } from '../../../../container/engine/inference/rows/text-row.ts'
import { CellKind, RowBatch } from '../../../../container/engine/table/row-batch.ts'
import { runs } from '../../../property-runs.ts'

/** Rows whose cells are consecutive, except for some before all others, where rewritten values may be. */
const rows = fc.array(
  fc.array(fc.record({ text: fc.string({ unit: 'binary', maxLength: 9 }), isApart: fc.boolean() }), { maxLength: 6 }),
  { minLength: 1, maxLength: 5 },
)

test('a kept row does not change, whatever happens to its batch', () => {
  fc.assert(
    fc.property(rows, fc.nat(4), (cellsOf, at) => {
      const batch = new RowBatch()
      const encoder = new TextEncoder()
      const apart = cellsOf.flat().filter(({ isApart }) => isApart)
      const places = new Map(
        apart.map((cell) => {
          const start = batch.arena.length
          batch.arena.append(encoder.encode(cell.text))
          return [cell, { start, end: batch.arena.length }]
        }),
      )
      for (const [row, cells] of cellsOf.entries()) {
        for (const cell of cells) {
          const place = places.get(cell)
          if (place === undefined) batch.addBytes(CellKind.text, encoder.encode(cell.text))
          else batch.addCell(CellKind.quoted, place.start, place.end)
        }
        batch.endRow(row + 7)
      }
      const row = at % cellsOf.length
      const kept = keptRow(batch, row)
      batch.bytes.fill(63)
      batch.clear()
      batch.starts.fill(0)
      const cells = cellsOf[row]?.map(({ text, isApart }) => ({
        kind: isApart ? CellKind.quoted : CellKind.text,
        text: new TextDecoder().decode(encoder.encode(text)),
      }))
      expect(kept()).toEqual({ number: row + 7, cells })
    }),
    { numRuns: runs(500) },
  )
})

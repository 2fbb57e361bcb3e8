import type { CellAnnotations } from '../spreadsheet/cell-annotations.ts'
import { Brt, recordsOf } from './records.ts'
import { decodeText } from './text.ts'

/** Reads the comments of a sheet from their part. One record names the cell, and a later one contains the text. */
export async function readComments(chunks: AsyncIterable<Uint8Array>, annotations: CellAnnotations): Promise<void> {
  let cell: { readonly row: number; readonly column: number } | null = null
  for await (const records of recordsOf(chunks)) {
    if (records.type === Brt.beginComment) cell = { row: records.u32(4) + 1, column: records.u32(12) }
    else if (records.type === Brt.commentText && cell !== null) {
      annotations.addComment(cell.row, cell.column, decodeText(records.bytes, records.text(1)))
      cell = null
    }
  }
}

import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import type { DumpKey } from '../schema/schema.ts'
import type { DumpBlocks } from './dump-blocks.ts'
import type { Route } from './route.ts'

interface LinesOutput {
  readonly route: Pick<Route, 'table' | 'watch'>
  readonly block: DumpBlocks
  readonly out: GrowingBytes
}

/** Writes rows in COPY text, except those with the key of another row. */
export function writeLines(
  { route: { table, watch }, block, out }: LinesOutput,
  rows: number,
  bytes: Uint8Array,
  reject: (row: number, key: DumpKey) => void,
): void {
  let from = 0
  let left = rows
  const write = (count: number, to: number): void => {
    if (count > 0) block.appendRows(count, bytes.subarray(from, to), out)
    table.rows.converted += count
    left -= count
    from = to
  }
  const rowsBefore = (): number => table.rows.converted + table.rows.rejected
  for (const { row, key, start, end } of watch?.lines(bytes, rowsBefore() + 1) ?? []) {
    write(row - rowsBefore() - 1, start)
    reject(row, key)
    from = end
    left--
  }
  write(left, bytes.length)
}

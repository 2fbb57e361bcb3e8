import type { Reporter } from '../../report/reporter.ts'
import type { TableStart } from './header-row.ts'
import { isBlank } from '../rows/row-shapes.ts'
import type { Sample } from '../sample/sample.ts'
import { textOfCells, textRowOf } from '../rows/text-row.ts'

/** Reports the rows before the first row of data: header rows, titles, and rules below the names. */
export function leaveOutHead(
  sample: Sample,
  { headerRow, lastHeadRow, headRows }: TableStart,
  reporter: Reporter,
): void {
  const headNumbers = new Set(headRows.map(({ number }) => number))
  for (const batch of sample.batches) {
    for (let row = 0; row < batch.rowCount; row++) {
      if ((batch.rowNumbers[row] as number) > lastHeadRow) return
      const read = textRowOf(batch, row)
      const isTitle = headerRow === null || read.number < headerRow
      const code = read.cells.every(isBlank)
        ? 'blank'
        : isTitle
          ? 'title'
          : headNumbers.has(read.number)
            ? 'header'
            : 'rule'
      reporter.leaveOut({ code, row: read.number, ...(code === 'blank' ? {} : { text: textOfCells(read) }) })
    }
  }
}

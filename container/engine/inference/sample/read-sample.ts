import type { Spec } from '../../../../src/contract/spec.ts'
import type { RowReader } from '../../readers/row-reader.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import { Sample } from './sample.ts'

/** The number of rows in which the header is searched. */
const rowsAboveMax = 64

/** Reads the `sample_rows` of the table, and the rows that may be above it. */
export async function readSample(
  batches: AsyncIterator<RowBatch>,
  { inference, input }: Spec,
  { header }: RowReader,
): Promise<Sample> {
  const sample = new Sample()
  const rows =
    inference.sample_rows +
    (header.kind === 'names' ? 0 : (input.header_row ?? rowsAboveMax) + (input.header_rows ?? 0))
  while (sample.rowCount < rows && sample.bytes < Sample.bytesMax) {
    const next = await batches.next()
    if (next.done === true) {
      sample.isWholeFile = true
      break
    }
    sample.add(next.value)
  }
  return sample
}

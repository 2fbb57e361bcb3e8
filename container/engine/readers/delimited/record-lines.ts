import { recordSeparator, unitSeparator } from '../../detect/record-separators.ts'
import { type LineWriter, quotedWhereNeeded, rewritten } from './rewritten-lines.ts'

/** Rewrites text whose rows end with record separators as lines. */
export const withLineEnds = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  rewritten(chunks, new RecordLines(), (text) => text.split(recordSeparator))

class RecordLines implements LineWriter {
  readonly out: string[] = []

  /** Many programs also write a line break after each record. */
  take(record: string): void {
    const withoutBreak = record.replace(/^\r?\n/, '')
    if (withoutBreak === '' && record !== '') return
    this.out.push(withoutBreak.split(unitSeparator).map(quotedWhereNeeded).join(unitSeparator))
  }

  end(): void {
    // Every record is complete by itself.
  }
}

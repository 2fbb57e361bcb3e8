import { cellsBetweenRuns } from '../../detect/tab-runs.ts'
import { type LineWriter, rewritten } from './rewritten-lines.ts'

/** Rewrites text that tabs align with one tab between two cells. */
export const withSingleTabs = (chunks: AsyncIterable<Uint8Array>, width: number): AsyncIterable<Uint8Array> =>
  rewritten(chunks, new TabRunLines(width))

class TabRunLines implements LineWriter {
  readonly out: string[] = []
  private readonly width: number

  constructor(width: number) {
    this.width = width
  }

  /** In a line with another number of cells, two tabs may have an empty cell between them. */
  take(line: string): void {
    const cells = cellsBetweenRuns(line)
    this.out.push(cells.length === this.width && !line.includes('"') ? cells.join('\t') : line)
  }

  end(): void {
    // Every line is complete by itself.
  }
}

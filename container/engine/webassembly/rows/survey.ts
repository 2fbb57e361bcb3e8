import type { Kernel } from '../kernel/kernel.ts'
import { checks } from '../kernel/layout.ts'
import { CellKind } from '../../table/row-batch.ts'
import { markerWords } from '../../values/null-markers.ts'
import type { Canonical } from '../../values/value-parser.ts'
import type { Sample } from '../../inference/sample/sample.ts'
import type { ColumnSurvey, SampleSurvey } from '../../inference/sample/sample-survey.ts'

/** The checks in the order of their bits. If a column's values pass several, the first one is the narrowest. */
const surveyChecks = Object.keys(checks).filter((check) => check !== 'anything') as Canonical['check'][]
const columnInts = 18
const checksField = 3

/** The kernel's survey of the whole sample, which decides most columns. */
export class Survey implements SampleSurvey {
  private readonly ints: Int32Array
  private readonly wide: BigInt64Array

  /** Returns null if the sample does not fit into the kernel's memory. */
  static create(kernel: Kernel, sample: Sample, width: number, lastHeadRow: number): Survey | null {
    const factsBytes = width * columnInts * 4
    if (factsBytes + markerWords.length > kernel.output.length) return null
    // Nothing has been written yet, so the memory for the output is free.
    kernel.output.set(markerWords, factsBytes)
    const ints = new Int32Array(kernel.output.buffer, kernel.output.byteOffset, width * columnInts).fill(0)
    for (let column = 0; column < width; column++)
      ints[column * columnInts + checksField] = (1 << surveyChecks.length) - 1
    const markers = ints.byteOffset + factsBytes
    const markersEnd = markers + markerWords.length
    const isWhole = sample.batches.every((batch) => {
      const staged = kernel.stage(batch)
      if (staged !== null)
        kernel.call.surveyRows(staged.rowCount, width, lastHeadRow, ints.byteOffset, markers, markersEnd)
      return staged !== null
    })
    kernel.unstage()
    return isWhole ? new Survey(ints.slice()) : null
  }

  private constructor(ints: Int32Array) {
    this.ints = ints
    this.wide = new BigInt64Array(ints.buffer)
  }

  column(index: number): ColumnSurvey {
    const first = index * columnInts
    const field = (at: number): number => this.ints[first + at] as number
    const [passes, kinds] = [field(checksField), field(4)]
    return {
      values: field(0),
      empties: field(1),
      markers: field(16),
      check: surveyChecks.find((_, bit) => (passes & (1 << bit)) !== 0) ?? null,
      kinds: Object.values(CellKind).filter((kind) => (kinds & (1 << kind)) !== 0),
      largest: { whole: field(5), fraction: field(6), significant: field(7) },
      fractionDigits: field(8),
      longest: { bytes: field(9), codePoints: field(10), utf16Units: field(11) },
      min: this.wide[first / 2 + 6] as bigint,
      max: this.wide[first / 2 + 7] as bigint,
    }
  }
}

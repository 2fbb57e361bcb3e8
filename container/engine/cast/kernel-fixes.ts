import type { Kernel } from '../kernel/kernel.ts'
import type { FixKind } from '../report/fix-tally.ts'
import type { Reporter } from '../report/reporter.ts'
import type { Rewritable } from '../values/value-parser.ts'
import type { CastColumn } from './cast-column.ts'

/** Their numbers in ../kernel/assembly/forms.ts, where 0 is left to the plain code. */
const parts: Readonly<Record<Rewritable['check'], number>> = { date: 1, timestamp: 2, timestamp_zoned: 3 }
const orders: Readonly<Record<Rewritable['order'], number>> = { ymd: 0, dmy: 1, mdy: 2 }
const formInts = 4
const [partInt, orderInt, countInt] = [0, 1, 2] as const

interface FixedColumn {
  readonly kind: FixKind
  readonly part: number
  /** The column's form, in the kernel's memory. */
  readonly form: Int32Array
}

/**
 * Values that the kernel rewrites are fixes, of which it keeps but the count: it may begin with a column when the report has
 * all the examples that it shows.
 */
export class KernelFixes {
  private readonly reporter: Reporter
  private readonly columns: readonly FixedColumn[]
  private waiting: readonly FixedColumn[]

  constructor(
    kernel: Kernel,
    reporter: Reporter,
    columns: readonly CastColumn[],
    formAt: (column: CastColumn, at: number) => number,
  ) {
    this.reporter = reporter
    this.columns = columns.flatMap((of, at) => {
      const { column, parser } = of
      if (parser?.rewritable === undefined) return []
      const form = kernel.keptInts(formAt(of, at), formInts)
      form[orderInt] = orders[parser.rewritable.order]
      return [{ kind: { ...parser.rewriting, column: column.name }, part: parts[parser.rewritable.check], form }]
    })
    this.waiting = this.columns
  }

  /** Lets the kernel have the columns of which the report knows enough. */
  allow(): void {
    if (this.waiting.length === 0) return
    this.waiting = this.waiting.filter(({ kind, part, form }) => {
      const isKnown = this.reporter.hasExamples(kind)
      if (isKnown) form[partInt] = part
      return !isKnown
    })
  }

  /** Puts what the kernel counted into the report. */
  report(): void {
    for (const { kind, form } of this.columns) {
      const count = form[countInt] as number
      if (count === 0) continue
      this.reporter.fix({ ...kind, count })
      form[countInt] = 0
    }
  }
}

import type { Kernel } from '../kernel/kernel.ts'
import type { FixKind } from '../report/fix-tally.ts'
import { examplesMax, type Reporter } from '../report/reporter.ts'
import type { Rewritable } from '../values/value-parser.ts'
import type { CastColumn } from './cast-column.ts'
import { KernelNulls } from './kernel-nulls.ts'

/** Their numbers in ../kernel/assembly/moments.ts, forms.ts and words.ts, where 0 is left to the plain code. */
const parts: Readonly<Record<Rewritable['check'], number>> = {
  date: 1,
  timestamp: 2,
  timestamp_zoned: 3,
  number: 4,
  boolean: 5,
  uuid: 6,
}
const words = { true: 0, yes: 1 } as const
const orders = { ymd: 0, dmy: 1, mdy: 2 } as const
/** Of a form as ../kernel/assembly/forms.ts has it. */
export const formInts = 5
const [shapeInt, knownInt, countInt, nullsInt] = [0, 1, 2, 4] as const
const knownMax = examplesMax - 1
/** Of a length and a value. */
const knownBytes = 64

interface FixedColumn {
  readonly kind: FixKind
  /** What its values are, and how they are written. */
  readonly shape: number
  /** The column's form, in the kernel's memory. */
  readonly form: Int32Array
  examples: number
}

/**
 * Values that the kernel rewrites or takes for none are fixes, of which it keeps but the count: it may change those that the
 * report has among its examples, and rewrite all of a column's when it has as many as it shows.
 */
export class KernelFixes {
  private readonly kernel: Kernel
  private readonly reporter: Reporter
  private readonly columns: readonly FixedColumn[]
  private readonly nulls: KernelNulls
  private examplesSeen = 0

  constructor(
    kernel: Kernel,
    reporter: Reporter,
    columns: readonly CastColumn[],
    formAt: (column: CastColumn, at: number) => number,
  ) {
    this.kernel = kernel
    this.reporter = reporter
    const typed = columns.flatMap(({ column: { name }, parser }, at) => {
      const form = kernel.keptInts(formAt(columns[at] as CastColumn, at), formInts)
      return parser === null ? [] : [{ name, parser, form }]
    })
    this.columns = typed.flatMap(({ name, parser: { rewritable, rewriting }, form }) =>
      rewritable === undefined
        ? []
        : [{ kind: { ...rewriting, column: name }, shape: shapeOf(rewritable), form, examples: 0 }],
    )
    const addresses = typed.map(({ name, form }) => [name, form.subarray(nullsInt)] as const)
    this.nulls = new KernelNulls(kernel, reporter, new Map(addresses))
  }

  /** Lets the kernel have the values of which the report knows enough. */
  allow(): void {
    if (this.examplesSeen === this.reporter.examplesKept) return
    this.examplesSeen = this.reporter.examplesKept
    for (const column of this.columns) this.allowKnown(column, this.reporter.examplesOf(column.kind))
    this.nulls.allow()
  }

  /** Puts what the kernel counted into the report. */
  report(): void {
    for (const { kind, form } of this.columns) {
      const count = form[countInt] as number
      if (count === 0) continue
      this.reporter.fix({ ...kind, count })
      form[countInt] = 0
    }
    this.nulls.report()
  }

  private allowKnown(column: FixedColumn, examples: readonly string[]): void {
    if (examples.length === column.examples) return
    column.examples = examples.length
    const known = examples.length < examplesMax ? this.kernel.keep(listOf(examples)) : 0
    if (known === null) return
    column.form[knownInt] = known
    column.form[shapeInt] = column.shape
  }
}

/** A byte for the part, and up to two for how it is written. */
function shapeOf(rewritable: Rewritable): number {
  const part = parts[rewritable.check]
  switch (rewritable.check) {
    case 'number':
      return part | (rewritable.group << 8) | (rewritable.decimal << 16)
    case 'boolean':
      return part | (words[rewritable.yes] << 8)
    case 'uuid':
      return part
    case 'date':
    case 'timestamp':
    case 'timestamp_zoned':
      return part | (orders[rewritable.order] << 8)
  }
}

function listOf(examples: readonly string[]): Uint8Array {
  const list = new Uint8Array(knownMax * knownBytes)
  for (const [at, example] of examples.entries()) {
    const value = new TextEncoder().encode(example)
    if (value.length <= knownBytes - 4) list.set([value.length, 0, 0, 0, ...value], at * knownBytes)
  }
  return list
}

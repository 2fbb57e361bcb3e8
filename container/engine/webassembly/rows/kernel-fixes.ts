import { Allowance, allowanceInts } from './allowance.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dayOrders, descriptionBytes, rewritings, wordPairs } from '../kernel/layout.ts'
import { AllowedFixes, type AllowedKind } from '../../report/allowed-fixes.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { Rewritable } from '../../values/value-parser.ts'
import type { AcceleratedFixes } from '../../cast/accelerated-cast.ts'
import { type CastColumn, trimmedFix } from '../../cast/cast-column.ts'
import { KernelNulls } from './kernel-nulls.ts'

/** The offset of a format's shape in ../kernel/assembly/formats.ts. */
const shapeInt = 0
const allowanceInt = 1
const nullsInt = allowanceInt + allowanceInts
const affixesInt = nullsInt + 1
const trimmingInt = affixesInt + 1
const formatInts = descriptionBytes.format / 4
/** The size of a prefix or a suffix in ../kernel/assembly/grouped.ts. */
const affixBytes = 16

/** Values that the kernel rewrites, trims or reads as NULL, if the report already shows the change. */
export class KernelFixes implements AcceleratedFixes {
  private readonly rewritten: AllowedFixes
  private readonly nulls: KernelNulls

  constructor(
    kernel: Kernel,
    reporter: Reporter,
    columns: readonly CastColumn[],
    formatAt: (column: CastColumn, at: number) => number,
  ) {
    const kinds: AllowedKind[] = []
    const nullWords = new Map<string, Int32Array>()
    for (const [index, castColumn] of columns.entries()) {
      const { parser, column } = castColumn
      if (parser === null) continue
      const at = formatAt(castColumn, index)
      const format = kernel.keptInts(at, formatInts)
      nullWords.set(column.name, format.subarray(nullsInt, affixesInt))
      const trimming = new Allowance(kernel, at + trimmingInt * 4)
      kinds.push({ kind: { ...trimmedFix, column: column.name }, allowance: trimming })
      const { rewritable, rewriting } = parser
      if (rewritable === undefined) continue
      const affixes = keepAffixes(kernel, rewritable)
      if (affixes === null) continue
      format[affixesInt] = affixes
      format[shapeInt] = shapeOf(rewritable)
      const allowance = new Allowance(kernel, at + allowanceInt * 4)
      kinds.push({ kind: { ...rewriting, column: column.name }, allowance })
    }
    this.rewritten = new AllowedFixes(reporter, kinds)
    this.nulls = new KernelNulls(kernel, reporter, nullWords)
  }

  /** Passes each kind of value to the kernel once the report has enough examples of it. */
  allow(): void {
    this.rewritten.allow()
    this.nulls.allow()
  }

  /** Adds the kernel's counts to the report. */
  report(): void {
    this.rewritten.report()
    this.nulls.report()
  }
}

/** Returns the address of the affixes, 0 if the format has none, or null if the kernel has no space for them. */
function keepAffixes(kernel: Kernel, rewritable: Rewritable): number | null {
  if (rewritable.check !== 'number') return 0
  const { prefix, suffix } = rewritable
  if (prefix.length + suffix.length === 0) return 0
  if (Math.max(prefix.length, suffix.length) > affixBytes) return null
  const affixes = new Uint8Array(8 + affixBytes * 2)
  affixes.set([prefix.length, 0, 0, 0, suffix.length])
  affixes.set(prefix, 8)
  affixes.set(suffix, 8 + affixBytes)
  return kernel.keep(affixes)
}

/** Returns one byte for the kind of value, and up to two for its notation. */
function shapeOf(rewritable: Rewritable): number {
  const part = rewritings[rewritable.check]
  switch (rewritable.check) {
    case 'number':
      return part | (rewritable.group << 8) | (rewritable.decimal << 16)
    case 'boolean':
      return part | (wordPairs[rewritable.yes] << 8)
    case 'uuid':
      return part
    case 'date':
    case 'timestamp':
    case 'timestamp_zoned':
      return part | (dayOrders[rewritable.order] << 8)
  }
}

import type { FixKind } from './fix-tally.ts'
import type { Reporter } from './reporter.ts'

/** A kind of fix that other code makes and counts for the values it has been given. */
export interface AllowedKind {
  readonly kind: FixKind
  readonly allowance: { allow(examples: readonly string[]): void; takeCount(): number }
}

/** Fixes that the kernel makes: it may do so where the report shows already what was done. */
export class AllowedFixes {
  private readonly reporter: Reporter
  private readonly kinds: readonly AllowedKind[]
  private examplesSeen = 0

  constructor(reporter: Reporter, kinds: readonly AllowedKind[]) {
    this.reporter = reporter
    this.kinds = kinds
  }

  /** Lets the kernel have what the report shows by now. */
  allow(): void {
    if (this.examplesSeen === this.reporter.examplesKept) return
    this.examplesSeen = this.reporter.examplesKept
    for (const { kind, allowance } of this.kinds) allowance.allow(this.reporter.examplesOf(kind))
  }

  /** Puts what the kernel counted into the report. */
  report(): void {
    for (const { kind, allowance } of this.kinds) {
      const count = allowance.takeCount()
      if (count > 0) this.reporter.fix({ ...kind, count })
    }
  }
}

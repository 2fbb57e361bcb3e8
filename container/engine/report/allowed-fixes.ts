import type { FixKind } from './fix-tally.ts'
import type { Reporter } from './reporter.ts'

/** A kind of fix that other code may make for certain values. That code also counts them. */
export interface AllowedKind {
  readonly kind: FixKind
  readonly allowance: { allow(examples: readonly string[]): void; takeCount(): number }
}

/** Fixes that the kernel makes. It may only make a fix if the report already shows examples of it. */
export class AllowedFixes {
  private readonly reporter: Reporter
  private readonly kinds: readonly AllowedKind[]
  private examplesPassed = 0

  constructor(reporter: Reporter, kinds: readonly AllowedKind[]) {
    this.reporter = reporter
    this.kinds = kinds
  }

  /** Allows the kernel to make the fixes that the report shows by now. */
  allow(): void {
    if (this.examplesPassed === this.reporter.examplesKept) return
    this.examplesPassed = this.reporter.examplesKept
    for (const { kind, allowance } of this.kinds) allowance.allow(this.reporter.examplesOf(kind))
  }

  /** Adds the kernel's counts to the report. */
  report(): void {
    for (const { kind, allowance } of this.kinds) {
      const count = allowance.takeCount()
      if (count > 0) this.reporter.fix({ ...kind, count })
    }
  }
}

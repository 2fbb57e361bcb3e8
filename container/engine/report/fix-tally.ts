import type { Message } from '../../../src/contract/catalog/message.ts'
import type { FixCode } from '../../../src/contract/codes.ts'
import type { Fix } from '../../../src/contract/report.ts'
import { examplesMax, type Reporter } from './reporter.ts'

/** The maximum number of bytes of a value in an example. */
const shownBytes = 400

export interface FixKind {
  readonly code: FixCode
  readonly column: string
  readonly message: Message
}

/** A kind of fix in one column. Once it has its examples, it only counts, so a million fixes are cheap. */
export class FixTally {
  private readonly reporter: Reporter
  private readonly kind: FixKind
  private group: Fix | null = null
  /** The values of the examples. Another example of the same value would be useless. */
  private readonly known: Uint8Array[] = []

  constructor(reporter: Reporter, kind: FixKind) {
    this.reporter = reporter
    this.kind = kind
  }

  /** Counts a value that replaced a missing one. */
  missing(row: number): void {
    if (this.group === null) this.group = this.reporter.fix({ ...this.kind, row })
    else this.group.count++
  }

  /** Counts a changed value, which was the bytes from `start` to `end`. */
  changed(row: number, bytes: Uint8Array, start: number, end: number): void {
    if (this.group !== null && (this.hasExamples || this.isKnown(bytes, start, end))) {
      this.group.count++
      return
    }
    this.group = this.reporter.fix({ ...this.kind, row, example: shownText(bytes, start, end) })
    if (this.known.length < examplesMax && end - start <= shownBytes) this.known.push(bytes.slice(start, end))
  }

  private get hasExamples(): boolean {
    return this.group?.examples?.length === examplesMax
  }

  private isKnown(bytes: Uint8Array, start: number, end: number): boolean {
    return this.known.some((value) => isSame(value, bytes, start, end))
  }
}

/** Tests whether a value is the same as the bytes from `start` to `end`. */
export function isSame(value: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (value.length !== end - start) return false
  for (let at = 0; at < value.length; at++) if (value[at] !== bytes[start + at]) return false
  return true
}

/** Returns a value in the form that a report shows. */
export function shownText(bytes: Uint8Array, start: number, end: number): string {
  return new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + shownBytes)))
}

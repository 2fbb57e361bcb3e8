import type { Kernel } from '../kernel/kernel.ts'

/** The number of words in assembly/allowance.ts. */
export const allowanceInts = 3
const [knownInt, countInt] = [0, 1] as const
const none = -1
/**
 * The maximum number of known values, as long as not all values are allowed. Each consists of a length and its bytes.
 */
const knownMax = 2
const knownBytes = 64

/**
 * Lets the kernel make fixes of one kind and only count them. The kernel may fix values that the report already shows
 * as examples, and all values once the report has all the examples that it keeps.
 */
export class Allowance {
  private readonly kernel: Kernel
  private readonly words: Int32Array
  private shown = 0

  /** `at` is the position of the words in the kernel's memory. Initially, nothing is allowed. */
  constructor(kernel: Kernel, at: number) {
    this.kernel = kernel
    this.words = kernel.keptInts(at, allowanceInts)
    this.words[knownInt] = none
  }

  allow(examples: readonly string[]): void {
    if (examples.length === this.shown) return
    this.shown = examples.length
    const known = examples.length > knownMax ? 0 : this.kernel.keep(listOf(examples))
    if (known !== null) this.words[knownInt] = known
  }

  /** Returns the number of values that were changed since the last call. */
  takeCount(): number {
    const count = this.words[countInt] as number
    this.words[countInt] = 0
    return count
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

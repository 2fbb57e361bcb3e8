import type { Kernel } from '../kernel/kernel.ts'

/** Words of assembly/allowance.ts. */
export const allowanceInts = 3
const [knownInt, countInt] = [0, 1] as const
const none = -1
/** The number of values that may be known while not all are allowed. Each is a length and its bytes. */
const knownMax = 2
const knownBytes = 64

/**
 * Lets the kernel make fixes of one kind and keep only their count. It may do so for values that the report already
 * shows as examples, and for all values once the report has all the examples it keeps.
 */
export class Allowance {
  private readonly kernel: Kernel
  private readonly words: Int32Array
  private shown = 0

  /** `at`: its words in the kernel's memory. Nothing is allowed yet. */
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

  /** How many values were changed since it was asked. */
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

import type { Fix } from '../../../../src/contract/report.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Reporter } from '../../report/reporter.ts'

/** The fixes whose examples are strings that mean NULL. */
const nullCodes: ReadonlySet<string> = new Set(['null_marker', 'empty_to_null'])
/** The number of strings per column in ../kernel/assembly/nulls.ts. Each consists of a length, a count and the text. */
const textsMax = 4
const textInts = 8
const [lengthInt, countInt, bytesInt] = [0, 2, 4] as const
const longest = 16
const unused = -1

/** A kind of fix in one column, and the number of its examples that the kernel has. */
interface NullKind {
  readonly fix: Fix
  readonly column: NullColumn
  examples: number
}

interface NullColumn {
  /** The address of the strings in each format, or 0 for a format without any. */
  readonly address: Int32Array
  /** The number of strings that the kernel has. */
  texts: number
}

/** A string that the kernel reads as NULL, with its count and its fix. */
interface KnownText {
  readonly fix: Fix
  readonly entry: Int32Array
}

/**
 * Strings that mean NULL (`NULL`, or `""` in a column of numbers). The plain code decides which ones they are. Once the
 * report shows one as an example, the kernel may also read it as NULL and only counts it.
 */
export class KernelNulls {
  private readonly kernel: Kernel
  private readonly reporter: Reporter
  private readonly columns: ReadonlyMap<string, NullColumn>
  private readonly kinds: NullKind[] = []
  /** The known strings of all columns. */
  private readonly known: KnownText[] = []
  private fixesPassed = 0
  private examplesPassed = 0

  /** `words` is the format of each typed column by the column's name. */
  constructor(kernel: Kernel, reporter: Reporter, words: ReadonlyMap<string, Int32Array>) {
    this.kernel = kernel
    this.reporter = reporter
    this.columns = new Map([...words].map(([name, address]) => [name, { address, texts: 0 }]))
  }

  /** Passes the strings that the report shows by now to the kernel. */
  allow(): void {
    const { fixes, examplesKept } = this.reporter
    if (this.examplesPassed === examplesKept) return
    this.examplesPassed = examplesKept
    for (; this.fixesPassed < fixes.length; this.fixesPassed++) {
      const fix = fixes[this.fixesPassed] as Fix
      const column = this.columns.get(fix.column ?? '')
      if (nullCodes.has(fix.code) && column !== undefined) this.kinds.push({ fix, column, examples: 0 })
    }
    for (const kind of this.kinds) {
      const { fix, column } = kind
      const examples = fix.examples ?? []
      for (; kind.examples < examples.length; kind.examples++)
        this.keep(column, fix, new TextEncoder().encode(examples[kind.examples]))
    }
  }

  /** Adds the kernel's counts to the report. */
  report(): void {
    for (const { fix, entry } of this.known) {
      fix.count += entry[countInt] as number
      entry[countInt] = 0
    }
  }

  private keep(column: NullColumn, fix: Fix, text: Uint8Array): void {
    if (text.length > longest || column.texts === textsMax) return
    if (column.texts === 0) {
      const address = this.kernel.keep(new Uint8Array(new Int32Array(textsMax * textInts).fill(unused).buffer))
      if (address === null) return
      column.address[0] = address
    }
    const at = (column.address[0] as number) + column.texts++ * textInts * 4
    const entry = this.kernel.keptInts(at, textInts)
    new Uint8Array(entry.buffer, entry.byteOffset).set(text, bytesInt * 4)
    entry[countInt] = 0
    entry[lengthInt] = text.length
    this.known.push({ fix, entry })
  }
}

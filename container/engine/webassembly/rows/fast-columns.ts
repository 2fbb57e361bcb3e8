import { columnInts, type KernelCast } from './kernel-cast.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { checks, descriptionBytes, literalSorts as sorts, shortTasks as tasks } from '../kernel/layout.ts'
import type { KernelRows } from './kernel-rows.ts'

const skipped = -1
const columnWords = descriptionBytes.fastColumn / 4
/** The words of a cast column before its format: the cell's index and the required checks. */
const castInts = 6
/** The word at which a column's format begins. The address of the writer's allowance follows the format. */
const formatWord = 28
const allowanceWord = 37
const literalInts = 10
const allowanceInt = literalInts
const shortBytes = 32
const surroundingBytes = 16
/** Tasks by the sort of a literal, then by its check. A missing entry means that the column has no task. */
const tasksOf: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  [sorts.plain]: {
    [checks.anything]: tasks.text,
    [checks.integer]: tasks.integer,
    [checks.decimal]: tasks.decimal,
    [checks.date]: tasks.date,
    [checks.timestamp]: tasks.timestamp,
    [checks.boolean]: tasks.boolean,
    [checks.uuid]: tasks.uuid,
  },
  [sorts.boolean]: { [checks.boolean]: tasks.words },
  [sorts.with_t]: { [checks.timestamp]: tasks.timestampT },
  [sorts.in_quotes]: { [checks.anything]: tasks.field },
}
const firstPrintable = 32
/** The maximum number of special bytes that the kernel searches for at once. */
const specialsMax = 2

export interface FastTableColumns {
  readonly kernel: Kernel
  readonly cast: KernelCast
  readonly rows: KernelRows
  /** The number of cells in a row. */
  readonly width: number
}

/**
 * Stores the constants of the fast path, and one description for each cell of a row, for casting and writing. Returns
 * null if a column needs batches.
 */
export function keepColumns(
  table: FastTableColumns,
): { readonly columns: number; readonly constants: Uint8Array } | null {
  const { kernel, cast, rows, width } = table
  const specials = specialsOf(table)
  const described = new Int32Array(width * columnWords)
  for (let cell = 0; cell < width; cell++) described.set([tasks.noValue, skipped], cell * columnWords)
  let last = -1
  for (let column = 0; column < cast.columnCount; column++) {
    const [cell = -1, ...castWords] = kernel.keptInts(cast.columns + column * columnInts * 4, castInts)
    // Values are written in the order in which they are read.
    if (cell <= last || cell >= width) return null
    const literal = kernel.keptInts(rows.columns + column * descriptionBytes.literal, allowanceInt + 1)
    const at = cell * columnWords
    described.set(
      [taskOf(castWords[0] ?? skipped, literal, specials), ...castWords, ...literal.subarray(0, literalInts)],
      at,
    )
    described[at + allowanceWord] = literal[allowanceInt] ?? 0
    for (const [index, place] of [0, 2, 4].entries()) {
      const [address = 0, count = 0] = literal.subarray(place, place + 2)
      if (count <= surroundingBytes) described.set(kernel.keptInts(address, 4), at + 16 + index * 4)
    }
    last = cell
  }
  const columns = kernel.keep(new Uint8Array(described.buffer))
  return columns === null ? null : { columns, constants: constantsOf(specials) }
}

/** Returns the address of the format of cell `cell`. */
export const formatOf = (columns: number, cell: number): number => columns + (cell * columnWords + formatWord) * 4

/**
 * Returns the bytes above the control characters that need an escape, or that the kernel does not write, in any column.
 */
function specialsOf({ kernel, cast, rows }: FastTableColumns): readonly number[] {
  const specials = new Set<number>()
  for (let column = 0; column < cast.columnCount; column++) {
    const escapes = kernel.keptInts(rows.columns + column * descriptionBytes.literal, literalInts)[6] ?? 0
    if (escapes === 0) continue
    const nibbles = new Uint8Array(kernel.keptInts(escapes, 8).slice().buffer)
    for (let byte = firstPrintable; byte < 256; byte++)
      if (((nibbles[byte & 15] as number) & (nibbles[16 + (byte >> 4)] as number)) !== 0) specials.add(byte)
  }
  return [...specials]
}

function taskOf(check: number, literal: Int32Array, specials: readonly number[]): number {
  const [, before = 0, , after = 0, , , escapes = 0, longest = 0, sort = 0, shortest = 0] = literal
  if (before > surroundingBytes || after > surroundingBytes || longest < shortBytes || shortest > 1) return tasks.inFull
  // A literal with its own check needs no escapes.
  if (check === checks.anything && (escapes === 0 || specials.length > specialsMax)) return tasks.inFull
  return tasksOf[sort]?.[check] ?? tasks.inFull
}

const splat = (byte: number): Uint8Array => new Uint8Array(16).fill(byte)
const timestamp = '0000-00-00 00:00:00'
/** The width of the allowed range of each byte of a timestamp. */
const timestampSpan = [9, 9, 9, 9, 0, 1, 9, 0, 3, 9, 0, 2, 9, 0, 5, 9, 0, 5, 9]
/** A timestamp has 19 bytes. The first 16 are checked, and then the last 16, which begin here. */
const timestampRest = 3

/** Returns the constants in the order of ../kernel/assembly/short-values.ts. */
function constantsOf([first = 0, second = first]: readonly number[]): Uint8Array {
  const bytes = new TextEncoder().encode(timestamp)
  const parts = [
    ...[firstPrintable - 1, first, second, 48, 9, 46].map(splat),
    bytes.subarray(0, 16),
    Uint8Array.from(timestampSpan.slice(0, 16)),
    new TextEncoder().encode('"\\\u001f,} \r\n'),
    bytes.subarray(timestampRest),
    Uint8Array.from(timestampSpan.slice(timestampRest)),
    ...[97, 5, 45].map(splat),
  ]
  const all = new Uint8Array(parts.length * 16)
  parts.forEach((part, index) => all.set(part, index * 16))
  return all
}

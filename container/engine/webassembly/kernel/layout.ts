import type { FastTask } from '../../dump/rows/dump-accelerator.ts'
import { CellKind } from '../../table/row-batch.ts'

// The numbers that the kernel shares with its host. `npm run kernel` writes them to assembly/layout.ts, so that neither side
// states them a second time.

/** The checks that decide whether a column's cells are canonical text. `anything` passes every cell. */
export const checks = {
  anything: 0,
  integer: 1,
  decimal: 2,
  date: 3,
  timestamp: 4,
  timestamp_zoned: 5,
  time: 6,
  boolean: 7,
  uuid: 8,
  float: 9,
} as const

/** The conversions from canonical text to a literal, which are the `sort` of a pattern. */
export const literalSorts = {
  plain: 0,
  boolean: 1,
  finite: 2,
  with_t: 3,
  in_quotes: 4,
  utc: 5,
  offset_apart: 6,
} as const

/** The formats of values that the kernel rewrites as canonical text. The plain code rewrites those of `left`. */
export const rewritings = {
  left: 0,
  date: 1,
  timestamp: 2,
  timestamp_zoned: 3,
  number: 4,
  boolean: 5,
  uuid: 6,
} as const
export const dayOrders = { ymd: 0, dmy: 1, mdy: 2 } as const
export const wordPairs = { true: 0, yes: 1 } as const

/** The ways to check and write a short value in words of 16 bytes. Values of `inFull` are processed byte by byte. */
export const shortTasks = {
  inFull: 0,
  text: 1,
  integer: 2,
  decimal: 3,
  date: 4,
  timestamp: 5,
  boolean: 6,
  words: 7,
  field: 8,
  noValue: 9,
  timestampT: 10,
  uuid: 11,
} as const

/** The tasks for a column's values in the rows of a dump. */
export const dumpTasks = {
  skip: 0,
  integer: 1,
  decimal: 2,
  boolean: 3,
  date: 4,
  timestamp: 5,
  time: 6,
  interval: 7,
  text: 8,
  bytes: 9,
  label: 10,
  uuid: 11,
  // Tasks of the first pass, which writes nothing. A value that adds a fact is left to the host.
  isBoolean: 12,
  isDate: 13,
  isTime: 14,
  isBelow19Digits: 15,
  isNotEmpty: 16,
  isCounted: 17,
  isJson: 18,
  /** The plain code reads every value except NULL. */
  plainCode: 19,
  // Timestamps in years that every server stores.
  safeTimestamp: 20,
  isSafeTimestamp: 21,
} as const satisfies Readonly<Record<FastTask, number>>

/** The reasons why reading delimited records stopped. The plain code reads a record of `tooWide`. */
export const recordEnds = { more: 0, full: 1, strayQuote: 2, unclosedQuote: 3, tooWide: 4 } as const

/** The kinds of text that a number becomes in a cell style. The host formats those of `host`. */
export const serialFormats = { number: 0, date: 1, time: 2, timestamp: 3, host: 255 } as const

/** Kinds of cells whose text the host writes, in addition to the cell kinds of a batch. */
export const unfinishedCells = { number: 32, shared: 33, error: 34 } as const

/** The sizes in bytes of the descriptions that the host stores in the kernel's memory. */
export const descriptionBytes = { literal: 48, cast: 60, fastColumn: 160, format: 36, dumpColumn: 16 } as const

interface Group {
  readonly prefix: string
  /** The type of the constants in AssemblyScript. */
  readonly type: 'i32' | 'u8' | 'usize'
  readonly numbers: Readonly<Record<string, number>>
}

/** The contents of assembly/layout.ts. */
export const kernelLayout: readonly Group[] = [
  { prefix: 'CELL', type: 'u8', numbers: CellKind },
  { prefix: 'CHECK', type: 'i32', numbers: checks },
  { prefix: 'SORT', type: 'i32', numbers: literalSorts },
  { prefix: 'REWRITE', type: 'i32', numbers: rewritings },
  { prefix: 'ORDER', type: 'i32', numbers: dayOrders },
  { prefix: 'WORDS', type: 'i32', numbers: wordPairs },
  { prefix: 'SHORT', type: 'i32', numbers: shortTasks },
  { prefix: 'TASK', type: 'i32', numbers: dumpTasks },
  { prefix: 'END', type: 'i32', numbers: recordEnds },
  { prefix: 'MARK', type: 'u8', numbers: serialFormats },
  { prefix: 'UNFINISHED', type: 'u8', numbers: unfinishedCells },
  { prefix: 'BYTES_OF', type: 'usize', numbers: descriptionBytes },
]

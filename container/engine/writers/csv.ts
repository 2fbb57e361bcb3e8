import { appendHex } from '../bytes/hex.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Reporter } from '../report/reporter.ts'
import type { TablePlan } from '../table/table-plan.ts'
import type { TypedBatch } from '../table/typed-batch.ts'
import { KernelRows } from './kernel-rows.ts'
import { bare, type LiteralPattern } from './literal-pattern.ts'
import type { RowRoom, TableWriter } from './table-writer.ts'

const quote = 34
const carriageReturn = 13
const lineFeed = 10
/** In place of a value's start. */
const nothing = -1
const blankLineNote =
  'The file has one column, so NULL is a blank line. PostgreSQL and DuckDB read it as NULL; readers that skip blank lines lose the row.'
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/**
 * RFC 4180 with CRLF. NULL is an unquoted empty field, an empty text a quoted one: the two stay apart. In a file of one column
 * that makes NULL a blank line, as in the files of PostgreSQL and DuckDB, and it is said: many readers skip those.
 */
export function csvWriter(
  plan: TablePlan,
  sqlTypes: readonly string[],
  reporter: Reporter,
  kernel: Kernel | null,
): TableWriter {
  const isText = plan.columns.map((column) => column.type.kind === 'text' || column.type.kind === 'json')
  const isBinary = plan.columns.map((column) => column.type.kind === 'binary')
  const runs = kernel === null || isBinary.includes(true) ? null : fieldRuns(kernel, isText)
  const writeRecord = ({ width, starts, ends, bytes }: TypedBatch, row: number, out: GrowingBytes): void => {
    for (let column = 0, at = row * width; column < width; column++, at++) {
      if (column > 0) out.push(44)
      const start = starts[at] as number
      if (start === nothing) continue
      if (isText[column] === true) field(bytes, start, ends[at] as number, out)
      else if (isBinary[column] === true) appendHex(bytes, start, ends[at] as number, out)
      else out.append(bytes, start, ends[at])
    }
    endLine(out)
  }
  let looksForBlanks = plan.columns.length === 1
  const noteBlank = (isBlank: boolean): void => {
    if (!isBlank) return
    reporter.note(blankLineNote)
    looksForBlanks = false
  }
  const fill = (out: GrowingBytes, write: (room: RowRoom) => number): void => {
    const from = out.length
    const room = { rowsMax: Number.MAX_SAFE_INTEGER, bytesMax: out.bytes.length, isFirst: false }
    while (write(room) > 0);
    if (looksForBlanks) noteBlank(hasBlankLine(out.bytes, from, out.length))
  }
  return {
    sqlTypes,
    begin(out) {
      plan.columns.forEach((column, index) => {
        if (index > 0) out.push(44)
        const name = encode(column.name)
        field(name, 0, name.length, out)
      })
      endLine(out)
    },
    write(batch, out) {
      if (looksForBlanks) noteBlank(batch.starts.subarray(0, batch.rowCount).includes(nothing))
      for (let row = 0; row < batch.rowCount;) {
        const first = row
        if (runs?.covers(batch, out) === true) row = runs.write(row, batch.rowCount, false, out, out.bytes.length)
        if (row === first) writeRecord(batch, row++, out)
      }
    },
    straight: runs === null ? null : { rows: runs, fill },
    end() {},
  }
}

/** Where a field needs quotes, the kernel knows by the bytes that are escaped: only the quote becomes another one. */
function fieldRuns(kernel: Kernel, isText: readonly boolean[]): KernelRows | null {
  const escapes = Array.from({ length: 256 }, (_, byte) => quoted.get(byte))
  const raw: LiteralPattern = { ...bare, nothing: '' }
  const literals = isText.map((is): LiteralPattern => (is ? { ...raw, escapes, sort: 'in_quotes' } : raw))
  return KernelRows.open(kernel, { literals, separator: ',', between: '', behind: '\r\n' })
}

/** Bytes that put a field between quotes, and what they are there. */
const quoted: ReadonlyMap<number, Uint8Array> = new Map(
  [',', '"', '\r', '\n'].map((byte) => [byte.charCodeAt(0), encode(byte === '"' ? '""' : byte)]),
)

function endLine(out: GrowingBytes): void {
  out.push(carriageReturn)
  out.push(lineFeed)
}

/** Whether one of the lines from `from` on is blank, and does not stand between quotes. */
function hasBlankLine(bytes: Uint8Array, from: number, to: number): boolean {
  let isQuoted = false
  let lineStart = from
  for (let at = from; at < to; at++) {
    const byte = bytes[at]
    if (byte === quote) isQuoted = !isQuoted
    else if (byte === lineFeed && !isQuoted) lineStart = at + 1
    else if (byte === carriageReturn && at === lineStart) return true
  }
  return false
}

function field(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
  let needsQuotes = start === end || bytes[start] === 32 || bytes[end - 1] === 32
  for (let at = start; at < end && !needsQuotes; at++) needsQuotes = quoted.has(bytes[at] as number)
  if (!needsQuotes) return out.append(bytes, start, end)
  out.push(quote)
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte === quote) out.push(quote)
    out.push(byte)
  }
  out.push(quote)
}

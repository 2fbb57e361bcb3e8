import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { TablePlan } from '../table/table-plan.ts'
import type { TypedBatch } from '../table/typed-batch.ts'
import { KernelRows } from './kernel-rows.ts'
import { bare, type LiteralPattern } from './literal-pattern.ts'
import { hex } from './sql/dialects/base.ts'
import type { RowRoom, TableWriter } from './table-writer.ts'

const quote = 34
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** RFC 4180 with CRLF. NULL is an unquoted empty field, an empty text a quoted one: the two stay apart. */
export function csvWriter(plan: TablePlan, sqlTypes: readonly string[], kernel: Kernel | null): TableWriter {
  const isText = plan.columns.map((column) => column.type.kind === 'text' || column.type.kind === 'json')
  const isBinary = plan.columns.map((column) => column.type.kind === 'binary')
  const runs = kernel === null || isBinary.includes(true) ? null : fieldRuns(kernel, isText)
  const writeRecord = ({ width, starts, ends, bytes }: TypedBatch, row: number, out: GrowingBytes): void => {
    for (let column = 0, at = row * width; column < width; column++, at++) {
      if (column > 0) out.push(44)
      const start = starts[at] as number
      if (start < 0) continue
      if (isText[column] === true) field(bytes, start, ends[at] as number, out)
      else if (isBinary[column] === true) hex(bytes, start, ends[at] as number, out)
      else out.append(bytes, start, ends[at])
    }
    endLine(out)
  }
  const fill = (out: GrowingBytes, write: (room: RowRoom) => number): void => {
    const room = { rowsMax: Number.MAX_SAFE_INTEGER, bytesMax: out.bytes.length, isFirst: false }
    while (write(room) > 0);
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
  out.push(13)
  out.push(10)
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

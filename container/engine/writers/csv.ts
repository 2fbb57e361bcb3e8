import type { TablePlan } from '../table/table-plan.ts'
import type { TypedBatch } from '../table/typed-batch.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { hex } from './sql/dialects/base.ts'
import type { TableWriter } from './table-writer.ts'

const quote = 34
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** RFC 4180 with CRLF. NULL is an unquoted empty field, an empty text a quoted one: the two stay apart. */
export function csvWriter(plan: TablePlan, sqlTypes: readonly string[]): TableWriter {
  const isText = plan.columns.map((column) => column.type.kind === 'text' || column.type.kind === 'json')
  const isBinary = plan.columns.map((column) => column.type.kind === 'binary')
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
    write(batch: TypedBatch, out) {
      const { width, rowCount, starts, ends, bytes } = batch
      for (let row = 0, at = 0; row < rowCount; row++) {
        for (let column = 0; column < width; column++, at++) {
          if (column > 0) out.push(44)
          const start = starts[at] as number
          if (start < 0) continue
          if (isText[column] === true) field(bytes, start, ends[at] as number, out)
          else if (isBinary[column] === true) hex(bytes, start, ends[at] as number, out)
          else out.append(bytes, start, ends[at])
        }
        endLine(out)
      }
    },
    end() {},
  }
}

function endLine(out: GrowingBytes): void {
  out.push(13)
  out.push(10)
}

function field(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
  let needsQuotes = start === end || bytes[start] === 32 || bytes[end - 1] === 32
  for (let at = start; at < end && !needsQuotes; at++) {
    const byte = bytes[at] as number
    needsQuotes = byte === 44 || byte === quote || byte === 10 || byte === 13
  }
  if (!needsQuotes) return out.append(bytes, start, end)
  out.push(quote)
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte === quote) out.push(quote)
    out.push(byte)
  }
  out.push(quote)
}

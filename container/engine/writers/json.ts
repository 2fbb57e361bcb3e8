import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { TablePlan } from '../table/table-plan.ts'
import type { TypedBatch } from '../table/typed-batch.ts'
import { hex } from './sql/dialects/base.ts'
import type { TableWriter } from './table-writer.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const nullWord = encode('null')
const escapes = Array.from({ length: 256 }, (_, byte) =>
  byte === 34 || byte === 92 || byte < 32 ? encode(JSON.stringify(String.fromCharCode(byte)).slice(1, -1)) : undefined,
)

/** An array of objects, one a line. Numbers keep every digit that they were written with. */
export function jsonWriter(plan: TablePlan, sqlTypes: readonly string[]): TableWriter {
  const keys = plan.columns.map((column, index) => encode(`${index === 0 ? '' : ','}${JSON.stringify(column.name)}:`))
  const isBare = plan.columns.map(({ type }) => ['integer', 'decimal', 'boolean', 'json'].includes(type.kind))
  let isFirst = true
  return {
    sqlTypes,
    begin: (out) => out.append(encode('[')),
    write(batch: TypedBatch, out) {
      for (let row = 0, at = 0; row < batch.rowCount; row++) {
        out.append(encode(isFirst ? '\n{' : ',\n{'))
        isFirst = false
        for (let column = 0; column < batch.width; column++, at++) {
          out.append(keys[column] as Uint8Array)
          const start = batch.starts[at] as number
          const end = batch.ends[at] as number
          if (start < 0) out.append(nullWord)
          else if (isBare[column] === true) out.append(batch.bytes, start, end)
          else value(plan.columns[column]?.type.kind ?? 'text', batch.bytes, start, end, out)
        }
        out.push(125)
      }
    },
    end: (out) => out.append(encode('\n]\n')),
  }
}

function value(kind: string, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
  const last = bytes[end - 1] as number
  if (kind === 'float' && last >= 48 && last <= 57) return out.append(bytes, start, end)
  out.push(34)
  if (kind === 'binary') hex(bytes, start, end, out)
  else {
    let from = start
    for (let at = start; at < end; at++) {
      const escape = escapes[bytes[at] as number]
      if (escape === undefined) continue
      out.append(bytes, from, at)
      out.append(escape)
      from = at + 1
    }
    out.append(bytes, from, end)
  }
  out.push(34)
}

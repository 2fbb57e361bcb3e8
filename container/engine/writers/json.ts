import { appendHex } from '../bytes/hex.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { appendReplacing, type Replacements } from '../bytes/replacements.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { ColumnType } from '../table/column-type.ts'
import type { TablePlan } from '../table/table-plan.ts'
import type { TypedBatch } from '../table/typed-batch.ts'
import { KernelRows } from './kernel-rows.ts'
import { bare, type LiteralPattern } from './literal-pattern.ts'
import type { RowRoom, TableWriter } from './table-writer.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const nullWord = encode('null')
const lineEnd = encode('\n')
const betweenRows = encode(',\n')
const escapes: Replacements = Array.from({ length: 256 }, (_, byte) =>
  byte === 34 || byte === 92 || byte < 32 ? encode(JSON.stringify(String.fromCharCode(byte)).slice(1, -1)) : undefined,
)
const bareKinds: readonly ColumnType['kind'][] = ['integer', 'decimal', 'boolean', 'json']

/** An array of objects, one a line. Numbers keep every digit that they were written with. */
export function jsonWriter(plan: TablePlan, sqlTypes: readonly string[], kernel: Kernel | null): TableWriter {
  const keys = plan.columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const keyBytes = keys.map(encode)
  const kinds = plan.columns.map(({ type }) => type.kind)
  const isBare = kinds.map((kind) => bareKinds.includes(kind))
  const runs = kernel === null || kinds.includes('binary') ? null : objectRuns(kernel, keys, kinds)
  let isFirst = true
  const writeObject = ({ width, starts, ends, bytes }: TypedBatch, row: number, out: GrowingBytes): void => {
    if (!isFirst) out.append(betweenRows)
    for (let column = 0, at = row * width; column < width; column++, at++) {
      out.append(keyBytes[column] as Uint8Array)
      const start = starts[at] as number
      const end = ends[at] as number
      if (start < 0) out.append(nullWord)
      else if (isBare[column] === true) out.append(bytes, start, end)
      else value(kinds[column] ?? 'text', bytes, start, end, out)
    }
    out.push(125)
  }
  const fill = (out: GrowingBytes, write: (room: RowRoom) => number): void => {
    for (;;) {
      const before = out.length
      if (isFirst) out.append(lineEnd)
      const rows = write({ rowsMax: Number.MAX_SAFE_INTEGER, bytesMax: out.bytes.length, isFirst })
      if (rows === 0) {
        out.length = before
        return
      }
      isFirst = false
    }
  }
  return {
    sqlTypes,
    begin: (out) => out.append(encode('[')),
    write(batch, out) {
      for (let row = 0; row < batch.rowCount; isFirst = false) {
        const first = row
        if (isFirst) out.append(lineEnd)
        if (runs?.covers(batch, out) === true) row = runs.write(row, batch.rowCount, isFirst, out, out.bytes.length)
        if (row === first) writeObject(batch, row++, out)
      }
    },
    straight: runs === null ? null : { rows: runs, fill },
    end: (out) => out.append(encode('\n]\n')),
  }
}

/** A key opens what its column writes: the constant before a value holds it. */
function objectRuns(kernel: Kernel, keys: readonly string[], kinds: readonly ColumnType['kind'][]): KernelRows | null {
  const literals = keys.map((key, index): LiteralPattern => {
    const kind = kinds[index] ?? 'text'
    const nothing = `${key}null`
    if (kind === 'float') return { ...bare, before: key, nothing, sort: 'finite' }
    if (bareKinds.includes(kind)) return { ...bare, before: key, nothing }
    return { ...bare, before: `${key}"`, after: '"', nothing, escapes }
  })
  return KernelRows.open(kernel, { literals, separator: '', between: ',\n', behind: '}' })
}

function value(kind: string, bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
  const last = bytes[end - 1] as number
  if (kind === 'float' && last >= 48 && last <= 57) return out.append(bytes, start, end)
  out.push(34)
  if (kind === 'binary') appendHex(bytes, start, end, out)
  else appendReplacing(escapes, bytes, start, end, out)
  out.push(34)
}

import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import type { TypedBatch } from '../../table/typed-batch.ts'
import { encode } from '../../bytes/encode.ts'
import type { RowLayout } from '../../dialects/row-layout.ts'
import type { LiteralPattern } from '../../literals/literal-pattern.ts'
import type { AcceleratedRows } from '../../writers/accelerated-rows.ts'
import { Allowance, allowanceInts } from './allowance.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { descriptionBytes, literalSorts } from '../kernel/layout.ts'

const columnBytes = descriptionBytes.literal
const isKnown = (sort: LiteralPattern['sort']): sort is keyof typeof literalSorts => Object.hasOwn(literalSorts, sort)
const notHere = 255
/** The maximum size of the text around a value. It allows a single check of the space per value. */
const surroundingBytesMax = 900

/** The plain code writes longer values. */
const valueBytesMax = 1 << 20

export class KernelRows implements AcceleratedRows {
  /**
   * The address of the column descriptions, each `columnBytes` long. The fields below are the separators between and
   * after rows.
   */
  readonly columns: number
  readonly between: { readonly at: number; readonly count: number }
  readonly suffix: { readonly at: number; readonly count: number }
  readonly width: number
  readonly allowances: readonly (Allowance | null)[]
  private readonly kernel: Kernel

  /** Returns null if the kernel cannot write the rows, or has no space for their description. */
  static open(kernel: Kernel, layout: RowLayout, patterns: readonly LiteralPattern[]): KernelRows | null {
    const keep = (value: string): { at: number; count: number } | null => {
      const bytes = encode(value)
      const at = bytes.length > surroundingBytesMax ? null : kernel.keep(bytes)
      return at === null ? null : { at, count: bytes.length }
    }
    const described = new DataView(new ArrayBuffer(patterns.length * columnBytes))
    const escapes = new Map<LiteralPattern['escapes'], number | null>()
    const allowances: (Allowance | null)[] = []
    for (const [index, literal] of patterns.entries()) {
      if (!isKnown(literal.sort)) return null
      const separator = layout.separators[index] ?? ''
      const isBoolean = literal.sort === 'boolean'
      const before = keep(separator + literal.before)
      const after = keep((isBoolean ? separator : '') + literal.after)
      const nothing = keep(separator + literal.nothing)
      if (!escapes.has(literal.escapes)) escapes.set(literal.escapes, keepEscapes(kernel, literal))
      const escapesAt = escapes.get(literal.escapes) ?? null
      const allowanceAt = literal.fix === null ? 0 : kernel.keep(new Uint8Array(allowanceInts * 4))
      if (before === null || after === null || nothing === null || escapesAt === null || allowanceAt === null)
        return null
      allowances.push(allowanceAt === 0 ? null : new Allowance(kernel, allowanceAt))
      const { at: beforeAt, count: beforeCount } = before
      const fields = [beforeAt, beforeCount, after.at, after.count, nothing.at, nothing.count, escapesAt]
      fields.push(Math.min(literal.longest, valueBytesMax), literalSorts[literal.sort], literal.shortest, allowanceAt)
      fields.forEach((value, field) => described.setInt32(index * columnBytes + field * 4, value, true))
    }
    const columns = kernel.keep(new Uint8Array(described.buffer))
    const between = keep(layout.between)
    const suffix = keep(layout.suffix)
    if (columns === null || between === null || suffix === null) return null
    return new KernelRows(kernel, columns, allowances, between, suffix)
  }

  private constructor(
    kernel: Kernel,
    columns: number,
    allowances: readonly (Allowance | null)[],
    between: { at: number; count: number },
    suffix: { at: number; count: number },
  ) {
    this.kernel = kernel
    this.columns = columns
    this.allowances = allowances
    this.width = allowances.length
    this.between = between
    this.suffix = suffix
  }

  covers({ starts, bytes }: TypedBatch, out: GrowingBytes): boolean {
    const { kernel } = this
    return starts === kernel.typedStarts && kernel.holdsBytes(bytes) && out.bytes === kernel.output
  }

  write(row: number, rowEnd: number, isFirst: boolean, out: GrowingBytes, bytesMax: number): number {
    const { call, output } = this.kernel
    const from = output.byteOffset + out.length
    const { between, suffix } = this
    const stopped = call.writeRows(
      row,
      rowEnd,
      this.width,
      this.columns,
      between.at,
      between.count,
      suffix.at,
      suffix.count,
      isFirst,
      from,
      output.byteOffset + output.length,
      Math.min(from + bytesMax, 0x7fff_ffff),
    )
    out.length = call.written.value - output.byteOffset
    return stopped
  }
}

/**
 * Stores two tables that find special bytes by their nibbles (one bit for each high nibble), and the replacement of
 * each byte.
 */
function keepEscapes(kernel: Kernel, { escapes, notHere: refused }: LiteralPattern): number | null {
  if (escapes === null && refused.length === 0) return 0
  const table = new Uint8Array(32 + 256 * 4)
  const bitOf = new Map<number, number>()
  for (let byte = 0; byte < 256; byte++) {
    const replacement = escapes?.[byte]
    const isRefused = refused.includes(byte) || (replacement !== undefined && replacement.length > 3)
    if (replacement === undefined && !isRefused) continue
    const high = byte >> 4
    const bit = bitOf.get(high) ?? 1 << bitOf.size
    bitOf.set(high, bit)
    table[byte & 15] = (table[byte & 15] as number) | bit
    table[16 + high] = bit
    const at = 32 + byte * 4
    table[at] = isRefused ? notHere : (replacement?.length ?? 0)
    if (!isRefused && replacement !== undefined) table.set(replacement, at + 1)
  }
  return bitOf.size > 8 ? null : kernel.keep(table)
}

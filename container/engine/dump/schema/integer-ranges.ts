import type { DumpColumn } from './schema.ts'

/** The bits of MySQL's integer types. */
const bitsOfType: Readonly<Record<string, number>> = { tinyint: 8, smallint: 16, mediumint: 24, int: 32, bigint: 64 }

export const isInteger = ({ type }: DumpColumn): boolean => /^(?:tiny|small|medium|big)?int$/.test(type)

/** Returns the range of a MySQL column. The PostgreSQL type may have a larger one. */
export function rangeOf({ type, unsigned }: DumpColumn): readonly [bigint, bigint] {
  const bits = BigInt(bitsOfType[type] ?? 64)
  return unsigned ? [0n, (1n << bits) - 1n] : [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]
}

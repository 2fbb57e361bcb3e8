import { encodingOfMysql } from '../text/charsets.ts'
import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { DumpPlan, PlannedColumn } from '../plan/plan-types.ts'
import { isSingleByte } from '../text/text-repair.ts'
import type { Value } from '../values/value.ts'

const charsetOf = ({ source }: PlannedColumn): string => source.charset?.toLowerCase() ?? ''

/** The first byte of UTF-8 that a character set does not contain, for those that are the beginning of Unicode. */
const firstOutside: ReadonlyMap<string, number> = new Map([
  ['ascii', 0x80],
  ['utf8', 0xf0],
  ['utf8mb3', 0xf0],
])

/** Tests for a column whose character set contains only some of the characters of Unicode. */
export const isLimited = (column: PlannedColumn): boolean =>
  firstOutside.has(charsetOf(column)) || isSingleByte(column.encoding)

/** The characters of single-byte encodings. */
const known = new Map<string, ReadonlySet<string>>()

/** The characters that ISO 8859-7 received in 2003. The greek of the servers is the one from 1987. */
const laterGreek = /[€₯ͺ]/gu

function charactersOf(encoding: string): ReadonlySet<string> {
  let found = known.get(encoding)
  if (found === undefined) {
    const decoder = new TextDecoder(encoding, { ignoreBOM: true })
    const decoded = decoder.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
    found = new Set(encoding === 'iso-8859-7' ? decoded.replaceAll(laterGreek, '') : decoded)
    known.set(encoding, found)
  }
  return found
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Tests for a character that the column's character set does not contain. A server refuses it, or stores `?`. */
export function isOutside(column: PlannedColumn, { bytes, start, end }: Value): boolean {
  const first = firstOutside.get(charsetOf(column))
  const part = bytes.subarray(start, end)
  if (first !== undefined) return part.some((byte) => byte >= first)
  const encoding = encodingOfMysql(charsetOf(column))
  if (!isSingleByte(encoding)) return false
  const characters = charactersOf(encoding)
  return Array.from(decoder.decode(part)).some((character) => !characters.has(character))
}

/** Names the columns that have such characters. */
export function noteOutside(found: ReadonlySet<PlannedColumn>, { tables }: DumpPlan, reporter: Reporter): void {
  if (found.size === 0) return
  for (const { name, columns } of tables)
    for (const column of columns)
      if (found.has(column)) reporter.note(dumpRowMessages.outside(`${name}.${column.name}`, charsetOf(column)))
}

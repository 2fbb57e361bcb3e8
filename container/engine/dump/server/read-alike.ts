import type { DumpColumn } from '../schema/schema.ts'

const integers = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'bigint'])
const texts = new Set(['varchar', 'tinytext', 'text', 'mediumtext', 'longtext'])
const labels = new Set(['enum', 'set'])

const isSameFamily = (then: string, last: string): boolean =>
  [integers, texts, labels].some((family) => family.has(then) && family.has(last))

/**
 * Tests whether an expression reads a value of a column in the same way before and after a statement changes the type.
 * Held values are in their last form: 1 in an integer that becomes a decimal is 1.00, and a text that becomes
 * case-sensitive differs from other texts. A longer text, a larger integer and more labels change nothing.
 */
export function areReadAlike(then: DumpColumn, last: DumpColumn): boolean {
  if (then === last) return true
  if (then.unsigned !== last.unsigned) return false
  if (then.isExactText !== last.isExactText && /char|text|enum|set|json/.test(last.type)) return false
  if (then.isZerofill || last.isZerofill) return then.type === last.type && then.sizes.join() === last.sizes.join()
  if (then.type === last.type && then.sizes.join() === last.sizes.join()) return true
  return isSameFamily(then.type, last.type) && (then.type === last.type || !labels.has(then.type))
}

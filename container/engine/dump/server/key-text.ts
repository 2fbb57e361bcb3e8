import { isAscii } from '../constants/constant.ts'
import type { DumpColumn } from '../schema/schema.ts'

type ComparedColumn = Pick<DumpColumn, 'isExactText' | 'collation' | 'charset'>

/** Collations without trailing padding, in which `a` and `a ` differ. */
const keepsSpaces = /_(?:nopad|0900)_/
/** Collations of Unicode in which a letter equals the same one with an accent, in any language. */
const ignoresAccents =
  /^(?:utf8(?:mb[34])?|ucs2|utf16(?:le)?|utf32)_(?:general|unicode|unicode_520|uca1400|0900)(?:_nopad)?(?:_ai)?_ci$/
const isUnicode = /^(?:utf8|ucs2|utf16|utf32)/

/** The marks of `ä` and `å`, which are letters of their own in `latin1_swedish_ci`, the default of older servers. */
const ownLetters = /[\u0308\u030a]/

/**
 * Tests for a column without a known collation. The one of utf8mb4 in MySQL 8 keeps spaces, and that in MariaDB does not.
 */
export const mayKeepSpaces = ({ collation, charset, isExactText }: ComparedColumn): boolean =>
  collation === null && !isExactText && (charset === null || charset === 'utf8mb4')

/**
 * Returns a form that a string shares with every string that a server certainly considers equal. It keeps accents that
 * are separate letters in some languages if the collation of the column is not known.
 */
export function keyText(text: string, { isExactText, collation, charset }: ComparedColumn): string {
  const unpadded = collation !== null && keepsSpaces.test(collation) ? text : text.replace(/ +$/, '')
  if (isExactText) return unpadded
  const upper = unpadded.toUpperCase()
  if (isAscii(unpadded)) return collation?.includes('turkish') === true ? unpadded : upper
  // Collations differ in whether `ß` is `ss` or `s`, and `ı` is `i`.
  if (upper.toLowerCase() !== unpadded.toLowerCase()) return unpadded
  if (collation === null ? charset !== null && !isUnicode.test(charset) : !ignoresAccents.test(collation)) return upper
  const isKnown = collation !== null || charset !== null
  return upper
    .normalize('NFD')
    .replaceAll(/([A-Z])(\p{M}+)/gu, (whole, letter: string, marks: string) =>
      isKnown || !ownLetters.test(marks) ? letter : whole,
    )
}

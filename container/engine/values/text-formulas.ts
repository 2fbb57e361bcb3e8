import { valueMessages } from '../catalog/values.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { Reading, type ValueParser } from './value-parser.ts'

const equals = 61
const quote = 34

/** Tests for `="001"`, a formula that makes Excel show a value as text. */
export const isTextFormula = (bytes: Uint8Array, start: number, end: number): boolean =>
  end - start >= 3 && bytes[start] === equals && bytes[start + 1] === quote && bytes[end - 1] === quote

/** Returns the text of such a formula, and any other text unchanged. */
export const withoutTextFormula = (text: string): string =>
  /^="(?:[^"]|"")*"$/.test(text) ? text.slice(2, -1).replaceAll('""', '"') : text

/** Reads text in which some values are formulas such as `="001"`. It keeps their text and all other values. */
export const textFormulas: ValueParser = {
  rewriting: { code: 'text_formula', message: valueMessages.text_formula },
  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading {
    if (!isTextFormula(bytes, start, end)) return Reading.asWritten
    const outStart = out.length
    for (let at = start + 2; at < end - 1; at++) {
      const isQuote = bytes[at] === quote
      if (isQuote && (at + 1 === end - 1 || bytes[at + 1] !== quote)) {
        out.length = outStart
        return Reading.asWritten
      }
      out.push(bytes[at] as number)
      if (isQuote) at++
    }
    return Reading.rewritten
  },
}

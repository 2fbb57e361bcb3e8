import { u16 } from './binary-cells.ts'

const call = 'HYPERLINK('
/**
 * The number of the function HYPERLINK in binary workbooks. The next constants are the tokens of a call, without their
 * class.
 */
const functionNumber = 0x0167
const callToken = 0x02
const tokenBits = 0x1f
const callBytes = 4
const stringToken = 0x17
/** Tokens below this value have no class. */
const classBits = 0x20
/** The tokens of a boolean, an integer and a number, with their sizes in bytes. */
const constantBytes: Readonly<Record<number, number>> = { 0x1d: 2, 0x1e: 3, 0x1f: 9 }

/** The link of a cell whose formula calls HYPERLINK. The URL is null if the formula computes it. */
export interface FormulaLink {
  readonly url: string | null
}

/** Reads the link of a formula given as text: `HYPERLINK("https://example.com";"name")`. */
export function linkOfFormula(formula: string): FormulaLink | null {
  // OpenDocument puts the formula's language before it.
  const text = formula.replace(/^(?:[a-z]+:)?\s*=?\s*/, '')
  if (!startsLink(text) || text.length < call.length) return null
  const url = /^"((?:[^"]|"")*)"\s*[,;)]/.exec(text.slice(call.length).trimStart())?.[1]
  return { url: url?.replaceAll('""', '"') ?? null }
}

/** Tests whether the part of a formula read so far may be a call of HYPERLINK. */
export const startsLink = (text: string): boolean => call.startsWith(text.slice(0, call.length).toUpperCase())

/** Reads strings and references inside the formulas of a binary format. */
export interface FormulaTokens {
  /** Reads the string that follows its token. */
  readString(bytes: Uint8Array, at: number): { readonly text: string; readonly end: number }
  /** The size of a cell reference in bytes, including its token. */
  readonly referenceBytes: number
}

/** Reads the link of a formula given as tokens. The arguments come before the call. */
export function linkOfTokens(bytes: Uint8Array, start: number, end: number, tokens: FormulaTokens): FormulaLink | null {
  const callAt = end - callBytes
  if (callAt < start || end > bytes.length || u16(bytes, end - 2) !== functionNumber) return null
  if (((bytes[callAt] as number) & tokenBits) !== callToken) return null
  if (bytes[start] !== stringToken) return { url: null }
  const url = tokens.readString(bytes, start + 1)
  const nameBytes = callAt - url.end
  if (nameBytes === 0) return { url: url.text }
  const name = bytes[url.end] as number
  const isName =
    name === stringToken
      ? tokens.readString(bytes, url.end + 1).end === callAt
      : nameBytes === (name < classBits ? constantBytes[name] : tokens.referenceBytes)
  return { url: isName ? url.text : null }
}

import { u16 } from './binary-cells.ts'

const call = 'HYPERLINK('
/** The number of HYPERLINK among the functions of binary workbooks, and the token of a call, without its class. */
const functionNumber = 0x0167
const callToken = 0x02
const tokenBits = 0x1f
const callBytes = 4
const stringToken = 0x17
/** Tokens below have no class. */
const classBits = 0x20
/** The tokens of a boolean, an integer and a number, and their bytes. */
const constantBytes: Readonly<Record<number, number>> = { 0x1d: 2, 0x1e: 3, 0x1f: 9 }

/** The link of a cell whose formula is a call of HYPERLINK: its URL is null if that is computed. */
export interface FormulaLink {
  readonly url: string | null
}

/** The link of a formula as text: `HYPERLINK("https://example.com";"name")`. */
export function linkOfFormula(formula: string): FormulaLink | null {
  // OpenDocument names the language of a formula before it.
  const text = formula.replace(/^(?:[a-z]+:)?\s*=?\s*/, '')
  if (!startsLink(text) || text.length < call.length) return null
  const url = /^"((?:[^"]|"")*)"\s*[,;)]/.exec(text.slice(call.length).trimStart())?.[1]
  return { url: url?.replaceAll('""', '"') ?? null }
}

/** Whether a formula is a call of HYPERLINK, as far as it is known. */
export const startsLink = (text: string): boolean => call.startsWith(text.slice(0, call.length).toUpperCase())

/** The strings and references within the formulas of a binary format. */
export interface FormulaTokens {
  /** The string after its token. */
  readString(bytes: Uint8Array, at: number): { readonly text: string; readonly end: number }
  /** The bytes of a reference to a cell, with its token. */
  readonly referenceBytes: number
}

/** The link of a formula as tokens: the arguments, and then the call. */
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

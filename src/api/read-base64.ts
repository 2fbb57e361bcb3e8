import { fields } from '../contract/catalog/fields.ts'
import type { Message } from '../contract/catalog/message.ts'

/** The bytes of a base64 text, or what is wrong with it. */
export type Base64 = { readonly bytes: Uint8Array } | { readonly mistake: Message }

const dataUrl = /^data:[^,]{0,200},/
/** The characters of base64, with at most two of padding. A sticky match stops at the first other character. */
const base64 = /[A-Za-z0-9+/]*={0,2}/y

/**
 * The first bytes of workbooks and compressed files in base64: zip, OLE, gzip, bzip2, xz and Zstandard. The first cell of
 * a table may have them, too, with a delimiter after it.
 */
const binaryInBase64 =
  /^(?:UEsDB|0M8R4KGx|H4sI|QlpoO|\/Td6WFoA|KLUv\/)[A-Za-z0-9+/\r\n]{30,}={0,2}\s*$|^data:[^,]{0,200};base64,[A-Za-z0-9+/\r\n]*={0,2}\s*$/

/** Tests whether a text is a file in base64 that was sent without `content_encoding`. */
export function looksLikeBase64(text: string): boolean {
  const beginning = text.slice(0, examinedCharacters)
  return binaryInBase64.test(beginning) || isTextInBase64(beginning)
}

/** One long line, or lines of 64 or 76 characters, as programs write base64. */
const linesOfBase64 = /^(?:[A-Za-z0-9+/]{64}(?:[A-Za-z0-9+/]{12})?\r?\n)*[A-Za-z0-9+/]*={0,2}\s*$/
const shortestInBase64 = 16
/** Shorter names of columns may happen to decode to characters of an encoding with one byte for each character. */
const shortestInOneByte = 48
const examinedCharacters = 4000

/**
 * Tests whether the beginning of a text is nothing but base64, and decodes to the beginning of a table in some encoding.
 * The name of a column decodes to bytes that are not text.
 */
function isTextInBase64(beginning: string): boolean {
  if (beginning.length < shortestInBase64 || !linesOfBase64.test(beginning)) return false
  const letters = beginning.replaceAll(/[\s=]+/g, '')
  const binary = atob(letters.slice(0, letters.length - (letters.length % 4 === 1 ? 1 : 0)))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  if (isTable(bytes, 'utf-8')) return true
  const utf16 = utf16Of(bytes)
  if (utf16 !== null) return isTable(bytes, utf16) && (hasByteOrderMark(bytes) || isMostlyAscii(bytes))
  return letters.length >= shortestInOneByte && binary.includes('\n') && isTextInOneByte(binary) && isMostlyAscii(bytes)
}

function isTable(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): boolean {
  try {
    const decoded = new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes, { stream: true })
    return /[\r\n]/.test(decoded) && !/[^\P{Cc}\r\n\t]/u.test(decoded)
  } catch {
    return false
  }
}

const hasByteOrderMark = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** Returns UTF-16 with its byte order, which the mark or the zero byte of the first character shows. */
const utf16Of = ([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null =>
  first === 0 || (first === 0xfe && second === 0xff)
    ? 'utf-16be'
    : second === 0 || (first === 0xff && second === 0xfe)
      ? 'utf-16le'
      : null

/** Tests for bytes without a control character, as in Windows-1252, Shift JIS or GB 18030. */
const isTextInOneByte = (binary: string): boolean => !/[^\P{Cc}\r\n\t\x80-\x9f]/u.test(binary)

/** Tests whether most bytes are of ASCII characters, or the zero bytes beside them. */
const isMostlyAscii = (bytes: Uint8Array): boolean => bytes.filter((byte) => byte < 0x80).length * 2 >= bytes.length

export function readBase64(text: string): Base64 {
  const prefix = dataUrl.exec(text)?.[0]
  if (prefix !== undefined) return { mistake: fields.dataUrl(prefix) }
  base64.lastIndex = 0
  const length = base64.exec(text)?.[0].length ?? 0
  if (length < text.length) return { mistake: fields.base64Character(length + 1, text) }
  if (length % 4 !== 0) return { mistake: fields.base64Length(length) }
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return { bytes }
}

import { fields } from '../contract/catalog/fields.ts'
import { jsonLevelsMax } from '../contract/limits.ts'
import { placeIn } from '../contract/broken-json.ts'
import { type ParsedJson, parseJson } from '../contract/parse-json.ts'
import { nestsTooDeepAt } from './nesting.ts'

/** The body of a POST as a value, or what is wrong with it. */
export type JsonBody = ParsedJson

/** The decoder removes a byte order mark, which some editors write. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
const looksLikeJson = (raw: Uint8Array): boolean => /^[\s\ufeff]*[[{]/.test(latin1.decode(raw.subarray(0, 100)))
const latin1 = new TextDecoder('latin1')
/** Tests whether every other byte of the beginning is zero, or a byte order mark indicates UTF-16. */
const isUtf16 = ([first = 1, second = 1]: Uint8Array): boolean =>
  (first === 0) !== (second === 0) || (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
/** Tests for UTF-32: three zero bytes beside the first character, or a byte order mark with two. */
const isUtf32 = (raw: Uint8Array): boolean => {
  const [first, second, third, fourth] = raw
  if (raw.length < 4) return false
  return (third === 0 && fourth === 0 && (second === 0 || isUtf16(raw))) || (first === 0 && second === 0)
}
const isGzip = (raw: Uint8Array): boolean => raw[0] === 0x1f && raw[1] === 0x8b

/** The types that clients also send with JSON, because they are their defaults. */
const usualType = /^(?:application|text)\/(?:[\w.-]+\+)?(?:json|plain|x-www-form-urlencoded)$/

/** Returns the media type of a body if it declares a file or a form with files, or null for any other. */
function fileTypeOf(contentType: string | null): string | null {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return type.length < 80 && /^[\w.+-]+\/[\w.+-]+$/.test(type) && !usualType.test(type) ? type : null
}

/**
 * Returns the JSON of a body, or the place where it breaks. An empty body is an object without fields. JSON is read
 * whatever type the request declares, and the type only explains why a body is not JSON.
 */
export function readJson(raw: Uint8Array, contentType: () => string | null = () => null): JsonBody {
  if (raw.length === 0) return { value: {} }
  if (isUtf32(raw)) return { mistake: fields.utf32 }
  if (isUtf16(raw)) return { mistake: fields.utf16 }
  let text: string
  try {
    text = utf8.decode(raw)
  } catch {
    if (isGzip(raw)) return { mistake: fields.compressed }
    return { mistake: looksLikeJson(raw) ? fields.utf8 : fields.file(fileTypeOf(contentType())) }
  }
  const tooDeepAt = nestsTooDeepAt(text, jsonLevelsMax)
  if (tooDeepAt !== null) return { mistake: fields.jsonLevels(jsonLevelsMax, placeIn(text, tooDeepAt)) }
  const parsed = parseJson(text)
  const type = 'value' in parsed || looksLikeJson(raw) ? null : fileTypeOf(contentType())
  return type === null ? parsed : { mistake: fields.file(type) }
}

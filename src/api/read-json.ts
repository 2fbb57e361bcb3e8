import { fields } from '../contract/catalog/fields.ts'
import type { Message } from '../contract/catalog/message.ts'
import { jsonLevelsMax } from '../contract/limits.ts'
import { jsonBreaksAt, placeIn } from './broken-json.ts'
import { nestsTooDeepAt } from './nesting.ts'

/** The body of a POST as a value, or what is wrong with it. */
export type JsonBody = { readonly value: unknown } | { readonly mistake: Message }

/** The decoder removes a byte order mark, which some editors write. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
const isGzip = (raw: Uint8Array): boolean => raw[0] === 0x1f && raw[1] === 0x8b

/** The JSON of a body, or where it breaks. An empty body is an object without fields. */
export function readJson(raw: Uint8Array): JsonBody {
  if (raw.length === 0) return { value: {} }
  let text: string
  try {
    text = utf8.decode(raw)
  } catch {
    return { mistake: isGzip(raw) ? fields.compressed : fields.utf8 }
  }
  const tooDeepAt = nestsTooDeepAt(text, jsonLevelsMax)
  if (tooDeepAt !== null) return { mistake: fields.jsonLevels(jsonLevelsMax, placeIn(text, tooDeepAt)) }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { mistake: fields.json(jsonBreaksAt(text)) }
  }
}

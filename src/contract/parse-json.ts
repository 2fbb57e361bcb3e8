import { jsonBreaksAt, placeIn } from './broken-json.ts'
import { fields } from './catalog/fields.ts'
import type { Message } from './catalog/message.ts'
import { repeatedNameIn } from './repeated-name.ts'

export type ParsedJson = { readonly value: unknown } | { readonly mistake: Message }

/** Parses JSON, or says where it breaks, or which name an object has twice. */
export function parseJson(text: string): ParsedJson {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { mistake: fields.json(jsonBreaksAt(text)) }
  }
  const repeated = repeatedNameIn(text)
  return repeated === null ? { value } : { mistake: fields.nameAgain(repeated.name, placeIn(text, repeated.at)) }
}

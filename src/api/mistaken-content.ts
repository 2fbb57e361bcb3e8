import { fields } from '../contract/catalog/fields.ts'
import type { Message } from '../contract/catalog/message.ts'
import { isFilePath } from '../url-safety/url-meant.ts'

const nameCharactersMax = 1000

/** Returns what is wrong with a text that stands for a file instead of being its content, or null for any other text. */
export function mistakenContent(text: string): Message | null {
  if (/[\r\n]./.test(text)) return null
  if (isEscaped(text)) return fields.contentIsEscaped
  if (text.length > nameCharactersMax) return null
  const line = text.trim()
  if (/^https?:\/\/[^\s,;|]+$/i.test(line)) return fields.contentIsUrl
  if (/^(?:undefined|\[object \w+\])$/.test(line)) return fields.contentIsNothing
  return isFilePath(line.replace(/^@/, '')) && !/[,;|\t"]/.test(line) ? fields.contentIsPath : null
}

/** Tests for a text of one line whose line breaks were escaped twice: `id,name\\n1,Ann\\n`. JSON and SQL have quotes. */
const isEscaped = (text: string): boolean => text.endsWith(String.raw`\n`) && !/[\r\n"']/.test(text)

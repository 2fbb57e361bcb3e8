import type { Message } from './message.ts'

/** Creates a message of a catalog, such as say`The file has ${count} rows.` Only catalogs may import this. */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number)[]): Message {
  let text = parts[0] as string
  for (const [at, value] of values.entries()) text += `${value}${parts[at + 1] as string}`
  return text as Message
}

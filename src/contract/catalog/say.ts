import type { Message } from './message.ts'

/** A message of a catalog: say`The file has ${count} rows.` Only catalogs may import this. */
export const say = (parts: TemplateStringsArray, ...values: readonly (string | number)[]): Message =>
  String.raw({ raw: parts }, ...values) as Message

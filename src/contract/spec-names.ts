import * as z from 'zod'
import { rules } from './catalog/fields.ts'
import { must, mustSilently, onlyText, textOf, wholeFrom } from './shapes.ts'
import { specNameCharactersMax } from './spec-values.ts'

/** A name in the spec that may be any text. */
export const name = textOf(1, specNameCharactersMax)
export const sheetName = textOf(1, specNameCharactersMax, rules.sheetName(specNameCharactersMax), onlyText)
export const columnName = textOf(1, specNameCharactersMax, rules.columnName(specNameCharactersMax), onlyText)

const sheetsMax = 10_000
const sheet = z.union([name, wholeFrom(1, sheetsMax)])
const wrongSheets = must(rules.sheets, (input) => {
  if (input === true || input === '*') return 'all'
  const word = typeof input === 'string' ? input.toLowerCase() : undefined
  // People write a single sheet without its brackets.
  return word === 'all' || word === 'first' ? word : sheet.safeParse(input).success ? [input] : undefined
})
export const sheetChoice = z.union(
  [
    z.enum(['first', 'all']),
    z
      .array(sheet)
      .min(1, { error: wrongSheets })
      .max(sheetsMax, { error: mustSilently(rules.itemsAtMost(sheetsMax)) }),
  ],
  { error: wrongSheets },
)

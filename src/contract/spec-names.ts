import * as z from 'zod'
import { rules } from './catalog/fields.ts'
import { itemsMeant, must, mustSilently, onlyText, textOf, wholeFrom } from './shapes.ts'
import { specNameCharactersMax } from './spec-values.ts'

/** A name in the spec that may be any text. */
export const name = textOf(1, specNameCharactersMax)
export const sheetName = textOf(1, specNameCharactersMax, rules.sheetName(specNameCharactersMax), onlyText)
export const columnName = textOf(1, specNameCharactersMax, rules.columnName(specNameCharactersMax), onlyText)

const sheetsMax = 10_000
const sheet = z.union([name, wholeFrom(1, sheetsMax)])
const numbersMeant = itemsMeant(wholeFrom(1, sheetsMax))
const sheetsMeant = itemsMeant(sheet)
const wrongSheets = must(rules.sheets, (input) => {
  if (input === true || input === '*') return 'all'
  const word = typeof input === 'string' ? input.trim().toLowerCase() : ''
  if (word === 'all' || word === 'first') return word
  // A list of small numbers has the places of sheets, and not their names.
  return (/^\d{1,3}(?:\s*,\s*\d{1,3})*$/.test(word) ? numbersMeant : sheetsMeant)(input)
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

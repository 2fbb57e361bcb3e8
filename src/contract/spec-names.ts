import * as z from 'zod'
import { rules } from './catalog/fields.ts'
import { must, textOf, wholeFrom } from './shapes.ts'
import { specNameCharactersMax } from './spec-values.ts'

/** A name in the spec that may be any text. */
export const name = textOf(1, specNameCharactersMax)
export const sheetName = textOf(1, specNameCharactersMax, rules.sheetName(specNameCharactersMax))
export const columnName = textOf(1, specNameCharactersMax, rules.columnName(specNameCharactersMax))

const sheetsMax = 10_000
export const sheetChoice = z.union(
  [
    z.enum(['first', 'all']),
    z
      .array(z.union([name, wholeFrom(1, sheetsMax)]))
      .min(1)
      .max(sheetsMax),
  ],
  { error: must(rules.sheets) },
)

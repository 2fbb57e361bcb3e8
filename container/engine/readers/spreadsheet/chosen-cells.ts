import type { Message } from '../../../../src/contract/catalog/message.ts'
import { specMessages } from '../../catalog/spec.ts'
import type { Spec } from '../../../../src/contract/spec.ts'
import { EngineFailure } from '../../failure.ts'
import { placeInBook } from './references.ts'
import type { NamedCells } from './workbook.ts'

const namesMax = 20

/**
 * Returns the cells that `input.range` selects, by reference or by a name in the workbook. Returns null if it is not
 * set.
 */
export async function chosenCells(
  { range, sheet }: Pick<Spec['input'], 'range' | 'sheet'>,
  namedCells: () => Promise<readonly NamedCells[]>,
): Promise<Omit<NamedCells, 'name'> | null> {
  if (range === null) return null
  const place = placeInBook(range)
  const found = place === null ? cellsOfName(range, sheet, await namedCells()) : { ...place, headerRow: null }
  if (found.sheet !== null && sheet !== null && !isSameName(found.sheet, sheet))
    throw refused(specMessages.range_not_found.otherSheet(range, found.sheet, sheet))
  return { ...found, sheet: found.sheet ?? sheet }
}

/** Several sheets may each define the same name. */
function cellsOfName(wanted: string, sheet: string | null, all: readonly NamedCells[]): NamedCells {
  const found = all.filter(({ name }) => isSameName(name, wanted))
  const own = found.find((one) => sheet !== null && one.sheet !== null && isSameName(one.sheet, sheet)) ?? found[0]
  if (own !== undefined) return own
  const names = all.map(({ name }) => name).slice(0, namesMax)
  throw refused(specMessages.range_not_found.unknown(wanted, names))
}

const refused = (message: Message): EngineFailure =>
  new EngineFailure('invalid_spec', message, [{ code: 'range_not_found', message }])

/** Without an exact match, names are compared ignoring case and surrounding spaces. */
export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

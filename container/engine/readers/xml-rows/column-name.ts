import { keySeparator } from '../json/key-levels.ts'
import { xmlText } from '../json/opened-objects.ts'

/**
 * Returns the name of a column from its keys, without the prefix of attributes. The text of a row element itself
 * becomes `value`.
 */
export function columnNameOf(path: string): string {
  const names = path.split(keySeparator).map((key) => (key === xmlText ? 'value' : key.replace(/^@/, '')))
  return names.join('_')
}

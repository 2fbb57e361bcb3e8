import { keySeparator } from '../json/key-levels.ts'
import { xmlText } from '../json/opened-objects.ts'

/**
 * Returns the name of a column from the keys that lead to it, without the prefix of attributes. The text of a row
 * element itself is called its value.
 */
export function columnNameOf(path: string): string {
  const names = path.split(keySeparator).map((key) => (key === xmlText ? 'value' : key.replace(/^@/, '')))
  return names.join('_')
}

import { keySeparator } from '../json/key-levels.ts'
import { xmlText } from '../json/opened-objects.ts'

/** The name of a column by the keys that lead to it: without the sign of attributes. The text of a row itself is its value. */
export function columnNameOf(path: string): string {
  const names = path.split(keySeparator).map((key) => (key === xmlText ? 'value' : key.replace(/^@/, '')))
  return names.join('_')
}

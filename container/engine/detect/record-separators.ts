/** The characters with which ASCII ends cells and rows, so that values may contain line breaks. */
export const unitSeparator = '\x1f'
export const recordSeparator = '\x1e'

/** Tests for text whose rows end with record separators, and whose cells end with unit separators. */
export function hasRecordSeparators(head: string): boolean {
  if (!head.includes(unitSeparator)) return false
  const records = head.split(recordSeparator)
  return records.length > 1 && records.filter((record) => record.includes(unitSeparator)).length * 2 >= records.length
}

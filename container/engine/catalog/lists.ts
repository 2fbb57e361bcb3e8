/** Returns the end of a shortened list, such as ` and 3 more`, or an empty text. */
export const andMore = (count: number): string => (count > 0 ? ` and ${count} more` : '')

/** Returns a count with its noun, such as "1 row" and "2 rows". */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

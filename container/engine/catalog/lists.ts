/** Returns the end of a shortened list, such as ` and 3 more`, or an empty text. */
export const andMore = (count: number): string => (count > 0 ? ` and ${count} more` : '')

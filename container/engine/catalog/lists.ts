/** The end of a list that is cut: ` and 3 more`, or nothing. */
export const andMore = (count: number): string => (count > 0 ? ` and ${count} more` : '')

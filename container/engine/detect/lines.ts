/** A text's lines, however they end. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/)

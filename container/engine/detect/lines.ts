/** Splits a text into lines at line ends of any kind. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/)

/** Returns the lines that are not blank. */
export const filledLines = (text: string): string[] => linesOf(text).filter((line) => line.trim() !== '')

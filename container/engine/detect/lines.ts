/** Splits a text into lines at line ends of any kind. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/)

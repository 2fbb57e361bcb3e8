/** Matches numbers, dates and times. */
const typedValue = /^(?:[-+]?[$€£]?\d[\d.,'eE+-]*%?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}:\d{2}(?::\d{2})?)$/
export const isTypedValue = (text: string): boolean => typedValue.test(text)

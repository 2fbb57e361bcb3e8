/** Matches the end of a sentence, with or without a closing quote, in European and East Asian scripts. */
const sentenceEnd = /[.!?…。！？।؟](?:\s?["'”’»)」])*$/
const wordsMin = 5

/** Recognizes a line that consists of one or more sentences. */
export const isSentence = (line: string): boolean =>
  sentenceEnd.test(line.trim()) &&
  (line.trim().split(/\s+/).length >= wordsMin || /[\u3040-\u30ff\u4e00-\u9fff]{5}/.test(line))

const listMark = /^\s*(?:[-*+\u2022\u2023\u25aa\u25e6\u2013]|\d{1,2}(?:\.\d{1,2})*[.)])\s+\p{L}/u

/** Tests whether a line is an item of a list: a bullet or a number, followed by words. */
export const isListItem = (line: string): boolean => listMark.test(line)

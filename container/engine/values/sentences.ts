/** Matches the end of a sentence, with or without a closing quote, in European and East Asian scripts. */
const sentenceEnd = /[.!?…。！？।؟](?:\s?["'”’»)」])*$/
const wordsMin = 5

/** Recognizes a line that consists of one or more sentences. */
export const isSentence = (line: string): boolean =>
  sentenceEnd.test(line.trim()) &&
  (line.trim().split(/\s+/).length >= wordsMin || /[\u3040-\u30ff\u4e00-\u9fff]{5}/.test(line))

/** How a sentence ends, in quotes or not, in scripts of Europe and of East Asia. */
const sentenceEnd = /[.!?…。！？।؟](?:\s?["'”’»)」])*$/
const wordsMin = 5

/** Recognizes a line that is one sentence or more. */
export const isSentence = (line: string): boolean =>
  sentenceEnd.test(line.trim()) &&
  (line.trim().split(/\s+/).length >= wordsMin || /[\u3040-\u30ff\u4e00-\u9fff]{5}/.test(line))

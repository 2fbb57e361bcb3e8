/** A phrase that reads as translated, and the plain wording to use instead. */
interface Phrase {
  readonly pattern: RegExp
  readonly instead: string
}

const phrases: readonly Phrase[] = [
  { pattern: /\b(?:by turns|in turns?)\b(?! (?:it|on|off|down|up|the page))/i, instead: 'alternating' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bis (?:told|asked|said)\b(?! (?:to|apart))/i, instead: 'name who does it' },
  { pattern: /\bthat there (?:is|are)\b/i, instead: 'drop "that there is"' },
  { pattern: /\b(?:behind|before) the sample\b/i, instead: 'after the sample' },
  { pattern: /\bthe code of (?:then|before)\b/i, instead: 'the earlier version' },
  { pattern: /\b(?:whereof|thereof|of which)\b/i, instead: 'write two sentences' },
  { pattern: /\bfiles? go(?:es)?\b/i, instead: 'is deleted, expires' },
  {
    pattern: /\bthe (?:page|row|line|one) before\b(?! (?:it|they|you|we) (?:can|is|has|was|will)\b)/i,
    instead: 'the previous one',
  },
  { pattern: /\ball the same\b/i, instead: 'still, anyway' },
  { pattern: /\bmoments?\b(?! (?:ago|later|please))/i, instead: 'timestamp' },
  { pattern: /\bdrawn tables?\b/i, instead: 'ASCII table' },
  { pattern: /\bover and over\b/i, instead: 'repeatedly' },
  { pattern: /\bwho(?:ever)? (?:forgot|asks|reads|wants|has)\b/i, instead: 'name the person' },
  { pattern: /\bas (?:ever|before)\b/i, instead: 'unchanged' },
  { pattern: /\bno (?:longer than|sooner|later than)\b/i, instead: 'at most, at least' },
  { pattern: /\bhas it\b(?= *[:;.,])/i, instead: 'name the thing' },
  {
    pattern: /\b(?:null|false|undefined|NaN) where (?:an?|it|its|no|nobody|nothing|one|the|there|this)\b/i,
    instead: 'if',
  },
  { pattern: /(?<!there )\b(?:is|are|was|were) none\b/i, instead: 'is not a …' },
  { pattern: /\b(?:whoever|for ever)\b/i, instead: 'name the person, or forever' },
  { pattern: /\b(?:lost unsaid|in silence)\b/i, instead: 'silently' },
  { pattern: /\b(?:a|one) look\b/i, instead: 'check' },
  { pattern: /\bin place of\b/i, instead: 'instead of' },
  {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no [a-z]+\b(?= (?:that|which|of|at all)\b|[.,:;]|$)/i,
    instead: 'is not a …',
  },
]

/**
 * A comment that opens with one of these words does not name its subject, so the reader cannot tell what it is about.
 */
const openingWithoutNoun =
  /^(?:What|Whatever|Who|Whoever|Of|Where|Whose|Whom|Which|By|Behind|Than|Nobody|None|Those|For those|As|It|Its|They|So many|Rather)\b/

/** Code does not speak, so a comment names the effect: the engine "requests" a slot, and a table "has" names. */
const speakingCode = /\b(?:answers|asks|hears|knows|tells)\b/

/** A sentence such as "Null if the file has no header." lacks its verb. */
const withoutVerb =
  /(?:^|[.!?] )(?:Absent|Empty|False|Null|True|Undefined|Zero)(?::| (?:after|at|before|for|if|in|once|otherwise|unless|until|when|where)\b)/

/** Returns whether a text ends with a plain word. A list, a URL and a command line need no period. */
const lacksPeriod = (text: string): boolean =>
  /\s[a-z]+$/.test(text) && text.split(' ').length > 2 && !/\s(?:-|\d+\.)\s/.test(text)

/** Longer sentences contain more than one thought. */
const sentenceWordsMax = 30
const subjectCharactersMax = 72

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?:;])\s+/)
const wordsIn = (sentence: string): number => sentence.split(/\s+/).length

/** Returns the findings about any text that people read. */
export const phrasesIn = (text: string): string[] =>
  phrases.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text)
    return found === null ? [] : [`"${found[0]}": ${instead}`]
  })

export const longSentencesIn = (text: string): string[] =>
  sentencesOf(text)
    .filter((sentence) => wordsIn(sentence) > sentenceWordsMax)
    .map((sentence) => `a sentence of ${wordsIn(sentence)} words: "${sentence.slice(0, 60)}…"`)

const findingIf = (isFound: boolean, finding: string, text: string): string[] =>
  isFound ? [`${finding}: "${text.slice(0, 60)}"`] : []

/** Returns the findings about the sentences of a text about code. */
const sentenceFindings = (text: string): string[] => [
  ...longSentencesIn(text),
  ...findingIf(openingWithoutNoun.test(text), 'a comment without its noun', text),
  ...findingIf(speakingCode.test(text), `code that "${speakingCode.exec(text)?.[0]}"`, text),
  ...findingIf(withoutVerb.test(text), 'a sentence without a verb', text),
]

/** Returns the findings about a comment. It consists of whole statements. */
export const commentFindings = (comment: string): string[] => [
  ...sentenceFindings(comment),
  ...findingIf(comment.endsWith('?'), 'a question', comment),
  ...findingIf(lacksPeriod(comment), 'a comment without a period', comment),
]

/** Returns the findings about the description of a field or an operation in the reference. */
export const descriptionFindings = (description: string): string[] => [
  ...sentenceFindings(description),
  ...findingIf(/^(?:When|Why)\b/.test(description), 'a description without its noun', description),
  ...findingIf(lacksPeriod(description), 'a description without a period', description),
]

/** Returns the findings about the summary of an operation. It is a heading, so it ends without a period. */
export const summaryFindings = (summary: string): string[] => [
  ...sentenceFindings(summary),
  ...findingIf(summary.endsWith('.'), 'a summary with a period', summary),
]

/** The rule `id-denylist` of the linter bans these words as names in code. */
const oddFileName =
  /(?:^|[-.])(?:anew|asked|behind|doors?|drawn|lanes?|moments?|roads?|rooms?|seen|told|what|wrote)(?:[-.]|$)/

/** Returns the findings about the name of a file. */
export function fileNameFindings(path: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const found = oddFileName.exec(name)
  return found === null ? [] : [`the file name "${name}": use a noun of the domain`]
}

/** Returns the findings about a commit's subject, which has the form `area: verb object`. */
export function subjectFindings(subject: string): string[] {
  const isLong = subject.length > subjectCharactersMax
  const hasArea = /^[\w./-]+(?:, [\w./-]+)*: \S/.test(subject)
  return [
    ...(isLong ? [`a subject of ${subject.length} characters; ${subjectCharactersMax} are the most`] : []),
    ...(hasArea ? [] : ['a subject without its area, as in "csv: keep the first row"']),
    ...phrasesIn(subject),
  ]
}

/**
 * The rule that messages are written in catalogs. A page, a mail, the description of the API and the help of a command are
 * read as a whole where they are, so their sentences stay in their own files.
 */
const readAsAWhole = [
  /\/catalog\//,
  /^src\/(?:site|settings|converter|design|mail|operator)\//,
  /^src\/contract\/codes\//,
  /^src\/api\/description\//,
  /^container\/engine\/webassembly\/assembly\//,
]
const product = /^(?:src|durable-objects|container)\/.*\.ts$/

/** At least four words that end like a sentence. */
const isSentence = (text: string): boolean => /^(?:[A-Z"`]|\$\{)/.test(text) && /\w+(?:\W+\w+){3,}\W*[.?!]$/.test(text)

/** A description of a field is read beside its field; an `Error` reports a bug to us, and a log line is for operators. */
const isElsewhere = (before: string): boolean =>
  /(?:description:|summary:|help:|examples: \[+|\bdescribe\(|\b\w*Error\(|\blog\w*\()\s*$/.test(before)

const literal = /(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g

/** The findings about a line of the product that holds a sentence for people. */
export function strayMessages(path: string, line: string, before = ''): string[] {
  if (!product.test(path) || readAsAWhole.some((pattern) => pattern.test(path))) return []
  if (/^\s*(?:\/\/|\/?\*)/.test(line)) return []
  return [...line.matchAll(literal)]
    .filter(
      ({ 2: text = '', index }) =>
        isSentence(text) && !isElsewhere(line.slice(0, index).trim() === '' ? before : line.slice(0, index)),
    )
    .map(({ 2: text = '' }) => `a message outside the catalogs: "${text.slice(0, 60)}"`)
}

/**
 * Checks that messages are written in catalogs. A page, a mail, the description of the API and the help of a command
 * are read as a whole, so their sentences stay in their own files.
 */
const readAsAWhole = [
  /\/catalog\//,
  /^src\/(?:site|settings|converter|design|mail|operator)\//,
  /^src\/contract\/codes\//,
  /^src\/api\/description\//,
  /^container\/engine\/webassembly\/assembly\//,
]
const product = /^(?:src|durable-objects|container)\/.*\.ts$/

/** Tests whether a text has at least four words and ends like a sentence. */
const isSentence = (text: string): boolean => /^(?:[A-Z"`]|\$\{)/.test(text) && /\w+(?:\W+\w+){3,}\W*[.?!]$/.test(text)

/**
 * Tests whether the text has another purpose. The description of a field is next to it, an `Error` reports a bug to us,
 * and a log line is for operators.
 */
const isElsewhere = (before: string): boolean =>
  /(?:description:|summary:|help:|examples: \[+|\bdescribe\(|\b\w*Error\(|\blog\w*\()\s*$/.test(before)

const literal = /(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g

/** Returns the findings about a line of product code that contains a sentence for people. */
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

const delimiterNames: Readonly<Record<string, string>> = {
  tab: '\t',
  tabs: '\t',
  tsv: '\t',
  comma: ',',
  commas: ',',
  csv: ',',
  semicolon: ';',
  colon: ':',
  pipe: '|',
  pipes: '|',
  psv: '|',
  bar: '|',
  verticalbar: '|',
  space: ' ',
  spaces: ' ',
  whitespace: ' ',
}

/** Notations of a character's code: `\x01`, `\u0009`, `%09`. */
const codes = [/^\\x([0-9a-f]{2})$/i, /^\\u([0-9a-f]{4})$/i, /^%([0-9a-f]{2})$/i]

/** Returns the delimiter that a name means, or that is quoted or escaped. Returns undefined for any other text. */
export function delimiterNamed(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 20) return undefined
  if (text === String.raw`\t`) return '\t'
  const quoted = /^(['"])(.)\1$/.exec(text)?.[2]
  if (quoted !== undefined) return quoted
  const code = codes.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
  if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16))
  const word = text.toLowerCase().replaceAll(/[- _]/g, '')
  return Object.hasOwn(delimiterNames, word) ? delimiterNames[word] : undefined
}

/** Tests for a word that means no delimiter at all. */
export const isNoDelimiter = (text: string): boolean => /^(?:auto|detect|default|none|null)$/i.test(text)

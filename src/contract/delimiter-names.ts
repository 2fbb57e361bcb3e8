const delimiterNames: Readonly<Record<string, string>> = {
  tab: '\t',
  tabs: '\t',
  tabulator: '\t',
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

/** Notations of a character's code: `\x01`, `0x01`, `\u0009`, `%09`, and `CHAR(9)` or `&#9;` in decimal digits. */
const hexCodes = /^(?:\\x|0x|%|\\u00)([0-9a-f]{2})$/i
const decimalCodes = /^(?:CHA?R ?\((\d{1,3})\)|&#(\d{1,3});)$/i
/** The notation of a control character as Ctrl and a letter: `^A`. */
const controlCode = /^\^([A-Z])$/
/** A punctuation mark that was escaped for a regular expression: `\|`. */
const escaped = /^\\([^\w\s])$/

/** Returns the character that a notation of its code means, or undefined for any other text. */
function characterCoded(text: string): string | undefined {
  const hex = hexCodes.exec(text)?.[1]
  if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
  const [, inSql, inHtml = inSql] = decimalCodes.exec(text) ?? []
  if (inHtml !== undefined) return String.fromCodePoint(Number(inHtml))
  const letter = controlCode.exec(text)?.[1]
  return letter === undefined ? escaped.exec(text)?.[1] : String.fromCodePoint(letter.charCodeAt(0) - 64)
}

/** Returns the delimiter that a name means, or that is quoted or escaped. Returns undefined for any other text. */
export function delimiterNamed(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 20) return undefined
  if (text === String.raw`\t`) return '\t'
  const quoted = /^(['"])(.)\1$/.exec(text)?.[2]
  if (quoted !== undefined) return quoted
  const coded = characterCoded(text)
  if (coded !== undefined) return coded
  const word = text.toLowerCase().replaceAll(/[- _]/g, '')
  return Object.hasOwn(delimiterNames, word) ? delimiterNames[word] : undefined
}

/** Tests for a word that means no delimiter at all. */
export const isNoDelimiter = (text: string): boolean => /^(?:auto|detect|default|none|null)$/i.test(text)

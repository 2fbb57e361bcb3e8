import { isSymbol, type Token } from './tokens.ts'

/** The maximum number of characters of a statement in the report. */
const textMax = 100_000

/** Shortens a string of the dump, and adds a remark about it. */
export const shortened = (text: string): string =>
  text.length > textMax ? `${text.slice(0, textMax)}… (the first ${textMax} of ${text.length} characters)` : text

/**
 * Names that MySQL reads as functions only directly before their parenthesis ("Function Name Parsing and Resolution").
 */
const functionsByParenthesis = new Set(
  [
    'ADDDATE BIT_AND BIT_OR BIT_XOR CAST COUNT CURDATE CURTIME DATE_ADD DATE_SUB EXTRACT GROUP_CONCAT MAX MID MIN NOW POSITION',
    'SESSION_USER STD STDDEV STDDEV_POP STDDEV_SAMP SUBDATE SUBSTR SUBSTRING SUM SYSDATE SYSTEM_USER TRIM VARIANCE VAR_POP VAR_SAMP',
  ].flatMap((names) => names.split(' ')),
)

/** Symbols that form an operator with the symbol before them. */
const operatorEnds = new Set(
  ['< =', '> =', '! =', ': =', '< >', '= >', '< <', '> >', '| |', '& &', '- >'].map((pair) =>
    pair.replace(/(.) (.)/, 'symbol $1 symbol $2'),
  ),
)

/** Converts the tokens of a statement back to SQL. */
export function sqlOf(tokens: readonly Token[]): string {
  const written = tokens.map(({ kind, text }) => {
    if (kind === 'string') return `'${text.replaceAll(/['\\]/g, '$&$&')}'`
    if (kind === 'name') return `\`${text.replaceAll('`', '``')}\``
    return kind === 'hex' ? `0x${text}` : text
  })
  const isJoined = (at: number): boolean =>
    operatorEnds.has(`${tokens[at - 1]?.kind} ${tokens[at - 1]?.text} ${tokens[at]?.kind} ${tokens[at]?.text}`) ||
    [',', ')', ';', '.'].some((symbol) => isSymbol(tokens[at], symbol)) ||
    ['(', '.'].some((symbol) => isSymbol(tokens[at - 1], symbol)) ||
    (isSymbol(tokens[at], '(') && functionsByParenthesis.has(tokens[at - 1]?.text.toUpperCase() ?? ''))
  return shortened(written.map((text, at) => (at === 0 || isJoined(at) ? text : ` ${text}`)).join(''))
}

import { isSymbol, type Token } from './tokens.ts'

/** The longest text of one object in the report. */
const textMax = 20_000

/** The statement as SQL again. */
export function sqlOf(tokens: readonly Token[]): string {
  const written = tokens.map(({ kind, text }) => {
    if (kind === 'string') return `'${text.replaceAll("'", "''")}'`
    if (kind === 'name') return `\`${text.replaceAll('`', '``')}\``
    return kind === 'hex' ? `0x${text}` : text
  })
  const isJoined = (at: number): boolean =>
    [',', ')', ';', '.'].some((symbol) => isSymbol(tokens[at], symbol)) ||
    ['(', '.'].some((symbol) => isSymbol(tokens[at - 1], symbol))
  const whole = written.map((text, at) => (at === 0 || isJoined(at) ? text : ` ${text}`)).join('')
  return whole.length > textMax ? `${whole.slice(0, textMax)}…` : whole
}

import { splitAtCommas } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'

/** A query whose values a statement assigns to variables. */
interface SelectedVariables {
  readonly names: readonly string[]
  readonly query: readonly Token[]
  /** Whether the server refuses several rows. Otherwise the last row counts. */
  readonly isOneRow: boolean
}

/** Matches a user variable such as `@id`. Variables of the server begin with `@@`. */
export const isVariable = (token: Token | undefined): token is Token =>
  token?.kind === 'word' && /^@[^@]/.test(token.text)

/**
 * Parses `SELECT a, b INTO @a, @b FROM t` and `SELECT @a := a, @b := b FROM t`. Returns null for any other statement.
 */
export const selectedVariables = (tokens: readonly Token[]): SelectedVariables | null =>
  isWord(tokens[0], 'SELECT') ? (selectedInto(tokens) ?? assignedInList(tokens)) : null

function selectedInto(tokens: readonly Token[]): SelectedVariables | null {
  const into = tokens.findIndex((token, at) => isWord(token, 'INTO') && isVariable(tokens[at + 1]))
  if (into < 0) return null
  const names: string[] = []
  let end = into + 1
  for (; isVariable(tokens[end]); end += isSymbol(tokens[end + 1], ',') ? 2 : 1) names.push(tokens[end]?.text ?? '')
  return { names, query: [...tokens.slice(0, into), ...tokens.slice(end)], isOneRow: true }
}

function assignedInList(tokens: readonly Token[]): SelectedVariables | null {
  const from = tokens.findIndex((token) => isWord(token, 'FROM'))
  const end = from < 0 ? tokens.length : from
  const parts = splitAtCommas(tokens.slice(1, end))
  const isAssignment = (part: readonly Token[]): boolean =>
    isVariable(part[0]) && isSymbol(part[1], ':') && isSymbol(part[2], '=')
  if (parts.length === 0 || !parts.every(isAssignment)) return null
  const comma: Token = { kind: 'symbol', text: ',' }
  const values = parts.flatMap((part, at) => [...(at === 0 ? [] : [comma]), ...part.slice(3)])
  const names = parts.map(([name]) => name?.text ?? '')
  return { names, query: [...tokens.slice(0, 1), ...values, ...tokens.slice(end)], isOneRow: false }
}

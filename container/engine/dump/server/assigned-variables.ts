import type { Constant, ConstantScope } from '../constants/constant.ts'
import { refuse } from '../expressions/translated.ts'
import { withoutParentheses } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import { isVariable } from './selected-variables.ts'

const isAssignment = (tokens: readonly Token[], at: number): boolean =>
  isVariable(tokens[at]) && isSymbol(tokens[at + 1], ':') && isSymbol(tokens[at + 2], '=')

/** Tests for `@i := …`. The order of the rows then decides the values. */
export const assignsVariables = (tokens: readonly Token[]): boolean => tokens.some((_, at) => isAssignment(tokens, at))

/** Parses `@i := @i + 1`, which may be in parentheses. */
export function assignedVariable(
  value: readonly Token[],
): { readonly name: string; readonly value: readonly Token[] } | null {
  const inside = withoutParentheses(value)
  return isAssignment(inside, 0) ? { name: inside[0]?.text ?? '', value: inside.slice(3) } : null
}

const isComparison = (token: Token | undefined): boolean => token?.kind === 'symbol' && '=<>!'.includes(token.text)

/**
 * Refuses an UPDATE whose variables may mean something else on a server. A server decides their types before it reads
 * the first row, so they must be whole numbers by then. NULL has another type, so it is only compared: `@g = grp`.
 */
export function checkVariables(tokens: readonly Token[], scope: ConstantScope): void {
  for (const [at, token] of tokens.entries()) {
    if (!isVariable(token)) continue
    const value = scope.variables.get(token.text.toLowerCase())
    requireWholeNumber(value)
    const isRead = !isAssignment(tokens, at) && !isComparison(tokens[at + 1])
    if (value?.kind === 'null' && isRead) refuse('a variable without a type')
  }
  if (tokens.some((token) => isWord(token, 'SELECT') || isSymbol(token, '/'))) refuse('another use of a variable')
  const end = tokens.findIndex((token) => isWord(token, 'WHERE', 'ORDER', 'LIMIT'))
  if (end >= 0 && tokens.slice(end).some(isVariable)) refuse('a condition with a variable')
}

/** Refuses every value of a variable except whole numbers and NULL. */
export function requireWholeNumber(value: Constant | undefined): void {
  const isWhole = value?.kind === 'number' && value.scale === 0 && value.isYear !== true
  if (!isWhole && value?.kind !== 'null') refuse('a variable of another type')
}

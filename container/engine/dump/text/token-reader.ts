import { isSymbol, isWord, type Token } from './tokens.ts'

/** `name` or `database.name`. */
export interface QualifiedName {
  readonly database: string | null
  readonly name: string
}

/** A cursor over the tokens of a statement. */
export class TokenReader {
  at = 0
  readonly tokens: readonly Token[]

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  get current(): Token | undefined {
    return this.tokens[this.at]
  }

  get isDone(): boolean {
    return this.at >= this.tokens.length
  }

  take(): Token | undefined {
    return this.tokens[this.at++]
  }

  /** Reads these words if they all come next, one after another. */
  takeWords(...words: readonly string[]): boolean {
    if (!words.every((word, offset) => isWord(this.tokens[this.at + offset], word))) return false
    this.at += words.length
    return true
  }

  takeSymbol(symbol: string): boolean {
    if (!isSymbol(this.current, symbol)) return false
    this.at++
    return true
  }

  /** Reads a name, quoted or not. */
  takeName(): string | null {
    const token = this.current
    if (token === undefined || (token.kind !== 'name' && token.kind !== 'word' && token.kind !== 'string')) return null
    this.at++
    return token.text
  }

  takeQualified(): QualifiedName | null {
    const first = this.takeName()
    if (first === null) return null
    if (!this.takeSymbol('.')) return { database: null, name: first }
    const second = this.takeName()
    return second === null ? null : { database: first, name: second }
  }

  /** Returns the tokens between the parentheses that open here, including nested ones. */
  takeParentheses(): readonly Token[] | null {
    if (!isSymbol(this.current, '(')) return null
    const start = this.at + 1
    let depth = 0
    for (; this.at < this.tokens.length; this.at++) {
      if (isSymbol(this.current, '(')) depth++
      if (isSymbol(this.current, ')') && --depth === 0) {
        this.at++
        return this.tokens.slice(start, this.at - 1)
      }
    }
    return this.tokens.slice(start)
  }
}

/** Drops the parentheses around a whole query. */
export function withoutParentheses(query: readonly Token[]): readonly Token[] {
  const opening = query.findIndex((token) => !isSymbol(token, '('))
  let around = opening
  let depth = opening
  // A pair that closes before the end is not around the query, and neither is a pair within it.
  for (let at = opening; at >= 0 && at < query.length; at++) {
    if (isSymbol(query[at], '(')) depth++
    else if (isSymbol(query[at], ')') && --depth < query.length - 1 - at) around = Math.min(around, depth)
  }
  return around > 0 && depth === 0 ? query.slice(around, -around) : query
}

/**
 * Returns the index of the first of these words outside of parentheses. Without one, it is the index of a parenthesis
 * that closes around the tokens, or their number.
 */
export const indexOfWord = (tokens: readonly Token[], ...words: readonly string[]): number =>
  indexOfWordFrom(tokens, 0, ...words)

/** The same, from the token at `start` on. */
export function indexOfWordFrom(tokens: readonly Token[], start: number, ...words: readonly string[]): number {
  let depth = 0
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at]
    if (isSymbol(token, '(')) depth++
    if (isSymbol(token, ')') && --depth < 0) return at
    if (depth === 0 && isWord(token, ...words)) return at
  }
  return tokens.length
}

/** Splits at commas outside of parentheses. */
export function splitAtCommas(tokens: readonly Token[]): (readonly Token[])[] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (isSymbol(token, '(')) depth++
    if (isSymbol(token, ')')) depth--
    if (depth === 0 && isSymbol(token, ',')) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

/** Returns the names of a list between parentheses. */
export const namesIn = (tokens: readonly Token[] | null): string[] =>
  splitAtCommas(tokens ?? []).flatMap(([name]) => (name === undefined ? [] : [name.text]))

import { aggregated, isAggregate } from './aggregates.ts'
import { shifted } from './date-functions.ts'
import { matched } from './regular-expressions.ts'
import { expanded, windowed, type Windows } from './windows.ts'
import { bitwise } from './bits.ts'
import { arithmetic, division, remainder, wholeDivision } from './arithmetic.ts'
import { quoted } from './quoted.ts'
import { callFunction, isFunction } from './functions.ts'
import { splitAtCommas, TokenReader } from '../text/token-reader.ts'
import type { RoutineMode } from '../text/settings.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import { alike, comparable, dateLiteral, oneOf } from './agreeing.ts'
import { numberLiteral, wordedCall } from './worded-calls.ts'
import { convertedTo } from './casts.ts'
import {
  asCondition,
  asBigint,
  asNumber,
  attempt,
  isNumber,
  made,
  type Origin,
  refuse,
  sortedBy,
  type Translated,
} from './translated.ts'

export type FindColumn = (qualifier: string | null, name: string) => Translated | null

export interface ExpressionScope {
  readonly find: FindColumn
  /** Whether aggregates are allowed, as in views. */
  readonly hasAggregates: boolean
  /** Receives both parentheses of an aggregate. Columns inside need no grouping. */
  readonly withinAggregate?: (isWithin: boolean) => void
  /** Translates a query in parentheses. It may refer to columns of the query around it. */
  readonly query?: (tokens: readonly Token[]) => TranslatedQuery
  /** Translates a call of a function that the dump creates. */
  readonly call?: CallStored
  /** The windows that the query names. */
  readonly windows?: () => Windows
  /** Properties of string literals. */
  readonly literal?: Origin
  /** The mode of a routine that stores the value. */
  readonly mode?: RoutineMode
}

export type CallStored = (database: string | null, name: string, args: readonly Translated[]) => Translated | null

/** A query and its columns. */
export interface TranslatedQuery {
  readonly sql: string
  readonly columns: readonly QueryColumn[]
}

export interface QueryColumn {
  /** Returns the column, given its name in an expression. */
  readonly read: (sql: string) => Translated
}

/** Translates an expression of MySQL to PostgreSQL if both certainly mean the same. Returns null otherwise. */
export function translateExpression(tokens: readonly Token[], scope: ExpressionScope): Translated | null {
  return attempt(() => {
    const reader = new TokenReader(tokens)
    const translated = new ExpressionReader(reader, scope).expression()
    return reader.isDone ? translated : refuse('unexpected tokens at the end')
  })
}

/** The maximum number of tokens in one expression. Nobody writes more, and deeper nesting would exhaust the stack. */
const tokensMax = 4096
const depthMax = 100

const isQuery = (tokens: readonly Token[]): boolean => isWord(tokens[0], 'SELECT', 'WITH')
const comparisons = ['=', '<=>', '<>', '!=', '<=', '>=', '<', '>']

/** A parser with one method per level of precedence, as in MySQL's manual. */
export class ExpressionReader {
  private readonly reader: TokenReader
  private readonly scope: ExpressionScope
  private depth: number

  constructor(reader: TokenReader, scope: ExpressionScope, depth = 0) {
    if (reader.tokens.length > tokensMax) refuse('too long')
    this.reader = reader
    this.scope = scope
    this.depth = depth
  }

  expression(): Translated {
    if (++this.depth > depthMax) refuse('nested too deeply')
    const translated = this.disjunction()
    this.depth--
    return translated
  }

  private disjunction(): Translated {
    let left = this.exclusion()
    while (this.reader.takeWords('OR')) {
      const right = this.exclusion()
      left = made(`(${asCondition(left).sql} OR ${asCondition(right).sql})`, 'boolean', left, right)
    }
    return left
  }

  private exclusion(): Translated {
    let left = this.conjunction()
    while (this.reader.takeWords('XOR')) {
      const right = this.conjunction()
      left = made(`(${asCondition(left).sql} <> ${asCondition(right).sql})`, 'boolean', left, right)
    }
    return left
  }

  private conjunction(): Translated {
    let left = this.negation()
    while (this.reader.takeWords('AND') || this.takeSymbols('&&')) {
      const right = this.negation()
      left = made(`(${asCondition(left).sql} AND ${asCondition(right).sql})`, 'boolean', left, right)
    }
    return left
  }

  private negation(): Translated {
    if (!this.reader.takeWords('NOT') && !this.reader.takeSymbol('!')) return this.comparison()
    const value = this.negation()
    return made(`(NOT ${asCondition(value).sql})`, 'boolean', value)
  }

  private comparison(): Translated {
    let left = this.bits()
    for (;;) {
      const next = this.comparedWith(left)
      if (next === null) return left
      left = next
    }
  }

  private comparedWith(left: Translated): Translated | null {
    const { reader } = this
    const operator = comparisons.toSorted((a, b) => b.length - a.length).find((one) => this.takeSymbols(one))
    if (operator !== undefined) {
      const quantified = operator === '<=>' ? null : this.quantified(left, operator)
      if (quantified !== null) return quantified
      const [one, other] = alike(left, this.bits())
      const written = operator === '<=>' ? 'IS NOT DISTINCT FROM' : operator === '!=' ? '<>' : operator
      return made(`(${one.sql} ${written} ${other.sql})`, 'boolean', one, other)
    }
    if (reader.takeWords('IS')) return this.is(left)
    const not = reader.takeWords('NOT') ? 'NOT ' : ''
    if (reader.takeWords('IN')) return this.among(left, not)
    if (reader.takeWords('BETWEEN')) return this.between(left, not)
    if (reader.takeWords('LIKE')) {
      const right = this.bits()
      if (left.type !== 'text' || right.type !== 'text') refuse('LIKE with a value that is not text')
      return made(`(${comparable(left).sql} ${not}LIKE ${comparable(right).sql})`, 'boolean', left, right)
    }
    if (reader.takeWords('REGEXP') || reader.takeWords('RLIKE'))
      return matched(comparable(left), this.bits(), not !== '')
    return not === '' ? null : refuse('an unknown word after NOT')
  }

  /** Translates `a > ANY (SELECT …)` from the word on. */
  private quantified(left: Translated, operator: string): Translated | null {
    const { reader } = this
    if (!isSymbol(reader.tokens[reader.at + 1], '(') || !isWord(reader.current, 'ANY', 'SOME', 'ALL')) return null
    const word = reader.take()?.text.toUpperCase()
    const values = this.scalar(reader.takeParentheses() ?? [])
    const [one, other] = alike(left, values)
    if (other.sql !== values.sql) return refuse('values of another type')
    return made(`(${one.sql} ${operator === '!=' ? '<>' : operator} ${word} ${other.sql})`, 'boolean', one, other)
  }

  private is(left: Translated): Translated {
    const not = this.reader.takeWords('NOT') ? 'NOT ' : ''
    if (this.reader.takeWords('NULL')) return made(`(${left.sql} IS ${not}NULL)`, 'boolean', left)
    const word = this.reader.takeWords('TRUE')
      ? 'TRUE'
      : this.reader.takeWords('FALSE')
        ? 'FALSE'
        : refuse('IS with an unknown word')
    return made(`(${asCondition(left).sql} IS ${not}${word})`, 'boolean', left)
  }

  private among(left: Translated, not: string): Translated {
    const inside = this.reader.takeParentheses() ?? []
    if (isQuery(inside)) {
      const [one, other] = alike(left, this.scalar(inside))
      return made(`(${one.sql} ${not}IN ${other.sql})`, 'boolean', one, other)
    }
    const list = splitAtCommas(inside).map((part) => this.inside(part))
    if (list.length === 0) refuse('an empty IN list')
    const values = list.map((value) => alike(left, value)[1])
    return made(`(${left.sql} ${not}IN (${values.map(({ sql }) => sql).join(', ')}))`, 'boolean', left, ...values)
  }

  private between(left: Translated, not: string): Translated {
    const low = alike(left, this.bits())[1]
    if (!this.reader.takeWords('AND')) refuse('BETWEEN without AND')
    const high = alike(left, this.bits())[1]
    return made(`(${left.sql} ${not}BETWEEN ${low.sql} AND ${high.sql})`, 'boolean', left, low, high)
  }

  private bits(): Translated {
    let left = this.commonBits()
    while (this.takeBitOperator('|')) left = bitwise(left, '|', this.commonBits())
    return left
  }

  private commonBits(): Translated {
    let left = this.shifted()
    while (this.takeBitOperator('&')) left = bitwise(left, '&', this.shifted())
    return left
  }

  private shifted(): Translated {
    let left = this.sum()
    for (;;) {
      const operator = this.takeSymbols('<<') ? '<<' : this.takeSymbols('>>') ? '>>' : null
      if (operator === null) return left
      left = bitwise(left, operator, this.sum())
    }
  }

  /** Reads `|` or `&`, but not the first half of `||` or `&&`. */
  private takeBitOperator(symbol: '|' | '&'): boolean {
    const { reader } = this
    return !isSymbol(reader.tokens[reader.at + 1], symbol) && reader.takeSymbol(symbol)
  }

  private sum(): Translated {
    let left = this.product()
    for (;;) {
      const sign = this.reader.takeSymbol('+') ? '+' : this.reader.takeSymbol('-') ? '-' : null
      if (sign === null) return left
      if (this.reader.takeWords('INTERVAL'))
        left = shifted(left, sign, this.expression(), this.reader.take()?.text ?? '')
      else left = arithmetic(left, sign, this.product())
    }
  }

  private product(): Translated {
    let left = this.otherBits()
    for (;;) {
      const { reader } = this
      const byZero = this.scope.mode?.byZero
      if (reader.takeSymbol('*')) left = arithmetic(left, '*', this.otherBits())
      else if (reader.takeSymbol('/')) left = division(left, this.otherBits(), byZero)
      else if (reader.takeSymbol('%') || reader.takeWords('MOD')) left = remainder(left, this.otherBits(), byZero)
      else if (reader.takeWords('DIV')) left = wholeDivision(left, this.otherBits(), byZero)
      else return left
    }
  }

  private otherBits(): Translated {
    let left = this.factor()
    while (this.reader.takeSymbol('^')) left = bitwise(left, '^', this.factor())
    return left
  }

  private factor(): Translated {
    const { reader } = this
    if (reader.takeSymbol('-')) {
      const value = asNumber(this.factor())
      if (!isNumber(value)) return refuse('minus before a value that is not a number')
      return oneOf([asBigint(value)], [], (sql) => (/^\d/.test(sql) ? `-${sql}` : `(- ${sql})`))
    }
    if (reader.takeSymbol('+')) return this.factor()
    let value = this.primary()
    while (reader.takeWords('COLLATE')) reader.takeName()
    while (isSymbol(reader.current, '-') && isSymbol(reader.tokens[reader.at + 1], '>')) value = this.member(value)
    return value
  }

  /** Reads `document->'$.a.b'` and `document->>'$.a.b'`. */
  private member(document: Translated): Translated {
    this.takeSymbols('->')
    const isText = this.reader.takeSymbol('>')
    const path = this.reader.take()
    if (path?.kind !== 'string') return refuse('a path that is computed')
    const extracted = callFunction('json_extract', [
      document,
      { sql: quoted(path.text), type: 'text', isImmutable: true },
    ])
    return isText ? callFunction('json_unquote', [extracted]) : extracted
  }

  private primary(): Translated {
    const { reader } = this
    const token = reader.current
    if (token === undefined) return refuse('a missing value')
    if (isSymbol(token, '(')) {
      const inside = reader.takeParentheses() ?? []
      return isQuery(inside) ? this.scalar(inside) : this.inside(inside)
    }
    if (token.kind === 'number') {
      reader.at++
      return numberLiteral(token.text)
    }
    if (token.kind === 'string') {
      reader.at++
      return { sql: quoted(token.text), type: 'text', isImmutable: true, ...this.scope.literal }
    }
    if (token.kind === 'name') return this.column()
    return token.kind === 'word' ? this.word(token) : refuse('a literal without an equal')
  }

  private word(token: Token): Translated {
    const { reader } = this
    const next = reader.tokens[reader.at + 1]
    if (token.text.startsWith('_') && next?.kind === 'string') {
      reader.at++
      return this.primary()
    }
    if (isWord(token, 'DATE', 'TIMESTAMP') && next?.kind === 'string') {
      reader.at += 2
      const literal = dateLiteral({ sql: quoted(next.text), type: 'text', isImmutable: true })
      return literal?.type === token.text.toLowerCase() ? literal : refuse('a literal of another type')
    }
    if (reader.takeWords('NULL')) return { sql: 'NULL', type: 'other', isImmutable: true }
    if (reader.takeWords('TRUE')) return { sql: 'TRUE', type: 'boolean', isImmutable: true }
    if (reader.takeWords('FALSE')) return { sql: 'FALSE', type: 'boolean', isImmutable: true }
    if (reader.takeWords('CASE')) return this.choice()
    if (isSymbol(next, '(')) return this.call(token)
    return this.column()
  }

  private column(): Translated {
    const parts = [this.reader.takeName()]
    while (this.reader.takeSymbol('.')) parts.push(this.reader.takeName())
    const name = parts.at(-1)
    if (isSymbol(this.reader.current, '(')) return this.storedCall(parts)
    const found = name == null ? null : this.scope.find(parts.length > 1 ? (parts.at(-2) ?? null) : null, name)
    return found ?? refuse('an unknown column')
  }

  /** Translates `f(1)` and `database.f(1)`, which call a function of the dump. */
  private storedCall(parts: readonly (string | null)[]): Translated {
    const [name, database = null, ...more] = parts.toReversed()
    const args = splitAtCommas(this.reader.takeParentheses() ?? []).map((part) => this.inside(part))
    const called = name == null || more.length > 0 ? null : this.scope.call?.(database, name, args)
    return called ?? refuse(`the function ${name}`)
  }

  private choice(): Translated {
    const { reader } = this
    const subject = isWord(reader.current, 'WHEN') ? null : this.expression()
    const conditions: Translated[] = []
    const arms: Translated[] = []
    while (reader.takeWords('WHEN')) {
      const when = this.expression()
      conditions.push(subject === null ? asCondition(when) : compared(subject, when))
      if (!reader.takeWords('THEN')) refuse('WHEN without THEN')
      arms.push(this.expression())
    }
    if (reader.takeWords('ELSE')) arms.push(this.expression())
    if (!reader.takeWords('END') || conditions.length === 0) refuse('CASE without END')
    return oneOf(arms, conditions, (...sql) => {
      const whens = conditions.map((condition, at) => ` WHEN ${condition.sql} THEN ${sql[at]}`)
      const otherwise = sql.length > conditions.length ? ` ELSE ${sql.at(-1)}` : ''
      return `CASE${whens.join('')}${otherwise} END`
    })
  }

  private call(token: Token): Translated {
    const name = token.text.toLowerCase()
    this.reader.at++
    const inside = this.reader.takeParentheses() ?? []
    if (name === 'cast' || name === 'convert') return this.converted(inside)
    if (name === 'exists') return this.exists(inside)
    if (this.scope.hasAggregates) {
      if (this.reader.takeWords('OVER')) {
        return windowed(name, inside, this.window(), this.parts)
      }
      if (isAggregate(name)) return this.aggregate(name, inside)
    }
    const worded = wordedCall(name, inside, this.parts.inside)
    if (worded !== null) return worded
    const args = splitAtCommas(inside).map((part) => this.inside(part))
    return (isFunction(name) ? null : this.scope.call?.(null, token.text, args)) ?? callFunction(name, args)
  }

  /** Returns the definition of the window after OVER, which may have a name. */
  private window(): readonly Token[] {
    const { reader, scope } = this
    const inside = reader.takeParentheses()
    const name = inside === null ? (reader.takeName() ?? refuse('a missing window')) : ''
    return expanded(inside ?? [{ kind: 'name', text: name }], scope.windows?.() ?? new Map())
  }

  private aggregate(name: string, inside: readonly Token[]): Translated {
    this.scope.withinAggregate?.(true)
    const aggregate = aggregated(name, inside, this.parts)
    this.scope.withinAggregate?.(false)
    return aggregate
  }

  private exists(inside: readonly Token[]): Translated {
    return { sql: `EXISTS (${this.query(inside).sql})`, type: 'boolean', isImmutable: false }
  }

  /** Translates a query in parentheses. */
  private query(tokens: readonly Token[]): TranslatedQuery {
    return this.scope.query?.(tokens) ?? refuse('a nested query')
  }

  private scalar(tokens: readonly Token[]): Translated {
    const { sql, columns } = this.query(tokens)
    const [only] = columns
    if (only === undefined || columns.length > 1) return refuse('several columns where one value should be')
    return { ...only.read(`(${sql})`), isImmutable: false }
  }

  /** Translates conversions such as `cast(x as char)`, `convert(x using utf8mb4)` and `convert(x, char)`. */
  private converted(inside: readonly Token[]): Translated {
    const at = inside.findIndex((token) => isWord(token, 'AS', 'USING') || isSymbol(token, ','))
    if (at < 0) return refuse('a conversion without a target')
    const value = this.inside(inside.slice(0, at))
    if (isWord(inside[at], 'USING'))
      return value.type === 'text' ? value : refuse('a conversion of a value that is not text')
    return convertedTo(value, new TokenReader(inside.slice(at + 1)), this.scope.mode?.isStrict)
  }

  /** Translates `a DESC, b`. MySQL sorts NULL first, PostgreSQL last. */
  ordering(tokens: readonly Token[]): string {
    return splitAtCommas(tokens)
      .map((part) => {
        const isDescending = isWord(part.at(-1), 'DESC')
        const key = this.inside(isDescending || isWord(part.at(-1), 'ASC') ? part.slice(0, -1) : part)
        const by = key.order === undefined ? key.sql : (key.order ?? refuse('an order of labels'))
        if (key.type === 'json' || isConstant(by)) return refuse('an order by a document or a constant')
        return sortedBy(by, isDescending)
      })
      .join(', ')
  }

  private readonly parts = {
    inside: (tokens: readonly Token[]): Translated => this.inside(tokens),
    ordering: (tokens: readonly Token[]): string => this.ordering(tokens),
  }

  private inside(tokens: readonly Token[]): Translated {
    const reader = new TokenReader(tokens)
    const value = new ExpressionReader(reader, this.scope, this.depth).expression()
    return reader.isDone ? value : refuse('unexpected tokens at the end')
  }

  /** Reads these symbols if all of them come next. */
  private takeSymbols(symbols: string): boolean {
    const { reader } = this
    if (!Array.from(symbols).every((symbol, offset) => isSymbol(reader.tokens[reader.at + offset], symbol)))
      return false
    reader.at += symbols.length
    return true
  }
}

/** PostgreSQL sorts by no literal, and reads a number as the position of a column. */
export const isConstant = (sql: string): boolean => /^(?:'|NULL$|TRUE$|FALSE$|-?[\d.]+$|-?'[^']*'::)/.test(sql)

function compared(one: Translated, other: Translated): Translated {
  const [left, right] = alike(one, other)
  return made(`(${left.sql} = ${right.sql})`, 'boolean', left, right)
}

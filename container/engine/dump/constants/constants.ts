import { and, asNumber, compare, like, or, ordered, type Truth, truthOf } from './comparing.ts'
import { bytesOf, type Constant, isDocumentOfColumn, type ConstantScope, type TimeShape } from './constant.ts'
import { bitwise, inverted } from './constant-bits.ts'
import { chosenAmong } from './common-types.ts'
import { callConstant } from './constant-functions.ts'
import { number, temporal, text } from './constant-values.ts'
import { comparable, extractedFrom } from './json-calls.ts'
import { callForms, dated, inCharset, timestampWords } from './call-forms.ts'
import { added, divided, dividedWhole, double, multiplied, negated, remainder } from './constant-numbers.ts'
import { shifted } from './date-arithmetic.ts'
import { isAmong, scalarOf, withoutValues } from './nested-queries.ts'
import { partOfLoadTime } from './load-time-parts.ts'
import { lastValue, nextValue } from './sequence-calls.ts'
import { fractionMax, isBeyondNumbers } from '../text/row-cells.ts'
import { splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import { attempt, refuse } from '../expressions/translated.ts'

/**
 * The maximum number of tokens. No real value has more, and all nested parentheses within this limit can be followed.
 */
const tokensMax = 500

/** Returns null if a server has to compute the value, or if MySQL and this code might not agree. */
export function evaluate(tokens: readonly Token[], scope: ConstantScope): Constant | null {
  if (tokens.length > tokensMax) return null
  return attempt(() => valueOf(tokens, scope))
}

function valueOf(tokens: readonly Token[], scope: ConstantScope): Constant {
  const reader = new TokenReader(tokens)
  const value = new ConstantReader(reader, scope).expression()
  return reader.isDone ? value : refuse('unexpected tokens at the end')
}

/** Functions that need their parentheses. Without them, the words are plain names. */
const needParentheses = ['NOW', 'SYSDATE', 'CURDATE', 'CURTIME']

/** Functions whose results have the collation of the session. */
const recollated = new Set(['CAST', 'CONVERT'])

/** Reads `5`, `.5` and `5.` as exact numbers, and `5e3` as a double. */
function numberLiteral(written: string): Constant {
  const [, whole = '', fraction = '', exponent] = /^(\d*)(?:\.(\d*))?(e[+-]?\d{1,3})?$/i.exec(written) ?? []
  if (whole + fraction === '') return refuse('a missing literal')
  const isExact = exponent === undefined
  if (isBeyondNumbers(written) || (isExact && fraction.length > fractionMax(whole))) refuse('a number of many digits')
  return isExact ? number(BigInt(whole + fraction), fraction.length) : double(Number(written))
}

class ConstantReader {
  private readonly reader: TokenReader
  private readonly scope: ConstantScope

  constructor(reader: TokenReader, scope: ConstantScope) {
    this.reader = reader
    this.scope = scope
  }

  expression(): Constant {
    let left = this.difference()
    while (this.reader.takeWords('OR')) left = asNumber(or(truthOf(left), truthOf(this.difference())))
    return left
  }

  private difference(): Constant {
    let left = this.conjunction()
    while (this.reader.takeWords('XOR')) {
      const [one, other] = [truthOf(left), truthOf(this.conjunction())]
      left = asNumber(one === null || other === null ? null : one !== other)
    }
    return left
  }

  private conjunction(): Constant {
    let left = this.negation()
    while (this.reader.takeWords('AND')) left = asNumber(and(truthOf(left), truthOf(this.negation())))
    return left
  }

  private negation(): Constant {
    if (!this.reader.takeWords('NOT')) return this.comparison()
    const truth = truthOf(this.negation())
    return asNumber(truth === null ? null : !truth)
  }

  private comparison(): Constant {
    const { reader } = this
    const left = this.bits()
    const operator = this.operator()
    if (operator !== null) {
      const right = this.bits()
      return asNumber(compared(operator, comparable(left, right), comparable(right, left)))
    }
    if (reader.takeWords('IS')) return this.is(left)
    const isNot = reader.takeWords('NOT')
    const turned = (truth: Truth): Constant => asNumber(truth === null ? null : truth !== isNot)
    if (reader.takeWords('LIKE')) return turned(like(left, this.bits()))
    if (reader.takeWords('BETWEEN')) {
      const low = ordered(left, this.bits())
      const high = reader.takeWords('AND') ? ordered(left, this.bits()) : refuse('BETWEEN without AND')
      return turned(and(low === null ? null : low >= 0, high === null ? null : high <= 0))
    }
    if (!reader.takeWords('IN')) return isNot ? refuse('an unknown word after NOT') : left
    const inside = reader.takeParentheses() ?? refuse('an empty IN list')
    if (isWord(inside[0], 'SELECT')) return turned(isAmong(left, this.rows(inside)))
    const list = splitAtCommas(inside)
    return turned(list.map((part) => compared('=', left, this.inside(part))).reduce(or, false))
  }

  /** Reads an operator such as `<=>`, which consists of several symbols. */
  private operator(): string | null {
    const { reader } = this
    let written = ''
    while (reader.current?.kind === 'symbol' && '=<>!'.includes(reader.current.text) && written.length < 3)
      written += reader.take()?.text ?? ''
    return written === '' ? null : written
  }

  private is(left: Constant): Constant {
    const { reader } = this
    const isNot = reader.takeWords('NOT')
    if (reader.takeWords('NULL')) return asNumber((left.kind === 'null') !== isNot)
    const wanted = reader.takeWords('TRUE')
      ? true
      : reader.takeWords('FALSE')
        ? false
        : refuse('IS with an unknown word')
    return asNumber((truthOf(left) === wanted) !== isNot)
  }

  private bits(): Constant {
    return this.leveled(['|'], () => this.leveled(['&'], () => this.leveled(['<<', '>>'], () => this.sum())))
  }

  private leveled(operators: readonly string[], next: () => Constant): Constant {
    let left = next()
    for (;;) {
      const operator = operators.find((one) => this.takeOperator(one))
      if (operator === undefined) return left
      left = bitwise(operator, left, next())
    }
  }

  /** Reads an operator of one symbol, or of the same symbol twice. `||` differs from `|`. */
  private takeOperator(operator: string): boolean {
    const { reader } = this
    const symbol = operator.charAt(0)
    let count = 0
    while (isSymbol(reader.tokens[reader.at + count], symbol)) count++
    if (count !== operator.length) return false
    reader.at += count
    return true
  }

  sum(): Constant {
    let left = this.product()
    for (;;) {
      const sign = this.reader.takeSymbol('+') ? 1n : this.reader.takeSymbol('-') ? -1n : null
      if (sign === null) return left
      left = this.reader.takeWords('INTERVAL') ? this.shiftedBy(left, sign) : added(left, this.product(), sign)
    }
  }

  /** Computes `INTERVAL 1 DAY`, after the word. */
  shiftedBy(from: Constant, sign: 1n | -1n): Constant {
    const amount = this.sum()
    return shifted(from, amount, this.reader.take()?.text.toUpperCase() ?? '', sign)
  }

  private product(): Constant {
    let left = this.factor()
    for (;;) {
      const { reader } = this
      if (reader.takeSymbol('*')) left = multiplied(left, this.factor())
      else if (reader.takeSymbol('/')) left = divided(left, this.factor())
      else if (reader.takeWords('DIV')) left = dividedWhole(left, this.factor())
      else if (reader.takeSymbol('%') || reader.takeWords('MOD')) left = remainder(left, this.factor())
      else return left
    }
  }

  private factor(): Constant {
    const { reader } = this
    if (reader.takeSymbol('-')) return negated(this.factor())
    if (reader.takeSymbol('+')) return this.factor()
    if (reader.takeSymbol('~')) return inverted(this.factor())
    let value = this.primary()
    while (isSymbol(reader.current, '-') && isSymbol(reader.tokens[reader.at + 1], '>')) value = this.member(value)
    while (reader.takeWords('COLLATE')) value = collated(value, reader.takeName() ?? '')
    while (this.scope.concatsPipes === true && this.takeOperator('||'))
      value = callConstant('CONCAT', [value, this.primary()], (one) => bytesOf(one, this.scope))
    while (this.takeOperator('^')) value = bitwise('^', value, this.primary())
    return value
  }

  /** Reads `->'$.a'` and `->>'$.a'`. */
  private member(document: Constant): Constant {
    const { reader } = this
    reader.at += 2
    const isText = reader.takeSymbol('>')
    const path = reader.take()
    return path?.kind === 'string' ? extractedFrom(document, path.text, isText) : refuse('a path that is computed')
  }

  private primary(): Constant {
    const { reader } = this
    const token = reader.current
    if (isSymbol(token, '(')) {
      const inside = reader.takeParentheses() ?? []
      return isWord(inside[0], 'SELECT') ? scalarOf(this.rows(inside)) : this.inside(inside)
    }
    if (token?.kind === 'name') return this.column()
    if (isSymbol(token, '{')) return this.escapeOfOdbc()
    if (token?.kind === 'string') return this.strings()
    if (token?.kind === 'word') return this.word(token)
    reader.at++
    if (token?.kind === 'hex' || token?.kind === 'bits') return { kind: 'digits', base: token.kind, digits: token.text }
    return numberLiteral(token?.kind === 'number' ? token.text : '')
  }

  private rows(tokens: readonly Token[]): readonly (readonly Constant[])[] {
    const { scope } = this
    return scope.rows?.(tokens, scope) ?? refuse('a query')
  }

  private column(): Constant {
    const { reader, scope } = this
    const first = reader.takeName() ?? ''
    const second = reader.takeSymbol('.') ? reader.takeName() : null
    const found = second === null ? scope.column?.(null, first) : scope.column?.(first, second)
    return found ?? refuse('a column')
  }

  private choice(): Constant {
    const { reader } = this
    const subject = isWord(reader.current, 'WHEN') ? null : this.expression()
    let found: Constant | null = null
    const values: Constant[] = []
    while (reader.takeWords('WHEN')) {
      const when = this.expression()
      const isMet = subject === null ? truthOf(when) : compared('=', subject, when)
      const whenTrue = reader.takeWords('THEN') ? this.expression() : refuse('WHEN without THEN')
      values.push(whenTrue)
      if (isMet === true) found ??= whenTrue
    }
    const otherwise: Constant = reader.takeWords('ELSE') ? this.expression() : { kind: 'null' }
    if (!reader.takeWords('END')) return refuse('CASE without END')
    return chosenAmong(found ?? otherwise, [...values, otherwise])
  }

  private inside(tokens: readonly Token[]): Constant {
    return valueOf(tokens, this.scope)
  }

  /** Reads adjacent strings, which form a single one. */
  private strings(): Constant {
    let written = ''
    while (this.reader.current?.kind === 'string') written += this.reader.take()?.text
    const { scope } = this
    return scope.isBinary ? { kind: 'bytes', bytes: bytesOf(text(written), scope) } : text(written)
  }

  private word(token: Token): Constant {
    const { reader, scope } = this
    const word = token.text.toUpperCase()
    const next = reader.tokens[++reader.at]
    if (word.startsWith('@')) return scope.variables.get(word.toLowerCase()) ?? refuse('an unknown variable')
    if (word.startsWith('_')) return this.introduced(word.slice(1))
    if (word === 'NULL') return { kind: 'null' }
    if (word === 'TRUE' || word === 'FALSE') return number(word === 'TRUE' ? 1n : 0n)
    if ((word === 'DATE' || word === 'TIMESTAMP') && next?.kind === 'string') return this.dated(word)
    const shape = timestampWords.get(word)
    if (shape !== undefined) return this.loadTimeOf(word, shape)
    if (word === 'BINARY' && next?.kind === 'string') return { ...this.strings(), isExact: true } as Constant
    if (word === 'CASE') return this.choice()
    if (isSymbol(next, '(')) return this.call(word, reader.takeParentheses() ?? [])
    if (isWord(next, 'VALUE')) return this.valueFor(word)
    reader.at--
    return this.column()
  }

  /** Reads `NEXT VALUE FOR s`, after the first word. */
  private valueFor(word: string): Constant {
    const isKnown = (word === 'NEXT' || word === 'PREVIOUS') && this.reader.takeWords('VALUE', 'FOR')
    if (!isKnown) return refuse('words side by side')
    const named = this.reader.takeQualified() ?? refuse('a missing sequence')
    return word === 'NEXT' ? nextValue(named, this.scope) : lastValue(named, this.scope)
  }

  private loadTimeOf(word: string, shape: TimeShape): Constant {
    const digits = this.reader.takeParentheses()
    const isPlain = digits === null ? !needParentheses.includes(word) : digits.every(({ kind }) => kind === 'number')
    if (!isPlain) return refuse('not a timestamp')
    const now = this.scope.now?.(shape) ?? null
    if (now === null) return { kind: 'load_time', shape }
    return shape === 'seconds' ? text(now) : temporal(now)
  }

  /** Reads `_latin1 'x'`, the bytes between the quotes in that character set. */
  private introduced(charset: string): Constant {
    const token = this.reader.take()
    if (token?.kind === 'string' && this.reader.current?.kind === 'string') return refuse('strings of two kinds')
    if (token?.kind === 'string') return inCharset(bytesOf(text(token.text), this.scope), charset)
    const isDigits = token?.kind === 'hex' || token?.kind === 'bits'
    return isDigits
      ? inCharset(bytesOf({ kind: 'digits', base: token.kind, digits: token.text }, this.scope), charset)
      : refuse('a character set without a literal')
  }

  private dated(word: keyof typeof dated): Constant {
    const written = this.reader.take()?.text ?? ''
    return dated[word].test(written) ? temporal(written) : refuse('a date that a server would rewrite')
  }

  /** Reads `{d '2020-01-01'}`. */
  private escapeOfOdbc(): Constant {
    this.reader.at++
    const word = this.reader.take()?.text.toUpperCase()
    const value = word === 'D' || word === 'TS' ? this.dated(word) : refuse('another kind of literal')
    return this.reader.takeSymbol('}') ? value : refuse('a missing end')
  }

  private call(name: string, inParentheses: readonly Token[]): Constant {
    if (name === 'EXISTS') return asNumber(this.rows(withoutValues(inParentheses)).length > 0)
    const aggregate = this.scope.aggregate?.(name, inParentheses) ?? null
    if (aggregate !== null) return aggregate
    let isExact = false
    const inside = (tokens: readonly Token[]): Constant => {
      const value = this.inside(tokens)
      isExact ||= (value.kind === 'text' && value.isExact === true) || isDocumentOfColumn(value)
      return value
    }
    const value = this.called(name, inParentheses, inside)
    // A function keeps the case-sensitive collation of an argument.
    return isExact && value.kind === 'text' && !recollated.has(name) ? { ...value, isExact } : value
  }

  private called(
    name: string,
    inParentheses: readonly Token[],
    inside: (tokens: readonly Token[]) => Constant,
  ): Constant {
    const { scope } = this
    const callForm = Object.hasOwn(callForms, name) ? callForms[name] : undefined
    const found = callForm?.(inParentheses, {
      name,
      scope,
      inside,
      interval: (from, tokens, sign) => {
        const reader = new TokenReader(tokens)
        const value = new ConstantReader(reader, scope).shiftedBy(from, sign)
        return reader.isDone ? value : refuse('unexpected tokens after an interval')
      },
    })
    if (found != null) return found
    const values = splitAtCommas(inParentheses).map(inside)
    const [first, second] = values
    if (first?.kind === 'load_time') return partOfLoadTime(name, first, values.slice(1))
    if (values.some(({ kind }) => kind === 'load_time')) return refuse('arithmetic with a timestamp')
    if (name === 'MOD' && first !== undefined && second !== undefined && values.length === 2)
      return remainder(first, second)
    return callConstant(name, values, (value) => bytesOf(value, scope))
  }
}

/** Tests for the name of a collation in which texts of another case differ. */
export const isExactName = (name: string): boolean => /_(?:bin|cs)$|^binary$/i.test(name)

/** Returns a text in the collation that an expression names. Others than the exact ones do not change the text. */
function collated(value: Constant, name: string): Constant {
  if (value.kind !== 'text' || !isExactName(name)) return value
  const { folding: _, ...plain } = value
  return { ...plain, isExact: true }
}

function compared(operator: string, one: Constant, other: Constant): Truth {
  if (operator === '<=>' && (one.kind === 'null' || other.kind === 'null')) return one.kind === other.kind
  if (operator === '=' || operator === '<>' || operator === '!=' || operator === '<=>') {
    const found = compare(one, other)
    return found === null ? null : (found === 0) === (operator === '=' || operator === '<=>')
  }
  const found = ordered(one, other)
  if (found === null) return null
  if (operator === '<') return found < 0
  if (operator === '>') return found > 0
  return operator === '<=' ? found <= 0 : operator === '>=' ? found >= 0 : refuse('an unknown operator')
}

import { bytesOf, type Constant, type ConstantScope, type LoadTime, numberText } from '../constants/constant.ts'
import { asString } from '../constants/constant-values.ts'
import { evaluate } from '../constants/constants.ts'
import { mayUseSequence } from '../constants/sequence-calls.ts'
import { isVariable, selectedVariables } from './selected-variables.ts'
import { storedForTarget, type Target } from '../values/target-of.ts'
import { isBeyondNumbers, RowCells, scanRow, scanValue } from '../text/row-cells.ts'
import { splitAtCommas } from '../text/token-reader.ts'
import { attempt, refuse } from '../expressions/translated.ts'
import { DumpText, isSymbol, isWord, type Token } from '../text/tokens.ts'

/** A literal that replaces an expression. It is the first of the cells. */
interface ComputedLiteral {
  readonly text: DumpText
  readonly cells: RowCells
}

interface ExpressionCell {
  readonly text: DumpText
  readonly cells: RowCells
  readonly at: number
}

interface TimeOfLoading {
  readonly loadTime: LoadTime
}

export type Computed = ComputedLiteral | TimeOfLoading

/** Words of expressions that may have another value each time. */
const volatile = /select|last_insert_id/i

type Known = Map<string, Uint8Array | TimeOfLoading | null>

const knownMax = 1000
/** Longer expressions rarely occur twice. */
const knownBytes = 100
/** Statements that may change any variable. */
const unsure = ['CALL', 'EXECUTE', 'SOURCE', 'LOAD']

const emptyLiteral = (): DumpText => Object.assign(new DumpText(), { backslashEscapes: false, isWhole: true })

/** Computes expressions in rows that need no server. Each becomes a literal, which is read like any other. */
export class ComputedValues {
  /** The value of LAST_INSERT_ID(), or null if it is unknown. */
  lastInsertId: bigint | null = null
  /** Computes the rows of a query. This is null if the rows that it reads are not kept. */
  rows: ((tokens: readonly Token[], scope: ConstantScope, isOrderRelevant: boolean) => readonly Constant[][]) | null =
    null
  private readonly text: DumpText
  private readonly now: ConstantScope['now']
  private readonly zone: (() => string) | undefined
  /** Whether a value was computed in UTC, because the dump does not set a time zone. */
  hasAssumedZone = false
  private readonly variables = new Map<string, Constant>()
  /** Returns a sequence by its name, or null if its numbers are unknown. */
  sequence: NonNullable<ConstantScope['sequence']> | null = null
  /** Values of the current row that were computed before their columns need them, by their indexes. */
  private readonly keptCells = new Map<number, Constant | null>()
  /** Defaults of the current row that were computed early, by the ids of their columns. */
  private readonly keptDefaults = new Map<number, Constant | null>()
  /** Constants by their source text. Strings are stored as bytes. */
  private readonly known: Readonly<Record<Target, Known>> = {
    text: new Map(),
    bytes: new Map(),
    integer: new Map(),
    number: new Map(),
    date: new Map(),
    time: new Map(),
  }
  private readonly literal = emptyLiteral()
  private readonly cells = new RowCells()
  private readonly rowLiteral = emptyLiteral()
  private readonly rowCells = new RowCells()

  constructor(text: DumpText, now?: ConstantScope['now'], zone?: () => string) {
    this.text = text
    this.now = now
    this.zone = zone
  }

  /** Returns whether the time of loading is known. */
  get isTimeGiven(): boolean {
    return typeof this.now === 'function'
  }

  /** Applies a statement that sets variables. */
  statement(tokens: readonly Token[]): void {
    this.forgetKnown()
    if (isWord(tokens[0], ...unsure)) this.variables.clear()
    if (isWord(tokens[0], 'SELECT') && this.assignSelected(tokens)) return
    if (!isWord(tokens[0], 'SET')) return this.forget(tokens)
    // A server computes every value before it sets the first variable.
    const settings = splitAtCommas(tokens.slice(1)).map((part) => this.assignment(part))
    for (const set of settings) set()
  }

  /** Returns null if only a server could compute the value. */
  valueOf({ text, cells, at }: ExpressionCell, target: Target = 'text'): Computed | null {
    const kept = this.keptCells.get(at)
    if (kept !== undefined) return this.readStored(this.stored(kept, target))
    const start = cells.starts[at] as number
    const end = cells.ends[at] as number
    const written = end - start > knownBytes ? '' : text.decode(start, end)
    const known = this.known[target]
    let found = known.get(written)
    if (found === undefined) {
      found = this.compute(this.tokensOf(text.bytes.slice(start, end)), target)
      const isLasting = written !== '' && !volatile.test(written) && !mayUseSequence.test(written)
      if (isLasting && known.size < knownMax) known.set(written, found)
    }
    return this.readStored(found)
  }

  valueOfTokens(tokens: readonly Token[], target: Target = 'text'): Computed | null {
    return this.readStored(this.compute(tokens, target))
  }

  /** Returns the default of a column in the current row. */
  valueOfDefault(columnId: number, tokens: readonly Token[], target: Target): Computed | null {
    const kept = this.keptDefaults.get(columnId)
    return kept === undefined ? this.valueOfTokens(tokens, target) : this.readStored(this.stored(kept, target))
  }

  /** Computes a value of the row now. */
  keepCell({ text, cells, at }: ExpressionCell): void {
    const tokens = this.tokensOf(text.bytes.slice(cells.starts[at], cells.ends[at]))
    this.keptCells.set(at, evaluate(tokens, this.scope))
  }

  keepDefault(columnId: number, tokens: readonly Token[]): void {
    this.keptDefaults.set(columnId, evaluate(tokens, this.scope))
  }

  forgetRow(): void {
    if (this.keptCells.size > 0) this.keptCells.clear()
    if (this.keptDefaults.size > 0) this.keptDefaults.clear()
  }

  private compute(tokens: readonly Token[], target: Target): Uint8Array | TimeOfLoading | null {
    const { scope } = this
    if (isNumberAlone(tokens)) return encoder.encode(`${tokens.map(({ text }) => text).join('')},`)
    const stored = this.stored(evaluate(tokens, scope), target)
    if (stored !== null) return stored
    if (tokens.some((token) => isSymbol(token, ':'))) {
      this.forget(tokens)
      this.forgetKnown()
    }
    return null
  }

  private stored(constant: Constant | null, target: Target): Uint8Array | TimeOfLoading | null {
    const { scope } = this
    // The text of a float is shorter than that of the double with its value.
    if (constant?.kind === 'double' && constant.isShortened === true && target !== 'number' && target !== 'integer')
      return null
    // A server computes the number of a time, and the date of one.
    if (constant?.kind === 'copied' && target !== 'text' && !(target === 'time' && isTime(constant))) return null
    const value = constant?.kind === 'text' ? attempt(() => storedIn(target, constant, scope)) : constant
    if (value === null) return null
    return value.kind === 'load_time' ? { loadTime: value } : literalOf(value)
  }

  private readStored(found: Uint8Array | TimeOfLoading | null): Computed | null {
    return found instanceof Uint8Array ? this.read(found) : found
  }

  private read(bytes: Uint8Array): ComputedLiteral {
    const { literal, cells } = this
    literal.at = literal.bytes.length
    this.adoptMode(literal)
    literal.extend([bytes])
    cells.prepare(literal)
    cells.count = 0
    scanValue(literal, cells)
    return { text: literal, cells }
  }

  /** Converts a constant to a literal, which is read like any other. */
  computedOf(value: Constant): Computed {
    return value.kind === 'load_time' ? { loadTime: value } : this.read(literalOf(value))
  }

  /** Converts constants to a row, as if it were in the dump. Its cells stay valid while values of it are computed. */
  row(values: readonly Constant[]): ComputedLiteral {
    const { rowLiteral: literal, rowCells: cells } = this
    const parts = values.map((value) =>
      value.kind === 'load_time'
        ? encoder.encode(`${loadTimeWords[value.shape] ?? refuse('a part of a time')},`)
        : literalOf(value),
    )
    const bytes = Uint8Array.from([40, ...parts.flatMap((part) => [...part]).slice(0, -1), 41])
    literal.at = literal.bytes.length
    this.adoptMode(literal)
    literal.extend([bytes])
    cells.prepare(literal)
    scanRow(literal, cells)
    return { text: literal, cells }
  }

  private adoptMode(literal: DumpText): void {
    const { countsZero, roundsFractions, timeZone, server } = this.text
    Object.assign(literal, { countsZero, roundsFractions, timeZone, server })
  }

  get scope(): ConstantScope {
    const { charset, isBinary, concatsPipes } = this.text
    return {
      variables: this.variables,
      isUtf8: charset === 'utf-8',
      isBinary,
      concatsPipes,
      lastInsertId: this.lastInsertId,
      setLastInsertId: (number) => {
        this.lastInsertId = number
      },
      setVariable: (name, value) => {
        this.setVariable(name, value)
        this.forgetKnown()
      },
      now: this.now ?? null,
      zone: () => {
        const zone = this.zone?.() ?? ''
        this.hasAssumedZone ||= zone === '' || /^system$/i.test(zone)
        return zone
      },
      ...(this.sequence === null ? {} : { sequence: this.sequence }),
      rows: (tokens, within) => this.rows?.(tokens, within, false) ?? refuse('a query'),
    }
  }

  private forgetKnown(): void {
    for (const known of Object.values(this.known)) if (known.size > 0) known.clear()
  }

  private forget(tokens: readonly Token[]): void {
    for (const { kind, text } of tokens) if (kind === 'word') this.variables.delete(text.toLowerCase())
  }

  /** Reads `@a = 1` and `@a := 1`. */
  private assignment(part: readonly Token[]): () => void {
    const [target] = part
    const from = isSymbol(part[1], ':') ? 3 : 2
    if (!isVariable(target) || !isSymbol(part[from - 1], '=')) return () => {}
    const value = evaluate(part.slice(from), this.scope)
    return value === null ? () => this.forget(part) : () => this.setVariable(target.text, value)
  }

  private setVariable(name: string, value: Constant): void {
    // A variable stores digits as bytes, so nothing remains of a number. It stores a document as a string.
    const kept: Constant =
      value.kind === 'digits' ? { kind: 'bytes', bytes: bytesOf(value, this.scope) } : asString(value)
    this.variables.set(name.toLowerCase(), kept)
  }

  /**
   * Runs `SELECT a, b INTO @a, @b FROM t` and `SELECT @a := a FROM t`. Returns false if the statement is another one.
   */
  private assignSelected(tokens: readonly Token[]): boolean {
    const assigning = selectedVariables(tokens)
    if (assigning === null) return false
    const { names, query, isOneRow } = assigning
    const found = attempt(() => this.rows?.(query, this.scope, !isOneRow) ?? refuse('a query'))
    // Without a row, the variables keep their values.
    const isSure = found !== null && (found.length < 2 || !isOneRow)
    const last = found?.at(-1)
    if (!isSure) this.forget(tokens)
    else if (last !== undefined) names.forEach((name, at) => this.setVariable(name, last[at] ?? { kind: 'null' }))
    return true
  }

  private tokensOf(bytes: Uint8Array): readonly Token[] {
    const { charset, backslashEscapes, ansiQuotes } = this.text
    const text = Object.assign(new DumpText(), { backslashEscapes, ansiQuotes, isWhole: true })
    text.useCharset(charset)
    text.extend([bytes])
    const tokens: Token[] = []
    for (let token = text.token(); token !== 'end' && token !== 'more'; token = text.token()) tokens.push(token)
    return tokens
  }
}

const encoder = new TextEncoder()

const isTime = ({ columnKind }: { readonly columnKind: string }): boolean => /^(?:time|interval)$/.test(columnKind)

/**
 * Returns a string in the form in which a column of this kind stores it: as bytes in its own character set, or as the
 * digits of a date in a number.
 */
function storedIn(target: Target, value: Constant & { readonly kind: 'text' }, scope: ConstantScope): Constant {
  if (target === 'bytes') return { kind: 'bytes', bytes: bytesOf(value, scope) }
  // The server would add the day on which it runs.
  if (target === 'date' && value.temporal === 'time') return refuse('a time without a day')
  return storedForTarget(target, value)
}

/** Tests for numbers such as `1e3` and `-1.5`, which columns read directly. */
const isNumberAlone = (tokens: readonly Token[]): boolean =>
  tokens.at(-1)?.kind === 'number' &&
  !isBeyondNumbers(tokens.at(-1)?.text ?? '') &&
  (tokens.length === 1 || (tokens.length === 2 && isSymbol(tokens[0], '-')))

const loadTimeWords: Partial<Readonly<Record<LoadTime['shape'], string>>> = {
  timestamp: 'NOW()',
  day: 'CURDATE()',
  time: 'CURTIME()',
  seconds: 'UNIX_TIMESTAMP()',
}

function literalOf(value: Exclude<Constant, { readonly kind: 'load_time' }>): Uint8Array {
  switch (value.kind) {
    case 'null':
      return encoder.encode('NULL,')
    case 'double':
      return encoder.encode(`${value.number.toExponential()},`)
    case 'number':
      return encoder.encode(`${numberText(value.digits, value.scale)},`)
    case 'digits':
      // A server reads `0x31` as a number in a column of numbers, but `X'31'` as a string.
      if (value.base === 'hex' && value.digits !== '') return encoder.encode(`0x${value.digits},`)
      return encoder.encode(`B'${value.digits}',`)
    case 'text':
    case 'copied':
      return encoder.encode(`'${value.text.replaceAll("'", "''")}',`)
    case 'bytes': {
      const doubled = Array.from(value.bytes).flatMap((byte) => (byte === 39 ? [39, 39] : [byte]))
      return Uint8Array.from([...encoder.encode("_binary'"), ...doubled, 39, 44])
    }
  }
}

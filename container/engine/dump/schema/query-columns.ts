import { joinedTables, type TableInJoin } from '../expressions/joined-tables.ts'
import { aliased, clausesOf, isColumn, isStar, queryWords, splitAtUnions, trimmed } from '../expressions/query-parts.ts'
import { refuse } from '../expressions/translated.ts'
import { splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'
import { plainColumn } from './read-column.ts'
import { type DumpColumn, type DumpTable, findColumn, insertedColumns } from './schema.ts'

/** The type and the attributes of a column. */
type Shape = Omit<DumpColumn, 'id' | 'name'>

interface QueriedColumn extends Shape {
  readonly name: string
}

type FindTable = (database: string | null, name: string) => DumpTable | null

/** The digits of a number before and after the point. */
interface Digits {
  readonly whole: number
  readonly scale: number
}

/** Returns the columns of the table that MariaDB makes from a query. */
export function columnsOfQuery(tokens: readonly Token[], find: FindTable): QueriedColumn[] {
  const { parts } = splitAtUnions(trimmed(tokens))
  if (parts.length > 1) refuse('the types of a union')
  const clauses = clausesOf(trimmed(parts[0] ?? []), queryWords)
  const [select, option, ...more] = clauses.get('') ?? []
  if (!isWord(select, 'SELECT') || option === undefined) return refuse('another query')
  const list = isWord(option, 'DISTINCT', 'ALL') ? more : [option, ...more]
  const from = clauses.get('FROM') ?? []
  const tables = from.length === 0 || isWord(from[0], 'DUAL') ? [] : joinedTables(from, { find })
  const columns = splitAtCommas(list).flatMap((part) => starred(part, tables) ?? [listed(part, tables)])
  const names = new Set(columns.map(({ name }) => name.toLowerCase()))
  return names.size < columns.length ? refuse('two columns with one name') : columns
}

/** Expands `*` and `t.*`. */
function starred(part: readonly Token[], tables: readonly TableInJoin<DumpTable>[]): QueriedColumn[] | null {
  const [qualifier] = part
  if (!isStar(part)) return null
  if (tables.some(({ isMoved }) => isMoved)) return refuse('a star over tables in another order')
  const chosen = part.length === 1 ? tables : tables.filter(({ alias }) => isSameName(alias, qualifier?.text ?? ''))
  return chosen.flatMap((one) =>
    insertedColumns(one.table, null).flatMap((column) =>
      column === undefined ? [] : [{ ...copied(column, one), name: column.name }],
    ),
  )
}

function listed(part: readonly Token[], tables: readonly TableInJoin<DumpTable>[]): QueriedColumn {
  const { tokens, alias } = aliased(part)
  const [last] = tokens.slice(-1)
  const isNamed = isColumn(tokens) && (last?.kind === 'name' || last?.kind === 'word')
  // A server names the column after the spelling of the expression, with its spaces.
  const name = alias ?? (isNamed ? last.text : refuse('an expression without a name'))
  const reader = new ShapeReader(new TokenReader(tokens), tables)
  return { ...reader.whole(), name }
}

/** A row without a partner in an outer join has NULL, even in columns of the primary key. */
function isNeverNull({ name, notNull }: DumpColumn, { table, isOuter }: TableInJoin<DumpTable>): boolean {
  const primary = table.keys.find(({ kind }) => kind === 'primary')
  return !isOuter && (notNull || primary?.parts.some(({ column }) => isSameName(column ?? '', name)) === true)
}

/** Copies a column. The copy keeps its default, but neither counts nor computes values. */
function copied(column: DumpColumn, from: TableInJoin<DumpTable>): Shape {
  const { id: _id, name: _name, ...shape } = column
  return {
    ...shape,
    defaultTokens: column.autoIncrement ? [{ kind: 'number', text: '0' }] : column.defaultTokens,
    firstDefault: null,
    isFirstNotNull: false,
    isAddedToRows: false,
    isZerofill: false,
    earlier: plainColumn('').earlier,
    autoIncrement: false,
    generated: null,
    isStored: false,
    isInvisible: false,
    notNull: isNeverNull(column, from),
    isJson: column.type === 'json',
  }
}

const integers = ['tinyint', 'smallint', 'mediumint', 'int', 'bigint'] as const
const digitsOfIntegers: ReadonlyMap<string, readonly [signed: number, unsigned: number]> = new Map([
  ['tinyint', [3, 3]],
  ['smallint', [5, 5]],
  ['mediumint', [8, 8]],
  ['int', [10, 10]],
  ['bigint', [19, 20]],
])

const isInteger = ({ type }: Shape): boolean => digitsOfIntegers.has(type)
const isText = ({ type }: Shape): boolean => /^(?:var)?char$|text$|^enum$/.test(type)

/** An integer expression has the type BIGINT from this number of characters on. */
const bigintFrom = 10

/** The maximum length of a function's result in a column of the type VARCHAR. */
const varcharMax = 512

interface Typed {
  readonly shape: Shape
  readonly digits: Digits | null
}

const typed = (shape: Shape): Typed => ({ shape, digits: digitsOf(shape) })

function digitsOf({ type, sizes, unsigned }: Shape): Digits | null {
  const digits = digitsOfIntegers.get(type)
  if (digits !== undefined) return { whole: digits[unsigned ? 1 : 0], scale: 0 }
  const [size = 10, scale = 0] = sizes
  return type === 'decimal' ? { whole: size - scale, scale } : null
}

function integer(whole: number, unsigned: boolean, notNull: boolean): Typed {
  const isWide = whole + (unsigned ? 0 : 1) >= bigintFrom
  return {
    shape: { ...plainColumn(isWide ? 'bigint' : 'int'), unsigned, notNull },
    digits: { whole, scale: 0 },
  }
}

function decimal({ whole, scale }: Digits, unsigned: boolean, notNull: boolean): Typed {
  if (whole + scale > 65 || scale > 38) refuse('too many digits')
  return typed({ ...plainColumn('decimal', [whole + scale, scale]), unsigned, notNull })
}

/** Returns the text of a function. Its length is null for a string without a limit. */
function text(length: number | null, notNull: boolean, from: readonly Typed[]): Typed {
  const isLong = length === null || length > varcharMax
  const type = isLong ? 'mediumtext' : length === 0 ? 'char' : 'varchar'
  const column = from.find(({ shape }) => isText(shape) && shape.charset !== null)?.shape
  const charsets = new Set(from.flatMap(({ shape }) => (isText(shape) ? (shape.charset?.toLowerCase() ?? []) : [])))
  if (charsets.size > 1) refuse('texts in two character sets')
  return typed({
    ...plainColumn(type, isLong ? [] : [length]),
    notNull,
    charset: column?.charset ?? null,
    collation: column?.collation ?? null,
    isExactText: from.some(({ shape }) => isText(shape) && shape.isExactText),
  })
}

/** Returns the maximum number of characters of a value as a string, or null without a limit. */
function lengthOf({ shape, digits }: Typed): number | null {
  const { type, sizes, labels, unsigned } = shape
  if (type.endsWith('text')) return null
  if (type === 'enum') return Math.max(0, ...labels.map((label) => label.length))
  if (isText(shape)) return sizes[0] ?? 1
  if (type === 'null') return 0
  if (digits !== null && digits.scale === 0) return digits.whole + (unsigned ? 0 : 1)
  return refuse('the length of another value')
}

const longest = (values: readonly Typed[]): number | null =>
  values.reduce<number | null>((most, value) => {
    const length = lengthOf(value)
    return most === null || length === null ? null : Math.max(most, length)
  }, 0)

/** Returns the type that can store the values of all of these types. */
function common(values: readonly Typed[], notNull: boolean): Typed {
  const known = values.filter(({ shape }) => shape.type !== 'null')
  const [first] = known
  if (first === undefined) return refuse('only NULL')
  const shapes = known.map(({ shape }) => shape)
  if (shapes.every(isText)) return text(longest(known), notNull, known)
  if (new Set(shapes.map(({ unsigned }) => unsigned)).size > 1) refuse('numbers with and without a sign')
  const { unsigned } = first.shape
  if (shapes.every(isInteger)) {
    const widest = Math.max(...shapes.map(({ type }) => integers.findIndex((one) => one === type)))
    return typed({ ...plainColumn(integers[widest] ?? 'bigint'), unsigned, notNull })
  }
  const digits = known.flatMap((value) => value.digits ?? [])
  if (digits.length === known.length) {
    const whole = Math.max(...digits.map((one) => one.whole))
    return decimal({ whole, scale: Math.max(...digits.map(({ scale }) => scale)) }, unsigned, notNull)
  }
  const isSame = shapes.every(
    ({ type, sizes }) => type === first.shape.type && sizes.join() === first.shape.sizes.join(),
  )
  return isSame && /^(?:date|datetime)$/.test(first.shape.type)
    ? typed({ ...plainColumn(first.shape.type, first.shape.sizes), notNull })
    : refuse('values of unlike types')
}

/** Reads expressions, and returns the type that MariaDB gives to a column for their values. */
class ShapeReader {
  private readonly reader: TokenReader
  private readonly tables: readonly TableInJoin<DumpTable>[]

  constructor(reader: TokenReader, tables: readonly TableInJoin<DumpTable>[]) {
    this.reader = reader
    this.tables = tables
  }

  whole(): Shape {
    const { shape } = this.sum()
    if (shape.type === 'null') refuse('a column of NULL')
    return this.reader.isDone ? shape : refuse('another expression')
  }

  private inside(tokens: readonly Token[]): Typed {
    const reader = new ShapeReader(new TokenReader(tokens), this.tables)
    const value = reader.sum()
    return reader.reader.isDone ? value : refuse('another expression')
  }

  private sum(): Typed {
    let left = this.product()
    while (this.reader.takeSymbol('+') || this.reader.takeSymbol('-')) {
      const right = this.product()
      left = calculated(left, right, (one, other) => ({
        whole: Math.max(one.whole, other.whole) + 1,
        scale: Math.max(one.scale, other.scale),
      }))
    }
    return left
  }

  private product(): Typed {
    let left = this.factor()
    while (this.reader.takeSymbol('*'))
      left = calculated(left, this.factor(), (one, other) => ({
        whole: one.whole + other.whole,
        scale: one.scale + other.scale,
      }))
    return left
  }

  private factor(): Typed {
    const { reader } = this
    const token = reader.current
    if (reader.takeSymbol('-')) return this.negative()
    if (isSymbol(token, '(')) return this.inside(reader.takeParentheses() ?? [])
    if (token?.kind === 'string') return this.string()
    if (token?.kind === 'number') return this.literal(0)
    if (token?.kind === 'word' && isSymbol(reader.tokens[reader.at + 1], '(')) {
      reader.at++
      return this.call(token.text.toUpperCase(), reader.takeParentheses() ?? [])
    }
    if (reader.takeWords('NULL')) return typed(plainColumn('null'))
    if (reader.takeWords('TRUE') || reader.takeWords('FALSE')) return integer(4, false, true)
    if (reader.takeWords('CURRENT_TIMESTAMP')) return loadTime('datetime')
    if (reader.takeWords('CURRENT_DATE')) return loadTime('date')
    return this.column()
  }

  private negative(): Typed {
    if (this.reader.current?.kind !== 'number') return refuse('a negative value')
    return this.literal(1)
  }

  private literal(sign: number): Typed {
    const written = this.reader.take()?.text ?? ''
    const [, whole = '', fraction] = /^(\d+)(?:\.(\d+))?$/.exec(written) ?? refuse('another number')
    if (fraction !== undefined) return decimal({ whole: whole.length, scale: fraction.length }, false, true)
    if (whole.length > 18) refuse('a large number')
    const { shape } = integer(whole.length + sign - 1, false, true)
    return { shape, digits: { whole: whole.length, scale: 0 } }
  }

  private string(): Typed {
    const written = this.reader.take()?.text ?? ''
    if (this.reader.current?.kind === 'string') refuse('adjacent strings')
    return text(written.length, true, [])
  }

  private column(): Typed {
    const { database: qualifier, name } = this.reader.takeQualified() ?? refuse('another value')
    const found = this.tables.flatMap((one) => {
      const column = qualifier === null || isSameName(one.alias, qualifier) ? findColumn(one.table, name) : undefined
      return column === undefined ? [] : [copied(column, one)]
    })
    const [only] = found
    return only === undefined || found.length > 1 ? refuse('an unknown column') : typed(only)
  }

  private call(name: string, tokens: readonly Token[]): Typed {
    if (name === 'IF') return this.choice(splitAtCommas(tokens))
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined
    if (call === undefined) return refuse('another function')
    const isAll = name === 'COUNT' && isSymbol(tokens[0], '*')
    const parts = isAll ? [] : splitAtCommas(isWord(tokens[0], 'DISTINCT') ? tokens.slice(1) : tokens)
    return call(
      parts.map((part) => this.inside(part)),
      parts,
    )
  }

  /** Reads `IF(a > 1, b, c)`. It may be NULL if its condition may be. */
  private choice([condition = [], ...values]: readonly (readonly Token[])[]): Typed {
    const both = values.map((value) => this.inside(value))
    if (both.length !== 2) refuse('IF without its values')
    const isKnown = this.isNeverNull(condition) && both.every(({ shape }) => shape.notNull)
    return common(both, isKnown)
  }

  private isNeverNull(condition: readonly Token[]): boolean {
    return condition.every(({ kind, text: name }) => {
      if (kind !== 'name' && kind !== 'word') return true
      return this.tables.every((one) => {
        const column = findColumn(one.table, name)
        return column === undefined || isNeverNull(column, one)
      })
    })
  }
}

function calculated(one: Typed, other: Typed, digitsOfBoth: (one: Digits, other: Digits) => Digits): Typed {
  if (one.digits === null || other.digits === null) return refuse('a calculation with another type')
  const digits = digitsOfBoth(one.digits, other.digits)
  const shapes = [one.shape, other.shape]
  const isUnsigned = ({ unsigned }: Shape): boolean => unsigned
  const notNull = one.shape.notNull && other.shape.notNull
  return shapes.every(isInteger)
    ? integer(digits.whole, shapes.some(isUnsigned), notNull)
    : decimal(digits, shapes.every(isUnsigned), notNull)
}

const loadTime = (type: 'datetime' | 'date'): Typed => typed({ ...plainColumn(type), notNull: true })

type Call = (values: readonly Typed[], parts: readonly (readonly Token[])[]) => Typed

const first = ([value]: readonly Typed[]): Typed => value ?? refuse('a missing argument')

const extreme: Call = (values) => {
  const { shape, digits } = first(values)
  return { shape: { ...shape, notNull: false, defaultTokens: null, onUpdate: false }, digits }
}

const sameLength: Call = (values) => text(lengthOf(first(values)), false, [first(values)])

/** Reads `LEFT(a, 3)` and `SUBSTRING(a, 1, 3)`, whose last argument is the length. */
const cut: Call = (values, parts) => {
  const [limit, ...more] = parts.at(-1) ?? []
  if (limit?.kind !== 'number' || more.length > 0 || parts.length < 2) refuse('a length that is computed')
  const length = lengthOf(first(values))
  const most = Number(limit?.text)
  return text(length === null ? most : Math.min(length, most), false, [first(values)])
}

const either: Call = (values) =>
  common(
    values,
    values.some(({ shape }) => shape.notNull),
  )

/** The digits by which a sum may be longer than its values. */
const sumDigits = 22

const calls: Readonly<Record<string, Call>> = {
  COUNT: () => integer(20, false, true),
  MAX: extreme,
  MIN: extreme,
  SUM(values) {
    const { digits, shape } = first(values)
    if (/^(?:float|double)$/.test(shape.type)) return typed(plainColumn('double'))
    const { whole, scale } = digits ?? refuse('a sum of other values')
    return decimal({ whole: whole + sumDigits, scale }, false, false)
  },
  AVG(values) {
    const { digits, shape } = first(values)
    if (/^(?:float|double)$/.test(shape.type)) return typed(plainColumn('double'))
    const { whole, scale } = digits ?? refuse('an average of other values')
    return decimal({ whole, scale: scale + 4 }, false, false)
  },
  CONCAT(values) {
    const lengths = values.map(lengthOf)
    const isLimited = lengths.every((length) => length !== null)
    return text(isLimited ? lengths.reduce<number>((sum, length) => sum + (length ?? 0), 0) : null, false, values)
  },
  UPPER: sameLength,
  UCASE: sameLength,
  LOWER: sameLength,
  LCASE: sameLength,
  TRIM: sameLength,
  LTRIM: sameLength,
  RTRIM: sameLength,
  LEFT: cut,
  RIGHT: cut,
  SUBSTRING: (values, parts) => (parts.length === 3 ? cut(values, parts) : refuse('the rest of a text')),
  IFNULL: either,
  COALESCE: either,
  YEAR: () => integer(4, false, false),
  MONTH: () => integer(2, false, false),
  DATE: () => typed(plainColumn('date')),
  NOW: ([digits]) => (digits === undefined ? loadTime('datetime') : refuse('fractions of seconds')),
  CURRENT_TIMESTAMP: ([digits]) => (digits === undefined ? loadTime('datetime') : refuse('fractions of seconds')),
  CURDATE: () => loadTime('date'),
}

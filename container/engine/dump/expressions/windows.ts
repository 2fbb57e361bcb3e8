import { splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import { aggregateOf } from './aggregates.ts'
import { alike, oneOf } from './agreeing.ts'
import { bigintDigits, type ExpressionType, made, refuse, type Translated, whole } from './translated.ts'

/** Translates the parts of an expression with a window. */
interface Parts {
  readonly inside: (tokens: readonly Token[]) => Translated
  readonly ordering: (tokens: readonly Token[]) => string
}

const ranks: Readonly<Record<string, ExpressionType>> = {
  row_number: 'integer',
  rank: 'integer',
  dense_rank: 'integer',
  percent_rank: 'float',
  cume_dist: 'float',
}
const ofValue = ['lag', 'lead', 'first_value', 'last_value', 'nth_value']
const aggregates = ['count', 'sum', 'avg', 'min', 'max']

/** Translates `row_number() OVER (PARTITION BY a ORDER BY b)`. `over` contains the tokens in parentheses after OVER. */
export function windowed(name: string, args: readonly Token[], over: readonly Token[], parts: Parts): Translated {
  // MySQL stores the result in a temporary table, with the digits that it displays.
  const { exact: _exact, ...value } = called(name, args, ` OVER (${windowOf(over, parts)})`, parts)
  return { ...value, isImmutable: false }
}

const natural = (sql: string): Translated => whole(made(sql, 'integer'), bigintDigits)

function called(name: string, args: readonly Token[], over: string, { inside }: Parts): Translated {
  const rank = Object.hasOwn(ranks, name) ? ranks[name] : undefined
  if (rank !== undefined && args.length > 0) return refuse('a rank with arguments')
  if (rank !== undefined) return rank === 'integer' ? natural(`${name}()${over}`) : made(`${name}()${over}`, rank)
  if (name === 'count' && args.length === 1 && isSymbol(args[0], '*')) return natural(`count(*)${over}`)
  // The value is stored in the temporary table too.
  const [value = refuse('a window over nothing'), ...more] = splitAtCommas(args).map((part) => stored(inside(part)))
  if (name === 'ntile' && more.length === 0) return natural(`ntile((${value.sql})::integer)${over}`)
  if (ofValue.includes(name)) return ofRow(name, value, more, over)
  const isPlain = more.length === 0 && !isWord(args[0], 'DISTINCT') && aggregates.includes(name)
  return isPlain ? aggregateOf(name, value, { distinct: '', over }) : refuse(`the window function ${name}`)
}

const stored = ({ exact: _exact, ...value }: Translated): Translated => value

function ofRow(name: string, value: Translated, [count, otherwise]: readonly Translated[], over: string): Translated {
  const rows =
    count === undefined ? '' : `, (${count.type === 'integer' ? count.sql : refuse('a missing count')})::integer`
  const order = value.order === undefined ? {} : { order: null }
  if (otherwise === undefined) return { ...value, sql: `${name}(${value.sql}${rows})${over}`, ...order }
  const [one, other] = alike(value, otherwise)
  return { ...oneOf([one, other], [], (given, last) => `${name}(${given}${rows}, ${last})${over}`), ...order }
}

const frameWords = ['ROWS', 'RANGE', 'BETWEEN', 'UNBOUNDED', 'PRECEDING', 'AND', 'CURRENT', 'ROW', 'FOLLOWING']

/** The windows that a query names. */
export type Windows = ReadonlyMap<string, readonly Token[]>

/** Reads the clause `WINDOW w AS (PARTITION BY a), v AS (w ORDER BY b)`. */
export function windowsIn(clause: readonly Token[]): Windows {
  const windows = new Map<string, readonly Token[]>()
  for (const part of splitAtCommas(clause)) {
    const reader = new TokenReader(part)
    const name = (reader.takeName() ?? refuse('a window without a name')).toLowerCase()
    if (!reader.takeWords('AS') || windows.has(name)) refuse('another definition of a window')
    windows.set(name, expanded(reader.takeParentheses() ?? [], windows))
    if (!reader.isDone) refuse('words after a window')
  }
  return windows
}

/** Replaces the name at the beginning of a window by the window of that name. */
export function expanded(tokens: readonly Token[], windows: Windows): readonly Token[] {
  const [first, ...more] = tokens
  if (first?.kind !== 'name' && (first?.kind !== 'word' || isWord(first, 'PARTITION', 'ORDER', 'ROWS', 'RANGE')))
    return tokens
  return [...(windows.get(first.text.toLowerCase()) ?? refuse('an unknown window')), ...more]
}

function windowOf(tokens: readonly Token[], { inside, ordering }: Parts): string {
  const reader = new TokenReader(tokens)
  const clause = (...words: readonly string[]): readonly Token[] | null => {
    if (!reader.takeWords(...words)) return null
    const start = reader.at
    let depth = 0
    for (; !reader.isDone; reader.at++) {
      if (depth === 0 && isWord(reader.current, 'ORDER', 'ROWS', 'RANGE')) break
      if (isSymbol(reader.current, '(')) depth++
      if (isSymbol(reader.current, ')')) depth--
    }
    return tokens.slice(start, reader.at)
  }
  const partition = clause('PARTITION', 'BY')
  const order = clause('ORDER', 'BY')
  const frame = tokens.slice(reader.at)
  const isPlain = frame.every(
    (token) => isWord(token, ...frameWords) || (token.kind === 'number' && isWord(frame[0], 'ROWS')),
  )
  if (!isPlain) return refuse('another window')
  return [
    partition === null
      ? ''
      : `PARTITION BY ${splitAtCommas(partition)
          .map((part) => inside(part).sql)
          .join(', ')}`,
    order === null ? '' : `ORDER BY ${ordering(order)}`,
    frame.map(({ text }) => text.toUpperCase()).join(' '),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

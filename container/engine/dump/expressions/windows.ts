import { splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import { alike } from './agreeing.ts'
import { type ExpressionType, isNumber, refuse, type Translated } from './translated.ts'

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

/** Translates `row_number() OVER (PARTITION BY a ORDER BY b)`, starting at the parentheses after OVER. */
export function windowed(name: string, args: readonly Token[], over: readonly Token[], parts: Parts): Translated {
  const { sql, type } = called(name, args, parts)
  return { sql: `${sql} OVER (${windowOf(over, parts)})`, type, isImmutable: false }
}

function called(name: string, args: readonly Token[], { inside }: Parts): { sql: string; type: ExpressionType } {
  const rank = Object.hasOwn(ranks, name) ? ranks[name] : undefined
  if (rank !== undefined) return args.length === 0 ? { sql: `${name}()`, type: rank } : refuse('a rank with arguments')
  if (name === 'count' && args.length === 1 && isSymbol(args[0], '*')) return { sql: 'count(*)', type: 'integer' }
  const [value = refuse('a window over nothing'), ...more] = splitAtCommas(args).map(inside)
  if (name === 'ntile' && more.length === 0) return { sql: `ntile((${value.sql})::integer)`, type: 'integer' }
  if (ofValue.includes(name)) return { sql: ofRow(name, value, more), type: value.type }
  if (more.length > 0 || isWord(args[0], 'DISTINCT')) return refuse('several values instead of one')
  if (name === 'count') return { sql: `count(${value.sql})`, type: 'integer' }
  if (name === 'min' || name === 'max') return { sql: `${name}(${value.sql})`, type: value.type }
  return name === 'sum' && isNumber(value)
    ? { sql: `sum(${value.sql})`, type: value.type === 'float' ? 'float' : 'number' }
    : refuse(`the window function ${name}`)
}

function ofRow(name: string, value: Translated, [count, otherwise]: readonly Translated[]): string {
  const rows =
    count === undefined ? '' : `, (${count.type === 'integer' ? count.sql : refuse('a missing count')})::integer`
  const last = otherwise === undefined ? '' : `, ${alike(value, otherwise)[1].sql}`
  return `${name}(${value.sql}${rows}${last})`
}

const frameWords = ['ROWS', 'RANGE', 'BETWEEN', 'UNBOUNDED', 'PRECEDING', 'AND', 'CURRENT', 'ROW', 'FOLLOWING']

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

import { quoted } from './quoted.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import { callFunction } from './functions.ts'
import { asNumber, type ExpressionType, isNumber, refuse, type Translated, unrounded } from './translated.ts'

interface Parts {
  readonly inside: (tokens: readonly Token[]) => Translated
  readonly ordering: (tokens: readonly Token[]) => string
}

export const isAggregate = (name: string): boolean => /^(?:count|sum|avg|min|max|group_concat)$/.test(name)

/** In PostgreSQL, booleans have no maximum and minimum. */
const ofBooleans: Readonly<Record<string, string>> = { max: 'bool_or', min: 'bool_and' }

const result = (sql: string, type: ExpressionType): Translated => ({ sql, type, isImmutable: false })

/** Translates `sum(a)`, `count(DISTINCT a)`, `group_concat(a ORDER BY b SEPARATOR ';')`. */
export function aggregated(name: string, tokens: readonly Token[], parts: Parts): Translated {
  if (name === 'group_concat') return joined(tokens, parts)
  if (name === 'count' && tokens.length === 1 && isSymbol(tokens[0], '*')) return result('count(*)', 'integer')
  const isDistinct = isWord(tokens[0], 'DISTINCT')
  const distinct = isDistinct ? 'DISTINCT ' : ''
  const value = parts.inside(isDistinct ? tokens.slice(1) : tokens)
  if (name === 'count') return result(`count(${distinct}${value.sql})`, 'integer')
  if (name === 'sum' || name === 'avg') return total(name, distinct, asNumber(value))
  const called = value.type === 'boolean' ? ofBooleans[name] : name
  return result(`${called}(${value.sql})`, value.type)
}

function total(name: 'sum' | 'avg', distinct: string, value: Translated): Translated {
  if (!isNumber(value)) return refuse('a sum of values that are not numbers')
  const sql = `${name}(${distinct}${unrounded(value).sql})`
  if (value.exact !== undefined) return result(`round(${sql}, ${name === 'avg' ? 8 : 4})`, 'number')
  // MySQL's average of integers has four digits after the point.
  return name === 'avg' && value.type === 'integer' ? result(`round(${sql}, 4)`, 'number') : result(sql, value.type)
}

function joined(tokens: readonly Token[], { inside, ordering }: Parts): Translated {
  const order = tokens.findIndex((token) => isWord(token, 'ORDER'))
  const separator = tokens.findIndex((token) => isWord(token, 'SEPARATOR'))
  const isDistinct = isWord(tokens[0], 'DISTINCT')
  if (isDistinct && order >= 0) refuse('both DISTINCT and ORDER BY')
  const end = order >= 0 ? order : separator >= 0 ? separator : tokens.length
  const value = callFunction('to_text', [inside(tokens.slice(isDistinct ? 1 : 0, end))])
  const written = tokens[separator + 1]
  const between = separator < 0 ? ',' : written?.kind === 'string' ? written.text : refuse('a separator')
  const by = order < 0 ? '' : ` ORDER BY ${ordering(tokens.slice(order + 2, separator < 0 ? undefined : separator))}`
  return {
    sql: `string_agg(${isDistinct ? 'DISTINCT ' : ''}${value.sql}, ${quoted(between)}${by})`,
    type: 'text',
    isImmutable: false,
  }
}

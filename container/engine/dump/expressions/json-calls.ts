import { splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isWord, type Token } from '../text/tokens.ts'
import type { CallForm, Inside } from './call-form.ts'
import type { Constant } from './constant.ts'
import { text, textOf } from './constant-values.ts'
import { refuse } from './translated.ts'

/** The words of expressions that are true or false. */
const truthWords = [
  'TRUE',
  'FALSE',
  'NOT',
  'AND',
  'OR',
  'XOR',
  'IS',
  'IN',
  'LIKE',
  'BETWEEN',
  'REGEXP',
  'RLIKE',
  'EXISTS',
]

const mayBeTruth = (token: Token): boolean =>
  isWord(token, ...truthWords) || (token.kind === 'symbol' && '=<>!&|'.includes(token.text))

function textInJson(value: Constant): string {
  const written = textOf(value)
  return /["\\/\p{Cc}]/u.test(written) ? refuse('a text that is escaped') : `"${written}"`
}

/**
 * Returns a value in the notation of the server, which writes truth values as `true` and `false` and does not quote
 * documents. The tokens of the expression show which of these it is.
 */
function valueInJson(tokens: readonly Token[], inside: Inside): string {
  const [first] = tokens
  if (tokens.length === 1 && isWord(first, 'TRUE', 'FALSE')) return first?.text.toLowerCase() ?? ''
  const reader = new TokenReader(tokens.slice(1))
  const isDocument = isWord(first, 'JSON_OBJECT', 'JSON_ARRAY') && reader.takeParentheses() !== null && reader.isDone
  if (isDocument) return textOf(inside(tokens))
  if (tokens.some(({ kind, text: word }) => kind === 'word' && /^json_/i.test(word)))
    return refuse('a document in JSON')
  const value = inside(tokens)
  if (value.kind === 'null') return 'null'
  if (value.kind !== 'number') return textInJson(value)
  return tokens.some(mayBeTruth) ? refuse('a number that may be true or false') : textOf(value)
}

const object: CallForm = (inParentheses, { inside }) => {
  const values = splitAtCommas(inParentheses)
  if (values.length % 2 === 1) return refuse('a name without a value')
  const members = values.flatMap((tokens, at) => {
    if (at % 2 === 1) return []
    const name = inside(tokens)
    if (name.kind !== 'text') return refuse('a missing name')
    return [`${textInJson(name)}: ${valueInJson(values[at + 1] ?? [], inside)}`]
  })
  return text(`{${members.join(', ')}}`)
}

const array: CallForm = (inParentheses, { inside }) =>
  text(
    `[${splitAtCommas(inParentheses)
      .map((tokens) => valueInJson(tokens, inside))
      .join(', ')}]`,
  )

export const jsonCalls: Readonly<Record<string, CallForm>> = { JSON_OBJECT: object, JSON_ARRAY: array }

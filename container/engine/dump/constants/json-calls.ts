import { splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import type { CallForm, Inside } from './call-form.ts'
import { asNumber, folded } from './comparing.ts'
import { type Constant, isDocumentOfColumn } from './constant.ts'
import { lengthMax, number, text, textOf } from './constant-values.ts'
import { changedAt, parsePath, type Path, valueAt } from './json-paths.ts'
import { contains, depthOf, itemsOf, mergedKeepingAll, patched, sizeOf } from './json-documents.ts'
import { isJson, type Json, parseJson, quotedInJson, stringOf, writeJson } from './json-text.ts'
import { refuse } from '../expressions/translated.ts'

/** The words of expressions that may be true or false, or strings of digits. */
const unsureWords =
  `TRUE FALSE NOT AND OR XOR IS IN LIKE BETWEEN REGEXP RLIKE EXISTS JSON_VALID JSON_CONTAINS JSON_CONTAINS_PATH
  JSON_EXISTS IF IFNULL NVL COALESCE NULLIF CASE GREATEST LEAST ELT`.split(/\s+/)

const isUnsure = (token: Token): boolean =>
  isWord(token, ...unsureWords) || (token.kind === 'symbol' && '=<>!&|'.includes(token.text))

const nothing: Constant = { kind: 'null' }

/** Returns a document as a constant. Functions of documents insert it without quotes. */
function documentText(written: string): Constant {
  return written.length > lengthMax ? refuse('too long') : { kind: 'text', text: written, isDocument: true }
}
const asConstant = (value: Json | null): Constant => (value === null ? nothing : documentText(writeJson(value)))

const isDocument = (value: Constant): value is Constant & { readonly text: string } =>
  (value.kind === 'text' && value.isDocument === true) || isDocumentOfColumn(value)

/** Returns the text of a string or a number. Strings of all character sets become UTF-8 in documents. */
const stringIn = (value: Constant): string => (value.kind === 'text' ? value.text : textOf(value))

/** Returns the text of a document, which may also be a plain string or a number. */
const documentTextOf = (value: Constant): string => (isDocument(value) ? value.text : stringIn(value))
const parsed = (value: Constant): Json =>
  value.kind === 'number' ? refuse('a number instead of a document') : parseJson(documentTextOf(value))

/** Tests for a column, a member of one, or a call whose result both servers insert as a document. */
function isDocumentExpression(tokens: readonly Token[]): boolean {
  const reader = new TokenReader(tokens)
  const name = reader.takeName()?.toUpperCase() ?? ''
  if (reader.takeParentheses() !== null)
    return reader.isDone && ((name.startsWith('JSON_') && name !== 'JSON_KEYS') || isWord(tokens.at(-2), 'JSON'))
  if (reader.takeSymbol('.')) reader.takeName()
  return reader.isDone || (isSymbol(reader.take(), '-') && isSymbol(reader.take(), '>'))
}

/**
 * Returns a value in the notation of the server, which writes truth values as `true` and `false` and does not quote
 * documents. The tokens of the expression show which of these it is.
 */
function valueInJson(tokens: readonly Token[], inside: Inside): string {
  const [first] = tokens
  if (tokens.length === 1 && isWord(first, 'TRUE', 'FALSE')) return first?.text.toLowerCase() ?? ''
  const value = inside(tokens)
  if (value.kind === 'null') return 'null'
  if (isDocument(value)) return isDocumentExpression(tokens) ? value.text : refuse('a document or its text')
  if (value.kind !== 'number') return quotedInJson(stringIn(value))
  return tokens.some(isUnsure) ? refuse('a number of an unknown kind') : textOf(value)
}

const object: CallForm = (inParentheses, { inside }) => {
  const values = splitAtCommas(inParentheses)
  if (values.length % 2 === 1) return refuse('a name without a value')
  const members = values.flatMap((tokens, at) => {
    if (at % 2 === 1) return []
    const name = inside(tokens)
    if (name.kind !== 'text') return refuse('a missing name')
    return [`${quotedInJson(name.text)}: ${valueInJson(values[at + 1] ?? [], inside)}`]
  })
  return documentText(`{${members.join(', ')}}`)
}

const array: CallForm = (inParentheses, { inside }) =>
  documentText(
    `[${splitAtCommas(inParentheses)
      .map((tokens) => valueInJson(tokens, inside))
      .join(', ')}]`,
  )

/** Adapts a function of values. It returns NULL if one of them is NULL. */
const ofValues =
  (least: number, most: number, compute: (...values: readonly Constant[]) => Constant): CallForm =>
  (inParentheses, { inside }) => {
    const values = splitAtCommas(inParentheses).map(inside)
    if (values.length < least || values.length > most) return refuse('a wrong number of values')
    return values.some(({ kind }) => kind === 'null') ? nothing : compute(...values)
  }

/** Adapts a function of a document, or of the value at a path of it. It returns NULL if there is none. */
const ofValueAt = (compute: (value: Json) => Constant, isPathNeeded = false): CallForm =>
  ofValues(isPathNeeded ? 2 : 1, 2, (document, path) => {
    const value = valueAt(parsed(document), pathOf(path))
    return value === null ? nothing : compute(value)
  })

const pathOf = (path: Constant | undefined): Path => (path === undefined ? [] : parsePath(stringIn(path)))

/** Adapts a function that changes a document at each of its paths, one after another. */
const changing =
  (edit: (document: Json, path: Path, value: Json) => Json): CallForm =>
  (inParentheses, { inside }) => {
    const [document = [], ...pairs] = splitAtCommas(inParentheses)
    if (pairs.length === 0 || pairs.length % 2 === 1) return refuse('a path without a value')
    const [before, ...paths] = [document, ...pairs.filter((_, at) => at % 2 === 0)].map(inside)
    const values = pairs.filter((_, at) => at % 2 === 1).map((tokens) => parseJson(valueInJson(tokens, inside)))
    if (before === undefined || [before, ...paths].some(({ kind }) => kind === 'null')) return nothing
    return asConstant(
      paths.reduce((changed, path, at) => edit(changed, pathOf(path), values[at] as Json), parsed(before)),
    )
  }

const setting = (change: (found: Json | null, value: Json) => Json | null): CallForm =>
  changing((document, path, value) => changedAt(document, path, (found) => change(found, value)))

/** Computes `JSON_ARRAY_APPEND('[1]', '$', 2)`. The servers disagree about a path that leads nowhere. */
const appended = changing((document, path, value) => {
  const items = itemsOf(valueAt(document, path) ?? refuse('a missing array'))
  return changedAt(document, path, () => ({ kind: 'array', items: [...items, value] }))
})

/** Computes `JSON_ARRAY_INSERT('[1, 3]', '$[1]', 2)`. */
const insertedItem = changing((document, path, value) => {
  const place = path.at(-1)
  if (typeof place !== 'number') return refuse('a path to no item')
  return changedAt(document, path.slice(0, -1), (found) =>
    found?.kind === 'array' ? { kind: 'array', items: found.items.toSpliced(place, 0, value) } : found,
  )
})

const removed: CallForm = ofValues(2, 1000, (document, ...paths) =>
  asConstant(paths.reduce((left, path) => changedAt(left, pathOf(path), () => null), parsed(document))),
)

const merging = (merge: (one: Json, other: Json) => Json): CallForm =>
  ofValues(2, 1000, (...documents) => asConstant(documents.map(parsed).reduce(merge)))

/** A patch may replace what is unknown. */
const patching: CallForm = (inParentheses, { inside, ...context }) =>
  merging(patched)(inParentheses, {
    ...context,
    inside: (tokens) => {
      const value = inside(tokens)
      return value.kind === 'null' ? refuse('a patch of NULL') : value
    },
  })

const extracted = ofValueAt(asConstant, true)

/** Computes `JSON_UNQUOTE('"a"')`. Its result is compared exactly. */
function unquoted(value: Constant): Constant {
  const written = documentTextOf(value)
  const isString = /^\s*"/.test(written)
  return { kind: 'text', text: isString ? stringOf(written) : written, isExact: true }
}

/** The servers disagree about how `true` and `false` become text. */
const scalarAt: CallForm = ofValueAt((value) => {
  if (value.kind !== 'scalar' || value.written === 'null') return nothing
  if (/^[tf]/.test(value.written)) return refuse('a truth value')
  return text(value.written.startsWith('"') ? stringOf(value.written) : value.written)
}, true)

const typeOf = (value: Json): string => {
  if (value.kind !== 'scalar') return value.kind.toUpperCase()
  const { written } = value
  if (/^-?\d+$/.test(written)) return 'INTEGER'
  if (/^-?\d+\.\d+$/.test(written)) return 'DOUBLE'
  return written.startsWith('"') ? 'STRING' : (wordTypes.get(written) ?? refuse('a number with an exponent'))
}
const wordTypes: ReadonlyMap<string, string> = new Map([
  ['true', 'BOOLEAN'],
  ['false', 'BOOLEAN'],
  ['null', 'NULL'],
])

/** MariaDB also accepts `1.` and `"\x"`. */
const isValid = ofValues(1, 1, (value) => {
  const written = documentTextOf(value)
  if (!isJson(written) && /\\|\d\.(?!\d)/.test(written)) return refuse('a document for one of the servers')
  return asNumber(isJson(written) && parseJson(written) !== null)
})

const keys = ofValueAt((value) =>
  value.kind === 'object' ? documentText(`[${value.members.map(({ name }) => `"${name}"`).join(', ')}]`) : nothing,
)

const containsPaths = ofValues(3, 1000, (document, wanted, ...paths) => {
  const value = parsed(document)
  const found = paths.map((path) => valueAt(value, pathOf(path)) !== null)
  const word = stringIn(wanted).toLowerCase()
  if (word !== 'one' && word !== 'all') return refuse('an unknown word')
  return asNumber(word === 'one' ? found.includes(true) : !found.includes(false))
})

export const jsonCalls: Readonly<Record<string, CallForm>> = {
  JSON_OBJECT: object,
  JSON_ARRAY: array,
  JSON_SET: setting((_, value) => value),
  JSON_INSERT: setting((found, value) => found ?? value),
  JSON_REPLACE: setting((found, value) => (found === null ? null : value)),
  JSON_REMOVE: removed,
  JSON_ARRAY_APPEND: appended,
  JSON_ARRAY_INSERT: insertedItem,
  JSON_MERGE: merging(mergedKeepingAll),
  JSON_MERGE_PRESERVE: merging(mergedKeepingAll),
  JSON_MERGE_PATCH: patching,
  JSON_EXTRACT: extracted,
  JSON_UNQUOTE: ofValues(1, 1, (value) => unquoted(value)),
  JSON_QUOTE: ofValues(1, 1, (value) =>
    value?.kind === 'text' ? text(quotedInJson(stringIn(value))) : refuse('not a text'),
  ),
  JSON_VALUE: scalarAt,
  JSON_VALID: isValid,
  JSON_TYPE: ofValues(1, 1, (value) => text(typeOf(parsed(value)))),
  JSON_LENGTH: ofValueAt((value) => number(sizeOf(value))),
  JSON_DEPTH: ofValues(1, 1, (value) => number(depthOf(parsed(value)))),
  JSON_KEYS: keys,
  JSON_EXISTS: ofValues(2, 2, (document, path) => asNumber(valueAt(parsed(document), pathOf(path)) !== null)),
  JSON_CONTAINS: ofValues(2, 3, (document, candidate, path) => {
    const value = valueAt(parsed(document), pathOf(path))
    return asNumber(value !== null && contains(value, parseJson(documentTextOf(candidate))))
  }),
  JSON_CONTAINS_PATH: containsPaths,
}

/** Computes `CAST('{}' AS JSON)` of MySQL. */
export const castToJson = (tokens: readonly Token[], inside: Inside): Constant => {
  const value = inside(tokens)
  if (value.kind === 'null') return value
  return asConstant(value.kind === 'number' ? parseJson(valueInJson(tokens, inside)) : parsed(value))
}

/** Computes `document->'$.a'` and `document->>'$.a'`. */
export const extractedFrom = (document: Constant, path: string, isText: boolean): Constant => {
  if (document.kind === 'null') return document
  const found = valueAt(parsed(document), parsePath(path))
  return found !== null && isText ? unquoted(asConstant(found)) : asConstant(found)
}

/** Returns a document as `=` compares it with a string: a string without its quotes. */
export function comparable(one: Constant, other: Constant): Constant {
  if (one.kind !== 'text' || one.isDocument !== true || other.kind !== 'text') return one
  if (other.isDocument === true || !one.text.startsWith('"')) return refuse('a comparison of documents')
  const content = stringOf(one.text)
  return content === other.text || folded(content) !== folded(other.text) ? text(content) : refuse('another case')
}

import type { JsonBreak, JsonExpected, JsonPlace } from './catalog/fields.ts'

type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'comma'
type Token = '{' | '}' | '[' | ']' | ',' | ':' | 'text' | 'scalar'

const signs: ReadonlySet<string> = new Set(['{', '}', '[', ']', ',', ':'] satisfies Token[])
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

function afterSpace(json: string, from: number): number {
  let at = from
  while (isSpace(json.charCodeAt(at))) at++
  return at
}

/** Returns the end of the match of a sticky pattern that begins here, or -1. */
function endOf(pattern: RegExp, json: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(json) ? pattern.lastIndex : -1
}

/** Returns the offset of the quotation mark that ends the string, or of a character that cannot be in it. A single pattern would overflow the stack for strings of megabytes. */
function endOfText(json: string, quote: number): number {
  let at = quote + 1
  while (at < json.length) {
    const character = json.charAt(at)
    if (character === '"' || character < ' ') return at
    const next = character === '\\' ? endOf(escape, json, at) : at + 1
    if (next < 0) return at
    at = next
  }
  return at
}

/** An escape at the end of the body that may be incomplete. */
const cutEscape = /^\\(?:u[0-9a-fA-F]{0,3})?$/

const value = { '{': 'first name', '[': 'first value', text: 'comma', scalar: 'comma' } as const
const following: Readonly<Record<Expected, Partial<Record<Token, Expected>>>> = {
  value,
  'first value': { ...value, ']': 'comma' },
  name: { text: 'colon' },
  'first name': { text: 'colon', '}': 'comma' },
  colon: { ':': 'value' },
  comma: { ',': 'value', ']': 'comma', '}': 'comma' },
}

/** Returns what may follow a token, or null if the token itself is a mistake. `open` holds the signs that close what is open. */
function afterToken(token: Token, expected: Expected, open: Token[]): Expected | null {
  const next = following[expected][token]
  if (next === undefined) return null
  if (token === '{') open.push('}')
  if (token === '[') open.push(']')
  if (token === '}' || token === ']') return open.at(-1) === token && open.pop() !== undefined ? next : null
  if (token !== ',') return next
  const closing = open.at(-1)
  return closing === undefined ? null : closing === '}' ? 'name' : next
}

/** Returns the line and the column of an offset. It makes no list of lines, because a body may have millions. */
export function placeIn(json: string, at: number): JsonPlace {
  let line = 1
  let start = 0
  for (let end = json.indexOf('\n'); end >= 0 && end < at; end = json.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return { line, column: at - start + 1 }
}

/** Returns the name that a message uses for the tokens that JSON allows here. */
const expectedHere = (expected: Expected, open: readonly Token[]): JsonExpected =>
  expected === 'comma' ? ((open.at(-1) as ']' | '}' | undefined) ?? 'end') : expected

/** Finds the place where a text stops being JSON. The messages of JSON.parse differ between engines, and not all of them name a place. */
export function jsonBreaksAt(json: string): JsonBreak {
  const open: Token[] = []
  let expected: Expected = 'value'
  let last: Token | null = null
  let at = afterSpace(json, 0)
  const broken = (place: number, here: JsonExpected): JsonBreak => ({
    ...placeIn(json, place),
    rest: json.slice(place),
    expected: here,
    isAfterComma: last === ',',
    isAfterDigit: /\d/.test(json.charAt(place - 1)),
  })
  while (at < json.length) {
    const first = json.charAt(at)
    const token = signs.has(first) ? (first as Token) : first === '"' ? 'text' : 'scalar'
    const next: Expected | null = afterToken(token, expected, open)
    if (next === null) break
    if (token === 'text') {
      const end = endOfText(json, at)
      const isCut = end === json.length || (json.length - end < 6 && cutEscape.test(json.slice(end)))
      if (isCut) return { ...broken(at, 'text'), isUnended: true }
      if (json.charAt(end) !== '"') return broken(end, 'text')
      at = end
    }
    const end = token === 'scalar' ? endOf(scalar, json, at) : at + 1
    if (end < 0) break
    expected = next
    last = token
    at = afterSpace(json, end)
  }
  return broken(at, expectedHere(expected, open))
}

import type { JsonBreak, JsonPlace } from '../contract/catalog/fields.ts'

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

/** Returns the end of the string that begins here, or -1 if it is not valid. One pattern for strings of megabytes overflows its stack. */
function endOfText(json: string, quote: number): number {
  let at = quote + 1
  while (at >= 0 && at < json.length) {
    const character = json.charAt(at)
    if (character === '"') return at + 1
    if (character < ' ') return -1
    at = character === '\\' ? endOf(escape, json, at) : at + 1
  }
  return -1
}

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
  if (token === '}' || token === ']') return open.pop() === token ? next : null
  if (token !== ',') return next
  const closing = open.at(-1)
  return closing === undefined ? null : closing === '}' ? 'name' : next
}

/** The line and the column of an offset. A body may have millions of lines, so no list of them is made. */
export function placeIn(json: string, at: number): JsonPlace {
  let line = 1
  let start = 0
  for (let end = json.indexOf('\n'); end >= 0 && end < at; end = json.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return { line, column: at - start + 1 }
}

/** Finds the place where a text stops being JSON. The messages of JSON.parse differ between engines, and not all of them name a place. */
export function jsonBreaksAt(json: string): JsonBreak {
  const open: Token[] = []
  let expected: Expected = 'value'
  let last: Token | null = null
  let at = afterSpace(json, 0)
  while (at < json.length) {
    const first = json.charAt(at)
    const token = signs.has(first) ? (first as Token) : first === '"' ? 'text' : 'scalar'
    const end = signs.has(first) ? at + 1 : first === '"' ? endOfText(json, at) : endOf(scalar, json, at)
    const next: Expected | null = end < 0 ? null : afterToken(token, expected, open)
    if (next === null) break
    expected = next
    last = token
    at = afterSpace(json, end)
  }
  return { ...placeIn(json, at), rest: json.slice(at), isAfterComma: last === ',' }
}

export interface Place {
  readonly line: number
  readonly column: number
  /** The text from here on. */
  readonly rest: string
}

type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'comma'
type Token = '{' | '}' | '[' | ']' | ',' | ':' | 'text' | 'scalar'

const tokens =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/gy
const space = /[ \t\n\r]*/y

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

/** Finds the place where a text stops being JSON. The messages of JSON.parse differ between engines, and not all of them name a place. */
export function jsonBreaksAt(json: string): Place {
  const open: Token[] = []
  let expected: Expected = 'value'
  let at = 0
  for (const { 0: token, 1: sign, 2: text, index } of json.matchAll(tokens)) {
    const next = afterToken((sign as Token | undefined) ?? (text === undefined ? 'scalar' : 'text'), expected, open)
    if (next === null) break
    expected = next
    at = index + token.length
  }
  space.lastIndex = at
  at += space.exec(json)?.[0].length ?? 0
  const lines = json.slice(0, at).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1, rest: json.slice(at) }
}

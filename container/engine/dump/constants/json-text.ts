import { lengthMax } from './constant-values.ts'
import { refuse } from '../expressions/translated.ts'

interface Member {
  readonly name: string
  readonly value: Json
}

export interface JsonObject {
  readonly kind: 'object'
  readonly members: readonly Member[]
}

/** A JSON value. MariaDB keeps the spelling of strings and numbers, and the order of members. */
export type Json =
  | JsonObject
  | { readonly kind: 'array'; readonly items: readonly Json[] }
  | { readonly kind: 'scalar'; readonly written: string }

/** MariaDB refuses documents with more levels. */
const levelsMax = 31

/** A string, a symbol, or a number or word. They are the only tokens of a valid document. */
const tokenPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g

/** Tests whether a string is one JSON document. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Parses a document on which MySQL and MariaDB agree, so each name occurs once in its object. */
export function parseJson(text: string): Json {
  if (text.length > lengthMax) return refuse('a long document')
  if (!isJson(text)) return refuse('not a document')
  return new JsonReader(text.match(tokenPattern) ?? []).value(0)
}

/** Reads the tokens of a valid document. */
class JsonReader {
  private readonly tokens: readonly string[]
  private at = 0

  constructor(tokens: readonly string[]) {
    this.tokens = tokens
  }

  value(level: number): Json {
    if (level > levelsMax) return refuse('many levels')
    const token = this.take()
    if (token === '[') return { kind: 'array', items: this.list(']', () => this.value(level + 1)) }
    if (token !== '{') return { kind: 'scalar', written: token }
    const members = this.list('}', () => this.member(level + 1))
    const isUnique = new Set(members.map(({ name }) => name)).size === members.length
    return isUnique ? { kind: 'object', members } : refuse('a name that occurs twice')
  }

  private list<T>(end: string, next: () => T): readonly T[] {
    const items: T[] = []
    if (this.tokens[this.at] === end) this.at++
    else
      do items.push(next())
      while (this.take() !== end)
    return items
  }

  /** MariaDB does not find every name with an escape. */
  private member(level: number): Member {
    const name = this.take().slice(1, -1)
    this.at++
    return name.includes('\\') ? refuse('a name with an escape') : { name, value: this.value(level) }
  }

  private take(): string {
    return this.tokens[this.at++] ?? ''
  }
}

/** Writes a document with spaces after colons and commas, as both servers do. */
export function writeJson(value: Json): string {
  if (value.kind === 'scalar') return value.written
  return value.kind === 'array'
    ? `[${value.items.map(writeJson).join(', ')}]`
    : `{${value.members.map((member) => `"${member.name}": ${writeJson(member.value)}`).join(', ')}}`
}

/** Returns the content of a string in JSON. */
export function stringOf(written: string): string {
  const content = isJson(written) ? String(JSON.parse(written)) : refuse('not a string')
  return content.isWellFormed() ? content : refuse('half of a character')
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** Writes a string in JSON. MariaDB writes the digits of other control characters in upper case. */
export const quotedInJson = (text: string): string =>
  `"${text.replaceAll(/["\\\0-\x1f]/g, (character) => {
    const digits = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return shortEscapes.get(character) ?? `\\u${digits}`
  })}"`

import type { Json, JsonObject } from './json-text.ts'
import { refuse } from '../expressions/translated.ts'

/** A step of a path: the name of a member, or the place in an array. */
type Leg = string | number
export type Path = readonly Leg[]

const legPattern = /\.(?:"([^"\\\0-\x1f]+)"|([^\s.[\]*"\\\0-\x1f-]+))|\[(\d{1,6})\]/y

/** Parses `$.a."b c"[0]`. Wildcards, and forms that only one of the servers has, are refused. */
export function parsePath(written: string): Path {
  const path: Leg[] = []
  let at = 1
  while (at < written.length) {
    legPattern.lastIndex = at
    const [whole, quoted, plain, index] = legPattern.exec(written) ?? refuse('another path')
    path.push(quoted ?? plain ?? Number(index))
    at += whole.length
  }
  return written.startsWith('$') ? path : refuse('a path without its start')
}

/** Returns the value at a path, or null if there is none. A value that is not an array is its own first item. */
export const valueAt = (document: Json, path: Path): Json | null =>
  path.reduce<Json | null>((value, leg) => (value === null ? null : step(value, leg)), document)

function step(value: Json, leg: Leg): Json | null {
  if (typeof leg === 'string') return value.kind === 'object' ? memberOf(value, leg) : null
  return value.kind === 'array' ? (value.items[leg] ?? null) : leg === 0 ? value : null
}

/** Returns a new value for the one at a path. Null stands for a value that does not exist. */
export type Change = (found: Json | null) => Json | null

/** Changes the value at a path. Only the last step of the path may lead to a value that does not exist. */
export function changedAt(document: Json, [leg, ...rest]: Path, change: Change): Json {
  if (leg === undefined) return change(document) ?? refuse('a document without a value')
  const found = step(document, leg)
  const isMissing = found === null && rest.length > 0
  if (isMissing) return document
  const made = found !== null && rest.length > 0 ? changedAt(found, rest, change) : change(found)
  return made === found ? document : withPart(document, leg, made)
}

/** Sets, adds or removes a part. A value that is not an array becomes one before an item follows it. */
function withPart(value: Json, leg: Leg, part: Json | null): Json {
  if (typeof leg === 'string') return value.kind === 'object' ? withMember(value, leg, part) : value
  if (value.kind === 'array') {
    return { kind: 'array', items: value.items.toSpliced(leg, 1, ...(part === null ? [] : [part])) }
  }
  if (part === null) return value
  return leg === 0 ? part : { kind: 'array', items: [value, part] }
}

export const memberOf = ({ members }: JsonObject, name: string): Json | null =>
  members.find((member) => member.name === name)?.value ?? null

/** Sets, adds or removes a member. One that exists keeps its place. */
export function withMember({ members }: JsonObject, name: string, value: Json | null): Json {
  const at = members.findIndex((member) => member.name === name)
  const place = at < 0 ? members.length : at
  return { kind: 'object', members: members.toSpliced(place, 1, ...(value === null ? [] : [{ name, value }])) }
}

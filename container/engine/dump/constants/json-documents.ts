import { memberOf, withMember } from './json-paths.ts'
import type { Json, JsonObject } from './json-text.ts'
import { refuse } from '../expressions/translated.ts'

/** Returns the items of an array. Any other value counts as an array with itself. */
export const itemsOf = (value: Json): readonly Json[] => (value.kind === 'array' ? value.items : [value])

export const sizeOf = (value: Json): number => (value.kind === 'object' ? value.members.length : itemsOf(value).length)

const partsOf = (value: Json): readonly Json[] =>
  value.kind === 'object' ? value.members.map((member) => member.value) : value.kind === 'array' ? value.items : []

export const depthOf = (value: Json): number =>
  partsOf(value).reduce((depth, part) => Math.max(depth, depthOf(part) + 1), 1)

/** Computes `JSON_MERGE_PRESERVE`: objects become one object, and other values become one array. */
export function mergedKeepingAll(one: Json, other: Json): Json {
  if (one.kind !== 'object' || other.kind !== 'object')
    return { kind: 'array', items: [...itemsOf(one), ...itemsOf(other)] }
  return other.members.reduce<Json>((merged, { name, value }) => {
    const object = objectOf(merged)
    const existing = memberOf(object, name)
    return withMember(object, name, existing === null ? value : mergedKeepingAll(existing, value))
  }, one)
}

/** Computes `JSON_MERGE_PATCH`, as RFC 7396 defines it. */
export function patched(target: Json, patch: Json): Json {
  if (patch.kind !== 'object') return patch
  return patch.members.reduce<Json>((merged, { name, value }) => {
    const object = objectOf(merged)
    if (value.kind === 'scalar' && value.written === 'null') return withMember(object, name, null)
    return withMember(object, name, patched(memberOf(object, name) ?? empty, value))
  }, objectOf(target))
}

const empty: JsonObject = { kind: 'object', members: [] }
const objectOf = (value: Json): JsonObject => (value.kind === 'object' ? value : empty)

/** Computes `JSON_CONTAINS`. The servers disagree about arrays in arrays. */
export function contains(value: Json, candidate: Json): boolean {
  if (value.kind === 'array') {
    if (candidate.kind !== 'array') return value.items.some((item) => contains(item, candidate))
    return candidate.items.every((item) =>
      item.kind === 'array' ? refuse('an array in an array') : contains(value, item),
    )
  }
  if (value.kind === 'scalar') return candidate.kind === 'scalar' && isEqual(value.written, candidate.written)
  if (candidate.kind !== 'object') return false
  return candidate.members.every(({ name, value: sought }) => {
    const found = memberOf(value, name)
    return found !== null && contains(found, sought)
  })
}

/** Compares scalars. MariaDB compares strings as they are written. */
function isEqual(one: string, other: string): boolean {
  const [isNumber, isOther] = [one, other].map((written) => /^[-\d]/.test(written))
  if (isNumber !== isOther) return false
  if (isNumber === true) return equalNumbers(Number(one), Number(other))
  return one.includes('\\') || other.includes('\\') ? refuse('a string with an escape') : one === other
}

const equalNumbers = (one: number, other: number): boolean =>
  Number.isSafeInteger(Math.trunc(one)) || one !== other ? one === other : refuse('a large number')

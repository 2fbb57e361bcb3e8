import { otherInferenceFields, otherInputFields, otherOutputFields } from './other-field-names.ts'
import { isRecord } from './json.ts'
import { nearest } from './messages.ts'
import { specDefaults } from './spec-values.ts'

/** Returns a name by its letters and digits, as it is looked up. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const { input, output, inference, dump } = specDefaults

interface Fields {
  readonly place: string
  readonly names: readonly string[]
  readonly otherNames?: Readonly<Record<string, string>>
}

/** The objects of a spec. If two have a field of the same name, the first one is used. */
const objects: readonly Fields[] = [
  // Names and types outside of a dump are those of columns.
  {
    place: 'spec',
    names: ['input', 'output', 'inference', 'columns', 'dump'],
    otherNames: { names: 'columns', types: 'columns' },
  },
  { place: 'spec.output', names: ['dialect', ...Object.keys(output)], otherNames: otherOutputFields },
  { place: 'spec.input', names: Object.keys(input), otherNames: otherInputFields },
  { place: 'spec.inference', names: Object.keys(inference), otherNames: otherInferenceFields },
  { place: 'spec.dump', names: Object.keys(dump).filter((name) => name !== 'names' && name !== 'types') },
  { place: 'spec.dump.types', names: Object.keys(dump.types) },
  { place: 'spec.dump.tables', names: Object.keys(dump.tables) },
]

const places = new Map<string, string>()
const otherPlaces = new Map<string, string>()
for (const { place, names, otherNames = {} } of objects) {
  const object = place.slice(place.lastIndexOf('.') + 1)
  for (const name of names) {
    addOnce(places, name, `${place}.${name}`)
    // People also write the object into the name: `outputFormat`.
    addOnce(otherPlaces, `${object}${name}`, `${place}.${name}`)
  }
  for (const [other, name] of Object.entries(otherNames)) addOnce(otherPlaces, other, `${place}.${name}`)
}

function addOnce(map: Map<string, string>, name: string, place: string): void {
  if (!map.has(plain(name))) map.set(plain(name), place)
}

/** Returns the place of a field by its own name, or null if the spec has no such field. */
export const placeOfOwnName = (name: string): string | null => places.get(plain(name)) ?? null

/**
 * Returns the place of a field that a person put into another object, perhaps under another name. Returns null if the
 * spec has no such field.
 */
export const placeOfField = (name: string): string | null =>
  placeOfOwnName(name) ?? otherPlaces.get(plain(name)) ?? null

/** Shorter names are near to too many others. */
const nearCharactersMin = 5
const longNames = objects
  .slice(1)
  .flatMap(({ names }) => names.map(plain).filter((name) => name.length >= nearCharactersMin))

/** Returns the place of a field whose name was misspelled in another object, or null if no name is near. */
export const placeOfNearName = (name: string): string | null =>
  name.length < nearCharactersMin ? null : placeOfOwnName(nearest(name, longNames) ?? '')

/**
 * Returns the objects to which the fields of an object with an unknown name, such as `options`, belong. The list is
 * empty if a field is unknown.
 */
export function objectsOfFields(value: unknown): string[] {
  const found = isRecord(value) ? Object.keys(value).slice(0, fieldsMax).map(placeOfField) : []
  return found.includes(null) ? [] : [...new Set(found.map((place) => place?.replace(/\.[^.]+$/, '') ?? ''))]
}

/** An object may have a million fields. More than the spec has cannot all belong to it. */
const fieldsMax = 100

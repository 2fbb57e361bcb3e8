import { otherInferenceFields, otherInputFields, otherOutputFields } from './other-field-names.ts'
import { specDefaults } from './spec-values.ts'

/** A name by its letters and digits, as it is looked up. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const { input, output, inference, dump } = specDefaults

interface Fields {
  readonly place: string
  readonly names: readonly string[]
  readonly otherNames?: Readonly<Record<string, string>>
}

/** The objects of a spec. Where two have a field of the same name, the first one is meant. */
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
const add = (name: string, place: string): void => {
  if (!places.has(plain(name))) places.set(plain(name), place)
}
for (const { place, names } of objects) for (const name of names) add(name, `${place}.${name}`)
for (const { place, otherNames = {} } of objects)
  for (const [other, name] of Object.entries(otherNames)) add(other, `${place}.${name}`)

/** The place of a field that a person put into another object; null if the spec has no such field. */
export const placeOfField = (name: string): string | null => places.get(plain(name)) ?? null

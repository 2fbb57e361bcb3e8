import type { SpecInput } from './types.ts'

// JavaScript silently ignores unknown options. The client refuses them, and names the option that was probably meant.

/** All names of an object. It does not compile if one is missing or unknown. */
type NamesOf<Options> = Readonly<Record<keyof Options, true>>
type Section<Name extends keyof SpecInput> = NonNullable<SpecInput[Name]>

const inputFields: NamesOf<Section<'input'>> = {
  format: true,
  encoding: true,
  delimiter: true,
  sheet: true,
  sheets: true,
  header_row: true,
  header_rows: true,
  range: true,
  fill_merged: true,
  skip_hidden: true,
  hyperlinks: true,
  comments: true,
  null_values: true,
  trim: true,
  password: true,
  path: true,
  flatten: true,
  widths: true,
}
const outputFields: NamesOf<Section<'output'>> = {
  dialect: true,
  format: true,
  table: true,
  schema: true,
  create_table: true,
  column_names: true,
  style: true,
  batch_rows: true,
  if_exists: true,
  primary_key: true,
  transaction: true,
  compression: true,
}
const inferenceFields: NamesOf<Section<'inference'>> = {
  sample_rows: true,
  date_order: true,
  keep_leading_zeros: true,
  locale: true,
}
const specFields: NamesOf<SpecInput> = {
  version: true,
  input: true,
  output: true,
  inference: true,
  columns: true,
  dump: true,
}

/** The places of a spec, by their names in an options object. */
export const specPlaces: readonly string[] = [
  ...Object.keys(specFields).map((name) => `spec.${name}`),
  ...Object.keys(outputFields).map((name) => `spec.output.${name}`),
  ...Object.keys(inputFields).map((name) => `spec.input.${name}`),
  ...Object.keys(inferenceFields).map((name) => `spec.inference.${name}`),
]

/** The names that other clients give to these options, by their letters. */
const otherNames: Readonly<Record<string, string>> = {
  dialect: 'to',
  target: 'to',
  database: 'to',
  key: 'apiKey',
  token: 'apiKey',
  url: 'baseUrl',
  host: 'baseUrl',
  endpoint: 'baseUrl',
  timeout: 'requestTimeoutMs',
  timeoutms: 'requestTimeoutMs',
  maxretries: 'retries',
  filename: 'name',
  abortsignal: 'signal',
  controller: 'signal',
  progress: 'onProgress',
  wait: 'waitSeconds',
  pagesize: 'limit',
  page: 'cursor',
  after: 'cursor',
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
const lastOf = (place: string): string => lettersOf(place.slice(place.lastIndexOf('.') + 1))

/** Returns the number of letters from the first difference to the last. A misspelled name usually differs in one place. */
function lettersApart(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return Math.max(one.length, other.length) - start - end
}

/** Returns the option, or the place in the spec, that was probably meant. Returns undefined if nothing is likely. */
function optionMeant(name: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(name)
  const places = known.includes('spec') ? specPlaces : []
  const other = otherNames[letters]
  const candidates = [...known, ...places]
  return (
    known.find((one) => lettersOf(one) === letters) ??
    (other !== undefined && known.includes(other) ? other : undefined) ??
    places.find((place) => lastOf(place) === letters || lettersOf(place).endsWith(`spec${letters}`)) ??
    candidates.find((one) => lettersApart(lastOf(one), letters) <= Math.min(2, lastOf(one).length / 3))
  )
}

/** A signal of a polyfill or another realm is not an instance of the global AbortSignal. */
const isSignal = (value: unknown): boolean => typeof value === 'object' && value !== null && 'aborted' in value

/** Refuses options that are not an object, and options that `call` does not have. */
export function checkOptions<Options>(call: string, options: unknown, names: NamesOf<Options>): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${call} needs its options in an object; got ${options === null ? 'null' : typeof options}.`)
  const known = Object.keys(names)
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue
    const meant = optionMeant(name, known)
    const advice = meant === undefined ? `It has: ${known.join(', ')}.` : `Did you mean ${meant}?`
    throw new TypeError(`${call} has no option "${name.slice(0, 60)}". ${advice}`)
  }
  const { signal } = options as { readonly signal?: unknown }
  if (signal !== undefined && !isSignal(signal))
    throw new TypeError(`The signal of ${call} must be an AbortSignal, such as controller.signal.`)
}

/** The part of the API description that clients depend on. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}
interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
}
interface Operation {
  readonly operationId?: string
  readonly parameters?: readonly Parameter[]
  readonly responses?: Readonly<Record<string, unknown>>
}
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | readonly Parameter[]>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

/**
 * Returns the public contract as a list of promises, one per line: an operation, a parameter, a status, a component, a
 * field with its type, a value of a list. A promise that disappears breaks a client.
 */
export function promisesOf({ paths, components }: Description): string[] {
  const named = ({ $ref, ...parameter }: Parameter): Parameter =>
    $ref === undefined ? parameter : (components.parameters[$ref.split('/').at(-1) ?? ''] ?? parameter)
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      'operationId' in operation ? promisesOfOperation(`${method.toUpperCase()} ${path}`, operation, named) : [],
    ),
  )
  const objects = Object.entries(components.schemas).flatMap(([name, schema]) => [
    `component ${name}`,
    ...promisesOfSchema(schema, name),
  ])
  return [...new Set([...operations, ...objects])].toSorted()
}

function promisesOfOperation(
  route: string,
  { operationId: id, parameters = [], responses = {} }: Operation,
  named: (parameter: Parameter) => Parameter,
): string[] {
  return [
    `operation ${id}: ${route}`,
    ...parameters.map(named).map((parameter) => `${id} takes ${parameter.in} ${parameter.name}`),
    ...Object.keys(responses).map((status) => `${id} responds ${status}`),
  ]
}

/**
 * Returns the promises of a schema. Requests must not require more, and responses must not leave out more, so each line
 * says whether a field is required.
 */
function promisesOfSchema(schema: Schema, at: string): string[] {
  const { properties = {}, required = [], items, anyOf = [], oneOf = [], additionalProperties } = schema
  const inner = typeof additionalProperties === 'object' ? promisesOfSchema(additionalProperties, `${at}.*`) : []
  return [
    ...(schema.enum ?? []).map((value) => `${at} = ${String(value)}`),
    ...Object.entries(properties).flatMap(([name, field]) => [
      `${at}.${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
      ...promisesOfSchema(field, `${at}.${name}`),
    ]),
    ...(items === undefined ? [] : promisesOfSchema(items, `${at}[]`)),
    ...[...anyOf, ...oneOf].flatMap((choice) => promisesOfSchema(choice, at)),
    ...inner,
  ]
}

function typeOf({ $ref, type, const: only, enum: values, items, anyOf, oneOf, properties }: Schema): string {
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? $ref
  if (only !== undefined) return JSON.stringify(only)
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return choices.map(typeOf).join(' | ')
  if (values !== undefined) return 'one of a list'
  if (items !== undefined) return `${typeOf(items)}[]`
  if (properties !== undefined) return 'object'
  return [type ?? 'any'].flat().join(' | ')
}

/** Returns the last name in a promise, which the changelog must mention. */
export const nameIn = (promise: string): string =>
  (/^operation (\w+):/.exec(promise) ?? / (?:=|takes \w+|component|responds) ?(.+)$/.exec(promise) ?? [])[1] ??
  /([^.\s]+?)\??: /.exec(promise)?.[1] ??
  promise.replace(/^component /, '')

/** Maps each promise to the section of the changelog that announced it. */
export type Snapshot = Readonly<Record<string, string>>

/** Promises of the first version need no entry in the changelog. */
const firstVersion = '1.0'

/** Returns the sections of the changelog by their headings, newest first. */
function sectionsOf(changelog: string): Map<string, string> {
  const parts = changelog.split(/^## +/m).slice(1)
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')).trim(), part.slice(part.indexOf('\n'))]))
}

const codeIn = (text: string): string => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code).join('\n')
const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Returns the place of a field or a value, such as `Spec.dump.parts[]`. */
const placeIn = (promise: string): string => promise.replace(/(?: = .*|\??: .*)$/, '')

function isNamed(promise: string, section: string | undefined): boolean {
  if (section === undefined) return false
  return new RegExp(`(?<![\\w-])${escaped(nameIn(promise))}(?![\\w-])`).test(codeIn(section))
}

/**
 * Tests whether the changelog announces a promise. The announcement of a new object covers its fields, and that of a
 * new field covers its values.
 */
function isAnnounced(promise: string, since: string, snapshot: Snapshot, sections: Map<string, string>): boolean {
  const place = placeIn(promise)
  const around = Object.keys(snapshot).filter(
    (other) => snapshot[other] === since && !other.includes(' = ') && /^[.[]|^$/.test(restAfter(place, placeIn(other))),
  )
  return [promise, ...around].some((one) => isNamed(one, sections.get(since)))
}

/** Returns the text after its beginning, or `-` if it begins differently. */
const restAfter = (text: string, beginning: string): string =>
  text.startsWith(beginning) ? text.slice(beginning.length) : '-'

/**
 * Returns the findings: broken promises, additions that were not recorded, and additions that the changelog does not
 * name.
 */
export function findingsIn(promises: readonly string[], snapshot: Snapshot, changelog: string): string[] {
  const sections = sectionsOf(changelog)
  const kept = new Set(promises)
  const broken = Object.keys(snapshot).filter((promise) => !kept.has(promise))
  const added = promises.filter((promise) => !(promise in snapshot))
  const unnamed = Object.entries(snapshot).filter(
    ([promise, since]) => since !== firstVersion && !isAnnounced(promise, since, snapshot, sections),
  )
  return [
    ...broken.map((promise) => `Removed or changed: ${promise}. Clients rely on it, so v1 has to keep it.`),
    ...added.map((promise) => `Added: ${promise}. Name it in the changelog, then run \`npm run contract -- --write\`.`),
    ...unnamed.map(
      ([promise, since]) => `The changelog does not name \`${nameIn(promise)}\` in "${since}": ${promise}`,
    ),
  ]
}

/** Returns the snapshot with the current additions, which belong to the newest section of the changelog. */
export function withAdditions(promises: readonly string[], snapshot: Snapshot, changelog: string): Snapshot {
  const [newest = firstVersion] = sectionsOf(changelog).keys()
  const all = { ...Object.fromEntries(promises.map((promise) => [promise, newest])), ...snapshot }
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The part of JSON Schema that the API description uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

export interface FieldRow {
  readonly path: string
  readonly type: string
  readonly isRequired: boolean
  readonly notes: string
}

/**
 * Returns every field of an object, nested ones by their path. A reference is only named, because it has a table of its
 * own.
 */
export function rowsOf(schema: Schema, before = ''): FieldRow[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${before}${name}`
    const row = { path, type: typeOf(field), isRequired: required.has(name), notes: notesOf(field) }
    const [inner, suffix] = innerOf(field)
    return [row, ...(inner === null ? [] : rowsOf(inner, `${path}${suffix}.`))]
  })
}

/** Returns the object that a field holds, one or many. */
function innerOf(field: Schema): readonly [Schema | null, string] {
  const [only] = withoutNull(field)
  if (only?.properties !== undefined) return [only, '']
  const items = only?.items
  return items?.properties === undefined ? [null, ''] : [items, '[]']
}

const withoutNull = (schema: Schema): readonly Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).filter((one) => one.type !== 'null')

export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOfRef(schema.$ref)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.map(typeOf).join(' or ')
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items !== undefined) return `array of ${typeOf(schema.items)}`
  return String(schema.type ?? 'any')
}

function notesOf(field: Schema): string {
  const [only = field] = withoutNull(field)
  return [
    field.description ?? only.description ?? '',
    choicesOf(only),
    field.default === undefined ? '' : `Default \`${JSON.stringify(field.default)}\`.`,
    rangeOf(only),
  ]
    .filter((note) => note !== '')
    .join(' ')
}

/** Returns the values of a list, and whether more may be added. It is an empty string for everything else. */
export function choicesOf({ enum: closed, anyOf = [] }: Schema): string {
  const open = anyOf.find((choice) => choice.enum !== undefined)?.enum
  const values = closed ?? open
  if (values === undefined) return ''
  return `One of ${values.map((value) => `\`${String(value)}\``).join(', ')}.${open === undefined ? '' : ' More may be added.'}`
}

function rangeOf({ minimum, maximum, minLength, maxLength, maxItems }: Schema): string {
  const isSafe = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  const least = minimum !== undefined && minimum > -Number.MAX_SAFE_INTEGER ? `at least ${minimum}` : ''
  const parts = [
    least,
    isSafe ? `at most ${maximum}` : '',
    minLength === undefined ? '' : `at least ${minLength} characters`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems} of them`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `${parts.join(', ').replace(/^a/, 'A')}.`
}

const nameOfRef = (ref: string): string => ref.split('/').at(-1) ?? ref

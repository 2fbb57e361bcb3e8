import { withFieldNames } from '../../src/contract/advice.ts'
import { isRecord } from '../../src/contract/json.ts'
import { specDefaults } from '../../src/contract/spec-values.ts'
import { specFlags } from '../spec-flags.ts'
import { dumpFlags } from './dump-flags.ts'

/** The options that set each field of the spec. */
export const optionsOf: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(specFlags).map(([name, { section, field }]) => [`${section}.${field}`, [name]])),
  ...Object.fromEntries(Object.entries(dumpFlags).map(([name, { path }]) => [['dump', ...path].join('.'), [name]])),
  'output.dialect': ['to', 'dialect'],
  'input.null_values': ['null'],
  'input.widths': ['widths'],
  'input.trim': ['trim'],
  'output.primary_key': ['primary-key'],
  'dump.tables': ['tables'],
}

const isField = (path: string): boolean =>
  /^columns\[\]\.(?:exclude|type)$/.test(path) ||
  path.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), specDefaults) !==
    undefined

/**
 * Returns a message with options instead of the fields of a spec: `--encoding` for `input.encoding`. A field without an
 * option is set in the file of `--spec`.
 */
export function withOptions(message: string): string {
  return withFieldNames(message, (field, value) => {
    const name = optionsOf[field]?.at(-1)
    const place = name === undefined ? `${field} in the file of --spec` : `--${name}`
    if (name === undefined && !isField(field)) return null
    return value === undefined ? place : `${place} to ${value}`
  })
}

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

const fieldOfSpec = /\b(?:spec\.)?((?:input|output|inference|dump)\.[a-z_]+(?:\.[a-z_]+)*)/g

/**
 * Returns a message with options instead of the fields of a spec: `--encoding` for `input.encoding`. A field without an
 * option is set in the file of `--spec`.
 */
export function withOptions(message: string): string {
  return message.replaceAll(fieldOfSpec, (_, field: string) => {
    const name = optionsOf[field]?.[0]
    return name === undefined ? `${field} in the file of --spec` : `--${name}`
  })
}

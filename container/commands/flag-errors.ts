import { specFlags } from '../spec-flags.ts'
import type { Arguments } from './command.ts'
import { dumpFlags } from './dump-flags.ts'

/** The options that set each field of the spec. */
const optionsOf: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(specFlags).map(([name, { section, field }]) => [`${section}.${field}`, [name]])),
  ...Object.fromEntries(Object.entries(dumpFlags).map(([name, { path }]) => [['dump', ...path].join('.'), [name]])),
  'output.dialect': ['to', 'dialect'],
  'input.null_values': ['null'],
  'input.widths': ['widths'],
  'output.primary_key': ['primary-key'],
}

/** Replaces the fields in an advice by the options that set them. */
const withOptions = (advice: string): string =>
  advice.replaceAll(/set (\w+\.\w+) to /g, (words, field: string) => {
    const name = optionsOf[field]?.[0]
    return name === undefined ? words : `set --${name} to `
  })

/**
 * Turns `spec.output.dialect must be …` into `--to must be …` if the option was given. Other fields come from a spec
 * file.
 */
export function inWordsOfOptions(reason: string, given: Arguments): string {
  const [place = '', path = ''] = /^spec\.((?:\w+\.)+\w+)(?:\[\d+\])*/.exec(reason) ?? []
  for (let field = path; field !== ''; field = field.slice(0, Math.max(0, field.lastIndexOf('.')))) {
    const name = optionsOf[field]?.find((option) => given.texts(option).length > 0 || given.flag(option))
    if (name !== undefined) return `--${name}${withOptions(reason.slice(place.length))}`
  }
  return reason
}

import type { Arguments } from './command.ts'
import { optionsOf, withOptions } from './option-words.ts'

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

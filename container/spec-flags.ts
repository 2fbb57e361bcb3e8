import { isRecord } from '../src/contract/json.ts'
import { dialects, outputFormats, specDefaults, styles } from '../src/contract/spec-values.ts'
import type { Spec } from '../src/contract/spec.ts'

interface SpecFlag {
  readonly section: 'input' | 'output'
  /** The flag's values; without them it is text. */
  readonly values?: readonly string[]
}

/** The flags that set a field of the spec. Each is called as its field is. */
export const specFlags = {
  dialect: { section: 'output', values: dialects },
  format: { section: 'output', values: outputFormats },
  style: { section: 'output', values: styles },
  table: { section: 'output' },
  sheet: { section: 'input' },
  encoding: { section: 'input' },
} as const satisfies Record<string, SpecFlag>

type FlagValues = { readonly [Name in keyof typeof specFlags]?: string | undefined }

interface Sections {
  readonly input: Record<string, string>
  readonly output: Record<string, string>
}

/** Shorter than the shortest limit of a field that is text. */
const surelyShort = 64

const isSurelyGood = ({ values }: SpecFlag, value: string): boolean =>
  values === undefined
    ? value.length > 0 && value.length <= surelyShort && value.isWellFormed()
    : values.includes(value)

function sectionsOf(flags: FlagValues): Sections {
  const sections: Sections = { input: {}, output: {} }
  for (const [name, { section }] of Object.entries(specFlags)) {
    const value = flags[name as keyof typeof specFlags]
    if (value !== undefined) sections[section][name] = value
  }
  return sections
}

/**
 * The spec that flags alone make, without the parser: loading it takes as long as converting a small file. Null where a flag
 * is missing or may be wrong; then the parser decides, and finds the words for it.
 */
export function specOfFlags(flags: FlagValues): Spec | null {
  const areGood = Object.entries(specFlags).every(([name, flag]) => {
    const value = flags[name as keyof typeof specFlags]
    return value === undefined ? name !== 'dialect' : isSurelyGood(flag, value)
  })
  if (!areGood) return null
  const { input, output } = sectionsOf(flags)
  const spec = {
    ...specDefaults,
    input: { ...specDefaults.input, ...input },
    output: { ...specDefaults.output, ...output },
    columns: [],
  }
  return spec as unknown as Spec
}

/** A spec from a file with the flags over it. What is not an object in it is left for the contract to refuse. */
export function withFlags(given: unknown, flags: FlagValues): unknown {
  if (!isRecord(given)) return given
  const { input, output } = sectionsOf(flags)
  const overlay = (part: unknown, set: Record<string, string>): unknown =>
    part === undefined || isRecord(part) ? { ...part, ...set } : part
  return { ...given, input: overlay(given['input'], input), output: overlay(given['output'], output) }
}

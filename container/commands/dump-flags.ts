import { isRecord } from '../../src/contract/json.ts'
import {
  dumpModes,
  dumpNameStyles,
  dumpOutputs,
  dumpPartitions,
  dumpParts,
  dumpSchemas,
  dumpTypeRules,
} from '../../src/contract/spec-values.ts'

interface DumpFlag {
  /** The path of the value in `spec.dump`. */
  readonly path: readonly string[]
  readonly value?: string
  readonly help: string
  /** Parses the value of the flag. A flag without this function is a switch. */
  readonly read?: (text: string) => unknown
}

const asText = (text: string): string => text
const asList = (text: string): string[] => text.split(',').map((part) => part.trim())

/** Parses `json=jsonb,enum=check`. The contract refuses a rule without its value. */
const asRules = (text: string): Record<string, unknown> =>
  Object.fromEntries(
    asList(text).map((rule) => {
      const [name = '', value = ''] = rule.split('=')
      return [name, name === 'infer' ? value === 'true' || (value === 'false' ? false : value) : value]
    }),
  )

const ruleNames = Object.entries<readonly string[]>(dumpTypeRules).map(
  ([name, values]) => `${name}=${values.join('|')}`,
)

/** The flags that set `spec.dump`. They have a separate module, because few conversions are of dumps. */
export const dumpFlags: Readonly<Record<string, DumpFlag>> = {
  types: {
    path: ['types'],
    value: 'RULES',
    read: asRules,
    help: `types of a MySQL dump: ${ruleNames.join(', ')}, infer=true|false`,
  },
  names: {
    path: ['names'],
    value: 'STYLE',
    read: asText,
    help: `spelling of the names of a dump: ${dumpNameStyles.join(', ')}`,
  },
  schemas: {
    path: ['schemas'],
    value: 'WHICH',
    read: asText,
    help: `schemas of a dump: ${dumpSchemas.join(', ')}`,
  },
  tables: {
    path: ['tables', 'include'],
    value: 'PATTERNS',
    read: asList,
    help: 'only these tables of a dump, such as wp_*,orders',
  },
  'exclude-tables': {
    path: ['tables', 'exclude'],
    value: 'PATTERNS',
    read: asList,
    help: 'leave out these tables of a dump',
  },
  mode: {
    path: ['mode'],
    value: 'MODE',
    read: asText,
    help: `contents of the script of a dump: ${dumpModes.join(', ')}`,
  },
  parts: {
    path: ['parts'],
    value: 'PARTS',
    read: asList,
    help: `parts of the script of a dump: ${dumpParts.join(', ')}`,
  },
  partitions: {
    path: ['partitions'],
    value: 'WHICH',
    read: asText,
    help: `partitions of the tables of a dump: ${dumpPartitions.join(', ')}`,
  },
  verify: { path: ['verify'], help: 'make the script of a dump count the loaded rows' },
  write: {
    path: ['write'],
    value: 'WHAT',
    read: asText,
    help: `the output for a dump: ${dumpOutputs.join(', ')}`,
  },
  now: {
    path: ['now'],
    value: 'TIME',
    read: asText,
    help: 'value of NOW() in a dump, such as 2026-03-01T09:30:00Z',
  },
  'time-zone': {
    path: ['time_zone'],
    value: 'ZONE',
    read: asText,
    help: 'time zone of a dump that sets none, such as +02:00 or Europe/Berlin',
  },
}

/** The given flags. A string is the value of a flag, and true means a switch. */
export type DumpFlagValues = Readonly<Record<string, string | true | undefined>>

/** Applies the flags to `dump` of the spec. They override a spec file, rule by rule. */
export function withDumpFlags(spec: unknown, flags: DumpFlagValues): unknown {
  if (!isRecord(spec)) return spec
  return Object.entries(flags).reduce<Readonly<Record<string, unknown>>>((whole, [name, given]) => {
    const flag = dumpFlags[name]
    if (flag === undefined || given === undefined) return whole
    return merged(whole, ['dump', ...flag.path], given === true ? true : flag.read?.(given)) as typeof whole
  }, spec)
}

/** Sets a value in nested objects. The contract refuses any other value on the path. */
function merged(whole: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (whole !== undefined && !isRecord(whole)) return isRecord(value) || step !== undefined ? whole : value
  if (step === undefined) return isRecord(value) ? { ...whole, ...value } : value
  return { ...whole, [step]: rest.length === 0 && !isRecord(value) ? value : merged(whole?.[step], rest, value) }
}

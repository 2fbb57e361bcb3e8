import { delimiterNamed } from '../src/contract/delimiter-names.ts'
import { isRecord } from '../src/contract/json.ts'
import {
  compressions,
  dateOrders,
  dialects,
  ifExistsChoices,
  inputFormats,
  outputFormats,
  specDefaults,
  styles,
} from '../src/contract/spec-values.ts'
import type { Spec } from '../src/contract/spec.ts'

export interface SpecFlag {
  readonly section: 'input' | 'output' | 'inference'
  readonly field: string
  /** The allowed values. A flag without this list accepts a string or a number. */
  readonly values?: readonly string[]
  readonly isNumber?: true
  /** Whether the flag is a switch without a value. */
  readonly isSwitch?: true
  /** The name of the value in the help, if the values do not explain themselves. */
  readonly value?: string
  readonly help: string
}

/** The flags that set a field of the spec. They override a spec file. */
export const specFlags = {
  to: {
    section: 'output',
    field: 'dialect',
    values: dialects,
    value: 'DATABASE',
    help: `the database to write for: ${dialects.join(', ')}`,
  },
  format: {
    section: 'output',
    field: 'format',
    values: outputFormats,
    help: 'what to write: sql (default), csv, json',
  },
  style: {
    section: 'output',
    field: 'style',
    values: styles,
    help: 'inserts (default), or bulk for the database’s fastest load, such as COPY',
  },
  table: { section: 'output', field: 'table', value: 'NAME', help: 'the name of the table' },
  schema: { section: 'output', field: 'schema', value: 'NAME', help: 'the schema of the table' },
  'if-exists': {
    section: 'output',
    field: 'if_exists',
    values: ifExistsChoices,
    value: 'ACTION',
    help: 'if the table exists: fail (default), drop it, skip the load, or append the rows',
  },
  compression: {
    section: 'output',
    field: 'compression',
    values: compressions,
    value: 'METHOD',
    help: 'none (default), or gzip to compress the output',
  },
  sheet: { section: 'input', field: 'sheet', value: 'NAME', help: 'the sheet of a workbook' },
  'input-format': {
    section: 'input',
    field: 'format',
    values: inputFormats,
    help: 'the format of the file, if detection is wrong',
  },
  encoding: {
    section: 'input',
    field: 'encoding',
    value: 'LABEL',
    help: 'the encoding of a text file, such as windows-1252',
  },
  delimiter: {
    section: 'input',
    field: 'delimiter',
    value: 'TEXT',
    help: 'the field separator of a CSV file, or its name, such as tab',
  },
  'header-row': {
    section: 'input',
    field: 'header_row',
    isNumber: true,
    value: 'ROW',
    help: 'the number of the row with the column names, from 1',
  },
  'header-rows': {
    section: 'input',
    field: 'header_rows',
    isNumber: true,
    value: 'ROWS',
    help: 'the number of rows with column names; 0 for none',
  },
  range: {
    section: 'input',
    field: 'range',
    value: 'CELLS',
    help: 'the cells of a workbook to convert: B3:F200, a named range or the name of a table',
  },
  'fill-merged': {
    section: 'input',
    field: 'fill_merged',
    isSwitch: true,
    help: 'give each cell of a merged range the value of its first cell',
  },
  'skip-hidden': {
    section: 'input',
    field: 'skip_hidden',
    isSwitch: true,
    help: 'leave out hidden and filtered rows and hidden columns of a sheet',
  },
  hyperlinks: {
    section: 'input',
    field: 'hyperlinks',
    isSwitch: true,
    help: 'add a column for the URLs of hyperlinks in a column of a sheet',
  },
  comments: {
    section: 'input',
    field: 'comments',
    isSwitch: true,
    help: 'add a column for the comments on the cells of a column',
  },
  password: {
    section: 'input',
    field: 'password',
    value: 'TEXT',
    help: 'the password of a protected workbook',
  },
  path: {
    section: 'input',
    field: 'path',
    value: 'PATH',
    help: 'the path to the rows of a JSON or XML document, such as /data/items',
  },
  flatten: {
    section: 'input',
    field: 'flatten',
    isNumber: true,
    value: 'LEVELS',
    help: 'how many levels of nested objects become columns; 0 keeps them as JSON',
  },
  'date-order': {
    section: 'inference',
    field: 'date_order',
    values: dateOrders,
    value: 'ORDER',
    help: 'how 03/04/2025 is read: day_first, month_first, year_first, auto',
  },
  locale: {
    section: 'inference',
    field: 'locale',
    value: 'TAG',
    help: 'the language of dates and numbers, such as de-DE',
  },
  'sample-rows': {
    section: 'inference',
    field: 'sample_rows',
    isNumber: true,
    value: 'ROWS',
    help: 'rows to read before types are decided (10000)',
  },
} as const satisfies Record<string, SpecFlag>

type FlagName = keyof typeof specFlags
export type FlagValues = { readonly [Name in FlagName]?: string | boolean | undefined }

type Sections = { readonly [Section in SpecFlag['section']]: Record<string, string | number | boolean> }

/** The length is below every length limit of a text field. */
const surelyShort = 64

/** Fields whose rules only the parser checks. */
const fieldsWithRules = new Set(['delimiter', 'locale', 'encoding', 'flatten', 'header_rows'])

function isSurelyGood({ values, isNumber, field }: SpecFlag, value: string | boolean): boolean {
  if (typeof value === 'boolean') return true
  if (values !== undefined) return values.includes(value)
  if (fieldsWithRules.has(field)) return false
  if (isNumber === true) return /^[1-9]\d{0,5}$/.test(value)
  return value.length > 0 && value.length <= surelyShort && value.isWellFormed()
}

function sectionsOf(flags: FlagValues): Sections {
  const sections: Sections = { input: {}, output: {}, inference: {} }
  for (const [name, flag] of Object.entries<SpecFlag>(specFlags)) {
    const value = flags[name as FlagName]
    if (value === undefined) continue
    if (flag.field === 'delimiter') {
      // A tab is hard to type in a shell, so the command line also accepts the names of delimiters.
      sections.input.delimiter = delimiterNamed(value) ?? value
      continue
    }
    const isNumeral = flag.isNumber === true && /^-?\d+$/.test(String(value))
    sections[flag.section][flag.field] = isNumeral ? Number(value) : value
  }
  return sections
}

/**
 * Returns the spec that flags alone make, without the parser, because loading the parser takes as long as converting a
 * small file. Returns null if a flag is missing or may be wrong. In that case the parser decides and writes the
 * message.
 */
export function specOfFlags(flags: FlagValues): Spec | null {
  const areGood = Object.entries<SpecFlag>(specFlags).every(([name, flag]) => {
    const value = flags[name as FlagName]
    return value === undefined ? name !== 'to' : isSurelyGood(flag, value)
  })
  if (!areGood) return null
  const { input, output, inference } = sectionsOf(flags)
  const spec = {
    ...specDefaults,
    input: { ...specDefaults.input, ...input },
    output: { ...specDefaults.output, ...output },
    inference: { ...specDefaults.inference, ...inference },
    columns: [],
  }
  return spec as unknown as Spec
}

/** Returns a spec from a file, overridden by the flags. The contract refuses values in it that should be objects. */
export function withFlags(given: unknown, flags: FlagValues): unknown {
  if (!isRecord(given)) return given
  const sections = sectionsOf(flags)
  const overlay = (part: unknown, set: Record<string, string | number | boolean>): unknown =>
    part === undefined || isRecord(part) ? { ...part, ...set } : part
  return {
    ...given,
    ...Object.fromEntries(Object.entries(sections).map(([name, set]) => [name, overlay(given[name], set)])),
  }
}

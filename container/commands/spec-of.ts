import { commandMessages } from './catalog/commands.ts'
import type { ReportColumn } from '../../src/contract/report.ts'
import { dialects, type ForcedType, forcedTypes } from '../../src/contract/spec-values.ts'
import type { Spec } from '../../src/contract/spec.ts'
import { nodeInflate } from '../run/node-inflate.ts'
import { dumpFlags, type DumpFlagValues, withDumpFlags } from './dump-flags.ts'
import { type FlagValues, specFlags, specOfFlags, withFlags } from '../spec-flags.ts'
import { type Arguments, type Options, UsageError } from './command.ts'
import { inWordsOfOptions } from './flag-errors.ts'
import { type LocalInput, reasonOf } from './local-input.ts'
import { suggestion } from './nearest.ts'
import { nearest } from '../../src/contract/messages.ts'
import { forcedTypeNames } from '../../src/contract/other-value-names.ts'

const { readFileSync } = process.getBuiltinModule('node:fs')

/** Options of the commands that read a file: the fields of the spec, and the whole spec from a file. */
export const specOptions: Options = {
  ...Object.fromEntries(
    Object.entries(specFlags).map(([name, flag]) => [
      name,
      'isSwitch' in flag
        ? { type: 'boolean', help: flag.help }
        : {
            type: 'string',
            help: flag.help,
            value: 'value' in flag ? flag.value : name.toUpperCase(),
            ...('values' in flag ? { values: flag.values } : {}),
          },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(dumpFlags).map(([name, { value, help }]) => [
      name,
      value === undefined ? { type: 'boolean', help } : { type: 'string', value, help },
    ]),
  ),
  dialect: { type: 'string', value: 'DATABASE', values: dialects, help: 'the same as --to' },
  'all-sheets': { type: 'boolean', help: 'convert every sheet of a workbook to its own table' },
  'as-text': {
    type: 'string',
    multiple: true,
    value: 'COLUMN',
    help: 'keep a column as text, by its name or number. Repeatable',
  },
  type: {
    type: 'string',
    multiple: true,
    value: 'COLUMN=TYPE',
    help: `give a column its type: ${forcedTypes.join(', ')}. Repeatable`,
  },
  null: {
    type: 'string',
    multiple: true,
    value: 'VALUE',
    help: 'a value that means NULL, such as -999. Repeatable',
  },
  widths: { type: 'string', value: 'LIST', help: 'the widths of the columns of fixed-width text, such as 11,9,10' },
  trim: { type: 'boolean', help: 'remove spaces around text values' },
  'primary-key': {
    type: 'string',
    multiple: true,
    value: 'COLUMN',
    help: 'a column of the primary key; rows with a missing or duplicate key are rejected. Repeatable',
  },
  'no-transaction': { type: 'boolean', help: 'commit every statement by itself' },
  spec: {
    type: 'string',
    value: 'FILE',
    help: 'a conversion spec as JSON, in the format of the API; other options override it',
  },
}

/** Returns the spec from the options, before any file is opened. */
export async function specOf(given: Arguments, otherwise: FlagValues = {}): Promise<Spec> {
  const spec = await specOfOptions(given, otherwise)
  if (given.flag('all-sheets') && spec.input.sheet !== null) throw new UsageError(commandMessages.spec.sheets)
  const changes = { input: inputOptions(given), output: outputOptions(given) }
  const count = Object.keys(changes.input).length + Object.keys(changes.output).length
  if (count === 0) return spec
  const changed = { ...spec, input: { ...spec.input, ...changes.input }, output: { ...spec.output, ...changes.output } }
  return checked(changed, given)
}

function inputOptions(given: Arguments): Partial<Spec['input']> {
  const nulls = given.texts('null')
  const widths = given.text('widths')
  return {
    ...(given.flag('all-sheets') ? { sheets: 'all' } : {}),
    ...(nulls.length === 0 ? {} : { null_values: [...nulls] }),
    ...(widths === undefined ? {} : { widths: widths.split(',').map(Number) }),
    ...(given.flag('trim') ? { trim: true } : {}),
  }
}

function outputOptions(given: Arguments): Partial<Spec['output']> {
  const key = given.texts('primary-key')
  return {
    ...(key.length === 0 ? {} : { primary_key: [...key] }),
    ...(given.flag('no-transaction') ? { transaction: false } : {}),
  }
}

async function checked(spec: unknown, given: Arguments): Promise<Spec> {
  const { readSpec } = await import('../../src/contract/spec.ts')
  const reading = readSpec(spec)
  if (!reading.ok)
    throw new UsageError(commandMessages.spec.invalid(reading.reasons.map((reason) => inWordsOfOptions(reason, given))))
  return reading.spec
}

async function specOfOptions(given: Arguments, otherwise: FlagValues): Promise<Spec> {
  const [to, dialect] = [given.text('to'), given.text('dialect')]
  if (to !== undefined && dialect !== undefined && to !== dialect)
    throw new UsageError(commandMessages.spec.otherDialect(to, dialect))
  const values: FlagValues = {
    ...otherwise,
    ...Object.fromEntries(
      (Object.keys(specFlags) as (keyof typeof specFlags)[])
        .map((name) => [name, valueOf(given, name)] as const)
        .filter(([, value]) => value !== undefined),
    ),
    ...(dialect === undefined ? {} : { to: dialect }),
  }
  const path = given.text('spec')
  // CSV and JSON are the same for every database, so they need no dialect.
  const needsDatabase = path !== undefined || (values.format !== 'csv' && values.format !== 'json')
  const flags = needsDatabase ? values : { to: 'postgresql', ...values }
  const ofDump = dumpValuesOf(given)
  const spec = path === undefined && Object.keys(ofDump).length === 0 ? specOfFlags(flags) : null
  if (spec !== null) return spec
  if (path === undefined && flags.to === undefined) throw new UsageError(commandMessages.spec.noDialect)
  return checked(withDumpFlags(withFlags(path === undefined ? {} : await readJson(path), flags), ofDump), given)
}

const valueOf = (given: Arguments, name: keyof typeof specFlags): string | boolean | undefined =>
  'isSwitch' in specFlags[name] ? given.flag(name) || undefined : given.text(name)

function dumpValuesOf(given: Arguments): DumpFlagValues {
  const values = Object.entries(dumpFlags).map(
    ([name, { value }]) =>
      [name, value === undefined ? (given.flag(name) ? true : undefined) : given.text(name)] as const,
  )
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

async function readJson(path: string): Promise<unknown> {
  const { parseJson } = await import('../../src/contract/parse-json.ts')
  const parsed = parseJson(textOf(path))
  if ('value' in parsed) return parsed.value
  throw new UsageError(commandMessages.spec.cannotRead(path, commandMessages.readReasons.noJson(parsed.mistake)))
}

function textOf(path: string): string {
  try {
    // The decoder removes a byte order mark, which some editors write.
    return new TextDecoder().decode(readFileSync(path))
  } catch (error) {
    throw new UsageError(commandMessages.spec.cannotRead(path, reasonOf(error as Error, path)))
  }
}

/** Adds the options about columns. Column names are only known from the file. */
export async function withColumns(spec: Spec, input: LocalInput, given: Arguments): Promise<Spec> {
  const overrides = columnOverrides(given)
  if (overrides.length === 0) return spec
  const { preview } = await import('../engine/preview.ts')
  const outcome = await preview({
    name: input.name,
    source: input.source,
    spec,
    inflate: nodeInflate,
    rowsMax: 0,
    outputBytesMax: 0,
  })
  if (outcome.kind === 'failed') return spec
  if (outcome.kind === 'dump') throw new UsageError(commandMessages.spec.noDump)
  const columns = new Map(spec.columns.map((column) => [column.index, column]))
  for (const { column, ...override } of overrides) {
    const { index } = columnNamed(column, outcome.report.columns, input.path)
    const found = columns.get(index) ?? { index, name: null, as_text: false, type: null, exclude: false }
    columns.set(index, { ...found, ...override })
  }
  return checked({ ...spec, columns: [...columns.values()] }, given)
}

interface ColumnOverride {
  /** The name or the number of the column. */
  readonly column: string
  readonly as_text?: true
  readonly type?: ForcedType
}

/** Returns `id=text` for `id:text` and `id=varchar`, or null. */
function overrideMeant(override: string): string | null {
  const [, column, type] = /^(.+)[=:](.+)$/.exec(override) ?? []
  const meant = nearest(type, forcedTypes, forcedTypeNames)
  return column === undefined || meant === null ? null : `${column}=${meant}`
}

function columnOverrides(given: Arguments): ColumnOverride[] {
  const types = given.texts('type').map((override) => {
    const at = override.lastIndexOf('=')
    const [column, type] = [override.slice(0, at), forcedTypes.find((one) => one === override.slice(at + 1))]
    if (at > 0 && type !== undefined) return { column, type }
    throw new UsageError(commandMessages.spec.badType(override, overrideMeant(override), forcedTypes.join(', ')))
  })
  return [...given.texts('as-text').map((column) => ({ column, as_text: true as const })), ...types]
}

function columnNamed(name: string, columns: readonly ReportColumn[], path: string): ReportColumn {
  const byName = columns.find((column) => column.name === name || column.source_name === name)
  const byNumber = /^[1-9]\d*$/.test(name) ? columns[Number(name) - 1] : undefined
  const found = byName ?? byNumber
  if (found !== undefined) return found
  const names = columns.map((column) => column.name)
  throw new UsageError(
    commandMessages.spec.noColumn(path, name, suggestion(name, names), names.slice(0, 20).join(', ')),
  )
}

import { readFile } from 'node:fs/promises'
import type { Spec } from '../../src/contract/spec.ts'
import { nodeInflate } from '../run/node-inflate.ts'
import { type FlagValues, specFlags, specOfFlags, withFlags } from '../spec-flags.ts'
import { type Arguments, type Options, UsageError } from './command.ts'
import type { LocalInput } from './local-input.ts'
import { suggestion } from './nearest.ts'

/** Options of the commands that read a file: the fields of the spec, and the whole spec from a file. */
export const specOptions: Options = {
  ...Object.fromEntries(
    Object.entries(specFlags).map(([name, flag]) => [
      name,
      'isSwitch' in flag
        ? { type: 'boolean', help: flag.help }
        : { type: 'string', help: flag.help, value: 'value' in flag ? flag.value : name.toUpperCase() },
    ]),
  ),
  dialect: { type: 'string', value: 'DATABASE', help: 'the same as --to' },
  'all-sheets': { type: 'boolean', help: 'convert every sheet of a workbook to its own table' },
  'as-text': {
    type: 'string',
    multiple: true,
    value: 'COLUMN',
    help: 'keep a column as text; its name or number. Repeatable',
  },
  spec: {
    type: 'string',
    value: 'FILE',
    help: 'a conversion spec as JSON, as the API takes it; other options win over it',
  },
}

/** The spec that the options make, before any file has been opened. */
export async function specOf(given: Arguments, otherwise: FlagValues = {}): Promise<Spec> {
  const spec = await specOfOptions(given, otherwise)
  if (!given.flag('all-sheets')) return spec
  if (spec.input.sheet !== null) throw new UsageError('Give --sheet for one sheet, or --all-sheets for all of them.')
  return { ...spec, input: { ...spec.input, sheets: 'all' } }
}

async function specOfOptions(given: Arguments, otherwise: FlagValues): Promise<Spec> {
  const flags: FlagValues = {
    ...otherwise,
    ...Object.fromEntries(
      (Object.keys(specFlags) as (keyof typeof specFlags)[])
        .map((name) => [name, valueOf(given, name)] as const)
        .filter(([, value]) => value !== undefined),
    ),
    ...(given.text('dialect') === undefined ? {} : { to: given.text('dialect') }),
  }
  const path = given.text('spec')
  const spec = path === undefined ? specOfFlags(flags) : null
  if (spec !== null) return spec
  if (path === undefined && flags.to === undefined)
    throw new UsageError('Name the database to write for, such as --to postgresql.')
  const { readSpec } = await import('../../src/contract/spec.ts')
  const reading = readSpec(withFlags(path === undefined ? {} : await readJson(path), flags))
  if (!reading.ok) throw new UsageError(reading.reasons.join('\n'))
  return reading.spec
}

const valueOf = (given: Arguments, name: keyof typeof specFlags): string | boolean | undefined =>
  'isSwitch' in specFlags[name] ? given.flag(name) || undefined : given.text(name)

async function readJson(path: string): Promise<unknown> {
  try {
    // Without the byte order mark that some editors begin a file with.
    return JSON.parse(new TextDecoder().decode(await readFile(path)))
  } catch (error) {
    throw new UsageError(`Cannot read the spec ${path}: ${(error as Error).message}`)
  }
}

/** Adds what options say about columns. Their names are known only from the file itself. */
export async function withColumns(spec: Spec, input: LocalInput, given: Arguments): Promise<Spec> {
  const wanted = given.texts('as-text')
  if (wanted.length === 0) return spec
  const { preview } = await import('../engine/preview.ts')
  const seen = await preview({
    name: input.name,
    source: input.source,
    spec,
    inflate: nodeInflate,
    rowsMax: 0,
    outputBytesMax: 0,
  })
  if (seen.kind === 'failed') return spec
  if (seen.kind === 'dump') throw new UsageError('--as-text is for tables. A dump keeps the types that it defines.')
  const { columns } = seen.report
  const indexes = wanted.map((name) => {
    const byName = columns.find((column) => column.name === name || column.source_name === name)
    const byNumber = /^[1-9]\d*$/.test(name) ? columns[Number(name) - 1] : undefined
    const found = byName ?? byNumber
    if (found !== undefined) return found.index
    const names = columns.map((column) => column.name)
    throw new UsageError(
      `${input.path} has no column "${name}".${suggestion(name, names)} It has: ${names.slice(0, 20).join(', ')}.`,
    )
  })
  const others = spec.columns.filter(({ index }) => !indexes.includes(index))
  const changed = indexes.map((index) => ({
    name: null,
    exclude: false,
    ...spec.columns.find((column) => column.index === index),
    index,
    as_text: true,
  }))
  return { ...spec, columns: [...others, ...changed] }
}

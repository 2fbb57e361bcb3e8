import type { Message } from '../../../src/contract/catalog/message.ts'
import { kindMessages } from '../catalog/kinds.ts'
import { specMessages } from '../catalog/spec.ts'
import type { Spec } from '../../../src/contract/spec.ts'
import { specDefaults } from '../../../src/contract/spec-values.ts'
import type { ReadRequest } from './read-request.ts'

type Option = keyof Spec['input']

/** The options that choose rows and columns in other kinds of files, by the kind of the file. */
const otherKinds = {
  workbook: ['delimiter', 'widths', 'flatten'],
  markup: ['delimiter', 'widths', 'flatten'],
  delimited: ['sheet', 'sheets', 'range', 'flatten'],
  json: ['sheet', 'sheets', 'range', 'delimiter', 'widths'],
  ndjson: ['sheet', 'sheets', 'range', 'delimiter', 'widths'],
  xml: ['sheet', 'sheets', 'range', 'delimiter', 'widths'],
  dump: ['sheet', 'sheets', 'range', 'delimiter', 'widths', 'flatten', 'header_row', 'header_rows'],
} as const satisfies Partial<Record<keyof typeof kindMessages, readonly Option[]>>

/** A file that is one table is converted whole, so these choices of sheets fit every file. */
const isChoice = (value: unknown): boolean => value !== null && value !== 'first' && value !== 'all'

const optionsOf = (dump: Spec['dump']): (keyof Spec['dump'])[] => Object.keys(dump) as (keyof Spec['dump'])[]
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The options of a SQL script, which CSV and JSON do not have. The name of the table is also that of its CSV file. */
const sqlOptions = [
  'schema',
  'create_table',
  'style',
  'batch_rows',
  'if_exists',
  'primary_key',
  'transaction',
] as const satisfies readonly (keyof Spec['output'])[]

function reportUnusedOutput({ spec: { output }, reporter }: ReadRequest): void {
  if (output.format === 'sql') return
  const unused = sqlOptions.filter((option) => !isSame(output[option], specDefaults.output[option]))
  const names = unused.map((option) => `output.${option}`)
  if (names.length > 0) reporter.note(specMessages.notes.optionsOfSql(names, output.format.toUpperCase()))
}

/**
 * Reports the options that cannot apply to the file or to the output. The same spec may be sent with files of several
 * kinds, so they are not an error.
 */
export function reportUnusedOptions(request: ReadRequest, kind: keyof typeof otherKinds): void {
  reportUnusedOutput(request)
  const { spec, reporter } = request
  const { dump, input } = spec
  const ofDumps =
    kind === 'dump' ? [] : optionsOf(dump).filter((option) => !isSame(dump[option], specDefaults.dump[option]))
  const unused = [
    ...otherKinds[kind].filter((option) => isChoice(input[option])).map((option) => `input.${option}`),
    ...ofDumps.map((option) => `dump.${option}`),
  ]
  const name: Message = kindMessages[kind]
  if (unused.length > 0) reporter.note(specMessages.notes.unusedOptions(unused, name))
}

import { commandMessages } from './catalog/commands.ts'
import type { Report } from '../../src/contract/report.ts'
import { preview, type PreviewOutcome, type PreviewRow } from '../engine/preview.ts'
import type { ColumnEvidence } from '../engine/inference/evidence.ts'
import { counted } from '../../src/contract/messages.ts'
import { nodeInflate } from '../run/node-inflate.ts'
import { type Arguments, type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { openLocalInput } from './local-input.ts'
import { specOf, specOptions, withColumns } from './spec-of.ts'
import { withOptions } from './option-words.ts'
import { failureText } from './summary.ts'
import { shown, textTable } from './text-table.ts'

const samplesShown = 3
const rowsRead = 20
const valueCharacters = 24

export const command: Command = {
  name: 'inspect',
  summary: 'Show the format, columns, types and first values of a file',
  usage: 'FILE [options]',
  options: { ...specOptions, json: { type: 'boolean', help: 'print everything as JSON' } },
  examples: [
    'rowmill inspect orders.xlsx',
    'rowmill inspect orders.csv --to mysql',
    'rowmill inspect orders.csv --json',
  ],
  run,
}

async function run(given: Arguments, terminal: Terminal): Promise<number> {
  const [file, ...more] = given.positionals
  if (file === undefined || more.length > 0) throw new UsageError(commandMessages.inspect.noFile)
  const input = await openLocalInput(file)
  try {
    const spec = await withColumns(await specOf(given, { to: 'postgresql' }), input, given)
    const outcome = await preview({
      name: input.name,
      source: input.source,
      spec,
      inflate: nodeInflate,
      rowsMax: rowsRead,
      outputBytesMax: 0,
      wantsEvidence: true,
    })
    if (outcome.kind !== 'failed') {
      terminal.out(given.flag('json') ? JSON.stringify(outcome, null, 2) : textOf(input.path, outcome))
      return 0
    }
    if (terminal.errorsAsJson || given.flag('json')) throw new CommandFailure(outcome.failure)
    terminal.say(failureText(input.path, outcome.failure))
    return 1
  } finally {
    await input.source.close()
  }
}

function textOf(path: string, outcome: Exclude<PreviewOutcome, { kind: 'failed' }>): string {
  if (outcome.kind === 'dump') return commandMessages.inspect.dump(path)
  const { report, rows, evidence, isWholeFile, sampleRows } = outcome
  const extent = isWholeFile
    ? counted(report.rows.converted, 'row')
    : `types from the first ${counted(sampleRows, 'row')}`
  const decisions = [
    ...report.fixes.map(
      ({ code, column, count, message }) => `${count} × ${code}${placeOf(column)}. ${withOptions(message)}`,
    ),
    ...report.problems_summary.map(({ code, column, count }) => `${count} × ${code}${placeOf(column)} (rejected)`),
    ...report.notes.map(withOptions),
  ]
  return [
    `${path}: ${formatOf(report)}; ${extent}; table ${report.table}\n`,
    columnTable(report, rows, evidence),
    ...(decisions.length === 0 ? [] : ['', ...decisions.map((line) => `- ${line}`)]),
  ].join('\n')
}

const placeOf = (column: string | undefined): string => (column === undefined ? '' : ` in "${column}"`)

/** Returns the format, and every other inference with its confidence. */
function formatOf({ input }: Report): string {
  const { format, encoding, encoding_source: source, encoding_confidence: confidence, delimiter, sheet } = input
  const certainty = confidence === undefined ? '' : `, ${Math.round(confidence * 100)} % sure`
  return [
    format,
    ...(typeof encoding === 'string' ? [`${encoding}${source === undefined ? '' : ` (${source}${certainty})`}`] : []),
    ...(typeof delimiter === 'string' ? [`delimiter ${JSON.stringify(delimiter)}`] : []),
    ...(typeof sheet === 'string' ? [`sheet ${JSON.stringify(sheet)}`] : []),
    ...(typeof input.header_row === 'number' ? [`names in row ${input.header_row}`] : []),
  ].join(', ')
}

function columnTable({ columns }: Report, rows: readonly PreviewRow[], evidence: readonly ColumnEvidence[]): string {
  const header = ['#', 'column', 'type', 'SQL type', 'evidence', 'first values']
  const lines = columns.map((column, at) => {
    const values = rows.map((row) => row.cells[column.index] ?? null).filter((value) => value !== null)
    const samples = [...new Set(values)].slice(0, samplesShown).map((value) => shown(value, valueCharacters))
    const place = String(column.index + 1)
    return [place, column.name, column.type, column.sql_type, evidenceText(evidence[at]), samples.join(' · ')]
  })
  return textTable([header, ...lines])
}

function evidenceText(evidence: ColumnEvidence | undefined): string {
  if (evidence === undefined) return ''
  const { values, empty, nearest } = evidence
  if (nearest === null) return commandMessages.inspect.values(values, empty)
  return commandMessages.inspect.nearest({ ...nearest, total: values, value: shown(nearest.value, valueCharacters) })
}

import type { Fix, Report } from '../../../../src/contract/report.ts'
import type { DumpPlan, PlannedColumn } from '../plan/plan-types.ts'
import { quotedText } from '../../catalog/dumps.ts'
import { noticesOf } from './notices.ts'

/** Returns a Markdown page about the conversion of a dump, for the people who migrate. */
export function migrationReport(plan: DumpPlan, report: Report): string {
  return [
    '# Migration report\n\n',
    summary(report),
    section('Tables', tables(report)),
    section('Types', types(plan)),
    section('Left out', fixes(report, isLeftOut)),
    section(
      'Changed',
      fixes(report, (fix) => !isLeftOut(fix)),
    ),
    section('Rejected rows', rejected(report)),
    section('What the application will notice', noticesOf(plan, report).map(item).join('')),
    section('Notes', report.notes.map(item).join('')),
  ].join('')
}

const section = (title: string, body: string): string => (body === '' ? '' : `\n## ${title}\n\n${body}`)

function summary({ tables: all, rows, input }: Report): string {
  const lines = [
    `Tables: ${counted(all.length)}`,
    `Rows converted: ${counted(rows.converted)}`,
    `Rows rejected: ${counted(rows.rejected)}`,
    `Encoding of the dump: ${input.encoding ?? 'utf-8'}`,
  ]
  return lines.map(item).join('')
}

function tables(report: Report): string {
  const rows = report.tables.map(({ name, source_name, rows: { converted, rejected: refused }, columns }) => [
    name,
    source_name,
    counted(converted),
    counted(refused),
    counted(columns.filter(({ excluded }) => excluded !== true).length),
  ])
  return table(['Table', 'In the dump', 'Rows', 'Rejected', 'Columns'], rows)
}

/** The maximum number of columns that the table of types lists for each pair of types. */
const columnsShown = 3

function types({ tables: all }: DumpPlan): string {
  const groups = new Map<string, { readonly from: string; readonly to: string; readonly columns: string[] }>()
  for (const { name, columns } of all)
    for (const column of columns) {
      const [from, to] = [typeInDump(column), column.type.kind === 'enum' ? 'enum type' : column.type.sqlType]
      const group = groups.get(`${from}\0${to}`) ?? { from, to, columns: [] }
      group.columns.push(`${name}.${column.name}`)
      groups.set(`${from}\0${to}`, group)
    }
  const rows = [...groups.values()]
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.to < b.to ? -1 : 1))
    .map(({ from, to, columns }) => [from, to, counted(columns.length), columns.slice(0, columnsShown).join(', ')])
  return table(['MySQL', 'PostgreSQL', 'Columns', 'Such as'], rows)
}

function typeInDump({ source }: PlannedColumn): string {
  const sizes = source.sizes.length === 0 ? '' : `(${source.sizes.join(',')})`
  const words = [`${source.type}${sizes}`]
  if (source.unsigned) words.push('unsigned')
  if (source.autoIncrement) words.push('auto_increment')
  return words.join(' ')
}

/** Codes of parts of the dump that the script does not contain. */
const leftOutCode = /_(?:left_out|dropped|frozen|unresolved|not_valid)$/
const isLeftOut = ({ code }: Fix): boolean => leftOutCode.test(code)

function fixes(report: Report, isWanted: (fix: Fix) => boolean): string {
  return report.fixes
    .filter(isWanted)
    .map((fix) => {
      const [message = '', ...quoted] = fix.message.split(quotedText)
      const place = [fix.table, fix.column].filter((name) => name !== undefined).join('.')
      const location = place === '' ? '' : `${inTicks(place)}: `
      const examples = (fix.examples ?? []).map(inTicks).join(', ')
      const isQuoted = quoted.length > 0
      const tail = isQuoted || examples === '' ? '' : ` For example ${examples}.`
      const times = fix.count > 1 ? ` (${counted(fix.count)} times)` : ''
      const line = item(`${location}${plain(message)}${times}${tail} [${fix.code}]`)
      return isQuoted ? `${line}${fenced(quoted.join(quotedText))}` : line
    })
    .join('')
}

function rejected({ problems, problems_summary, rows }: Report): string {
  if (problems_summary.length === 0) return ''
  const kinds = problems_summary.map((kind) => {
    const place = [kind.table, kind.column].filter((name) => name !== undefined).join('.')
    return [place, kind.code, counted(kind.count)]
  })
  const first = problems.map(({ table: tableName, row, column, value, message }) => [
    tableName ?? '',
    row === undefined ? '' : String(row),
    column ?? '',
    value ?? '',
    message,
  ])
  const shown = `\nThe first ${counted(problems.length)} of ${counted(rows.rejected)}:\n\n`
  return [
    table(['Column', 'Reason', 'Rows'], kinds),
    shown,
    table(['Table', 'Row', 'Column', 'Value', 'Reason'], first),
  ].join('')
}

const counted = (count: number): string => count.toLocaleString('en-US')
const item = (line: string): string => `- ${line}\n`

/** Escapes text of the dump, so that it is not read as Markdown or HTML. */
const plain = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>|#&~]/g, String.raw`\$&`).replaceAll(/[\r\n\t]+/g, ' ')

function inTicks(text: string): string {
  const line = text.replaceAll(/[\r\n]+/g, ' ')
  const ticks = ticksAround(line, 1)
  return `${ticks}${/^`|`$/.test(line) ? ` ${line} ` : line}${ticks}`
}

function fenced(text: string): string {
  const fence = ticksAround(text, 3)
  return `\n  ${fence}sql\n  ${text.replaceAll(/\r?\n|\r/g, '\n  ')}\n  ${fence}\n\n`
}

/** Returns a fence with more backticks than any sequence of them in the text. */
const ticksAround = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)))

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(plain)))].join('')
}

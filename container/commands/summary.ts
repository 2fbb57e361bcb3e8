import { counted, numberForPeople } from '../../src/contract/messages.ts'
import type { Fix, LeftOut, Problem, Report } from '../../src/contract/report.ts'
import type { RunFailure } from '../../src/contract/run.ts'
import { withOptions } from './option-words.ts'

const groupsShown = 8

/** Returns the summary after a conversion: rows, rejected rows with reasons, and every change. */
export function summaryOf(file: string, report: Report, milliseconds: number): string {
  const { rows, fixes } = report
  const parts = [
    `${counted(rows.converted, 'row')} converted`,
    `${numberForPeople(rows.rejected)} rejected`,
    ...leftOutPart(rows.left_out),
    ...(fixes.length > 0 ? [`${counted(fixes.length, 'kind')} of ${fixes.length === 1 ? 'fix' : 'fixes'}`] : []),
  ]
  return [
    `${file}: ${parts.join(', ')} (${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 0)} s)`,
    ...rejectLines(report),
    ...leftOutLines(rows.left_out),
    ...fixLines(fixes),
    ...report.notes.map((note) => `  note: ${withOptions(note)}`),
  ].join('\n')
}

/** Most files have a left-out header row, so the summary says that this row was the header. */
function leftOutPart(leftOut: LeftOut | undefined): string[] {
  if (leftOut === undefined || leftOut.count === 0) return []
  const isHeader = leftOut.reasons.every(({ code }) => code === 'header')
  return [`${numberForPeople(leftOut.count)} left out${isHeader ? ' as header' : ''}`]
}

function rejectLines({ problems, problems_summary: groups }: Report): string[] {
  const lines = groups.slice(0, groupsShown).map(({ code, column, count }) => {
    const example = problems.find((problem) => problem.code === code && problem.column === column)
    return `  rejected: ${numberForPeople(count)} × ${code}${column === undefined ? '' : ` in "${column}"`}${exampleOf(example)}`
  })
  return [...lines, ...moreOf(groups.length, 'more reasons')]
}

function exampleOf(problem: Problem | undefined): string {
  if (problem === undefined) return ''
  const { row, value, message } = problem
  const place = row === undefined ? '' : `, first in row ${numberForPeople(row)}`
  return `${place}${value === undefined ? '' : `: ${JSON.stringify(value)}`}. ${withOptions(message)}`
}

function leftOutLines(leftOut: LeftOut | undefined): string[] {
  const reasons = (leftOut?.reasons ?? []).filter(({ code }) => code !== 'header')
  return reasons
    .slice(0, groupsShown)
    .map(
      ({ code, count, first_row: row }) =>
        `  left out: ${counted(count, 'row')} (${code}${row === undefined ? '' : `, first is row ${numberForPeople(row)}`})`,
    )
}

function fixLines(fixes: readonly Fix[]): string[] {
  const lines = fixes.slice(0, groupsShown).map(({ code, column, count, message, examples }) => {
    const place = column === undefined ? '' : ` in "${column}"`
    const shown = examples?.[0] === undefined ? '' : ` For example ${JSON.stringify(examples[0])}.`
    return `  fixed: ${numberForPeople(count)} × ${code}${place}. ${withOptions(message)}${shown}`
  })
  return [...lines, ...moreOf(fixes.length, 'more fixes')]
}

const moreOf = (count: number, items: string): string[] =>
  count > groupsShown ? [`  … and ${numberForPeople(count - groupsShown)} ${items}; --report FILE.json has all.`] : []

/** Returns a failure with the engine's message and the problems that explain it. */
export function failureText(file: string, { code, message, problems }: RunFailure): string {
  const shown = problems.filter((problem) => problem.message !== message).slice(0, groupsShown)
  return [`${file}: ${withOptions(message)} (${code})`, ...shown.map(problemLine)].join('\n')
}

/** Returns a problem with its value: the name of a sheet, or of a file in an archive. */
function problemLine({ message, value }: Problem): string {
  const text = withOptions(message)
  return value === undefined || value === '' ? `  ${text}` : `  ${text.replace(/\.$/, '')}: ${JSON.stringify(value)}`
}

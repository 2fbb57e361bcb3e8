import type { Command, Option, Options } from './command.ts'

const titleOf = (name: string, { short, value, type }: Option): string =>
  `${short === undefined ? '    ' : `-${short}, `}--${name}${type === 'string' ? ` ${value ?? 'VALUE'}` : ''}`

/** Returns one option per line, with the explanations aligned. */
function optionLines(options: Options): string {
  const titles = Object.entries(options).map(([name, option]) => [titleOf(name, option), option.help] as const)
  const width = Math.max(...titles.map(([title]) => title.length))
  return titles.map(([title, help]) => `  ${title.padEnd(width)}  ${help}`).join('\n')
}

export const helpOf = ({ name, summary, usage, options, examples }: Command): string =>
  [
    `${summary}\n`,
    `Usage: rowmill ${name} ${usage}\n`,
    ...(Object.keys(options).length === 0 ? [] : [`Options:\n${optionLines(options)}\n`]),
    `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`,
  ].join('\n')

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    'Rowmill turns spreadsheets, CSV, JSON and MySQL dumps into SQL that loads unchanged.\n',
    'Usage: rowmill COMMAND …\n',
    `Commands:\n${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}\n`,
    'Try it:',
    '  rowmill convert orders.csv --to postgresql > orders.sql',
    '  rowmill inspect orders.xlsx\n',
    'rowmill COMMAND --help shows the options and examples of a command.',
  ].join('\n')
}

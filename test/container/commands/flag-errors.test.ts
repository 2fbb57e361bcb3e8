import { expect, test } from 'vitest'
import { parseCommandLine, UsageError } from '../../../container/commands/command.ts'
import type { Report } from '../../../src/contract/report.ts'
import type { RunFailure } from '../../../src/contract/run.ts'
import { withOptions } from '../../../container/commands/option-words.ts'
import { failureText, summaryOf } from '../../../container/commands/summary.ts'
import { specOf, specOptions } from '../../../container/commands/spec-of.ts'

test.each<[args: readonly string[], message: string]>([
  [
    ['--to', 'postgre'],
    '--to must be one of postgresql, mysql, mariadb, sqlite, sql_server, oracle, duckdb; got "postgre".',
  ],
  [['--dialect', 'postgre'], '--dialect must be one of postgresql'],
  [['--to', 'mysql', '--style', 'fast'], '--style must be one of inserts, bulk; got "fast"'],
  [['--to', 'mysql', '--header-row', 'x'], '--header-row must be an integer'],
  [['--to', 'mysql', '--header-row', '0'], '(for a file without column names, set --header-rows to 0); got 0'],
  [['--to', 'mysql', '--dialect', 'sqlite'], '--to is "mysql" and --dialect is "sqlite".'],
  [['--to', 'mysql', '--widths', '3,x'], '--widths must be'],
  [['--to', 'postgresql', '--names', 'camel'], '--names must be one of'],
  [['--to', 'postgresql', '--types', 'json=jsobb'], '--types must be one of json, jsonb'],
])('%j is refused in terms of the command line', async (args, message) => {
  const error = await specOf(parseCommandLine(args, specOptions)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UsageError)
  expect((error as UsageError).message).toContain(message)
  expect((error as UsageError).message).not.toContain('spec.')
})

test.each([
  ['If it is wrong, set input.encoding.', 'If it is wrong, set --encoding.'],
  ['Send the password in input.password.', 'Send the password in --password.'],
  ['Set inference.date_order if that is wrong.', 'Set --date-order if that is wrong.'],
  ['Set input.header_row to 5 to convert it.', 'Set --header-row to 5 to convert it.'],
  ['name them in dump.tables.include, such as mysql.*.', 'name them in --tables, such as mysql.*.'],
  ['spec.output.if_exists must be one of', '--if-exists must be one of'],
  ['set output.column_names to as_written.', 'set output.column_names in the file of --spec to as_written.'],
  ['set input.no_such_field.', 'set input.no_such_field.'],
  ['use input.null_values with "NULL".', 'use --null with "NULL".'],
  [
    'Leave some out with columns[].exclude, or set output.format to csv.',
    'Leave some out with columns[].exclude in the file of --spec, or set --format to csv.',
  ],
  ['only: set output.dialect to postgresql.', 'only: set --dialect to postgresql.'],
  ['The keys are output.items, input.encoding.', 'The keys are output.items, input.encoding.'],
])('the advice %s names an option', (advice, expected) => {
  expect(withOptions(advice)).toBe(expected)
})

test('a problem without a value shows none', () => {
  const problems = [{ code: 'json', message: 'At byte 4: the file ends too early.', value: '' }]
  const failure = { code: 'corrupt_file', message: 'Broken.', problems } as unknown as RunFailure
  expect(failureText('a.json', failure)).toBe('a.json: Broken. (corrupt_file)\n  At byte 4: the file ends too early.')
})

test('a wrong value of an option stays as it was given', async () => {
  const given = parseCommandLine(['--to', 'mysql', '--style', 'input.csv'], specOptions)
  await expect(specOf(given)).rejects.toThrow('--style must be one of inserts, bulk; got "input.csv"')
  const encoding = parseCommandLine(['--to', 'mysql', '--encoding', 'input.csv'], specOptions)
  await expect(specOf(encoding)).rejects.toThrow(/got "input\.csv"(?! in)/)
})

test('a failure lists the values of its problems, and a summary names options', () => {
  const problems = ['a.csv', 'b.csv'].map((value) => ({
    code: 'file',
    message: 'The archive contains this file.',
    value,
  }))
  const failure = {
    code: 'encrypted_file',
    message: 'Send the password in input.password.',
    problems,
  } as unknown as RunFailure
  expect(failureText('two.zip', failure).split('\n')).toEqual([
    'two.zip: Send the password in --password. (encrypted_file)',
    '  The archive contains this file: "a.csv"',
    '  The archive contains this file: "b.csv"',
  ])
  const report = {
    rows: { converted: 1, rejected: 0 },
    fixes: [],
    problems: [],
    problems_summary: [],
    notes: ['If it is wrong, set input.encoding.'],
  } as unknown as Report
  expect(summaryOf('a.csv', report, 10)).toContain('note: If it is wrong, set --encoding.')
})

test('a second value of an option is refused, unless it is the same or the option may be repeated', () => {
  const parse = (...args: string[]) => parseCommandLine(args, specOptions)
  expect(() => parse('--to=sqlite', '--to', 'mysql')).toThrow(
    new UsageError('--to is given twice with different values. Give it once.' as UsageError['message']),
  )
  // A value may be a password, and the message may be in a log.
  expect(() => parse('--password', 'one', '--password', 'two')).toThrow(/^--password is given twice with different/)
  expect(() => parse('--null', '-1', '--header-rows=0', '--null=-2', '--header-rows', '2')).toThrow('given twice')
  expect(parse('--to', 'mysql', '--to', 'mysql', '--trim', '--trim').text('to')).toBe('mysql')
  expect(parse('--null', '-1', '--null=-2').texts('null')).toEqual(['-1', '-2'])
})

test.each([
  ['--state', 'Unknown option --state. Did you mean --status?'],
  ['--url', 'Unknown option --url. Did you mean --forward?'],
  ['--delimeter', 'Unknown option --delimeter. Did you mean --delimiter?'],
  ['--charset', 'Unknown option --charset. Did you mean --encoding?'],
  ['--target', 'Unknown option --target. Did you mean --to?'],
  ['--colour', 'Unknown option --colour.'],
])('the unknown option %s is refused with the option that was meant', (name, message) => {
  const options = {
    ...specOptions,
    status: { type: 'string', help: '' },
    forward: { type: 'string', help: '' },
  } as const
  expect(() => parseCommandLine([name, 'x'], options)).toThrow(message)
})

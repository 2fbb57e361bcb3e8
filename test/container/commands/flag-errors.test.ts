import { expect, test } from 'vitest'
import { parseCommandLine, UsageError } from '../../../container/commands/command.ts'
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

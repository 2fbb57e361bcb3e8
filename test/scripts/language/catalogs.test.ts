import { expect, test } from 'vitest'
import { strayMessages } from '../../../scripts/language/catalogs.ts'

const engine = 'container/engine/inference/plan-table.ts'

test.each([
  [engine, "reporter.note('The last row looks like a total.')"],
  [engine, 'const message = `The file has ${count} columns. Exclude some.`'],
  ['container/commands/convert.ts', "terminal.say('The key is saved in your folder.')"],
  ['durable-objects/account/runs.ts', "return failed('timed_out', 'The conversion took too long.')"],
  ['src/api/route.ts', '    "There is no such conversion on the account.",'],
])('a sentence outside the catalogs is found: %s %s', (path, line) => {
  expect(strayMessages(path, line)).toEqual([expect.stringContaining('a message outside the catalogs')])
})

test.each([
  ['a catalog', 'container/engine/catalog/tables.ts', 'noHeader: say`No header row was found in the file.`,'],
  ['a page', 'src/settings/account.tsx', '<p>The key is shown only once here.</p>'],
  ['a mail', 'src/mail/sign-up.ts', "'Somebody signed up with this address.'"],
  ['a bug', engine, "throw new Error('The type of the column is unknown.')"],
  ['a log line', 'src/queues/conversions.ts', "logError('The message was delivered three times.')"],
  ['the description of a field', 'src/contract/spec.ts', "description: 'The name of the table in the output.',"],
  ['a comment', engine, '  // The last row is a total.'],
  ['a name', engine, "const name = 'orders of the last year'"],
])('%s is not a message outside the catalogs', (_, path, line) => {
  expect(strayMessages(path, line)).toEqual([])
})

test('the previous line shows the purpose of a text', () => {
  const text = "      'The sheets to convert, each to its own table.',"
  expect(strayMessages('src/contract/spec.ts', text, '    description:')).toEqual([])
  expect(strayMessages('src/contract/spec.ts', text, '    refuse(')).toHaveLength(1)
})

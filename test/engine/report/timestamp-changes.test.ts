import { expect, test } from 'vitest'
import type { Dialect } from '../../../src/contract/spec-values.ts'
import { converted } from '../support.ts'

const messageOf = async (at: string, dialect: Dialect): Promise<string | undefined> => {
  const { report } = await converted(`id,at\n1,${at}\n2,${at}\n`, { output: { dialect } })
  return report.fixes.find(({ code }) => code === 'date_form')?.message
}

// For ISO 8601 the report names the difference in the script, instead of a rewrite to ISO 8601.
test.each([
  ['2024-02-02T10:00:00Z', 'postgresql', 'Timestamps were rewritten as ISO 8601: T became a space, Z became +00:00.'],
  ['2024-02-02T10:00:00', 'mysql', 'Timestamps were rewritten as ISO 8601: T became a space.'],
  ['2024-02-02T10:00:00Z', 'sql_server', 'Timestamps were rewritten as ISO 8601: Z became +00:00.'],
  ['2024-02-02 10:00', 'sqlite', 'Timestamps were rewritten as ISO 8601: seconds were added.'],
  ['2024-02-02 10:00:00+0200', 'oracle', 'Timestamps were rewritten as ISO 8601: offsets became hours and minutes.'],
  ['02/13/2024 10:00:00', 'postgresql', 'Timestamps were rewritten as ISO 8601.'],
  ['2024-02-02 10:00:00', 'postgresql', undefined],
] as const)('%s for %s is reported as: %s', async (at, dialect, message) => {
  expect(await messageOf(at, dialect)).toBe(message)
})

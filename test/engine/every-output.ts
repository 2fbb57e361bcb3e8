import { dialects } from '../../src/contract/spec-values.ts'
import type { SpecInput } from '../../src/contract/spec.ts'

type Output = SpecInput['output']

/** The ways to write a table: every dialect of the contract, styles that differ, and the formats that are not SQL. */
export const everyOutput: readonly Output[] = [
  ...dialects.map((dialect): Output => ({ dialect })),
  { dialect: 'postgresql', style: 'bulk', batch_rows: 100 },
  { dialect: 'mysql', style: 'bulk', batch_rows: 10 },
  { dialect: 'postgresql', format: 'json' },
  { dialect: 'postgresql', format: 'csv' },
]

import { dialects } from '../../src/contract/spec-values.ts'
import type { SpecInput } from '../../src/contract/spec.ts'

type Output = SpecInput['output']

/** Every way to write a table: each dialect of the contract, its different styles, and the formats that are not SQL. */
export const everyOutput: readonly Output[] = [
  ...dialects.map((dialect): Output => ({ dialect })),
  { dialect: 'postgresql', style: 'bulk', batch_rows: 100 },
  { dialect: 'mysql', style: 'bulk', batch_rows: 10 },
  { dialect: 'postgresql', format: 'json' },
  { dialect: 'postgresql', format: 'csv' },
]

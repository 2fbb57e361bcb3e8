import { expect, test } from 'vitest'
import type { Constant } from '../../../container/engine/dump/constants/constant.ts'
import { inTypesOfUnion } from '../../../container/engine/dump/constants/common-types.ts'
import { converted } from '../support.ts'

test('a union of more rows than a call has arguments gets its common scale', () => {
  const rows = Array.from({ length: 400_000 }, (_, at): Constant[] => [
    { kind: 'number', digits: BigInt(at), scale: 0 },
  ])
  const last: Constant = { kind: 'number', digits: 25n, scale: 1 }
  const [scaled = []] = inTypesOfUnion([[...rows, [last]]])
  expect(scaled[7]).toEqual([{ kind: 'number', digits: 70n, scale: 1 }])
  expect(scaled.at(-1)).toEqual([last])
})

test.each(['UNION ALL', 'UNION'])('the rows of 10,000 queries with %s are read once', async (union) => {
  const queries = Array.from({ length: 10_000 }, (_, at) => `SELECT ${at}, 'v${at}'`).join(` ${union} `)
  const dump = `CREATE TABLE t (a int, b varchar(20));\nINSERT INTO t ${queries};\n`
  const start = performance.now()
  const { report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
  expect(report.rows.converted).toBe(10_000)
  // Reading the rest of the statement again for each query takes five minutes.
  expect(performance.now() - start).toBeLessThan(60_000)
})

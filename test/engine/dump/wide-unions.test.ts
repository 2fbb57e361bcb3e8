import { expect, test } from 'vitest'
import type { Constant } from '../../../container/engine/dump/constants/constant.ts'
import { inTypesOfUnion } from '../../../container/engine/dump/constants/common-types.ts'

test('a union of more rows than a call has arguments gets its common scale', () => {
  const rows = Array.from({ length: 400_000 }, (_, at): Constant[] => [
    { kind: 'number', digits: BigInt(at), scale: 0 },
  ])
  const last: Constant = { kind: 'number', digits: 25n, scale: 1 }
  const [converted = []] = inTypesOfUnion([[...rows, [last]]])
  expect(converted[7]).toEqual([{ kind: 'number', digits: 70n, scale: 1 }])
  expect(converted.at(-1)).toEqual([last])
})

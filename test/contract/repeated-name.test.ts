import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeatedNameIn } from '../../src/contract/repeated-name.ts'

test('no object that JSON.stringify writes repeats a name', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.nat(3), (json, indent) => {
      expect(repeatedNameIn(JSON.stringify(JSON.parse(json), null, indent))).toBeNull()
    }),
  )
})

test('a name is found again, however it is escaped and whatever is between', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), fc.boolean(), (name, value, isEscaped) => {
      const plain = JSON.stringify(name)
      const again = isEscaped
        ? `"${Array.from({ length: name.length }, (_, at) => `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
        : plain
      const before = `[{${plain}:${JSON.stringify(value)},`
      expect(repeatedNameIn(`${before}${again}:null}]`)).toEqual({ name, at: before.length })
    }),
  )
})

test('an object with more names than any schema allows is not examined to its end', () => {
  const namesMax = 1000
  const names = Array.from({ length: namesMax }, (_, at) => `"${at}":1`).join()
  expect(repeatedNameIn(`{${names},"0":1}`)).toBeNull()
  expect(repeatedNameIn(`{${names.replace('"999":1', '"0":1')},"0":1}`)).toMatchObject({ name: '0' })
  // The next object is examined again.
  expect(repeatedNameIn(`[{${names}},{"a":1,"a":2}]`)).toMatchObject({ name: 'a' })
})

test.each([
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":2}]',
  '{"a":"b","b":"a","c":"a"}',
  '{"a":["a","a","b","b"]}',
  '{"a":"\\\\","b":"\\"a\\":1"}',
  '{"a":[{"b":1},2],"b":1}',
  '"a"',
])('%s repeats no name', (json) => {
  expect(repeatedNameIn(json)).toBeNull()
})

test.each([
  ['{"a":[],"b":{},"a":1}', 'a', 15],
  ['{"a":1,"b":[{"c":1},{"c":1,"c":2}]}', 'c', 27],
  ['{"":1,"":1}', '', 6],
])('%s repeats "%s"', (json, name, at) => {
  expect(repeatedNameIn(json)).toEqual({ name, at })
})

import { expect, test } from 'vitest'
import * as z from 'zod'
import { emailAddress, listOf, timestamp, textOf, whole } from '../../src/contract/shapes.ts'

test.each([
  ['ann@example.com', true],
  ["o'neil+lists@mail.example.co.uk", true],
  ['ann@xn--mller-kva.example', true],
  ['ann@localhost', false],
  ['ann@@example.com', false],
  ['ann.@example.com', false],
  [`${'a'.repeat(250)}@a.eu`, false],
])('%s is an e-mail address: %s', (text, isOne) => {
  expect(emailAddress.safeParse(text).success).toBe(isOne)
})

test.each([
  ['2026-03-01T09:30:00Z', true],
  ['2026-03-01T09:30:00.125Z', true],
  ['2028-02-29T00:00:00Z', true],
  ['2026-02-29T00:00:00Z', false],
  ['2026-03-01T24:00:00Z', false],
  ['2026-13-01T00:00:00Z', false],
  ['2026-03-01T09:30Z', false],
  ['2026-03-01 09:30:00Z', false],
  ['2026-03-01T09:30:00+01:00', false],
  ['yesterday', false],
])('%s is a timestamp: %s', (text, isOne) => {
  expect(timestamp.safeParse(text).success).toBe(isOne)
})

test.each([
  [0, true],
  [-7, true],
  [2 ** 53 - 1, true],
  [2 ** 53, false],
  [0.5, false],
  [Infinity, false],
  [NaN, false],
  ['1', false],
])('%s is a whole number: %s', (value, isOne) => {
  expect(whole.safeParse(value).success).toBe(isOne)
})

test.each([
  ['', false],
  ['a', true],
  ['abcd', true],
  ['abcde', false],
  ['😀😀😀😀', true],
  ['😀😀😀😀😀', false],
  ['a\ud83d', false],
  ['\ude00a', false],
  [7, false],
])('%j is one to four characters: %s', (value, isOne) => {
  expect(textOf(1, 4).safeParse(value).success).toBe(isOne)
})

test.each([
  ['id,name', '. Did you mean ["id", "name"]?'],
  ['id', '. Did you mean ["id"]?'],
  ['a,b,c,d', '. Did you mean ["a", "b", "c", "d"]?'],
  ['a,b,c,d,e', ''],
  [`${'a'.repeat(40)},${'b'.repeat(40)}`, ''],
  ['a,,b', ''],
])('%s instead of a list gets a suggested list if the message can show it', (text, question) => {
  const [issue] = listOf(textOf(1, 50), 100).safeParse(text).error?.issues ?? []
  expect(issue?.message).toMatch(/^must be a list; got "/)
  expect(/\. Did you mean .*/.exec(issue?.message ?? '')?.[0] ?? '').toBe(question)
})

test('a text of a million commas is not split into a million items', () => {
  let itemsRead = 0
  const item = z.string().refine(() => ++itemsRead > 0)
  const [issue] = listOf(item, 100).safeParse(','.repeat(1_000_000)).error?.issues ?? []
  expect(issue?.message).toMatch(/^must be a list; got ",,,/)
  expect(itemsRead).toBeLessThan(20)
})

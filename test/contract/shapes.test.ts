import { expect, test } from 'vitest'
import { emailAddress, timestamp, textOf, whole } from '../../src/contract/shapes.ts'

test.each([
  ['ann@example.com', true],
  ["o'neil+lists@mail.example.co.uk", true],
  ['ann@xn--mller-kva.example', true],
  ['ann@localhost', false],
  ['ann@@example.com', false],
  ['ann.@example.com', false],
  [`${'a'.repeat(250)}@a.eu`, false],
])('%s as an e-mail address: %s', (text, isOne) => {
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
])('%s as a moment: %s', (text, isOne) => {
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
])('%s as a whole number: %s', (value, isOne) => {
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
])('%j as one to four characters: %s', (value, isOne) => {
  expect(textOf(1, 4).safeParse(value).success).toBe(isOne)
})

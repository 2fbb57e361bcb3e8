import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { leakedPasswords } from '../../../scripts/passwords/leaked-passwords.ts'

const source = 'node_modules/@zxcvbn-ts/language-common/src/passwords.json'

test('the shipped list equals its source', () => {
  const list = JSON.parse(readFileSync(source, 'utf8')) as readonly string[]
  expect(readFileSync('src/accounts/leaked-passwords.ts', 'utf8')).toBe(leakedPasswords(list))
})

test('words lose their suffixes, long passwords stay whole, and every literal is closed', () => {
  const made = leakedPasswords([
    'Dragon123',
    '!!dragon',
    'abc',
    '1234',
    'a1b2c3d4e5f6g7',
    'long`${x}password',
    'pass word',
  ])
  expect(made.split('\n').slice(3, -2)).toEqual(['a1b2c3d4e5f6g7 dragon'])
})

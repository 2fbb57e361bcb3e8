import fc from 'fast-check'
import { expect, test } from 'vitest'
import { looksLikeBase64, readBase64 } from '../../src/api/read-base64.ts'
import { runs } from '../property-runs.ts'

test('base64 that Node writes is decoded', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(readBase64(Buffer.from(bytes).toString('base64'))).toEqual({ bytes })
    }),
  )
})

test('a character outside the alphabet is reported with its position', () => {
  const others = fc.constantFrom('\n', '\r', ' ', '-', '_', '.', '%', 'é')
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 3 }), fc.nat(), others, (bytes, seed, other) => {
      const text = Buffer.from(bytes).toString('base64').replace(/=+$/, '')
      const at = seed % text.length
      const reading = readBase64(text.slice(0, at) + other + text.slice(at))
      expect(reading).toEqual({ mistake: expect.stringContaining(`; character ${at + 1} is ${JSON.stringify(other)}`) })
    }),
  )
})

const lines = (text: string, width: number): string => text.replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n')
const cells = fc.array(fc.array(fc.stringMatching(/^[\p{L}\d .'-]{1,12}$/u), { minLength: 2, maxLength: 4 }), {
  minLength: 3,
  maxLength: 200,
})

test('a table in base64 is recognized, in one line or in lines of 64 or 76 characters', () => {
  fc.assert(
    fc.property(cells, fc.constantFrom(',', ';', '\t', '|'), fc.constantFrom(64, 76, 1e6), (rows, delimiter, width) => {
      const table = rows.map((row) => row.join(delimiter)).join('\n')
      expect(looksLikeBase64(lines(Buffer.from(table).toString('base64'), width))).toBe(true)
      expect(looksLikeBase64(table)).toBe(false)
    }),
    { numRuns: runs(200) },
  )
})

const western = fc.array(fc.array(fc.stringMatching(/^[a-zA-Zäöüéèñß\d .'-]{4,12}$/), { minLength: 2, maxLength: 4 }), {
  minLength: 4,
  maxLength: 100,
})

test('a table in another encoding than UTF-8 is recognized in base64', () => {
  fc.assert(
    fc.property(western, fc.constantFrom('latin1', 'utf16le', 'utf16be'), fc.boolean(), (rows, encoding, isMarked) => {
      const table = rows.map((row) => row.join(';')).join('\n')
      const mark = isMarked && encoding !== 'latin1' ? '\ufeff' : ''
      const bytes = Buffer.from(mark + table, encoding === 'latin1' ? 'latin1' : 'utf16le')
      if (encoding === 'utf16be') bytes.swap16()
      expect(looksLikeBase64(bytes.toString('base64'))).toBe(true)
    }),
    { numRuns: runs(200) },
  )
})

test('names, hashes and random identifiers of letters and digits are not base64 of a table', () => {
  const identifiers = fc.array(fc.stringMatching(/^[A-Za-z0-9]{32}$|^[0-9a-f]{64}$|^[a-z]{16,60}$/), {
    minLength: 1,
    maxLength: 20,
  })
  let mistaken = 0
  fc.assert(
    fc.property(identifiers, (names) => {
      if (looksLikeBase64(`${names.join('\n')}\n`)) mistaken++
    }),
    { numRuns: 2000 },
  )
  // One word alone may decode to text by chance. That is less frequent than 1 in 1,000.
  expect(mistaken).toBeLessThanOrEqual(2)
})

test.each([
  'customeridentifier01',
  'id',
  'CustomerAccountNumber1234',
  'a'.repeat(5000),
  '0123456789abcdef'.repeat(4),
  'AAAAAAAAAAAAAAAAAAAA',
  `${'0123456789abcdef'.repeat(4)}\n${'fedcba9876543210'.repeat(4)}\n`,
  'name\ncustomeridentifier01\n',
  'https://example.com/a+b/c',
])('%.60s is not base64', (text) => {
  expect(looksLikeBase64(text)).toBe(false)
})

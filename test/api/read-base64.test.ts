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

const western = fc.array(
  fc.array(fc.stringMatching(/^[a-zA-Z\d .'-]{3,8}[äöüéèñß]{0,2}[a-z]{1,3}$/), { minLength: 2, maxLength: 4 }),
  {
    minLength: 6,
    maxLength: 100,
  },
)

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

test.each([
  [/^[A-Za-z0-9]{20}$/, 20],
  [/^[a-z]{32}$/, 20],
  [/^[A-Za-z0-9]{40}$/, 20],
  [/^[ACGT]{60}$/, 20],
  [/^[0-9a-f]{64}$/, 20],
  [/^[A-Za-z0-9]{20}$/, 1],
  [/^[a-z]{32}$/, 1],
  [/^[A-Za-z0-9]{32}$/, 1],
  [/^[A-Za-z0-9]{40}$/, 1],
  [/^[ACGT]{28}$/, 1],
  [/^[0-9a-f]{32}$/, 1],
])('%s in %i lines is not base64 of a table', (pattern, linesMax) => {
  const words = fc.array(fc.stringMatching(pattern), { minLength: 1, maxLength: linesMax })
  let mistaken = 0
  fc.assert(
    fc.property(words, (some) => {
      if (looksLikeBase64(`${some.join('\n')}\n`)) mistaken++
    }),
    { numRuns: 2000 },
  )
  // A word may decode to text by chance. That is less frequent than 1 in 1,000.
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
  `H4sIAAAAAAAAA0vLz0/OKkgsTk1RyE0sSVRIzs8t${'A'.repeat(20)},1\nx,2\n`,
  'data:image/png;base64,iVBORw0KGgo=\t1\ndata:image/png;base64,iVBORw0KGgo=\t2\n',
])('%.60s is not base64', (text) => {
  expect(looksLikeBase64(text)).toBe(false)
})

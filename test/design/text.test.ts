import { expect, test } from 'vitest'
import { bytesText, durationText, inputText } from '../../src/design/text.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [9960, '10 kB'],
  [999_499, '999 kB'],
  [999_600, '1 MB'],
  [5_000_000_000, '5 GB'],
  [50 * 1024 ** 3, '54 GB'],
])('%d is formatted as %s', (bytes, text) => expect(bytesText(bytes)).toBe(text))

test.each([
  [0, '0.0 s'],
  [9.94, '9.9 s'],
  [9.96, '10 s'],
  [59.4, '59 s'],
  [59.6, '1 min 0 s'],
  [119.6, '2 min 0 s'],
  [3599.7, '1 h 0 min'],
  [7384, '2 h 3 min'],
])('%d seconds are formatted as %s', (seconds, text) =>
  expect(durationText('2026-03-01T00:00:00.000Z', new Date(Date.UTC(2026, 2, 1) + seconds * 1000).toISOString())).toBe(
    text,
  ),
)

test.each([
  ['\t', 'Tab'],
  ['dmy', 'Day first'],
  ['Sheet1', 'Sheet1'],
  ['constructor', 'constructor'],
])('%j is shown as %s', (found, text) => expect(inputText(found)).toBe(text))

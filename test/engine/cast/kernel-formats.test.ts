import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DateParser, type DateFormat, isoDateFormat } from '../../../container/engine/values/dates.ts'
import { nearTimestamps } from '../timestamps.ts'
import { nearNumbers } from '../grouped-numbers.ts'
import { nearWords } from '../near-words.ts'
import { DecimalParser, type NumberFormat, plainNumberFormat } from '../../../container/engine/values/numbers.ts'
import { BooleanParser, UuidParser } from '../../../container/engine/values/words.ts'
import { castCell, inputBytes, readCell } from './one-cell.ts'
import { runs } from '../../property-runs.ts'

// The plain parser is the referee for rewritten values. For timestamps in UTC, Node's clock is a second referee.
const dayFirst: DateFormat = { kind: 'numbers', order: 'dmy' }
const monthFirst: DateFormat = { kind: 'numbers', order: 'mdy' }

const byteOf = (sign: string): number => sign.charCodeAt(0)
const signs = (group: string, decimal: string): NumberFormat => ({
  ...plainNumberFormat,
  group: new TextEncoder().encode(group),
  decimal: byteOf(decimal),
})
const affixed = (prefix: string, suffix: string, group = ','): NumberFormat => ({
  ...signs(group, '.'),
  prefix: new TextEncoder().encode(prefix),
  suffix: new TextEncoder().encode(suffix),
})
const bounds = { wholeDigits: 5, fractionDigits: 2, significantDigits: 6 }

const parsers = [
  {
    name: 'timestamps',
    parser: new DateParser(isoDateFormat, 'time'),
    usual: ['2024-02-29T23:59:59', '2024-12-31t00:00:00.123456789', '2024/01/31 10:11', '2024-1-5 9:05:00.5'],
  },
  {
    name: 'timestamps to microseconds',
    parser: new DateParser(isoDateFormat, 'time', 6),
    usual: ['2024-02-29T23:59:59', '2024-12-31T00:00:00.123456'],
  },
  {
    name: 'timestamps with a zone',
    parser: new DateParser(isoDateFormat, 'zoned'),
    usual: [
      '2024-02-29T23:59:59Z',
      '2024-02-29T23:59:59.123Z',
      '2024-02-29 23:59:59z',
      '2024-12-31T00:00:00+02:00',
      '2024-12-31T00:00:00.5-1130',
      '2024-12-31 00:00:00-08',
      '2024-12-31T00:00Z',
    ],
  },
  {
    name: 'dates with the year first',
    parser: new DateParser(isoDateFormat, 'none'),
    usual: ['2024/02/29', '2024.2.9', '2024-2-29'],
  },
  {
    name: 'dates with the day first',
    parser: new DateParser(dayFirst, 'none'),
    usual: ['31/12/2024', '29.02.2024', '1-2-2024', '01.01.0001'],
  },
  {
    name: 'dates with the month first',
    parser: new DateParser(monthFirst, 'none'),
    usual: ['12/31/2024', '2/29/2024'],
  },
  {
    name: 'timestamps with the day first',
    parser: new DateParser(dayFirst, 'time'),
    usual: ['31/12/2024 10:11:12', '31.12.2024 9:05', '1-2-2024T10:11:12.25'],
  },
  {
    name: 'timestamps with the month first and a zone',
    parser: new DateParser(monthFirst, 'zoned'),
    usual: ['12/31/2024 10:11:12Z', '1/2/2024 9:05+02'],
  },
  {
    name: 'numbers with commas between groups',
    parser: new DecimalParser(signs(',', '.')),
    usual: ['1,234', '-1,234,567.50', '-5', '-0.5'],
  },
  {
    name: 'numbers with points between groups',
    parser: new DecimalParser(signs('.', ',')),
    usual: ['1.234,56', '0,5', '1234,5', '-1.234.567'],
  },
  {
    name: 'numbers with a comma before the fraction, of a size',
    parser: new DecimalParser(signs('', ','), bounds),
    usual: ['1234,56', '-0,05', '12345,6'],
  },
  {
    name: 'numbers with spaces between groups, of a size',
    parser: new DecimalParser(signs(' ', '.'), bounds),
    usual: ['1 234.5', '-12 345.6'],
  },
  {
    name: 'dollars',
    parser: new DecimalParser(affixed('$', '')),
    usual: ['$1,234.50', '-$5', '$-5', '$ 7', '$0.50', '-$ 1,000'],
  },
  {
    name: 'euros after a number, of a size',
    parser: new DecimalParser(affixed('', '€'), bounds),
    usual: ['1,234.50 €', '-5€', '0.5  €'],
  },
  {
    name: 'shares of a hundred',
    parser: new DecimalParser(affixed('', '%', '')),
    usual: ['12%', '-0.5 %', '100.25%'],
  },
  {
    name: 'numbers between words',
    parser: new DecimalParser(affixed('USD', 'net')),
    usual: ['USD 1,234 net', 'USD5net', '-USD 7.5net'],
  },
  {
    name: 'words for true and false',
    parser: new BooleanParser('true', 'false'),
    usual: ['True', 'FALSE', 'tRuE', 'False'],
  },
  {
    name: 'yes and no',
    parser: new BooleanParser('yes', 'no'),
    usual: ['yes', 'No', 'YES', 'nO'],
  },
  {
    name: 'UUIDs',
    parser: new UuidParser(),
    usual: ['0190A6E0-5A5C-7CC0-8000-0123456789AB', '0190a6e0-5a5c-7cc0-8000-0123456789aB'],
  },
] as const

describe.each(parsers)('$name', ({ parser, usual }) => {
  test('are rewritten in the usual cases', () => {
    for (const value of usual) {
      const expected = readCell(parser, value)
      expect([value, expected?.fixes]).toEqual([value, 1])
      expect([value, castCell(parser, value)]).toEqual([value, expected])
    }
  })

  test('are parsed and counted as in plain code', () => {
    fc.assert(
      fc.property(fc.oneof(nearTimestamps, nearNumbers, nearWords, fc.constantFrom(...usual)), (value) => {
        const parsed = value === '' ? null : castCell(parser, value)
        expect([value, parsed]).toEqual([value, parsed === null ? null : readCell(parser, value)])
      }),
      { numRuns: runs(2000) },
    )
  })

  test('are not rewritten before the report has its examples', () => {
    for (const value of usual) expect([value, castCell(parser, value, { isKnown: false })]).toEqual([value, null])
  })
})

test('timestamps in UTC keep their instant', () => {
  const { parser } = parsers[2]
  const two = (least: number, most: number): fc.Arbitrary<string> =>
    fc.integer({ min: least, max: most }).map((value) => String(value).padStart(2, '0'))
  const written = fc
    .tuple(fc.integer({ min: 999, max: 9999 }), two(0, 13), two(0, 32), two(0, 24), two(0, 60), two(0, 60), fc.nat(999))
    .map(([year, month, day, hour, minute, second, ms]) => {
      return `${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}.${String(ms).padStart(3, '0')}Z`
    })
  fc.assert(
    fc.property(
      fc.oneof(
        written,
        fc.date({ min: new Date(0), noInvalidDate: true }).map((date) => date.toJSON()),
      ),
      (value) => {
        const date = new Date(value)
        // JavaScript's clock rolls a day after the end of a month over to the next month, and 24:00 to the next day.
        const isTimestamp =
          !Number.isNaN(date.getTime()) && date.toJSON() === value && value >= '1000' && value.length === 24
        const text = `${value.slice(0, 10)} ${value.slice(11, 23)}+00:00`
        expect([value, castCell(parser, value)?.text ?? null]).toEqual([value, isTimestamp ? text : null])
      },
    ),
    { numRuns: runs(1000) },
  )
})

test('a value without space to be rewritten after the input is left to plain code', () => {
  const { parser } = parsers[2]
  const isParsed = (bytesAfter: number): boolean => castCell(parser, '2024-02-29T23:59:59Z', { bytesAfter }) !== null
  expect([0, inputBytes / 2, inputBytes - 80, inputBytes].map(isParsed)).toEqual([true, true, false, false])
})

test('a canonical number is not a fix', () => {
  const parser = new DecimalParser(signs(',', '.'))
  for (const value of ['0', '123', '0.50', '1234.56'])
    expect(castCell(parser, value)).toEqual({ text: value, fixes: 0 })
})

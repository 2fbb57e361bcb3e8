import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GrowingBytes } from '../../../../container/engine/bytes/growing-bytes.ts'
import { CellKind } from '../../../../container/engine/table/row-batch.ts'
import { DateParser, isoDateFormat } from '../../../../container/engine/values/dates.ts'
import { FloatParser } from '../../../../container/engine/values/floats.ts'
import { DecimalParser, IntegerParser, plainNumberFormat } from '../../../../container/engine/values/numbers.ts'
import { TimeParser } from '../../../../container/engine/values/times.ts'
import { Reading, type ValueParser } from '../../../../container/engine/values/value-parser.ts'
import { BooleanParser, UuidParser } from '../../../../container/engine/values/words.ts'
import { castCell } from '../../cast/one-cell.ts'
import { runs } from '../../../property-runs.ts'

/** Tests whether the kernel accepts a one-cell row unchanged. */
const passes = (parser: ValueParser, value: string, kind: CellKind = CellKind.text, rowNumber = 1): boolean =>
  castCell(parser, value, { kind, rowNumber, isKnown: false }) !== null

function reading(parser: ValueParser, value: string): Reading {
  const bytes = new TextEncoder().encode(value)
  return parser.read(bytes, 0, bytes.length, new GrowingBytes())
}

const bounds = { wholeDigits: 4, fractionDigits: 2, significantDigits: 5 }
const parsers: readonly { name: string; parser: ValueParser; usual: readonly string[]; near: fc.Arbitrary<string> }[] =
  [
    {
      name: 'integers',
      parser: new IntegerParser(64),
      usual: ['0', '7', '-1', '123456789012345678'],
      near: fc.stringMatching(/^-?[0-9]{0,21}[a. ]?$/),
    },
    {
      name: 'decimals',
      parser: new DecimalParser(plainNumberFormat),
      usual: ['0', '0.5', '-0.05', '12.50', '-7'],
      near: fc.stringMatching(/^-?0?[0-9]{0,5}[.,]?[0-9]{0,4}-?$/),
    },
    {
      name: 'decimals of a size',
      parser: new DecimalParser(plainNumberFormat, bounds),
      usual: ['0', '0.5', '999.99', '-1234.5'],
      near: fc.stringMatching(/^-?0?[0-9]{0,5}[.]?[0-9]{0,4}$/),
    },
    {
      name: 'floats',
      parser: new FloatParser(),
      usual: [
        '0',
        '-0.0',
        '1e5',
        '-1.5E+10',
        '123456789012345',
        '0.000123456789012345e-20',
        '1.7e250',
        '3e-250',
        '12.50',
      ],
      near: fc.oneof(
        fc.stringMatching(/^-?0?[0-9]{0,17}[.]?0{0,3}[0-9]{0,17}([eE][-+]?[0-9]{0,4})?$/),
        fc.double().map(String),
        fc.stringMatching(/^[89][0-9]{15}(e[0-9])?$/),
        fc.constantFrom(
          'NaN',
          'inf',
          '-Infinity',
          '1e308',
          '1.8e308',
          '-4e-324',
          '2e-324',
          '1e-0250',
          '1e',
          'e5',
          '.5e1',
          '1.e5',
          '+1e5',
          '1e5.5',
        ),
        fc.tuple(fc.integer(), fc.integer({ min: -400, max: 400 })).map((parts) => parts.join('e')),
        fc.tuple(fc.nat(400), fc.nat(400)).map(([zeros, power]) => `0.${'0'.repeat(zeros)}1e-${power}`),
      ),
    },
    {
      name: 'dates',
      parser: new DateParser(isoDateFormat, 'none'),
      usual: ['2024-02-29', '1000-01-01', '9999-12-31'],
      near: fc.stringMatching(/^[012][0-9]{3}[-/][01][0-9]-[0-3][0-9][ T]?$/),
    },
    {
      name: 'timestamps',
      parser: new DateParser(isoDateFormat, 'time'),
      usual: ['2024-02-29 23:59:59', '2024-12-31 00:00:00.123456789'],
      near: fc.stringMatching(
        /^20[0-9]{2}-0[0-9]-[0-3][0-9][ T][0-2][0-9]:[0-6][0-9](:[0-6][0-9](\.[0-9]{0,10})?)?Z?$/,
      ),
    },
    {
      name: 'timestamps with an offset',
      parser: new DateParser(isoDateFormat, 'zoned'),
      usual: ['2024-02-29 23:59:59+00:00', '2024-12-31 00:00:00.5-11:30'],
      near: fc.stringMatching(
        /^20[0-9]{2}-0[0-9]-0[1-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9](\.5)?[-+Z][01][0-9]:?[0-7][0-9]$/,
      ),
    },
    {
      name: 'times',
      parser: new TimeParser(),
      usual: ['00:00:00', '23:59:59.5'],
      near: fc.stringMatching(/^[0-2][0-9]:[0-6][0-9](:[0-6][0-9](\.[0-9]{0,10})?)?( am)?$/),
    },
    {
      name: 'booleans',
      parser: new BooleanParser('true', 'false'),
      usual: ['true', 'false'],
      near: fc.constantFrom('True', 'FALSE', 'tru', 'falsy', 'truee', 'fals', '1', 't'),
    },
    {
      name: 'UUIDs',
      parser: new UuidParser(),
      usual: ['123e4567-e89b-12d3-a456-426614174000'],
      near: fc.stringMatching(/^[0-9a-g]{8}-[0-9a-fA]{4}-[0-9a-f]{4}.[0-9a-f]{4}-[0-9a-f]{12}$/),
    },
  ]

test('rows outside the table stop a span', () => {
  expect(passes(new IntegerParser(64), '7')).toBe(true)
  expect(passes(new IntegerParser(64), '7', CellKind.text, 0)).toBe(false)
})

describe.each(parsers)('$name', ({ parser, usual, near }) => {
  test('need only one check for common values', () => {
    for (const value of usual) {
      expect([value, reading(parser, value)]).toEqual([value, Reading.asWritten])
      expect([value, passes(parser, value)]).toEqual([value, true])
    }
  })

  test('pass only values that the parser would keep unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(near, fc.constantFrom(...usual)), (value) => {
        const isSound = value === '' || !passes(parser, value) || reading(parser, value) === Reading.asWritten
        expect([value, isSound]).toEqual([value, true])
      }),
      { numRuns: runs(300) },
    )
  })

  test('do not include a text cell of a typed source', () => {
    expect(passes(parser, usual[0] ?? '', CellKind.quoted)).toBe(false)
  })
})

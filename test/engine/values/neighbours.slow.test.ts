import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { GrowingBytes } from '../../../container/engine/bytes/growing-bytes.ts'
import { DateParser, isoDateFormat } from '../../../container/engine/values/dates.ts'
import { EpochParser } from '../../../container/engine/values/epoch.ts'
import { FloatParser } from '../../../container/engine/values/floats.ts'
import { DecimalParser, IntegerParser, plainNumberFormat } from '../../../container/engine/values/numbers.ts'
import { TimeParser } from '../../../container/engine/values/times.ts'
import type { ValueParser } from '../../../container/engine/values/value-parser.ts'
import { BooleanParser, UuidParser } from '../../../container/engine/values/words.ts'
import { nearNumbers } from '../grouped-numbers.ts'
import { nearTimestamps } from '../timestamps.ts'
import { nearWords } from '../near-words.ts'
import { converted } from '../support.ts'
import { runs } from '../../property-runs.ts'

// Values are adjacent in a batch's memory, without the quotes or keys that separate them in the file.
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const point = '.'.charCodeAt(0)
const comma = ','.charCodeAt(0)
const parsers: Readonly<Record<string, ValueParser>> = {
  integer: new IntegerParser(null, false),
  decimal: new DecimalParser(plainNumberFormat),
  'decimal with groups': new DecimalParser({ ...plainNumberFormat, group: encode(','), decimal: point }),
  'decimal with a comma': new DecimalParser({ ...plainNumberFormat, decimal: comma }),
  'decimal with a currency': new DecimalParser({ ...plainNumberFormat, prefix: encode('$') }),
  percent: new DecimalParser({ ...plainNumberFormat, suffix: encode('%') }),
  accounting: new DecimalParser({ ...plainNumberFormat, negative: 'parentheses' }),
  'minus sign': new DecimalParser({ ...plainNumberFormat, negative: 'minus', suffix: encode('€') }),
  'trailing minus': new DecimalParser({ ...plainNumberFormat, negative: 'trailing' }),
  float: new FloatParser(),
  time: new TimeParser(),
  date: new DateParser(isoDateFormat, 'none'),
  timestamp: new DateParser(isoDateFormat, 'time'),
  'timestamp with a zone': new DateParser(isoDateFormat, 'zoned'),
  'day first': new DateParser({ kind: 'numbers', order: 'dmy' }, 'time'),
  'names of months': new DateParser({ kind: 'names', months: ['january', 'february', 'march'] }, 'time'),
  weeks: new DateParser({ kind: 'weeks' }, 'none'),
  seconds: new EpochParser('seconds'),
  boolean: new BooleanParser('true', 'false'),
  'yes and no': new BooleanParser('yes', 'no'),
  uuid: new UuidParser(),
}

const exponents = fc.tuple(fc.integer(), fc.constantFrom('e5', 'E-7', 'e', 'e+', '.5e3')).map((parts) => parts.join(''))
const others = fc.constantFrom(
  'NaN',
  '-inf',
  '23:59:59.5',
  '10:11',
  '9:05 PM',
  '2 March 2024',
  '2024-W01-1',
  '1700000000',
)
const values = fc
  .oneof(nearNumbers, nearTimestamps, nearWords, exponents, others)
  .filter((value) => value.trim() === value)
const neighbours = fc.constantFrom(
  '0',
  '5',
  '.5',
  '.',
  ',5',
  'e5',
  'E+1',
  '-',
  '+02:00',
  'Z',
  ':00',
  ' PM',
  '%',
  ')',
  ' 10:11',
  '/2024',
  's',
)

function read(parser: ValueParser, bytes: Uint8Array, start: number, end: number): readonly [number, string] {
  const out = new GrowingBytes()
  const reading = parser.read(bytes, start, end, out)
  return [reading, new TextDecoder().decode(out.bytes.subarray(0, out.length))]
}

describe.each(Object.keys(parsers))('%s', (name) => {
  test('reads a value alone as it reads it next to others', () => {
    const parser = parsers[name] as ValueParser
    fc.assert(
      fc.property(values, neighbours, neighbours, (value, before, after) => {
        if (value === '') return
        const alone = encode(value)
        const among = encode(before + value + after)
        const start = encode(before).length
        expect(read(parser, among, start, start + alone.length)).toEqual(read(parser, alone, 0, alone.length))
      }),
      { numRuns: runs(2000) },
    )
  })
})

test('plain code reads a float correctly, whatever character follows', async () => {
  const lines = ['{"a":1e-5,"b":"x"}', '{"a":-327,"b":".5"}', '{"a":8,"b":"e5"}'].join('\n')
  const spec: SpecInput = { output: { dialect: 'postgresql', style: 'bulk' }, inference: { sample_rows: 1 } }
  const { report, script } = await converted(lines, spec, 't.ndjson', null)
  expect(report.columns.map(({ type }) => type)).toEqual(['float', 'text'])
  expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
  expect(script).toContain('\n1e-5\tx\n-327\t.5\n8\te5\n')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { converted } from '../../support.ts'
import { runs } from '../../../property-runs.ts'

// The plain reader is the referee, and the JSON test suite checks it against RFC 8259. It always reads the first rows
// itself.
const dullRow = '{"a":1,"b":"text","c":null,"d":{"e":[1,{"f":"}"}]},"é":true}'
const dullRows = Array.from({ length: 2100 }, () => dullRow)
const ofLines: SpecInput = {
  input: { format: 'ndjson' },
  output: { dialect: 'postgresql' },
  inference: { sample_rows: 100 },
}
const spec: SpecInput = { output: { dialect: 'postgresql' }, inference: { sample_rows: 100 } }

const scalars = fc.constantFrom(
  '1',
  '-0',
  '1.50',
  '1e5',
  '-12E+3',
  '01',
  '1.',
  '-',
  'true',
  'false',
  'null',
  'nul',
  '""',
  '"plain"',
  '"\\n\\t\\"\\\\\\/\\b\\f\\r"',
  '"\\u00e9\\u20ac\\u0041\\u0000"',
  '"\\ud83d\\ude00"',
  '"\\ud800"',
  '"a\\uDBFF\\uDFFFz\\ud800\\udc00"',
  '"\\ude00\\ud83d"',
  '"\\ud83d\\u0041"',
  '"\\u12"',
  '"\\x"',
  '"a\tb"',
  `"${'long '.repeat(20)}\\u00e9"`,
  '"é漢😀"',
)
const nested = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    '[]',
    '{}',
    '[1,]',
    '{"a"}',
    '[[[[]]]]',
    '{"a":[{"b":"]"}]}',
    '[1 2]',
    `${'['.repeat(200)}${']'.repeat(200)}`,
  ),
)
const spaces = fc.constantFrom('', '', '', ' ', '\n', '\t ')
const keys = fc.constantFrom('"a"', '"b"', '"c"', '"d"', '"é"', '"\\u0061"', '"late"', 'a')
const member = fc
  .tuple(spaces, keys, spaces, fc.oneof({ weight: 3, arbitrary: scalars }, nested), spaces)
  .map(([before, key, between, value, after]) => `${before}${key}${between}:${between}${value}${after}`)
const sound = fc.constantFrom(
  dullRow,
  '{"a":5}',
  '{"b":"x","a":6}',
  '{}',
  ' { "a" : 7 , "b" : "q\\"uote" } ',
  '{"a":1,"a":2}',
  '{"d":[1,2],"b":"\\ud83d\\ude00"}',
)
const objects = fc.array(member, { maxLength: 5 }).map((members) => `{${members.join(',')}}`)
const rows = fc.array(fc.oneof({ weight: 3, arbitrary: sound }, objects, nested), { minLength: 1, maxLength: 12 })

/** Fixes and problems are in the order of batches, which may differ, so they are sorted. */
async function outcome(text: string, kernel?: null, given: SpecInput = spec): Promise<unknown> {
  try {
    const { script, report } = await converted(text, given, 't.json', kernel)
    const sorted = (found: readonly object[]): string[] => found.map((one) => JSON.stringify(one)).toSorted()
    const { fixes, problems, problems_summary: summary } = report
    const sortedLists = { fixes: sorted(fixes), problems: sorted(problems), problems_summary: sorted(summary) }
    return { script, report: { ...report, ...sortedLists } }
  } catch (error) {
    return (error as Error).message
  }
}

describe('the kernel reads JSON as the plain reader does, or leaves it', () => {
  test('in lines', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (more) => {
        const text = [...dullRows, ...more, dullRow].join('\n')
        expect(await outcome(text)).toEqual(await outcome(text, null))
      }),
      { numRuns: runs(60) },
    )
  })

  test('in lines with commas at the start of all or some of them', async () => {
    const between = fc.constantFrom(',\n', ',\n', ',\n', ' , ', '\n')
    await fc.assert(
      fc.asyncProperty(rows, fc.array(between, { minLength: 1 }), fc.boolean(), async (more, gaps, hasEnd) => {
        const odd = more.map((row, at) => `${row}${gaps[at % gaps.length] ?? ''}`).join('')
        const text = `${dullRows.join(',\n')},\n${odd}${dullRow}${hasEnd ? ',\n' : ''}`
        expect(await outcome(text, undefined, ofLines)).toEqual(await outcome(text, null, ofLines))
      }),
      { numRuns: runs(60) },
    )
  })

  test('in an array', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(']', ']', '', ',]', '] x'), async (more, closing) => {
        const text = `[${[...dullRows, ...more, dullRow].join(',\n')}${closing}`
        expect(await outcome(text)).toEqual(await outcome(text, null))
      }),
      { numRuns: runs(60) },
    )
  })

  test('with escapes of any UTF-16, even lone surrogates, as JSON.parse decodes them', async () => {
    const unit = fc.constantFrom(0xd800, 0xd83d, 0xdbff, 0xdc00, 0xde00, 0xdfff, 0x41, 0xe9, 0x20ac, 0xfffd)
    const escaped = (units: readonly number[], isUpper: boolean): string =>
      units
        .map((one) =>
          `\\u${one.toString(16).padStart(4, '0')}`.replace(/[a-f]/g, (x) => (isUpper ? x.toUpperCase() : x)),
        )
        .join('')
    const text = fc.tuple(fc.array(unit, { maxLength: 5 }), fc.boolean(), fc.constantFrom('', 'z', ' behind it all'))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 300, maxLength: 300 }), async (texts) => {
        const lines = texts.map(([units, isUpper, end]) => `{"a":1,"b":"x${escaped(units, isUpper)}${end}"}`)
        const given = { output: { dialect: 'sqlite', format: 'json' }, inference: { sample_rows: 100 } } as const
        const { script } = await converted([...dullRows, ...lines].join('\n'), given, 't.ndjson')
        const found = (JSON.parse(script) as { b: string }[]).slice(dullRows.length).map(({ b }) => b)
        expect(found).toEqual(lines.map((line) => (JSON.parse(line) as { b: string }).b.toWellFormed()))
      }),
      { numRuns: runs(20) },
    )
  })

  test('during the sample, when later keys become columns too', async () => {
    const late = fc.nat(40).map((index) => `{"late_${index}":${index},"a":1}`)
    const long = { ...spec, inference: { ...spec.inference, sample_rows: 10_000 } }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(rows, fc.array(late)), { maxLength: 8 }), async (more) => {
        const text = [...dullRows.slice(0, 80), ...more.flatMap((some) => [...some, dullRow]), dullRow].join('\n')
        expect(await outcome(text, undefined, long)).toEqual(await outcome(text, null, long))
      }),
      { numRuns: runs(60) },
    )
  })

  test('for more text than its memory, cut anywhere', async () => {
    const row = (index: number): string => `{"a":${index},"b":"${'wörds '.repeat(index % 40)}\\n","d":[${index}]}`
    const text = Array.from({ length: 60_000 }, (_, index) => row(index)).join('\n')
    expect(text.length).toBeGreaterThan(3 << 20)
    expect(await outcome(text)).toEqual(await outcome(text, null))
  })

  test('for a value larger than its memory', async () => {
    const text = [...dullRows, `{"a":1,"b":"${'x'.repeat(4 << 20)}"}`, ...dullRows].join('\n')
    expect(await outcome(text)).toEqual(await outcome(text, null))
  })
})

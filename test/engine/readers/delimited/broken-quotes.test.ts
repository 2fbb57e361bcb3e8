import fc from 'fast-check'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { repairedCells } from '../../../../container/engine/readers/delimited/repaired-record.ts'
import { converted } from '../../support.ts'
import { runs } from '../../../property-runs.ts'

async function read(lines: readonly string[], end = '\n') {
  const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
  const { script, report } = await converted(lines.join('\n') + end, { output })
  return { rows: papaparse.parse<string[]>(script, { skipEmptyLines: true }).data, report }
}

const people = Array.from({ length: 10 }, (_, at) => `${at},"Ann ${at}","Rome"`)

const word: fc.Arbitrary<string> = fc.constantFrom(
  'Ann',
  'Lee',
  'Smith & Co',
  'pump',
  'valve 12',
  '5 inch',
  'steel',
  'São Paulo',
)

/** Values that contain quotes, as written by programs that do not double them. */
const withQuotes = (delimiter: string) =>
  fc
    .tuple(fc.nat(4), word, word, word)
    .map(
      ([kind, a, b, c]) =>
        [`${a} "${b}" ${c}`, `${a}${delimiter} "${b}"`, `"${a}" ${b}`, `${a} 12" ${b}`, `"${a}"`][kind] as string,
    )

/** One column is quoted. Some or all of its values contain quotes that are not doubled. */
const damagedTable = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    width: fc.integer({ min: 3, max: 5 }),
    share: fc.constantFrom(0.1, 0.5, 1),
    quotesAll: fc.boolean(),
  })
  .chain(({ delimiter, width, share, quotesAll }) => {
    const row = fc.record({
      plain: fc.array(word, { minLength: width - 1, maxLength: width - 1 }),
      quoted: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), word, withQuotes(delimiter)),
    })
    return fc
      .record({ at: fc.integer({ min: 0, max: width - 2 }), rows: fc.array(row, { minLength: 3, maxLength: 25 }) })
      .map(({ at, rows }) => {
        const values = rows.map(({ plain, quoted: [dice, whole, damaged] }, index) => [
          String(index + 1),
          ...plain.with(at, dice < share ? damaged : whole),
        ])
        const written = values.map((cells) =>
          cells.map((cell, index) => (quotesAll || index === at + 1 ? `"${cell}"` : cell)).join(delimiter),
        )
        return {
          lines: [['id', 'name', 'town', 'note', 'size'].slice(0, width).join(delimiter), ...written],
          rows: values,
        }
      })
  })

describe('quotes that are not doubled', () => {
  test('are part of the value if one reading has the right number of cells', async () => {
    const { rows, report } = await read(['id,name,town', ...people, '11,"Ann "Annie" Lee","Oslo"', '12,"B, "C" D","x"'])
    expect(rows.slice(-2)).toEqual([
      ['11', 'Ann "Annie" Lee', 'Oslo'],
      ['12', 'B, "C" D', 'x'],
    ])
    expect(report.rows).toMatchObject({ converted: 12, rejected: 0 })
    expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'quotes_repaired', count: 2, first_row: 12 }))
  })

  test('keep the header a header if they occur in it', async () => {
    for (const [head, name] of [
      ['id,"na"me,town', '"na"me'],
      ['id,name,"town', 'town'],
    ] as const) {
      const { rows, report } = await read([head, '1,Ann,Rome', '2,Bob,Oslo'])
      expect(rows[0]).toContain(name)
      expect(report.input.header_row).toBe(1)
      expect(report.rows).toMatchObject({ converted: 2, rejected: 0 })
    }
  })

  test('lose no row if a quote is missing from the header or added to it (property)', async () => {
    const names = ['id', 'name', 'town', 'size']
    const damage = fc.record({ cell: fc.nat(3), side: fc.constantFrom('before', 'behind'), isMissing: fc.boolean() })
    const row = fc.tuple(word, word, word, fc.nat(99).map(String))
    const damagedHeader = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      rows: fc.array(row, { minLength: 3, maxLength: 20 }),
      hasDelimiters: fc.boolean(),
      damage,
    })
    await fc.assert(
      fc.asyncProperty(damagedHeader, async ({ delimiter, rows, hasDelimiters, damage: { cell, side, isMissing } }) => {
        const values = rows.map(([a, ...others], at) => [`${a}${hasDelimiters ? delimiter : ' '}${at}`, ...others])
        const head = names.map((name, at) => {
          if (at !== cell) return `"${name}"`
          if (isMissing) return side === 'before' ? `${name}"` : `"${name}`
          return side === 'before' ? `""${name}"` : `"${name}""`
        })
        const lines = values.map((cells) => cells.map((one) => `"${one}"`).join(delimiter))
        const { rows: found, report } = await read([head.join(delimiter), ...lines])
        expect(found.slice(1)).toEqual(values)
        expect(found[0]?.map((name) => name.replaceAll('"', ''))).toEqual(names)
        expect(report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
      }),
      { numRuns: runs(150), seed: 35 },
    )
  })

  test('lose no row if they occur in the last cell', async () => {
    const { rows, report } = await read(['id,name', '1,Ann', '2,"Bob'])
    expect(rows.slice(1)).toEqual([
      ['1', 'Ann'],
      ['2', 'Bob'],
    ])
    expect(report.rows.rejected).toBe(0)
  })

  test('take no longer if they have a great many readings', () => {
    const line = Array.from({ length: 300 }, () => '"a" b').join(',')
    expect(repairedCells(line, ',', '"', 150)).toBeNull()
    expect(repairedCells(Array.from({ length: 300 }, () => '"a').join(','), ',', '"', 100)).toBeNull()
  })

  test('do not change words that have quotes of their own', async () => {
    const { rows } = await read(['id,name', '1,"Anton" & Sons', '2,"A" or "B"', '3,"C" and "D"', '4,"Berta" & Co'])
    expect(rows.slice(1)).toEqual([
      ['1', '"Anton" & Sons'],
      ['2', '"A" or "B"'],
      ['3', '"C" and "D"'],
      ['4', '"Berta" & Co'],
    ])
  })

  test('are read back as written, in few rows or in all of them (property)', async () => {
    await fc.assert(
      fc.asyncProperty(damagedTable, async ({ lines, rows: expected }) => {
        const { rows, report } = await read(lines)
        expect(rows.slice(1)).toEqual(expected)
        expect(report.rows).toMatchObject({ converted: expected.length, rejected: 0 })
      }),
      { numRuns: runs(150), seed: 11 },
    )
  })

  test('reject the row if several readings fit, or none', async () => {
    expect(repairedCells('1,"a","b" c,"d"', ',', '"', 9)).toBeNull()
    expect(repairedCells('"a","b",c","d"', ',', '"', 3)).toBeNull()
    const { report } = await read(['id,name,town', ...people, '11,"Ann "Annie", Lee","Os"lo","x"'])
    expect(report.rows.converted + report.rows.rejected).toBe(11)
  })
})

describe('text that is not a table', () => {
  const convertNamed = (text: string, name: string) => converted(text, { output: { dialect: 'sqlite' } }, name)

  test.each([
    [
      'SYLK with lines of old Macintoshes',
      'ID;PWXL;N;E\rP;PGeneral\rC;Y1;X1;K"id"\rC;Y1;X2;K"n"\rE\r',
      't.slk',
      'SYLK',
    ],
    ['a name of JSON', 'hello, this is not json\nat all, really\n', 't.json', 'not JSON'],
    ['a lock file', 'abbrev@1:\n  version "1.1.1"\n\nansi@2:\n  version "2"\n', 'yarn.lock', 'lock file'],
    [
      'a letter',
      'Dear all,\n\nthis is a letter, and it has lines.\nIt goes on, and on, and ends here.\n\nWe meet again soon.\n',
      'letter.txt',
      'prose',
    ],
  ])('is refused: %s', async (_, text, name, reason) => {
    await expect(convertNamed(text, name)).rejects.toThrow(reason)
  })

  test('is refused unless it contains a table', async () => {
    const text = 'id,name,note\n1,Ann,the first one of all.\n2,Bob,the second one of all.\n'
    expect((await convertNamed(text, 't.txt')).report.rows.converted).toBe(2)
  })
})

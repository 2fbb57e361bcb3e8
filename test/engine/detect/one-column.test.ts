import fc from 'fast-check'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { runs } from '../../property-runs.ts'
import { converted } from '../support.ts'

/** Reads our CSV output with a second parser. */
async function linesOf(text: string): Promise<{ lines: string[]; input: Record<string, unknown>; notes: string[] }> {
  const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
  const { script, report } = await converted(text, { output, input: { header_row: 1 } })
  const rows = papaparse.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true }).data
  expect(rows.map((row) => row.length)).toEqual(rows.map(() => 1))
  return { lines: rows.map(([line = '']) => line), input: { ...report.input }, notes: report.notes }
}

describe('a text of one column', () => {
  test.each([
    ['one name is quoted for its comma', 'name\n"Smith, Ann"\nBob\nCy\nDee\n', ','],
    ['the only name is', 'name\n"Smith, Ann"\n', ','],
    ['one text has quotes and a comma', 'text\n"he said ""yes"", and left"\n"she said ""no"""\n', ','],
    ['one place is quoted for its semicolon', 'place\n"Rome; Italy"\nOslo\nParis\n', ','],
  ])('keeps its quotes if %s', async (_, text, delimiter) => {
    const { lines, input } = await linesOf(text)
    expect(lines).toEqual(papaparse.parse<string[]>(text.trim(), { delimiter: ',' }).data.map(([cell]) => cell))
    expect(input).toMatchObject({ delimiter, quote: '"' })
  })

  test.each([
    ['one sentence has a comma', ['note', 'hello, world', 'plain', 'other', 'last']],
    [
      'some have one, others more',
      ['note', 'it, is, fine', 'plain', 'so, what', 'no', 'a; b', 'yes', 'well, no', 'end'],
    ],
    ['a quote opens and is not the end', ['note', '"odd" start', 'plain, and', 'other', '"again" and again', 'end']],
    ['all but the first have two words', ['name', 'Ann Lee', 'Bob Ray', 'Cy Day']],
    ['a quote is inside a value', ['name', 'Ann "the, best" Smith', 'Bob', 'Cy', 'Dee']],
    [
      'quoted cells occur in lines of any width',
      ['one', '"a","b"', 'some text', '"q" and so on', '"x","y","z"', 'end'],
    ],
    [
      'a few of its settings are lists',
      ['name=A', ...Array.from({ length: 20 }, (_, at) => `s${at} = ${at}`), 'x=1,2,3', 'y=4,5,6', 'z=7,8,9', 'end'],
    ],
    ['only the last one has a comma', ['note', 'plain', 'other', 'more', 'well, no']],
    ['the first comma comes after hundreds of lines', ['note', ...Array<string>(300).fill('plain'), 'well, no', 'end']],
  ])('is not a table if %s', async (_, lines) => {
    const found = await linesOf(`${lines.join('\n')}\n`)
    expect(found.lines).toEqual(lines)
    expect(found.notes).toEqual([])
  })

  test.each([
    ['amounts', ['price', '$3,109.00', '$6,667.00', '$958.50', '$12,164.00']],
    ['decimals', ['Preis', '572,37', '491,76', '-83,98']],
    ['decimals with minus signs of typographers', ['Saldo', '−572,37', '491,76', '−83,98']],
    ['amounts in French', ['Montant', '1\u202f572,37\u00a0€', '491,76\u00a0€']],
    ['one number', ['Value', '68,527.00']],
    ['moments', ['created at', '2024-01-03 12:34:00', '2024-01-05 12:38:00.5', '2024-01-07 12:30:00']],
  ])('may have values that contain a delimiter: %s', async (_, lines) => {
    const { input, rows } = (await converted(lines.join('\n'), { output: { dialect: 'sqlite' } })).report
    expect({ ...rows, header: input.header_row }).toMatchObject({ converted: lines.length - 1, rejected: 0, header: 1 })
  })

  test('may be prose of any length', async () => {
    const words = ['yes', 'well, no', 'a, b, c', 'so', 'once, twice', 'never', 'one, two, three, four']
    const lines = ['said', ...Array.from({ length: 500 }, (_, at) => `${words[(at * at + (at >> 3)) % 7]} ${at}`)]
    expect((await linesOf(`${lines.join('\n')}\n`)).lines).toEqual(lines)
  })
})

test('is a list of files, whatever spaces and commas their names contain', async () => {
  const folder = fc.constantFrom('Simon, Paul', 'Air', 'Earth, Wind & Fire', '01 - Mix')
  const start = fc.constantFrom('/music/', 'C:\\Music\\', '../', '\\\\nas\\m\\')
  const file = fc.tuple(folder, fc.constantFrom('00 - Song', 'Song, Part 1', 'Intro')).map((parts) => parts.join('/'))
  const files = fc.tuple(start, fc.array(file, { minLength: 3, maxLength: 30 }))
  const property = fc.asyncProperty(files, async ([folderOfAll, paths]) => {
    const lines = paths.map((path) => `${folderOfAll}${path}.mp3`)
    const output = { dialect: 'postgresql', format: 'csv' } as const
    const { script } = await converted(lines.join('\n'), { output }, 'p.m3u')
    const [, ...rows] = papaparse.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true }).data
    expect(rows).toEqual(lines.map((line) => [line]))
  })
  await expect(fc.assert(property, { numRuns: runs(30) })).resolves.toBeUndefined()
})

test('is named by two words above rows that are all indented', async () => {
  const rows = ['  Sales office', '  Field team 2', '  Garden']
  const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
  const { script } = await converted(['Cost Center', ...rows].join('\n'), { output }, 't.txt')
  expect(papaparse.parse<string[]>(script, { skipEmptyLines: true }).data.flat()).toEqual(['Cost Center', ...rows])
})

test('records of different widths are a table if all have its separator', async () => {
  const record = (at: number): string =>
    `C${at};NAME ${at}${';010;an..3'.repeat([3, 3, 5, 5, 5, 2, 7, 7, 5][at % 9] ?? 1)}`
  const text = Array.from({ length: 90 }, (_, at) => `${record(at)}\n`).join('')
  const { report } = await converted(text, { output: { dialect: 'sqlite' } })
  expect(report.input.delimiter).toBe(';')
  expect(report.rows).toMatchObject({ converted: 90, rejected: 0 })
})

describe('a table below more title lines than it has rows', () => {
  test('is still a table, because its rows are adjacent', async () => {
    const titles = ['Report', 'made on Monday, at noon', 'for the board', 'by us', 'second edition', 'with notes', '']
    const rows = ['id,name,city', '1,Ann,Oslo', '2,Bob,Rome']
    const { script } = await converted([...titles, ...rows].join('\n'), {
      output: { dialect: 'sqlite', format: 'csv' },
    })
    expect(script.trim().split(/\r?\n/)).toEqual(rows)
  })

  test('keeps each line of a list whole, whatever its marks and commas', async () => {
    const phrase = fc
      .array(fc.constantFrom('apples', 'two eggs', 'cold butter', 'room 7', 'the gate'), { minLength: 1, maxLength: 4 })
      .map((words) => words.join(', '))
    const mark = fc.constantFrom<(at: number) => string>(
      () => '-',
      () => '*',
      () => '\u2022',
      (at) => `${at + 1}.`,
      (at) => `${at + 1})`,
    )
    const items = fc.array(phrase, { minLength: 6, maxLength: 20 })
    const list = fc.tuple(items, mark, fc.constantFrom('', '  ')).map(([texts, markOf, indent]) => ({
      heading: 'For the party, next week',
      widths: new Set(texts.map((text) => text.split(', ').length)),
      lines: texts.map((text, at) => `${indent}${markOf(at)} ${text}`),
    }))
    const property = fc.asyncProperty(list, async ({ heading, widths, lines }) => {
      fc.pre(widths.size > 2)
      const output = { dialect: 'postgresql', format: 'csv' } as const
      const { script } = await converted([heading, ...lines].join('\n'), { output }, 't.txt')
      const [, ...rows] = papaparse.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true }).data
      expect(rows).toEqual([heading, ...lines].map((line) => [line]))
    })
    await expect(fc.assert(property, { numRuns: runs(30) })).resolves.toBeUndefined()
  })

  test('keeps the commas at the ends of verses, and the first verse as a row', async () => {
    const verses = ['one for the road,', 'two for the sea,', 'three for the load,', 'four for the tree,']
    const output = { dialect: 'postgresql', format: 'csv' } as const
    const { script } = await converted(verses.join('\n'), { output }, 't.txt')
    const [, ...rows] = papaparse.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true }).data
    expect(rows).toEqual(verses.map((verse) => [verse]))
  })
})

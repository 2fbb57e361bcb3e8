import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'

const header = ['id', 'name', 'day', 'amount']
const rows = Array.from({ length: 8 }, (_, at) => [
  String(at + 1),
  ['Ann Lee', 'Bob', 'Zoë'][at % 3] ?? '',
  `2024-01-1${at}`,
  at === 4 ? '' : `${at}.5${at}`,
])
const table = [header, ...rows]

/** Reads our CSV output with a second parser. */
async function readBack(text: string, input = {}): Promise<{ rows: string[][]; input: Record<string, unknown> }> {
  const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
  const { script, report } = await converted(text, { output, input })
  return { rows: papaparse.parse<string[]>(script, { skipEmptyLines: true }).data, input: { ...report.input } }
}

const joined = (delimiter: string): string => table.map((row) => `${row.join(delimiter)}\n`).join('')

describe('a delimiter does not include a character of the values', () => {
  test.each([',', ';', '\t', '|', ':'])('%j between numbers and colors, handles and tags', async (delimiter) => {
    for (const valueOf of [
      (at: number) => `#${(at * 987_654).toString(16).padStart(6, '0').slice(0, 6)}`,
      (at: number) => `@user${at * 7}`,
      (at: number) => `<b>${at}</b>`,
    ]) {
      const written = Array.from({ length: 9 }, (_, at) => [String(at + 3), valueOf(at + 2)])
      const { rows: back } = await readBack(written.map((cells) => `${cells.join(delimiter)}\n`).join(''))
      expect(back.slice(1)).toEqual(written)
    }
  })
})

describe('a delimiter is found without a hint', () => {
  const single = [
    ',',
    ';',
    '\t',
    '|',
    ':',
    '~',
    '^',
    '\u0001',
    '\u001f',
    '\u0007',
    '\u001e',
    '$',
    '#',
    '*',
    '!',
    '§',
    '¦',
  ]
  const several = [
    '||',
    '::',
    ';;',
    '~~',
    '^^',
    '||||',
    '::::',
    '|~|',
    '^|^',
    '~|~',
    '|#|',
    '-|-',
    '<>',
    '=>',
    '##',
    '!@#',
  ]
  const spaced = [', ', '; ', ' | ', ' ; ']
  test.each([...single, ...several, ...spaced, '\t\t', ',,', 'aa'])('%j', async (delimiter) => {
    expect((await readBack(joined(delimiter))).rows).toEqual(table)
  })

  test('if it consists of letters and a value ends with one of them', async () => {
    const text = ['idaanameaab', '1aaAdaaaParis', '2aaBobaaX', '3aaCyaaY', '4aaEvaaaZ']
      .map((line) => `${line}\n`)
      .join('')
    expect((await readBack(text)).rows.map((row) => row[1])).toEqual(['name', 'Ada', 'Bob', 'Cy', 'Eva'])
  })

  test('if it consists of letters between quoted fields', async () => {
    expect((await readBack('"1"aa"2"\n"3"aa"4"\n"5"aa"a6"\n', { header_row: 1 })).rows).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', 'a6'],
    ])
  })

  test('if it has two characters and a quoted field contains it', async () => {
    const text = 'id||said||n\n1||"a||b"||2\n2||"c"||3\n3||d||4\n'
    expect((await readBack(text)).rows).toEqual([
      ['id', 'said', 'n'],
      ['1', 'a||b', '2'],
      ['2', 'c', '3'],
      ['3', 'd', '4'],
    ])
  })

  test('with a space after it, before quotes too', async () => {
    const text = 'id, town, n\n1, "New York, NY", 2\n2, "Reno, NV", 3\n3, Rome, 4\n'
    expect((await readBack(text)).rows).toEqual([
      ['id', 'town', 'n'],
      ['1', 'New York, NY', '2'],
      ['2', 'Reno, NV', '3'],
      ['3', 'Rome', '4'],
    ])
  })

  test('with a space after it at the start of the file only', async () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => (at < 20_000 ? `${at}, x${at}, y` : `${at},x${at},y`))
    const { rows: back } = await readBack(`id, name, c\n${lines.join('\n')}\n`)
    expect(back.slice(1)).toEqual(lines.map((_, at) => [String(at), `x${at}`, 'y']))
  })

  test('without the space after it if that space belongs to a value', async () => {
    expect((await readBack('a,b\n1, x\n2,y\n3, z\n')).rows[1]).toEqual(['1', ' x'])
  })

  test('if it is two or more spaces and values contain single ones', async () => {
    const text = 'id   name      amount\n1    Ann       2.50\n2    Bob Lee   3.50 \n3    Cy        4.00\n'
    expect((await readBack(text)).rows).toEqual([
      ['id', 'name', 'amount'],
      ['1', 'Ann', '2.50'],
      ['2', 'Bob Lee', '3.50'],
      ['3', 'Cy', '4.00'],
    ])
  })

  test('if it is a space between quoted strings and numbers, and the header lacks a name for the row names', async () => {
    // This is the output of write.table(head(mtcars[1:3], 3)) in R 4.2, with one more column of strings.
    const text =
      '"mpg" "cyl" "said"\n"Mazda RX4" 21 6 "a, b"\n"Mazda RX4 Wag" 21 6 "two\nlines"\n"Datsun 710" 22.8 4 "the \\"best\\""\n'
    expect((await readBack(text)).rows).toEqual([
      ['column_1', 'mpg', 'cyl', 'said'],
      ['Mazda RX4', '21', '6', 'a, b'],
      ['Mazda RX4 Wag', '21', '6', 'two\nlines'],
      ['Datsun 710', '22.8', '4', 'the "best"'],
    ])
  })

  test.each([
    ['in the only word that needs them', ['"\\"quoted\\""', 'Bob', 'Cy'], ['"quoted"', 'Bob', 'Cy']],
    ['before a space', ['"5\\" pipe"', '"7\\" pipe"', 'Cy'], ['5" pipe', '7" pipe', 'Cy']],
    ['at the start of a value', ['"\\"start"', "it's", 'Bob'], ['"start', "it's", 'Bob']],
    ['next to other separators', ['"say \\"a, b\\""', '3;4', 'a,b'], ['say "a, b"', '3;4', 'a,b']],
  ])('if it is a space and a backslash escapes quotes %s', async (_, written, values) => {
    const text = `id said amount\n${written.map((one, at) => `${at + 10} ${one} ${at}.5\n`).join('')}`
    expect((await readBack(text)).rows).toEqual([
      ['id', 'said', 'amount'],
      ...values.map((one, at) => [String(at + 10), one, `${at}.5`]),
    ])
  })

  test('if it is one space between quoted names and several before numbers', async () => {
    const text = '""  "Method A" "Method B"\n"M"          2          6\n"T"         10         16\n'
    expect((await readBack(text)).rows).toEqual([
      ['column_1', 'Method A', 'Method B'],
      ['M', '2', '6'],
      ['T', '10', '16'],
    ])
  })

  test('without merging an always empty column into a longer delimiter', async () => {
    expect((await readBack('a,b,c\n1,,3\n4,,6\n7,,9\n')).rows).toEqual([
      ['a', 'b', 'c'],
      ['1', '', '3'],
      ['4', '', '6'],
      ['7', '', '9'],
    ])
  })

  test.each([
    ['mail addresses', ['ann@example.org', 'bob@example.org', 'cy@example.com']],
    ['addresses', ['https://a.example/x?y=1&z=2', 'https://b.example/x?y=3&z=4', 'https://c.example/x?y=5&z=6']],
    ['phone numbers', ['0171-555-0100', '0171-555-0101', '0171-555-0102']],
    ['days', ['2024-01-01', '2024-01-02', '2024-01-03']],
    ['paths', ['C:\\a\\b.txt', 'C:\\c\\d.txt', 'C:\\e\\f.txt']],
    ['IP addresses', ['10.0.0.1', '10.0.0.2', '10.0.0.3']],
    ['versions', ['v1.2.3-rc.1', 'v1.2.4-rc.2', 'v1.2.5-rc.1']],
  ])('unless the text is one column of %s', async (_, values) => {
    const { rows: back } = await readBack(['value', ...values].map((line) => `${line}\n`).join(''))
    expect(back.map((row) => row.length)).toEqual(back.map(() => 1))
  })
})

describe('the delimiter between the names', () => {
  test.each([
    ['addresses', ['Main St 5, 1010 Wien, Austria', 'Ring 7, 1020 Wien, Austria', 'Hof 9, 5020 Salzburg, Austria']],
    ['names with titles', ['Smith, Ann, Dr', 'Jones, Bob, Mr', 'Gray, Cy, Mx']],
    ['pairs without a space', ['bla,bla', 'bla,bla', 'bla,bla']],
  ])('also separates the rows, even if every one has commas: %s', async (_, texts) => {
    const people = [['who', 'age'], ...texts.map((text, at) => [text, String(20 + at)])]
    const found = await readBack(people.map((row) => `${row.join(';')}\n`).join(''))
    expect(found.rows).toEqual(people)
  })

  test.each([
    [
      '\t',
      ';',
      ['k__Bacteria; p__OP11; c__OP11-1; o__', 'k__Bacteria; p__ZB3; c__BS119; o__', 'k__A; p__B; c__C; o__D'],
    ],
    [';', '|', ['K02|TRB1*01|Homo sapiens|F', 'M14|TRB2*01|Homo sapiens|F', 'M15|TRB3*01|Homo sapiens|P']],
  ])('is %j above lists of equal length that are joined by %j', async (delimiter, _, lists) => {
    const many = Array.from(Array(30).keys(), (at) => [`x${at}`, lists[at % lists.length] ?? ''])
    const listed = [['gene', 'taxon'], ...many]
    const found = await readBack(listed.map((row) => `${row.join(delimiter)}\n`).join(''))
    expect(found.rows).toEqual(listed)
  })

  test('is a tab if every line has the same number of them, even if identifiers are full of other delimiters', async () => {
    const hits = ['90.15', '89.66', '85.76'].map((score, at) => [
      `gi|4947|ref|NC_5.${at}|`,
      `gi|4946|ref|NC_6.1|`,
      score,
    ])
    const found = await readBack(hits.map((row) => `${row.join('\t')}\n`).join(''))
    expect(found.rows.slice(1)).toEqual(hits)
  })
})

describe('quotes', () => {
  test.each([
    [';', 'a, b; c '],
    ['|', 'x | y'],
    ['\t', 'x\ty'],
    [':', 'at 10:20:30'],
    [' ', 'lorem ipsum '],
    [';', 'one; two\n'],
    [';', 'far; away '.repeat(9)],
  ])('contain text with an equal number of %j, more than the commas between columns', async (_, piece) => {
    const bodies = Array.from({ length: 12 }, () => `<p class="x">${piece.repeat(40)}</p>`)
    const all = [['id', 'body'], ...bodies.map((body, row) => [`${row}`, body])]
    const text = all.map(([id, body]) => `${id},"${body?.replaceAll('"', '""')}"\n`).join('')
    const { rows: found, input } = await readBack(text.replace('"body"', 'body'))
    expect(input).toMatchObject({ delimiter: ',', quote: '"' })
    expect(found).toEqual(all)
  })

  test('contain multi-line text with an equal number of commas', async () => {
    const line = 'one, two, three, four, five\n'
    const texts = [['text', 'status'], ...Array.from({ length: 12 }, (_, at) => [line.repeat(30) + at, 'done'])]
    const found = await readBack(papaparse.unparse(texts, { newline: '\n' }))
    expect(found.rows).toEqual(texts)
  })

  test('are ordinary characters if they do not close the fields that they open', async () => {
    const firms = [
      ['name', 'year'],
      ['"Anton" Sonnenschutz', '2012'],
      ['"Energys" SA', '2015'],
      ['"Systemat" SA', '2013'],
      ['Plain', '2014'],
    ]
    const found = await readBack(firms.map((row) => `${row.join('|')}\n`).join(''))
    expect(found.rows).toEqual(firms)
  })
})

describe('a line that names the separator is obeyed', () => {
  test.each(['sep=;\r\n', 'SEP=;\n', '"sep=;"\r\n', '\ufeffsep=;\r\n'])('%j', async (line) => {
    const { rows: back, input } = await readBack(`${line}a;b\r\n1;2\r\n3;4\r\n`)
    expect(back).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ])
    expect(input['delimiter']).toBe(';')
  })
})

describe('escapes', () => {
  const written = [
    ['id', 'said', 'to'],
    ['1', 'he said "hi, you"', 'x'],
    ['2', 'no', 'y'],
    ['3', 'a "b" c', 'z'],
  ]
  test.each([
    ['doubled', '"'],
    ['a backslash', '\\'],
    ['a NUL', '\0'],
  ])('%s precedes a quote', async (_, escape) => {
    const field = (value: string): string => `"${value.replaceAll('"', `${escape}"`)}"`
    const text = written.map((row, at) => `${(at === 0 ? row : row.map(field)).join(',')}\n`).join('')
    expect((await readBack(text)).rows).toEqual(written)
  })

  test('a backslash precedes a quote next to doubled quotes', async () => {
    const text = 'ID, Test\n1, "Test line 1"\n2, "Test "" line 2"\n3, "Test \\" line 3"\n'
    expect((await readBack(text)).rows.map((row) => row[1])).toEqual([
      'Test',
      'Test line 1',
      'Test " line 2',
      'Test " line 3',
    ])
  })

  test('a backslash precedes a separator outside quotes', async () => {
    const text = 'id,said,c\n1,hello\\, world,x\n2,no,y\n3,a\\,b\\,c,z\n4,d,u\n'
    expect((await readBack(text)).rows).toEqual([
      ['id', 'said', 'c'],
      ['1', 'hello, world', 'x'],
      ['2', 'no', 'y'],
      ['3', 'a,b,c', 'z'],
      ['4', 'd', 'u'],
    ])
  })

  test('backslashes in paths are ordinary characters', async () => {
    const text = 'id,path\n1,C:\\temp\\new\n2,D:\\x\n3,"E:\\a, b\\"\n'
    expect((await readBack(text)).rows).toEqual([
      ['id', 'path'],
      ['1', 'C:\\temp\\new'],
      ['2', 'D:\\x'],
      ['3', 'E:\\a, b\\'],
    ])
  })

  test('backslashes of paths are themselves beside quotes that a backslash escapes', async () => {
    const text = 'id,path,size\n1,C:\\temp\\new,"4\\""\n2,"D:\\Users\\Ann","5\\" \\"wide\\""\n3,E:\\readme,"6\\""\n'
    expect((await readBack(text)).rows).toEqual([
      ['id', 'path', 'size'],
      ['1', 'C:\\temp\\new', '4"'],
      ['2', 'D:\\Users\\Ann', '5" "wide"'],
      ['3', 'E:\\readme', '6"'],
    ])
  })

  test('the letter of a drive tells a path from escaped tabs and line ends', async () => {
    const text = 'id,path,size\n1,C:\\temp\\new,"4\\""\n2,D:\\to,"5\\" \\"wide\\""\n3,E:\\n,"6\\""\n'
    expect((await readBack(text)).rows.map((row) => row[1])).toEqual(['path', 'C:\\temp\\new', 'D:\\to', 'E:\\n'])
  })

  test('an escaped line end and an escaped backslash, as MySQL writes them', async () => {
    const text = 'id,path,size\n1,C:\\\\temp,"4\\""\n2,"one\\ntwo","5\\" \\"wide\\""\n3,"E:\\\\Users","6\\""\n'
    expect((await readBack(text)).rows).toEqual([
      ['id', 'path', 'size'],
      ['1', 'C:\\temp', '4"'],
      ['2', 'one\ntwo', '5" "wide"'],
      ['3', 'E:\\Users', '6"'],
    ])
  })

  test('a backtick quotes a field that begins and ends with it', async () => {
    const text = 'id|`name`\n1|`a|b`\n2|`c``d`\n3|`e`\n'
    expect((await readBack(text)).rows).toEqual([
      ['id', 'name'],
      ['1', 'a|b'],
      ['2', 'c`d'],
      ['3', 'e'],
    ])
  })
})

describe('files without a readable table', () => {
  test.each(['"AAA"BB', '"""', '"AAA'])('are reported as broken, not empty: %j', async (text) => {
    await expect(readBack(text)).rejects.toThrow(/^corrupt_file/)
  })
})

test('cells of several lines do not decide the kind of a file, whatever they contain', async () => {
  const texts = [
    'Steps:\n- open\n- close\n* wait',
    'name: x\nsteps:\n  - run: test',
    'h1. Title\n\n* a\n* b',
    '1. one\n2. two, three',
    'Dear Ann,\n\nthe order is late.\n\nKind regards\nBob',
    'It was a long day, and we\nwent home. The rain fell all\nthe time, so nobody was\nout.',
    'def f(x):\n    return x',
    '[main]\nkey=1\n; comment',
    '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a',
  ]
  for (const delimiter of [',', ';', '\t']) {
    for (const text of texts) {
      const rowsOfTexts = Array.from({ length: 12 }, (_, at) => [`K-${at}`, '2024-01-01', at % 5 === 1 ? '' : text])
      const lines = [['key', 'day', 'body'], ...rowsOfTexts].map((row) =>
        row.map((cell) => (/[\n,;]/.test(cell) ? `"${cell}"` : cell)).join(delimiter),
      )
      expect((await readBack(lines.join('\n'))).rows.slice(1)).toEqual(rowsOfTexts)
    }
  }
})

describe('colons between cells', () => {
  const named = [
    'id:name:price:day',
    '1:Ann:1.50:2024-01-01',
    '2:Bob::2024-01-02',
    '3:Cy:2.50:',
    '4:Dee:3.5:2024-01-04',
  ]
  const split = (lines: readonly string[]): string[][] => lines.map((line) => line.split(':'))

  test.each([
    ['rows that end early', [...named, '5:Eve', '6']],
    ['a row of delimiters', [...named.slice(0, 3), ':::', ...named.slice(3)]],
    ['a row with a delimiter at its end', [...named, '5:Eve:1.5:2024-01-05:']],
    ['a title', ['Prices 2024', ...named]],
    ['a title with a colon', ['Prepared by: the office', ...named]],
    ['a cut row', [...named, '10:15']],
  ])('are found despite %s', async (_, lines) => {
    const { rows: found } = await readBack(lines.join('\n'))
    expect(found.slice(0, 3)).toEqual(split(named.slice(0, 3)))
    expect(found.length).toBeGreaterThanOrEqual(named.length)
  })

  test.each([
    ['times below their format', ['hh:mm:ss', '10:15:30', '11:20:00', '12:00']],
    ['keys of a cache', ['key', 'user:1:name', 'user:1:age', 'user:2', 'app:3:name:x']],
    ['words of a log', ['level', 'INFO:app:started at once', 'WARNING:db: slow', 'INFO:app: ended', 'INFO:x']],
  ])('are part of the values of one column: %s', async (_, lines) => {
    const { rows: found } = await readBack(lines.join('\n'), { header_row: 1 })
    expect(found.every((row) => row.length === 1)).toBe(true)
  })
})

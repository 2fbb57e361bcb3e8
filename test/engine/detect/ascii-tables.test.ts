import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { withoutBorders } from '../../../container/engine/readers/delimited/ascii-table-lines.ts'
import { asciiTable } from '../../../container/engine/detect/ascii-table.ts'
import { Reporter } from '../../../container/engine/report/reporter.ts'
import { leftOut } from '../row-balance.ts'
import { converted } from '../support.ts'
import { runs } from '../../property-runs.ts'

/** Output of psql 15, mariadb 10.11 and sqlite3 3.40 for one table. DuckDB's output follows its documentation. */
const folder = join(import.meta.dirname, '../../fixtures/ascii-tables')
const printed = (name: string): string => readFileSync(join(folder, `${name}.txt`), 'utf8')

const names = ['id', 'name', 'price', 'born', 'note']
const ann = ['1', 'Ann', '1.50', '1990-01-02', 'plain']
const bob = ['2', 'Bob "B"', '', '', '']
const zoe = ['3', 'Zoë 日本', '-20.25', '2001-12-31', 'a|b']
const multi = ['4', 'Multi', '7.00', '2000-01-01', 'line one\nline two']
const its = (note: string): string[] => ['5', "it's, ok", '1000.00', '1999-09-09', note]
const spaced = its('tab     here')

async function read(file: string, input: SpecInput['input'] = {}) {
  const { script, report } = await converted(file, { input, output: { dialect: 'postgresql', format: 'csv' } })
  const { data } = Papa.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true })
  return { rows: data, report, types: report.columns.map(({ type }) => type) }
}

const drawn = 'The file is an ASCII table. Its borders and padding were removed.'

describe('a table without a rule, in which every line begins and ends with a bar,', () => {
  test.each([
    ['with names', '|id|town|\n|1|Lyon|\n|2|Oslo|\n'],
    ['with spaces', '| id | town |\n|  1 | Lyon |\n|  2 | Oslo |\n'],
    ['with names between two bars, as in Confluence', '||id||town||\n|1|Lyon|\n|2|Oslo|\n'],
    ['with blank lines around it', '\n|| id || town ||\n| 1 | Lyon |\n| 2 | Oslo |\n\n'],
  ])('is read %s', async (_, text) => {
    const { rows, report } = await read(text)
    expect(rows).toEqual([
      ['id', 'town'],
      ['1', 'Lyon'],
      ['2', 'Oslo'],
    ])
    expect(report.rows).toMatchObject({ converted: 2, rejected: 0 })
  })

  test('may have no names and empty cells', async () => {
    const { rows } = await read('|1|Ann||\n|2||x|\n|3|Cid|y|\n', { header_rows: 0 })
    expect(rows.slice(1)).toEqual([
      ['1', 'Ann', ''],
      ['2', '', 'x'],
      ['3', 'Cid', 'y'],
    ])
  })
})

describe('output of a database client', () => {
  test.each([
    ['psql', 1],
    ['psql-border-2', 2],
    ['psql-unicode', 1],
    ['psql-unicode-border-2', 2],
    ['mariadb', 2],
    ['mariadb-verbose', 6],
  ])('is read as the table that was printed: %s', async (name, header) => {
    const { rows, report, types } = await read(printed(name))
    const last = name.startsWith('mariadb') ? its('tab\there') : spaced
    expect(rows).toEqual([names, ann, bob, zoe, multi, last])
    expect(types).toEqual(['integer', 'text', 'decimal', 'date', 'text'])
    expect(report.rows).toMatchObject({ converted: 5, rejected: 0 })
    expect(report.input).toMatchObject({ header_row: header, delimiter: name.includes('unicode') ? '│' : '|' })
    expect(report.notes).toContain(drawn)
    expect(report.fixes.filter(({ code }) => code !== 'null_marker')).toEqual([])
  })

  test.each(['psql-wrapped', 'psql-wrapped-border-2', 'psql-wrapped-unicode'])(
    'may be wrapped at the width of a screen (\\pset format wrapped): %s',
    async (name) => {
      const { rows, report } = await read(printed(name))
      expect(rows).toEqual([
        ['id', 'name', 'note'],
        ['1', 'Ann', 'A long note about Ann that goes on and on for a while'],
        ['2', 'Bob', 'short'],
        ['3', 'Cy', ['two\nlines, of', 'which one is rather longer than the other'].join(' ')],
      ])
      expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
    },
  )

  test('keeps a full stop at the end of a value unless the next row begins with one', async () => {
    const text = ' id | note\n----+-------\n  1 | Done.\n    | .5\n  2 | x.\n    | y\n'
    expect((await read(text)).report.rows.converted).toBe(4)
  })

  test.each(['sqlite-box', 'sqlite-table', 'sqlite-markdown'])('needs no footer: %s', async (name) => {
    const { rows, report } = await read(printed(name))
    expect(rows).toEqual([names, ann, bob, zoe, spaced])
    expect(report.rows.rejected).toBe(0)
  })

  test('has a footer and messages of the program, which a note names', async () => {
    expect((await read(printed('psql'))).report.notes).toContainEqual(expect.stringContaining('"(5 rows)"'))
    const { notes } = (await read(printed('mariadb-verbose'))).report
    expect(notes).toContainEqual(expect.stringContaining('"5 rows in set", "Bye"'))
    expect(notes).toContain('1 row above the table (title) was left out.')
  })

  test('may have a row of types below the names, and dots in place of omitted rows', async () => {
    const { rows, report, types } = await read(printed('duckdb'))
    expect(rows).toEqual([names, ann, bob, zoe, spaced])
    expect(types).toEqual(['integer', 'text', 'decimal', 'date', 'text'])
    expect(report.rows.rejected).toBe(0)
    expect(report.notes).toContainEqual(expect.stringContaining('"int32 varchar decimal(8,2) date varchar"'))
    expect(report.notes).toContainEqual(expect.stringContaining('3 rows of dots'))
    expect(report.notes).toContainEqual(expect.stringContaining('"90 rows (4 shown)'))
  })

  test('may have no names', async () => {
    const { rows, report } = await read(printed('mariadb-no-names'))
    expect(rows.slice(1)).toEqual([ann, bob, zoe, multi, its('tab\there')])
    expect(report.input.header_row).toBeNull()
  })

  test.each([
    ['psql', printed('psql-one-column')],
    [
      'mysql',
      `mysql> select name from t;\n${asMysql([['name'], ['Ann'], ['Bob "B"'], ['Zoë 日本'], ['Multi'], ["it's, ok"]])}`,
    ],
  ])('may have one column: %s', async (_, text) => {
    const { rows, report } = await read(text)
    expect(rows).toEqual([['name'], ['Ann'], ['Bob "B"'], ['Zoë 日本'], ['Multi'], ["it's, ok"]])
    expect(report.rows.rejected).toBe(0)
  })

  test.each([
    ['psql-two-tables', 10],
    ['mariadb-two-tables', 21],
  ])('may have two tables, and the first is converted: %s', async (name, row) => {
    const { rows, report } = await read(printed(name))
    expect(rows.map(([id]) => id)).toEqual(['id', '1', '2', '3', '4', '5'])
    expect(leftOut(report).other_table).toMatchObject({ count: 6, first_row: row })
  })
})

describe('columns below the segments of a ruler line', () => {
  test.each([
    ['sqlite-column', [names, ann, bob, zoe, spaced]],
    ['psql-border-0', [names, ann, bob, multi, spaced]],
  ])('are read by their position: %s', async (name, expected) => {
    const { rows, report, types } = await read(printed(name))
    expect(rows).toEqual(expected)
    expect(types).toEqual(['integer', 'text', 'decimal', 'date', 'text'])
    // The width of wide characters depends on the program that printed the table.
    expect(report.problems.every(({ value }) => value?.includes('日本') === true)).toBe(true)
  })

  test.each([
    [
      'sqlcmd',
      'id          name       price    \n----------- ---------- ---------\n          1 Ann             1.50\n         12 Bob Ray         NULL\n\n(2 rows affected)\n',
    ],
    [
      'SQL*Plus, with its names on every page',
      '        ID NAME            PRICE\n---------- ---------- ----------\n         1 Ann               1.5\n\n        ID NAME            PRICE\n---------- ---------- ----------\n        12 Bob Ray\n\n2 rows selected.\n',
    ],
    ['PowerShell', '\nID Name    Price\n-- ----    -----\n 1 Ann       1.5\n12 Bob Ray      \n\n'],
  ])('may contain spaces or be empty: %s', async (_, text) => {
    const { rows, report } = await read(text)
    expect(rows.slice(1)).toEqual([
      ['1', 'Ann', expect.stringMatching(/^1\.50?$/)],
      ['12', 'Bob Ray', ''],
    ])
    expect(report.rows.rejected).toBe(0)
  })

  test('have titles above them on every page, with as many words as columns', async () => {
    const head = ['Name   Price  Id', '-----  -----  --']
    const pages = [1, 2, 3].flatMap((number) => [
      `${number === 1 ? '' : '\f'}STOCK      PAGE   ${number}`,
      '',
      ...head,
      ...['Ann', 'Bob', 'Cy'].map((name, at) => `${name.padEnd(5)}  ${number}.${at}0   ${number}${at}`),
      `TOTAL FOR PAGE ${number}: 7.00`,
    ])
    const { rows, report, types } = await read(`${pages.join('\n')}\n`)
    expect(types).toEqual(['text', 'decimal', 'integer'])
    expect(rows.slice(1)).toHaveLength(9)
    expect(leftOut(report)).toMatchObject({ title: { count: 3 }, note: { count: 3 }, repeated_header: { count: 2 } })
  })

  test('are split at spaces if a value starts left of its column', async () => {
    const { rows } = await read('Name       Id   CPU\n----       --   ---\nsvchost    12  1.50\nchrome  12345 22.25\n')
    expect(rows.slice(1)).toEqual([
      ['svchost', '12', '1.50'],
      ['chrome', '12345', '22.25'],
    ])
  })
})

describe('a list from SAP', () => {
  const rule = '-'.repeat(43)
  const list = [
    rule,
    '|Kunde |Name        |Belegdat. |    Betrag|',
    rule,
    '|100001|Meier GmbH  |30.01.2024|  1.234,56|',
    '|100002|Ann & Söhne |29.01.2024|     12,00|',
    rule,
  ]
  const rows = [
    ['Kunde', 'Name', 'Belegdat.', 'Betrag'],
    ['100001', 'Meier GmbH', '2024-01-30', '1234.56'],
    ['100002', 'Ann & Söhne', '2024-01-29', '12.00'],
  ]

  test.each([
    ['alone', list],
    ['below its title', ['31.01.2024      Dynamische Listenausgabe      1', '-'.repeat(60), '', ...list]],
    ['with rules that are longer than its rows', list.map((line) => (line === rule ? `|${rule}|` : line))],
    ['with rules that bars close', list.map((line) => (line === rule ? `|${rule.slice(2)}|` : line))],
  ])('is ruled across its full width: %s', async (_, lines) => {
    const found = await read(`${lines.join('\r\n')}\r\n`)
    const [first, ...values] = found.rows
    expect([first?.map((name) => name.toLowerCase()), ...values]).toEqual([
      ['kunde', 'name', 'belegdat', 'betrag'],
      ...rows.slice(1),
    ])
    expect(found.types).toEqual(['integer', 'text', 'date', 'decimal'])
    expect(found.report.rows).toMatchObject({ converted: 2, rejected: 0 })
  })

  test('has a ruler at least as long as its rows', async () => {
    expect((await read(['-----', '|a|b|c|', '|1|2|3|', '|4|5|6|'].join('\n'))).report.notes).not.toContain(drawn)
  })
})

describe('a Markdown table', () => {
  const rows = [
    ['a', 'b'],
    ['1', 'x'],
    ['2', 'y|z'],
  ]
  test.each([
    ['with outer bars', '| a | b |\n|---|:-:|\n| 1 | x |\n| 2 | y\\|z |\n'],
    ['without them', 'a | b\n--- | ---\n1 | x\n2 | y\\|z\n'],
    ['with bars at the ends', 'a | b |\n---|---|\n1 | x |\n2 | y\\|z |\n'],
    ['in a document', '# Two of them\n\nSome | say so.\n\n| a | b |\n| --: | :-- |\n| 1 | x |\n| 2 | y\\|z |\n'],
    ['of Org mode', '| a | b |\n|---+---|\n| 1 | x |\n| 2 | y|z |\n'],
    ['without line end', '|a|b|\r\n|-|-|\r\n|1|x|\r\n|2|y\\|z|'],
    ['as a grid', '+---+-----+\n| a | b   |\n+===+=====+\n| 1 | x   |\n+---+-----+\n| 2 | y|z |\n+---+-----+\n'],
  ])('is read %s', async (_, text) => {
    const found = await read(text)
    expect(found.rows).toEqual(rows)
    expect(found.types).toEqual(['integer', 'text'])
    expect(found.report.rows.rejected).toBe(0)
  })

  test('ends before other text', async () => {
    const { rows: found, report } = await read('| a | b |\n|---|---|\n| 1 | x |\n\nSource: us.\n')
    expect(found).toEqual([
      ['a', 'b'],
      ['1', 'x'],
    ])
    expect(leftOut(report).note?.examples).toEqual([{ row: 5, text: 'Source: us.' }])
  })

  test('continues after a repeated header', async () => {
    const { rows: found, report } = await read('| a | b |\n|---|---|\n| p | x |\n\n| a | b |\n|---|---|\n| q | y |\n')
    expect(found).toEqual([
      ['a', 'b'],
      ['p', 'x'],
      ['q', 'y'],
    ])
    expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'repeated_header', first_row: 5 }))
  })
})

test('a plus sign at the end of a value is kept if the next row has other values', async () => {
  const { rows } = await read(' a |  b  \n---+-----\n 1 | C++\n 2 | C\n')
  expect(rows).toEqual([
    ['a', 'b'],
    ['1', 'C++'],
    ['2', 'C'],
  ])
})

test('a row with too many cells is rejected, and a short one is filled up', async () => {
  const { rows, report } = await read('| a | b |\n|---|---|\n| 2 |\n| 3 | x |\n| 4 | x |\n| 1 | x | y |\n')
  expect(rows).toEqual([
    ['a', 'b'],
    ['2', ''],
    ['3', 'x'],
    ['4', 'x'],
  ])
  expect(report.problems).toEqual([expect.objectContaining({ row: 6 })])
})

test('a row of bars takes time proportional to its length', async () => {
  const bars = '|'.repeat(200_000)
  const { report } = await read(`| a | b |\n|---|---|\n| 1 | x |\n| 2 | y |\n| 3 | z |\n${bars}x\n`)
  expect(report.rows).toMatchObject({ converted: 3, rejected: 1 })
})

test('a header row in the spec is used', async () => {
  const { rows } = await read('| a | b |\n|---|---|\n| p | q |\n| 1 | 2 |\n', { header_row: 3 })
  expect(rows).toEqual([
    ['p', 'q'],
    ['1', '2'],
  ])
})

describe('other text is not read as an ASCII table', () => {
  test.each([
    [
      'a list in a cell',
      'id,body\n1,"intro\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"\n2,x\n',
      [
        ['id', 'body'],
        ['1', 'intro\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'],
        ['2', 'x'],
      ],
    ],
    [
      'marks for no value',
      'a|b\n-|-\n1|2\n',
      [
        ['a', 'b'],
        ['', ''],
        ['1', '2'],
      ],
    ],
    [
      'plain bars',
      'a|b\n1|"x|y"\n',
      [
        ['a', 'b'],
        ['1', 'x|y'],
      ],
    ],
    ['dashes in one column', 'name\n---\nx\n', [['name'], ['---'], ['x']]],
  ])('%s', async (_, text, rows) => {
    const found = await read(text)
    expect(found.rows).toEqual(rows)
    expect(found.report.notes).not.toContain(drawn)
  })

  test('if another delimiter is set', async () => {
    const { rows } = await read('| a | b |\n|---|---|\n| 1 | x |\n', { delimiter: ',' })
    expect(rows.flat()).toContain('|---|---|')
  })
})

test('every printed table is read back', async () => {
  const cell = fc.constantFrom('', 'x', 'Zoë', '日本', 'a b', 'say "so"', "it's", 'a|b', 'two\nlines')
  const drawings = fc.constantFrom<(rows: readonly (readonly string[])[]) => string>(asPsql, asMysql)
  const tables = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.tuple(...Array.from({ length: width }, () => cell)), { minLength: 1, maxLength: 6 }))
  await fc.assert(
    fc.asyncProperty(tables, drawings, async (rows, draw) => {
      const all = [rows[0]?.map((_, at) => `name ${at}`) ?? [], ...rows.map((row, at) => [`r${at}`, ...row.slice(1)])]
      expect((await read(draw(all))).rows.slice(1)).toEqual(all.slice(1))
    }),
    { numRuns: runs(60) },
  )
})

test.each(['psql', 'mariadb-two-tables', 'duckdb'])(
  'tables are read the same however the text is cut: %s',
  async (name) => {
    const whole = printed(name).replaceAll('\n', '\r\n')
    const text = async (bytesAtOnce: number): Promise<string> => {
      const bytes = new TextEncoder().encode(whole)
      async function* chunks(): AsyncIterable<Uint8Array> {
        for (let at = 0; at < bytes.length; at += bytesAtOnce) yield bytes.subarray(at, at + bytesAtOnce)
      }
      const table = asciiTable(whole, null)
      if (table === null) throw new Error('no table')
      let plain = ''
      for await (const chunk of withoutBorders(chunks(), table, new Reporter())) plain += Buffer.from(chunk).toString()
      return plain
    }
    const expected = await text(1 << 20)
    expect(await Promise.all([1, 2, 3, 7, 100].map(text))).toEqual(Array.from({ length: 5 }, () => expected))
  },
)

/** Prints rows like psql: a plus sign means that the value continues on the next line. */
function asPsql(rows: readonly (readonly string[])[]): string {
  const lines = rows.flatMap((row) => {
    const parts = row.map((cell) => cell.split('\n'))
    const height = Math.max(...parts.map((part) => part.length))
    return Array.from({ length: height }, (_, line) =>
      parts
        .map((part) => ` ${(part[line] ?? '').padEnd(10)}${line + 1 < part.length ? '+' : ' '}`)
        .join('|')
        .trimEnd(),
    )
  })
  const rule = rows[0]?.map(() => '-'.repeat(12)).join('+') ?? ''
  return `${[lines[0], rule, ...lines.slice(1), `(${rows.length - 1} rows)`].join('\n')}\n\n`
}

/** Prints rows like mysql, with line ends unchanged. */
function asMysql(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `| ${row.map((cell) => cell.padEnd(10)).join(' | ')} |`)
  const rule = `+${rows[0]?.map(() => '-'.repeat(12)).join('+')}+`
  return `${[rule, lines[0], rule, ...lines.slice(1), rule, `${rows.length - 1} rows in set (0.00 sec)`].join('\n')}\n`
}

describe('rows are not taken for names', () => {
  test.each([
    [
      'a list of SAP below a longer rule',
      '31.01.2024        Dynamische Listenausgabe    1\n-----------------------------------------------\n' +
        '|Material|ME |  Wert|\n---------------------\n|100001  |ST | 96,00|\n|100002  |ST | 34,02|\n---------------------\n',
      [
        ['material', 'me', 'wert'],
        ['100001', 'ST', '96.00'],
        ['100002', 'ST', '34.02'],
      ],
    ],
    [
      'a frame without names above a total',
      '+-----+----+\n| Ann | 10 |\n| Bob | 20 |\n+-----+----+\n| sum | 30 |\n+-----+----+\n',
      [
        ['column_1', 'column_2'],
        ['Ann', '10'],
        ['Bob', '20'],
        ['sum', '30'],
      ],
    ],
    [
      'reStructuredText, whose first rule stands above the names',
      '=====  =====\nA      Sum\n=====  =====\n1      3\n4      9\n=====  =====\n',
      [
        ['a', 'sum'],
        ['1', '3'],
        ['4', '9'],
      ],
    ],
    [
      'what Db2 says below its rows',
      'EMPNO  NAME       SALARY\n------ ---------- --------\n000010 HAAS       52750.00\n000020 THOMPSON   41250.00\n\n  2 record(s) selected.\n',
      [
        ['empno', 'name', 'salary'],
        ['000010', 'HAAS', '52750.00'],
        ['000020', 'THOMPSON', '41250.00'],
      ],
    ],
  ])('%s', async (_, file, expected) => {
    expect((await read(file)).rows).toEqual(expected)
  })

  test('numbers of rows before the bars, as Stata writes them, do not empty the table', async () => {
    const { rows } = await read(
      '     +-------------+\n     | make   mpg |\n     |------------|\n  1. | AMC     22 |\n  2. | Audi    17 |\n     +------------+\n',
    )
    expect(rows.flat().join(' ')).toContain('AMC     22')
  })
})

describe('dashes below names', () => {
  test('do not make an ASCII table of text with quoted cells', async () => {
    const file = '"name"|"note"|n\n------|------|---\n"Ann"|"two|parts"|1\n"Bob"|"two\nlines"|2\n"Cy"|""|3\n'
    const { rows } = await read(file)
    expect(rows).toEqual([
      ['name', 'note', 'n'],
      ['Ann', 'two|parts', '1'],
      ['Bob', 'two\nlines', '2'],
      ['Cy', '', '3'],
    ])
  })

  test('show the columns of dpkg -l, whose legend is left out', async () => {
    const { rows, report } = await read(
      [
        'Desired=Unknown/Install/Remove/Purge/Hold',
        '| Status=Not/Inst/Conf-files/Unpacked/halF-conf/Half-inst/trig-aWait/Trig-pend',
        '|/ Err?=(none)/Reinst-required (Status,Err: uppercase=bad)',
        '||/ Name           Version      Architecture Description',
        '+++-==============-============-============-=================================',
        'ii  adduser        3.134        all          add and remove users and groups',
        'rc  base-files     12.4+deb12u5 amd64        Debian base system miscellaneous files',
        '',
      ].join('\n'),
    )
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['name', 'version', 'architecture', 'description'],
      ['adduser', '3.134', 'all', 'add and remove users and groups'],
      ['base-files', '12.4+deb12u5', 'amd64', 'Debian base system miscellaneous files'],
    ])
    expect(leftOut(report)).toMatchObject({ title: { count: 3 }, rule: { count: 1 } })
  })
})

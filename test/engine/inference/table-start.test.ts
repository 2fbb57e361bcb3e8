import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { leftOut } from '../row-balance.ts'
import { converted } from '../support.ts'

const rows = Array.from({ length: 8 }, (_, at) => `${at + 1},Ann ${at},2024-01-1${at},${at}.5${at}`)
const header = 'id,name,day,amount'

async function read(lines: readonly string[], input = {}) {
  const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
  const { script, report } = await converted(`${lines.join('\n')}\n`, { output, input })
  const [names = [], ...back] = papaparse.parse<string[]>(script, { skipEmptyLines: true }).data
  return { names, rows: back.map((row) => row.join(',')), report, fixes: report.fixes.map((fix) => fix.code) }
}

describe('header rows', () => {
  test.each([
    ['groups', ['Person,,Deal,'], ['Person id', 'Person name', 'Deal day', 'Deal amount']],
    ['groups on each column', ['Person,Person,Deal,Deal'], ['Person id', 'Person name', 'Deal day', 'Deal amount']],
    ['groups of groups', ['All,,,', 'Person,,Deal,'], ['Person id', 'Person name', 'Deal day', 'Deal amount']],
    ['two levels', ['A,,B,', 'Person,,Deal,'], ['A Person id', 'A Person name', 'B Deal day', 'B Deal amount']],
    ['other names', ['number,who,when,price'], ['number id', 'who name', 'when day', 'price amount']],
    ['the same once more', [header], ['id', 'name', 'day', 'amount']],
  ])('names are found below %s', async (_, above, names) => {
    const found = await read([...above, header, ...rows])
    expect(found.names).toEqual(names)
    expect(found.rows).toEqual(rows)
    expect(found.report.columns.map((column) => column.type)).toEqual(['integer', 'text', 'date', 'decimal'])
  })

  test.each([
    ['words all over', ['Lots of people,,,', 'cannot resist,,,notes', 'at,the,top,', 'or,merging,,cells']],
    ['facts at both ends', ['Report,,,ACME', 'Made,,,by Bob', 'For,,,Ann', 'Of,,,all']],
    ['more levels than a header has', ['A,,B,', 'C,,D,', 'E,,F,']],
  ])('names are found below notes: %s', async (_, notes) => {
    const found = await read([...notes, header, ...rows])
    expect(found.names).toEqual(['id', 'name', 'day', 'amount'])
    expect(found.rows).toEqual(rows)
    expect(found.report.input.header_row).toBe(notes.length + 1)
  })

  test('rows with gaps above a full one are a table whose header has a gap', async () => {
    const texts = ['a,Bob,,x', 'b,,Rome,y', 'c,Cy,,z', 'd,Dee,Oslo,5', 'e,Eve,,w']
    const found = await read([',name,city,note', ...texts])
    expect(found.names.slice(1)).toEqual(['name', 'city', 'note'])
    expect(found.report.rows.converted).toBe(5)
  })

  test.each([
    ['repeated', ',2019,2019,2020,2020'],
    ['once each', ',2019,,2020,'],
    ['below a title', 'All regions,2019,,2020,'],
  ])('names may be below years: %s', async (_, years) => {
    const found = await read([years, 'Region,Q1,Q2,Q1,Q2', 'North,1,2,3,4', 'South,5,6,7,8'])
    expect(found.names.slice(1)).toEqual(['2019 Q1', '2019 Q2', '2020 Q1', '2020 Q2'])
    expect(found.rows).toEqual(['North,1,2,3,4', 'South,5,6,7,8'])
  })

  test.each([
    ['years only', '2019,2020,2021', ['1.5,2.5,3.5', '2.5,4.5,6.5']],
    ['a word for columns and a year', 'state,2022', ['Ohio,1998', 'Utah,2003']],
  ])('%s are names', async (_, names, data) => {
    const found = await read([names, ...data])
    expect(found.names.join(',')).toBe(names)
    expect(found.rows).toEqual(data)
  })

  test.each([
    ['years among years', ['2019,2020,2021', '2018,2017,2022', '2001,2002,2003']],
    ['a place and a year', ['Ohio,2022', 'Utah,1998', 'Iowa,2003']],
  ])('%s are values', async (_, data) => {
    expect((await read(data)).rows).toEqual(data)
  })

  test('a dash among units belongs to a column without one', async () => {
    const found = await read(['Sample,Depth,Conc', '-,m,mg/L', 'A1,1.5,3', 'B2,2.5,4'])
    expect(found.names).toEqual(['Sample', 'Depth m', 'Conc mg/L'])
    expect(found.rows).toEqual(['A1,1.5,3', 'B2,2.5,4'])
  })

  test('units below the names are not data', async () => {
    const found = await read([header, '(no.),(text),(ISO),(EUR)', ...rows])
    expect(found.names).toEqual(['id (no.)', 'name (text)', 'day (ISO)', 'amount (EUR)'])
    expect(found.rows).toEqual(rows)
  })

  test('units below some of the names are not data', async () => {
    const numbers = rows.map((_, at) => `${at},${at}.5,${at * 7},a${at}`)
    const found = await read(['time,size,count,label', 's,m,,', ...numbers])
    expect(found.names).toEqual(['time s', 'size m', 'count', 'label'])
    expect(found.report.columns.map((column) => column.type)).toEqual(['integer', 'decimal', 'integer', 'text'])
  })

  test.each([
    ['is a value of its column further down', 'none,Ann 3,late,free'],
    ['is missing where the names are all', 'none given,,not known,'],
  ])('a first row of words is not a second header if one %s', async (_, first) => {
    const found = await read([header, first, ...rows])
    expect(found.names).toEqual(header.split(','))
    expect(found.report.rows.converted).toBe(rows.length + 1)
  })

  test('a first row without a last cell names no groups', async () => {
    const towns = ['AD,Andorra', 'AE,Dubai,Crozet', 'AF,Kabul', 'AQ,Casey,Casey', 'AQ,Davis,Davis', 'AR,Salta']
    const found = await read(towns)
    expect(found.report.rows.converted + (found.report.input.header_row === null ? 0 : 1)).toBe(towns.length)
  })

  test('a first row with unknown typed cells is not a second header', async () => {
    const found = await read([header, 'n/a,Zed,n/a,n/a', ...rows])
    expect(found.names).toEqual(['id', 'name', 'day', 'amount'])
    expect(found.report.rows.converted).toBe(rows.length + 1)
  })

  test.each(['($1.50)', '(€1,234.50)', '-$1.50', '$-2', '(12 %)', '-5%', '(3)', 'USD 7'])(
    'a first row with %s is not a row of units',
    async (amount) => {
      const found = await read([
        'name,balance,change',
        `Ann,"${amount}","${amount}"`,
        'Bob,$2.00,$3.00',
        'Cy,$4.00,$5.00',
      ])
      expect(found.names).toEqual(['name', 'balance', 'change'])
      expect(found.report.rows.converted).toBe(3)
      const alone = await read(['name,balance', `Ann,"${amount}"`, 'Bob,$2.00', 'Cy,$4.00'])
      expect(alone.report.rows.converted).toBe(3)
    },
  )

  test('several rows are reported', async () => {
    const found = await read([header, '(no.),(text),(ISO),(EUR)', ...rows])
    expect(found.report.notes).toEqual(['Rows 1 to 2 are the header. The names of each column were joined.'])
  })

  test('a first row of strings that are also values is not a second header', async () => {
    const many = Array.from({ length: 30 }, (_, at) => `${at},x${at},2024-01-01,${at}`)
    const unknown = ['unknown,Zed,later,free', '31,Ann,later,7']
    const found = await read([header, unknown[0] as string, ...many, unknown[1] as string])
    expect(found.names).toEqual(header.split(','))
    expect(found.rows).toEqual([unknown[0], ...many, unknown[1]])
    const units = 'number,text,ISO,EUR'
    expect((await read([header, units, ...many, header, units, ...many])).names).toEqual([
      'id number',
      'name text',
      'day ISO',
      'amount EUR',
    ])
  })

  test('a table of text alone keeps its first row', async () => {
    const found = await read(['name,town', 'Ann,Rome', 'Bob,Oslo', 'Cy,Rome'])
    expect(found.names).toEqual(['name', 'town'])
    expect(found.rows).toEqual(['Ann,Rome', 'Bob,Oslo', 'Cy,Rome'])
  })

  test.each([
    ['codes', ['A-100', 'B-2000', 'C-17']],
    ['dates with names', ['"Dec 8, 2022"', '"Sep 26, 2022"', '"Aug 31, 2022"']],
    ['minus signs of typographers', ['−5,a', '12,b', '−12.5,c']],
    ['percentages with their sign in front', ['%5,a', '%12.5,b', '%7,c']],
    ['paragraphs', ['§ 12', '§ 7', '§ 101']],
  ])('%s alone have no header', async (_, values) => {
    expect((await read(values)).report.rows.converted).toBe(3)
  })

  test.each([
    ['numbers', ['id,name,price', '--,----,-----', '1,Ann,1.50', '2,Bob,NULL', '3,Cy,7.25']],
    ['text', ['name,town', '----,----', 'Ann,Rome', 'Bob,Oslo', 'Cy,Rome']],
    ['text in one column', ['name', '----', 'Ann', 'Bob', 'Cy']],
  ])(
    'a row of dashes below the names does not belong to them: above %s',
    async (_, [names = '', rule = '', ...values]) => {
      const found = await read([names, rule, ...values])
      expect(found.names.join(',')).toBe(names)
      expect(found.rows).toEqual(values.map((row) => row.replace('NULL', '')))
      expect(found.report.notes).toEqual(['The row of dashes or formats below the names was left out.'])
    },
  )

  test('the formats of an RDB file do not belong to the names', async () => {
    const values = ['USGS,01646500,5030', 'USGS,01646501,Ice']
    const found = await read(['agency_cd,site_no,104_00060', '5s,15s,14n', ...values])
    expect(found.names).toEqual(['agency_cd', 'site_no', '104_00060'])
    expect(found.rows).toEqual(values)
  })

  test.each([
    [
      'years',
      ['Region,2021,2022,2023', 'North,"2,647,000","2,683,000",..', 'South,"7,417,000","7,516,000","7,600,100"'],
    ],
    [
      'years that are older below',
      ['Country,Code,2022,2021,2020', 'Aruba,ABW,107310,107700,108587', 'Africa,AFE,,702977106,'],
    ],
    ['every fifth year', ['geo,2010,2015,2020', 'AT,4.5,4.6 b,:', 'BE,3.1 e,:,3.3 p', 'DE,1.0,1.1,1.2']],
    ['two years apart', ['state,2020,2022', 'Ohio,38.6,37.6', 'Iowa,33.6,62.2', 'Utah,52.3,9.3']],
    ['one number of pandas', [',0', '0,0.5', '1,0.25', '2,7.5']],
    ['a few numbers of pandas', [',0,1', '0,3,5', '1,4,2', '2,7,6']],
    ['wells of a small plate', [',1,2,3,4', 'A,1.535,0.475,0.542,2.994', 'B,0.204,0.616,0.315,2.671']],
    ['wells of a plate with a mark', ['<>,1,2', 'A,1.535,0.475', 'B,0.204,0.616']],
    ['ages', ['Area,All ages,0,1,2,3,4', 'North,900,5,7,1,1,9', 'South,800,4,4,4,5,0']],
    ['days', ['Country/Region,Lat,1/22/20,1/23/20,1/24/20', 'Albania,41.15,0,3,5', 'Algeria,28.03,1,5,7']],
    ['days above nothing else', [',31.12.2021,31.12.2022', 'm,41027970,41560000', 'w,42209154,42800000']],
  ])('names may be %s', async (_, [names = '', ...values]) => {
    const found = await read([names, ...values])
    expect(found.report.input.header_row).toBe(1)
    expect(found.report.rows.converted).toBe(values.length)
    expect(found.names.at(-1)).toBe(names.split(',').at(-1))
  })

  test.each([
    ['of years below each other', ['Ann,2020,2021', 'Bob,2021,2022', 'Cy,2022,2023']],
    ['of years that do not follow', ['Ann,1987,2020', 'Bob,300,400', 'Cy,12,14']],
    ['that count on, all of them', ['Ann,1,2,3,4,5', 'Bob,6,7,8,9,10', 'Cy,2,2,2,2,2']],
    ['that count on for a bit', ['Ann,1,2,3', 'Bob,6,1,8', 'Cy,2,2,2']],
    ['that count on below an empty cell', [',1,2', '5,3,4', '5,8,2']],
    ['that are paths', ['C:\\a\\b x.mp3,5', 'C:\\a\\c.mp3,6', 'D:\\n,7']],
    ['of another kind, with a day', ['C,DAILY,2023/11/18,2', 'D,SOLUTION,7,1.5', 'D,SOLUTION,8,2.5']],
    ['of days', ['Ann,2024-01-02,5', 'Bob,2024-01-03,6', 'Cy,2024-01-04,7']],
  ])('the values %s are not names', async (_, values) => {
    const found = await read(values)
    expect(found.report.input.header_row).toBeNull()
    expect(found.report.rows.converted).toBe(3)
  })

  test('a row of two dashes for missing values is data', async () => {
    const found = await read(['id,name,price', '--,--,--', '1,Ann,1.50', '2,Bob,7.25'])
    expect(found.report.rows.converted).toBe(3)
  })

  test('a name with a number above codes is a header', async () => {
    expect((await read(['code2,n', 'A-100,1', 'B-200,2', 'C-300,3'])).names).toEqual(['code2', 'n'])
  })

  test('one column of equal words has no header', async () => {
    expect((await read(['T', 'T', 'T'])).rows).toEqual(['T', 'T', 'T'])
  })
})

describe('several tables in one file', () => {
  const other = (names: string): string[] => [
    names,
    ...[1, 2, 3].map((row) =>
      names
        .split(',')
        .map((_, at) => (at === 1 ? `x${row}` : String(row * at)))
        .join(','),
    ),
  ]

  test.each([
    ['more columns', ['', ...other('code,town,pop,x,y,z')]],
    ['more columns at once', other('code,town,pop,x,y,z')],
    ['fewer columns', ['', ...other('code,town')]],
    ['fewer columns at once', other('code,town')],
    ['as many columns', ['', ...other('code,town,pop,size')]],
    ['two more of them', ['', ...other('code,town'), '', ...other('a,b,c,d,e')]],
  ])('%s: the first is converted, and the rows of the others are left out', async (_, below) => {
    const found = await read([header, ...rows, ...below])
    expect(found.names).toEqual(header.split(','))
    expect(found.rows).toEqual(rows)
    const others = below.filter((line) => line !== '').length
    expect(found.report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
    const first = rows.length + 2 + (below[0] === '' ? 1 : 0)
    expect(leftOut(found.report).other_table).toMatchObject({ count: others, first_row: first })
  })

  test.each([[['']], [[]]])(
    'a repeated header and its rows are one table, and the second header is left out',
    async (gap) => {
      const found = await read([header, ...rows, ...gap, header, ...rows])
      expect(found.rows).toEqual([...rows, ...rows])
      expect(found.report.rows).toMatchObject({ converted: 16, rejected: 0 })
      expect(found.report.fixes).toContainEqual(
        expect.objectContaining({ code: 'repeated_header', count: 1, first_row: rows.length + 2 + gap.length }),
      )
    },
  )

  test('a header is repeated far after the sample', async () => {
    const many = Array.from({ length: 30_000 }, () => rows).flat()
    const found = await read([header, ...many, header, ...rows])
    expect(found.report.rows).toMatchObject({ converted: many.length + rows.length, rejected: 0 })
    expect(found.fixes).toContain('repeated_header')
  })

  test.each(['\ufeff', '\f'])('repeats after the beginning of a file or page: %j', async (beginning) => {
    const found = await read([header, ...rows, `${beginning}${header}`, ...rows])
    expect(found.rows).toEqual([...rows, ...rows])
    expect(found.fixes).toContain('repeated_header')
  })

  test('names and values above the table do not form a table', async () => {
    const found = await read(['Report,Sales', 'Exported,2024-01-01', 'By,Ann', '', header, ...rows])
    expect(found.names).toEqual(header.split(','))
    expect(found.rows).toEqual(rows)
  })
})

describe('rows of equal width', () => {
  test('have a last column even if only one of its values is filled and it has no name', async () => {
    const found = await read(rows.map((row, at) => `${row},${at === 4 ? 'late' : ''}`))
    expect(found.report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
    expect(found.rows[4]).toBe(`${rows[4]},late`)
  })
})

describe('rows that do not belong to another table', () => {
  test('are the shorter rows directly below comments', async () => {
    const lines = ['1,AE,Dubai', '2,AR,Buenos Aires', ...Array.from({ length: 9 }, (_, at) => `${at + 3},AU,Perth,WA`)]
    const found = await read(['# made by hand', ...lines])
    expect(found.report.rows).toMatchObject({ converted: lines.length, rejected: 0 })
  })

  test('are the lines of a text, whatever blank lines it has', async () => {
    const lines = ['list', '17', '18', '', 'Dear all', '2024-01-01', 'and so on', '', 'Yours']
    const found = await read(lines, { header_row: 1 })
    expect(found.report.rows).toMatchObject({ converted: 6, rejected: 0 })
  })
})

describe('lines of spaces', () => {
  test('are blank between the rows of a table, as in pandas and papaparse (greedy)', async () => {
    const found = await read([header, ...rows.flatMap((row) => [row, '   ']), ' ', '9,short'])
    expect(found.rows).toEqual([...rows, '9,short,,'])
    expect(found.report.rows.rejected).toBe(0)
  })

  test('are blank far after the sample', async () => {
    const many = Array.from({ length: 30_000 }, (_, at) => rows[at % rows.length] as string)
    const found = await read([header, ...many, '  ', ...rows, ' ', 'Source: the office'])
    expect(found.report.rows).toMatchObject({ converted: many.length + rows.length, rejected: 0 })
    expect(leftOut(found.report).note).toMatchObject({ count: 1, first_row: many.length + rows.length + 4 })
  })

  test('are values if quotes say so', async () => {
    const found = await read([header, ...rows, '"  "'])
    expect(found.report.rows.converted).toBe(rows.length + 1)
  })
})

describe('lines below the rows', () => {
  test('are left out if they are a note after a blank line, and reported with the row number', async () => {
    const found = await read([header, ...rows, '', 'Source: the office'])
    expect(found.rows).toEqual(rows)
    expect(leftOut(found.report).note?.examples).toEqual([{ row: rows.length + 3, text: 'Source: the office' }])
  })

  test.each([0, 30_000])('are one note even over several lines, below %i more rows', async (more) => {
    const many = Array.from({ length: more }, (_, at) => rows[at % rows.length] as string)
    const notes = ['Notes:', '1. At the middle of the year.', '(p) provisional', '', 'Source: the office']
    const found = await read([header, ...rows, ...many, '', ...notes])
    expect(found.report.rows).toMatchObject({ converted: rows.length + more, rejected: 0 })
    expect(leftOut(found.report).note?.examples?.map(({ text }) => text)).toEqual(notes.filter((line) => line !== ''))
  })

  test('are left out as a note between rows, without the rows around them, even short ones', async () => {
    const found = await read([
      header,
      ...rows,
      '',
      'Part two',
      '9,Zed,2024-02-01,1.5',
      '10,Short',
      '11,Yes,2024-02-02,2.5',
    ])
    expect(found.rows.slice(rows.length)).toEqual(['9,Zed,2024-02-01,1.5', '10,Short,,', '11,Yes,2024-02-02,2.5'])
    expect(leftOut(found.report).note?.count).toBe(1)
  })

  test.each(['Total', 'TOTAL', 'Grand total', 'Sum', 'Summe', 'Gesamt', 'Somme', 'Totale', 'Suma', 'Итого', '合計'])(
    'stay rows with a note: %s',
    async (word) => {
      const found = await read(['name,amount', 'Ann,1.50', 'Bob,2.50', 'Cy,3.50', `${word},7.50`])
      expect(found.rows.at(-1)).toBe(`${word},7.50`)
      expect(found.report.notes).toContainEqual(expect.stringMatching(/row 5\b.*total/i))
    },
  )

  test('are not separated by blank lines that occur between all rows', async () => {
    const found = await read([header, '', ...rows.flatMap((row) => [row, '']), '9,short', '', '10,short,2024-01-01'])
    expect(found.report.rows).toMatchObject({ converted: 10, rejected: 0 })
  })

  test('are rows after a broken one, short or not', async () => {
    const found = await read([header, ...rows.slice(0, 4), '5,"a" b,2024-01-01', '6,short', ...rows.slice(5)])
    expect(found.report.problems.map((problem) => problem.code)).toEqual(['stray_quote'])
    expect(found.rows).toContain('6,short,,')
  })
})

describe('a header row in the spec', () => {
  const many = Array.from({ length: 700 }, (_, at) => `note ${at},${at}`)

  test('may be far below', async () => {
    const found = await read([...many, header, ...rows], { header_row: many.length + 1 })
    expect(found.rows).toEqual(rows)
    expect(found.report.columns.map((column) => column.type)).toEqual(['integer', 'text', 'date', 'decimal'])
    expect(found.report.notes).toEqual(['700 rows above the table (titles) were left out.'])
  })

  test('may be after the sample', async () => {
    const far = Array.from({ length: 15_000 }, (_, at) => `note ${at},${at}`)
    expect((await read([...far, header, ...rows], { header_row: far.length + 1 })).rows).toEqual(rows)
  })

  test('may be that of a second table', async () => {
    const found = await read(['x,y', '1,2', '3,4', '5,6', '', header, ...rows], { header_row: 6 })
    expect(found.names).toEqual(['id', 'name', 'day', 'amount'])
    expect(found.rows).toEqual(rows)
  })

  test('has its own width, whatever tables follow', async () => {
    const found = await read(['x,y', '1,2', '3,4', '', header, ...rows], { header_row: 1 })
    expect(found.rows).toEqual(['1,2', '3,4'])
    expect(found.report.rows).toMatchObject({ converted: 2, rejected: 0 })
    expect(leftOut(found.report).other_table?.count).toBe(rows.length + 1)
  })

  test('may have a blank line below it', async () => {
    expect((await read([header, '', ...rows], { header_row: 1 })).rows).toEqual(rows)
  })

  test('must exist', async () => {
    await expect(read([header, ...rows], { header_row: 10 })).rejects.toThrow(
      'invalid_spec: input.header_row is 10, but the last row is row 9.',
    )
  })
})

describe('a header with one name fewer than the rows have cells', () => {
  const cars = ['mpg,cyl', 'Mazda RX4,21,6', 'Datsun 710,22.8,4', 'Hornet 4 Drive,21.4,6']

  test.each([
    ['that begin with their own name, as R writes and pandas reads them', cars, ['column_1', 'mpg', 'cyl']],
    ['that are counted, as R does', ['a,b', '1,5,x', '2,6,y', '3,7,z'], ['column_1', 'a', 'b']],
    ['with two equal names', [...cars, 'Mazda RX4,1,1'], ['mpg', 'cyl', 'column_3']],
    ['with one that lacks a name', [...cars, ',1,1'], ['mpg', 'cyl', 'column_3']],
    ['with a shorter one', [...cars, 'Fiat,30'], ['mpg', 'cyl', 'column_3']],
    ['that end with a separator', ['id,name', '1,a,', '2,b,'], ['id', 'name']],
  ])('is read above rows %s', async (_, lines, names) => {
    const found = await read(lines)
    expect(found.names).toEqual(names)
    expect(found.rows).toHaveLength(lines.length - 1)
    const hasNote = found.report.notes.some((note) => note.includes('one name fewer'))
    expect(hasNote).toBe(names[0] === 'column_1')
  })

  test('may be set in the spec', async () => {
    expect((await read(cars, { header_row: 1 })).names).toEqual(['column_1', 'mpg', 'cyl'])
  })
})

describe('a single name above two columns', () => {
  test('belongs to the second one if it is quoted like the row names, as R writes a vector', async () => {
    const found = await read(['"x"', '"a" 5.1', '"b" 4.9', '"c" 4.7'])
    expect(found.names).toEqual(['column_1', 'x'])
    expect(found.rows).toEqual(['a,5.1', 'b,4.9', 'c,4.7'])
  })

  test('belongs to the second one without quotes, too', async () => {
    const found = await read(['price', 'a,5.1', 'b,4.9', 'c,4.7'])
    expect(found.names).toEqual(['column_1', 'price'])
    expect(found.rows).toEqual(['a,5.1', 'b,4.9', 'c,4.7'])
  })

  test('is a title if it is above names, or in a sentence', async () => {
    const found = await read(['Prices', 'town,price', 'a,5.1', 'b,4.9', 'c,4.7'])
    expect(found.names).toEqual(['town', 'price'])
    expect(found.rows).toEqual(['a,5.1', 'b,4.9', 'c,4.7'])
    const below = await read(['All prices of the year', 'a,5.1', 'b,4.9', 'c,4.7'])
    expect(below.names).toEqual(['column_1', 'column_2'])
    expect(below.rows).toEqual(['a,5.1', 'b,4.9', 'c,4.7'])
  })
})

describe('remarks among the rows', () => {
  test('are left out, and do not affect the columns', async () => {
    const found = await read([header, '# first, the old ones', ...rows.slice(0, 3), '# the new ones', ...rows.slice(3)])
    expect(found.rows).toEqual(rows)
    expect(found.report.columns.map((column) => column.type)).toEqual(['integer', 'text', 'date', 'decimal'])
    expect(leftOut(found.report).comment?.examples?.map(({ row }) => row)).toEqual([2, 6])
  })

  test('are left out with any separator, even if they are as many as the rows', async () => {
    const remarks = rows.flatMap((row, at) => [`# number ${at}; then; some; more; words`, row])
    const found = await read([header, ...remarks])
    expect(found.rows).toEqual(rows)
    expect(leftOut(found.report).comment?.count).toBe(rows.length)
  })

  test('leave the blank line above them to the following rows', async () => {
    const others = ['id,town,from,to', 'x,Oslo,a,b', 'y,Rome,c,d']
    const found = await read([header, ...rows, '', '# the places', ...others])
    expect(found.rows).toEqual(rows)
    expect(leftOut(found.report)).toMatchObject({ comment: { count: 1 }, other_table: { count: others.length } })
  })

  test('are rows if rows begin the same way', async () => {
    const colours = ['code,name', '#f00,red', '#0f0', '#00f,blue', '#fff,white']
    const found = await read(colours)
    expect(found.rows).toEqual(['#f00,red', '#0f0,', '#00f,blue', '#fff,white'])
    const tags = ['#one', 'two', 'three', 'four']
    expect((await read(['tag', ...tags], { header_row: 1 })).rows).toEqual(tags)
    expect((await read(['tag', ...tags])).rows).toEqual(tags)
  })

  test.each([[['#q2:types,text,date,number']], [['#q2:types,a,b,c', '#q2:missing,,,none']]])(
    'below the names describe the columns: %j',
    async (remarkRows) => {
      const found = await read([header, ...remarkRows, ...rows])
      expect(found.names).toEqual(header.split(','))
      expect(found.rows).toEqual(rows)
      expect(found.report.notes).toContain('The row of dashes or formats below the names was left out.')
    },
  )
})

describe('a last column that begins late', () => {
  const late = (head: string[]) => [...head, ...Array.from({ length: 400 }, (_, at) => `${at},x${at},`), '400,y,5']

  test.each([
    ['without a header', [], ['column_1', 'column_2', 'column_3']],
    ['without a name', ['id,name,'], ['id', 'name', 'column_3']],
  ])('%s', async (_, head, names) => {
    const found = await read(late(head))
    expect(found.names).toEqual(names)
    expect(found.report.rows).toMatchObject({ converted: 401, rejected: 0 })
    expect(found.rows.at(-1)).toBe('400,y,5')
  })

  test('is a column even without values, unless names show that the separator only ends the line', async () => {
    expect((await read(late([]).slice(0, -1))).names).toEqual(['column_1', 'column_2', 'column_3'])
    expect((await read(late(['id,name,']).slice(0, -1))).names).toEqual(['id', 'name'])
    expect((await read(late(['id,name']).slice(0, -1))).names).toEqual(['id', 'name'])
  })
})

describe('rows are not titles', () => {
  const wide = Array.from({ length: 6 }, (_, at) => `C${at},NAME ${at},01,x${at},M,02,y${at},C,03,z${at},C,04,u${at},R`)

  test('if they are as full as those of a table without names, even if later ones are wider', async () => {
    const narrow = wide.map((row) => row.split(',').slice(0, 8).join(','))
    const wider = wide.map((row) => `${row},05,v,C,06,w,C,07,x,R`)
    const found = await read([...narrow, ...wide, ...wider])
    expect(found.report.rows).toMatchObject({ converted: 18, rejected: 0 })
  })

  test('if their first cell says that it is empty', async () => {
    const found = await read(['"","message 1"', '"AAA","message 2"', '"BBB","message 3"', '"","message 4"'])
    expect(found.rows).toEqual([',message 1', 'AAA,message 2', 'BBB,message 3', ',message 4'])
  })

  test('if they and their names are above a blank line, even if their last cells are all empty', async () => {
    const tall = [...rows, ...rows, ...rows].map((row) => `${row},note`)
    const short = rows.slice(0, 4).map((row) => `${row},`)
    const found = await read([`${header},remark`, ...tall.slice(0, 2), '', ...short, '', ...short, '', ...tall])
    expect(found.names).toEqual(['id', 'name', 'day', 'amount', 'remark'])
    expect(found.rows).toEqual([...tall.slice(0, 2), ...short, ...short, ...tall])
  })

  test('if they and their names are above remarks of several lines', async () => {
    const found = await read([header, ...rows.slice(0, 2), '', '# More of them', '# came', '# later', '', ...rows])
    expect(found.names).toEqual(['id', 'name', 'day', 'amount'])
    expect(found.rows).toEqual([...rows.slice(0, 2), ...rows])
    expect(leftOut(found.report).comment?.count).toBe(3)
  })
})

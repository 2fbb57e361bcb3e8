import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import type { Dialect, SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'

const csv = async (text: string, spec: Partial<SpecInput> = {}, dialect: Dialect = 'postgresql') => {
  const { report, script } = await converted(text, { ...spec, output: { format: 'csv', ...spec.output, dialect } })
  return { report, names: report.columns.map((column) => column.name), lines: script.trimEnd().split('\r\n') }
}

/** Each vendor's maximum length of an identifier, from its reference. */
const limits: readonly (readonly [Dialect, number, 'bytes' | 'characters'])[] = [
  ['postgresql', 63, 'bytes'],
  ['mysql', 64, 'characters'],
  ['mariadb', 64, 'characters'],
  ['sql_server', 128, 'characters'],
  ['oracle', 128, 'bytes'],
]
const size = (name: string, unit: 'bytes' | 'characters'): number =>
  unit === 'bytes' ? Buffer.byteLength(name) : name.length

describe('names that are too long', () => {
  test.each(limits)(
    'are cut for %s to %i %s, between characters and without duplicates',
    async (dialect, max, unit) => {
      const base = 'überlange_spalte_'.repeat(20)
      const headers = [
        base + 'a',
        base + 'b',
        base + 'c',
        `${base.slice(0, max - 2)}_2`,
        '漢'.repeat(200),
        '漢'.repeat(201),
        '😀'.repeat(100),
        '😀'.repeat(101),
      ]
      for (const columnNames of ['snake_case', 'as_written'] as const) {
        const { names, report } = await csv(
          `${headers.join(',')}\n1,2,3,4,5,6,7,8\n`,
          { output: { dialect, column_names: columnNames }, input: { header_row: 1 } },
          dialect,
        )
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(headers.length)
        for (const name of names) {
          expect(size(name, unit)).toBeLessThanOrEqual(max)
          expect(name.isWellFormed()).toBe(true)
          expect(name).not.toBe('')
        }
        expect(report.columns.map((column) => column.source_name)).toEqual(headers)
      }
    },
  )

  test('are cut for tables too', async () => {
    const { report } = await converted('a,b\n1,2\n', { output: { dialect: 'postgresql', table: 't'.repeat(100) } })
    expect(report.table).toBe('t'.repeat(63))
  })
})

describe('names that a database does not accept', () => {
  const nameOf = async (output: SpecInput['output'], file = 't.csv') =>
    (await converted('a,b\n1,2\n', { output }, file)).report.table

  test('are changed for MySQL and MariaDB if they contain characters beyond the basic plane, or end in a space', async () => {
    for (const dialect of ['mysql', 'mariadb'] as const) {
      const header = `😀 count,b𠮷,${'x'.repeat(63)} y,😀`
      const output = { dialect, column_names: 'as_written' } as const
      const { names } = await csv(`${header}\n1,2,3,4\n`, { output, input: { header_row: 1 } }, dialect)
      expect(names).toEqual(['count', 'b', 'x'.repeat(63), 'column_4'])
    }
  })

  test('are cut to 255 bytes for tables that are files', async () => {
    for (const dialect of ['mysql', 'mariadb'] as const) {
      expect(await nameOf({ dialect, table: '漢'.repeat(64) })).toBe('漢'.repeat(50))
      expect(await nameOf({ dialect, table: 'я'.repeat(64) })).toBe('я'.repeat(64))
      expect(await nameOf({ dialect, column_names: 'as_written' }, `${'a b - '.repeat(20)}.csv`)).toHaveLength(63)
    }
    expect(await nameOf({ dialect: 'sql_server', table: '漢'.repeat(64) })).toBe('漢'.repeat(64))
  })

  test('are changed if they begin with sqlite_ in SQLite, or with # in SQL Server, which would drop the table with the session', async () => {
    expect(await nameOf({ dialect: 'sqlite' }, 'sqlite_data.csv')).toBe('_sqlite_data')
    expect(await nameOf({ dialect: 'sqlite', table: 'SQLite_x' })).toBe('_SQLite_x')
    const asWritten = { dialect: 'sql_server', column_names: 'as_written' } as const
    expect(await nameOf(asWritten, '#1 sales.csv')).toBe('_#1 sales')
    expect(await nameOf({ ...asWritten, table: '#mine' })).toBe('#mine')
  })

  test('are replaced if they are empty, for tables and schemas', async () => {
    for (const nothing of [' ', '\u0000\n']) {
      const output = { dialect: 'postgresql', table: nothing, schema: nothing } as const
      const { script } = await converted('a,b\n1,2\n', { output })
      expect(script).toContain('CREATE TABLE t (')
    }
  })

  test('lose the line ends of a schema too', async () => {
    const output = { dialect: 'sql_server', schema: 'x\nGO\ny' } as const
    const { script } = await converted('a,b\n1,2\n', { output })
    expect(script).toContain('CREATE TABLE [x GO y].t (')
  })
})

describe('colliding names', () => {
  test('are numbered regardless of case', async () => {
    const { names } = await csv('id,ID,Id,id_2,Total Amount,total_amount,Total-Amount\n1,2,3,4,5,6,7\n')
    expect(new Set(names).size).toBe(7)
    expect(names[0]).toBe('id')
    expect(names[4]).toBe('total_amount')
  })

  test('are reported, as is every name that the dialect changes', async () => {
    const renamed = async (header: string, dialect: Dialect, column_names: 'snake_case' | 'as_written') => {
      const spec = { output: { dialect, column_names }, input: { header_row: 1, delimiter: ',' } } as const
      const { report } = await csv(`${header}\n${'1,'.repeat(header.split(',').length)}\n`, spec, dialect)
      return report.fixes.flatMap(({ code, column }) => (code === 'column_renamed' ? [column] : []))
    }
    expect(await renamed('a1,a1,b_1,b_1,Total Amount,c', 'postgresql', 'snake_case')).toEqual(['a1_2', 'b_1_2'])
    expect(await renamed(`${'z'.repeat(80)},y`, 'postgresql', 'snake_case')).toEqual(['z'.repeat(63)])
    expect(await renamed('q"x,y"', 'oracle', 'as_written')).toEqual(["q'x", "y'"])
    expect(await renamed('n😀,Total Amount', 'mysql', 'as_written')).toEqual(['n'])
    expect(await renamed('a$(b,$(', 'sql_server', 'as_written')).toEqual(['a$ (b', '$ ('])
  })

  test('are numbered quickly even if there are thousands', async () => {
    for (const dialect of ['postgresql', 'sql_server'] as const) {
      const before = performance.now()
      const header = `${'same,'.repeat(9000)}x`
      const { names } = await csv(`${header}\n${'1,'.repeat(9000)}1\n`, { input: { header_row: 1 } }, dialect)
      expect(names.slice(0, 3)).toEqual(['same', 'same_2', 'same_3'])
      expect(new Set(names).size).toBe(9001)
      expect(performance.now() - before).toBeLessThan(15_000)
    }
  })

  test('are named by position if they are blank', async () => {
    const { names, report } = await csv('id,,name,  \n1,2,x,4\n5,6,y,8\n')
    expect(names).toEqual(['id', 'column_2', 'name', 'column_4'])
    expect(report.fixes.filter((fix) => fix.code === 'column_named').length).toBe(2)
  })

  test('leave the name of another column alone if they are blank', async () => {
    const { names } = await csv('column_2,,x\n1,2,y\n')
    expect(new Set(names).size).toBe(3)
  })

  const asWritten = async (header: string, dialect: Dialect) => {
    const spec = { output: { dialect, column_names: 'as_written' }, input: { header_row: 1, delimiter: ',' } } as const
    return (await csv(`${header}\n${header.replaceAll(/[^,]+/g, '1')}\n`, spec, dialect)).names
  }

  test('are numbered if they equal a system column', async () => {
    expect(await asWritten('xmin,ymin,xmax,ymax,ctid,XMIN', 'postgresql')).toEqual([
      'xmin_2',
      'ymin',
      'xmax_2',
      'ymax',
      'ctid_2',
      'XMIN',
    ])
    expect(await asWritten('DB_ROW_ID,fts_doc_id,rowid', 'mariadb')).toEqual(['DB_ROW_ID_2', 'fts_doc_id_2', 'rowid'])
    expect(await asWritten('ROWID,Rowid', 'oracle')).toEqual(['ROWID_2', 'Rowid'])
  })

  test('are numbered if the database treats them as equal', async () => {
    expect(await asWritten('ΟΔΟΣ,οδοσ,i,İ,résumé,resume', 'mariadb')).toEqual([
      'ΟΔΟΣ',
      'οδοσ_2',
      'i',
      'İ_2',
      'résumé',
      'resume',
    ])
    expect(await asWritten('straße,strasse,ｍ,m,m²,m2', 'sql_server')).toEqual([
      'straße',
      'strasse_2',
      'ｍ',
      'm_2',
      'm²',
      'm2_2',
    ])
    expect(await asWritten('a$(b,a$ (b', 'sql_server')).toEqual(['a$ (b', 'a$ (b_2'])
    expect(await asWritten('m²,m2,straße,strasse', 'postgresql')).toEqual(['m²', 'm2', 'straße', 'strasse'])
  })

  test('may be reserved words, because every name is quoted', async () => {
    const { script } = await converted('select,order,group\n1,2,3\n', { output: { dialect: 'postgresql' } })
    expect(script).toContain('("select", "order", "group")')
  })
})

describe('the maximum length of text', () => {
  test.each([
    ['sql_server', /^nvarchar\((\d+)\)$/],
    ['oracle', /^VARCHAR2\((\d+) CHAR\)$/],
  ] as const)('leaves space for the spaces around values and for blank ones in %s', async (dialect, form) => {
    const values = [`x${' '.repeat(100)}`, ' '.repeat(120), 'yy']
    const { report } = await csv(
      `k,a,b\n${values.map((value, at) => `k${at}x,"${value}","${' '.repeat(70)}"`).join('\n')}\n`,
      {},
      dialect,
    )
    const lengths = report.columns.map((column) => Number(form.exec(column.sql_type)?.[1] ?? 0))
    expect(lengths[1]).toBeGreaterThanOrEqual(120)
    expect(lengths[2]).toBeGreaterThanOrEqual(70)
    for (const [at, column] of report.columns.entries()) expect(column.max_length).toBeLessThanOrEqual(lengths[at] ?? 0)
  })
})

test('a name without letters and digits is reported', async () => {
  const { report } = await csv('#,n\n1,2\n3,4\n', {})
  expect(report.columns[0]).toMatchObject({ name: 'column_1', source_name: '#' })
  expect(report.fixes).toMatchObject([
    {
      code: 'column_renamed',
      message: '"#" has no letter or digit. To keep it, set output.column_names to as_written.',
    },
  ])
})

describe('columns[]', () => {
  const text = 'id,code,note\n1,7,a\n2,8,b\n'

  test('renames, keeps as text and leaves out by position', async () => {
    const columns = [
      { index: 0, name: 'Key Of It' },
      { index: 1, as_text: true },
      { index: 2, exclude: true },
    ]
    const { report, lines } = await csv(text, { columns })
    expect(lines).toEqual(['Key Of It,code', '1,7', '2,8'])
    expect(report.columns).toMatchObject([
      { index: 0, name: 'Key Of It', source_name: 'id', type: 'integer' },
      { index: 1, name: 'code', type: 'text' },
      { index: 2, excluded: true },
    ])
  })

  test('keeps any value exactly with as_text', async () => {
    const values = [' 1 ', '01', 'NULL', '1,5', '2024-01-01', '']
    const file = `k,c\n${values.map((value, at) => `k${at}x,"${value}"`).join('\n')}\n`
    const { script, report } = await converted(file, {
      output: { dialect: 'postgresql', format: 'json' },
      columns: [{ index: 1, as_text: true }],
    })
    expect((JSON.parse(script) as { c: string }[]).map((row) => row.c)).toEqual(values)
    expect(report.fixes).toEqual([])
  })

  test('numbers a name that another column has', async () => {
    const { names } = await csv(text, { columns: [{ index: 1, name: 'ID' }] })
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(3)
  })

  test('reports every changed name, including names that end in digits', async () => {
    const { report } = await converted('q1,q1,plain\n1,2,3\n', { output: { dialect: 'postgresql' } })
    expect(report.columns.map(({ name }) => name)).toEqual(['q1', 'q1_2', 'plain'])
    expect(report.fixes).toMatchObject([{ code: 'column_renamed', column: 'q1_2' }])
  })

  test.each([
    ['postgresql', 'ctid', 'Every table of this database has a column "ctid" of its own.'],
    ['postgresql', 'a-b', '"a-b" is also the name of another column.'],
    ['mysql', 'ID', '"ID" is also the name of another column.'],
    ['mysql', 'x'.repeat(70), `"${'x'.repeat(59)}…" is longer than the 64 characters of a name in this database.`],
    ['postgresql', 'ö'.repeat(40), `"${'ö'.repeat(40)}" is longer than the 63 bytes of a name in this database.`],
    ['postgresql', 'a\u0001b', '"a\u0001b" has characters that this database does not allow in names.'],
  ] as const)('reports why %s gets another name than %j', async (dialect, name, message) => {
    const output = { dialect, column_names: name === 'a-b' ? 'snake_case' : 'as_written' } as const
    const { report } = await converted(`id,a b,${name}\n1,2,3\n`, { output, input: { header_row: 1 } })
    expect(report.fixes).toMatchObject([{ code: 'column_renamed', message }])
  })

  test.each([
    ['postgresql', 'ctid,xmin,oid,tableoid', ['ctid_2', 'xmin_2', 'oid', 'tableoid_2']],
    ['mysql', 'DB_ROW_ID,ctid', ['db_row_id_2', 'ctid']],
    ['mariadb', 'FTS_DOC_ID,rowid', ['fts_doc_id_2', 'rowid']],
    ['oracle', 'ROWID,ctid', ['ROWID_2', 'CTID']],
    ['sqlite', 'rowid,oid', ['rowid', 'oid']],
  ] as const)('renames columns that %s reserves: %s', async (dialect, header, names) => {
    const row = names.map((_, at) => at).join(',')
    const { report } = await converted(`${header}\n${row}\n`, { output: { dialect } })
    expect(report.columns.map(({ name }) => name)).toEqual(names)
    const renamed = names.filter((name) => name.endsWith('_2'))
    expect(report.fixes.map(({ code, column }) => [code, column])).toEqual(
      renamed.map((name) => ['column_renamed', name]),
    )
  })

  test.each(['as_written', 'snake_case'] as const)('writes a name in the spec unchanged: %s', async (column_names) => {
    const columns = [
      { index: 0, name: 'Key Of It' },
      { index: 1, name: ' #' },
    ]
    const { report } = await converted('a,b,c\n1,2,3\n', { output: { dialect: 'postgresql', column_names }, columns })
    expect(report.columns.map(({ name }) => name)).toEqual(['Key Of It', '#', 'c'])
    expect(report.fixes).toEqual([])
  })

  test.each([3, 99])('reports index %i of three columns as an error in the spec', async (index) => {
    await expect(csv(text, { columns: [{ index, name: 'x' }] })).rejects.toThrow(/^Error: invalid_spec|invalid_spec/)
  })

  test('leaves no columns if it excludes all', async () => {
    await expect(csv(text, { columns: [0, 1, 2].map((index) => ({ index, exclude: true })) })).rejects.toThrow(
      /no_columns/,
    )
  })

  test('lets the values of an excluded column reject no row', async () => {
    const many = Array.from({ length: 12_000 }, (_, at) => `${at},1`).join('\n')
    const { report } = await csv(`id,code\n${many}\n7,oops\n`, { columns: [{ index: 1, exclude: true }] })
    expect(report.rows).toMatchObject({ converted: 12_001, rejected: 0 })
  })
})

describe('nullable', () => {
  test.each(['postgresql', 'oracle'] as const)('matches the script of %s', async (dialect) => {
    const file = 'k,a,b,n\nx1,"",u,1\nx2,y,v,2\n'
    const { script, report } = await converted(file, { output: { dialect }, input: { header_row: 1 } })
    const required = [...script.matchAll(/^ {2}"?(\w+)"? .* NOT NULL,?$/gm)].map(([, name]) => name)
    expect(report.columns.filter(({ nullable }) => !nullable).map(({ name }) => name)).toEqual(required)
    // Oracle treats an empty string as NULL.
    expect(required).toEqual(dialect === 'oracle' ? ['N'] : ['k', 'b', 'n'])
  })

  const complete = [
    ...['x', 'true', 'yes', '7', '12345678901234567890', '1.50', '1,234.50', '1.5e-7', '2024-02-29', '31.12.2024'],
    ...['10:30', '2024-01-01 10:00:00', '2024-01-01T10:00:00+02:00', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ]
  const nullableOf = async (rows: readonly string[], inference = {}): Promise<boolean[]> => {
    const file = `key|c\n${rows.map((value, row) => `k${row}|${value}\n`).join('')}`
    const { report } = await converted(file, { output: { dialect: 'postgresql' }, inference })
    return report.columns.map(({ nullable }) => nullable)
  }

  test.each(complete)('is false for every type if each row of the file has a value: %s', async (value) => {
    expect(await nullableOf([value, value, value])).toEqual([false, false])
    expect(await nullableOf([value, '', value])).toEqual([false, true])
    // Rows after the sample may lack a value.
    expect(await nullableOf([value, value, value], { sample_rows: 2 })).toEqual([true, true])
  })

  test.each(['7', '1.50', '1,234.50', '1.5e-7', '2024-02-29', '31.12.2024', '10:30'])(
    'is true if a null marker occurs among typed values: %s',
    async (value) => expect(await nullableOf([value, 'N/A', value])).toEqual([false, true]),
  )

  // A value of each type, and one that a database cannot hold or that means no value.
  test.each([
    ['boolean', 'yes'],
    ['integer', '7'],
    ['decimal', '1.50'],
    ['float', '1.5e-7'],
    ['date', '2024-02-29'],
    ['time', '10:30'],
    ['timestamp', '2024-01-01 10:00:00'],
    ['timestamptz', '2024-01-01T10:00:00+02:00'],
    ['uuid', '0f8fad5b-d9cb-469f-a165-70867728950e'],
    ['json', '{"a":1}'],
    ['text', 'x'],
  ] as const)('follows the same rule where the spec gives the type %s', async (type, value) => {
    const nullableOfForced = async (values: readonly string[], inference = {}): Promise<boolean | undefined> => {
      const file = `key|c\n${values.map((cell, row) => `k${row}|${cell}\n`).join('')}`
      const output = { dialect: 'postgresql' } as const
      const { script, report } = await converted(file, { output, inference, columns: [{ index: 1, type }] })
      const column = report.columns[1]
      expect(/^ {2}c .* NOT NULL$/m.test(script)).toBe(column?.nullable === false)
      return column?.nullable
    }
    expect(await nullableOfForced([value, value, value])).toBe(false)
    expect(await nullableOfForced([value, '', value])).toBe(true)
    expect(await nullableOfForced([value, 'N/A', value])).toBe(type !== 'text')
    expect(await nullableOfForced([value, value, value], { sample_rows: 2 })).toBe(true)
    // A row that is rejected leaves no NULL.
    if (type !== 'text') expect(await nullableOfForced([value, 'oops', value])).toBe(false)
  })

  test('is true for numbers that some databases do not support', async () => {
    expect(await nullableOf(['1.5e-7', 'NaN'])).toEqual([false, true])
    expect(await nullableOf(['1.5e-7', '-inf'])).toEqual([false, true])
  })
})

test('null markers among the numbers of a workbook are NULL, in the sample and after it', async () => {
  const rows = Array.from({ length: 300 }, (_, row) => [`item ${row}`, row % 3 === 1 ? '-' : row + 1])
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['item', 'stock'], ...rows]))
  const file = new Uint8Array(write(book, { bookType: 'xlsx', type: 'buffer' }) as Buffer)
  for (const sample_rows of [1, 50, 10_000]) {
    const spec = { output: { dialect: 'postgresql', format: 'csv' }, inference: { sample_rows } } as const
    const { script, report } = await converted(file, spec, 't.xlsx')
    expect(report.columns.map(({ type }) => type)).toEqual(['text', 'integer'])
    expect(script).toBe(
      `item,stock\r\n${rows.map(([item, stock]) => `${item},${stock === '-' ? '' : stock}\r\n`).join('')}`,
    )
    expect(report.fixes).toMatchObject([{ code: 'null_marker', column: 'stock', count: 100, examples: ['-'] }])
  }
})

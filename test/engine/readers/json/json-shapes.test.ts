import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { bothWays } from '../../webassembly/both-ways.ts'
import { everyOutput } from '../../every-output.ts'
import { converted } from '../../support.ts'
import { readJson as read } from './read-json.ts'

const people = [
  { id: 1, name: 'Ann', tags: ['a', 'b'] },
  { id: 2, name: 'Zoë "the" 2nd', tags: [] },
  { id: 3, name: null, tags: null },
]
const json = JSON.stringify

describe('shapes of JSON', () => {
  test.each([
    ['an array of objects', json(people)],
    ['under one key', json({ data: people })],
    ['under one key next to facts', json({ version: 2, generated: '2024-01-01', results: people })],
    ['an object a line', people.map((one) => `${json(one)}\n`).join('')],
    ['an object a line, with CRLF and blank lines', people.map((one) => `${json(one)}\r\n\r\n`).join('')],
    ['one object after another', people.map((one) => JSON.stringify(one, null, 2)).join('\n')],
    ['one object right after another', people.map((one) => json(one)).join('')],
    ['an object a record, as jq --seq writes it', people.map((one) => `\u001e${json(one)}\n`).join('')],
    ['an object a record, spread over lines', people.map((one) => `\u001e${JSON.stringify(one, null, 2)}\n`).join('')],
    ['with a byte order mark', `\ufeff${json(people)}`],
    ['spread over lines', JSON.stringify(people, null, '\t')],
  ])('%s', async (_, text) => {
    const { rows, report } = await read(text)
    expect(rows).toEqual(people)
    expect(report.columns.map((column) => column.type)).toEqual(['integer', 'text', 'json'])
    expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
  })

  test('objects keyed by their id keep the key', async () => {
    const { rows } = await read(json({ a1: { n: 1 }, b2: { n: 2 }, c3: { n: 3 } }))
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['a1', 1],
      ['b2', 2],
      ['c3', 3],
    ])
  })

  test('a member with the same name as the key is another column', async () => {
    const { rows, report } = await read(json({ a1: { n: 1 }, b2: { key: 7, n: 2 }, c3: { key: 8, n: 3 } }))
    expect(rows).toEqual([
      { key: 'a1', n: 1, key_2: null },
      { key: 'b2', n: 2, key_2: 7 },
      { key: 'c3', n: 3, key_2: 8 },
    ])
    expect(report.fixes.map(({ code }) => code)).toEqual(['column_renamed'])
  })

  test('an array per line is a table, with the names in the first line', async () => {
    const { rows } = await read('["id","name"]\n[1,"Ann"]\n[2,"Bob"]\n', 't.jsonl')
    expect(rows).toEqual([
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Bob' },
    ])
  })

  test('a broken first line loses nothing but itself', async () => {
    const { rows, report } = await read('{"id":1,"na\n{"id":2}\n{"id":3}\n', 't.jsonl')
    expect(rows).toEqual([{ id: 2 }, { id: 3 }])
    expect(report.problems).toMatchObject([{ code: 'invalid_json', row: 1 }])
    await expect(read("{'id': 1}")).rejects.toThrow('corrupt_file: The JSON is not valid at byte 1')
  })

  test('an array of arrays is a table with the names at the top', async () => {
    const { rows } = await read(
      json([
        ['id', 'name'],
        [1, 'Ann'],
        [2, 'Bob'],
      ]),
    )
    expect(rows).toEqual([
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Bob' },
    ])
  })

  test('an array of arrays may have no names', async () => {
    const { rows } = await read(
      json([
        [1, 'Ann'],
        [2, 'Bob'],
      ]),
    )
    expect(rows.map((row) => Object.values(row))).toEqual([
      [1, 'Ann'],
      [2, 'Bob'],
    ])
  })

  // The output of DataFrame.to_json(orient="split"), from pandas' documentation.
  const split = {
    columns: ['id', 'name'],
    index: ['r1', 'r2'],
    data: [
      [1, 'Ann'],
      [2, null],
    ],
  } as const
  const frame = [
    { id: 1, name: 'Ann' },
    { id: 2, name: null },
  ]

  test.each([
    ['as pandas splits a frame', split],
    ['its keys sorted', { columns: split.columns, data: split.data, index: split.index }],
    [
      'an index of several levels',
      {
        ...split,
        index: [
          ['a', 1],
          ['a', 2],
        ],
      },
    ],
    ['under another key', { ok: true, columns: split.columns, rows: split.data }],
  ])('an array of arrays may have its names in another member: %s', async (_, file) => {
    const { rows, report } = await read(json(file))
    expect(rows).toEqual(frame)
    expect(report.notes).toEqual([expect.stringContaining('with column names from "columns"')])
    expect(report.fixes).toEqual([])
  })

  test('the names may be far above the rows, with an index as long as the table between them', async () => {
    const count = 150_000
    const data = Array.from({ length: count }, (_, row) => [row, `name ${row}`, row % 2 === 0])
    const file = json({ columns: ['id', 'name', 'even'], index: data.map(([id]) => `row ${String(id)}`), data })
    const { rows, report } = await read(file)
    expect(report.rows).toMatchObject({ converted: count, rejected: 0 })
    expect(rows.at(-1)).toEqual({ id: count - 1, name: `name ${count - 1}`, even: false })
    expect(report.notes.join(' ')).toContain('Left out beside it: "index".')
  })

  test('a list of names of another length than the rows names nothing, and extra cells have no name', async () => {
    const other = await read(json({ ...split, columns: ['id', 'name', 'age'] }))
    expect(other.rows).toEqual([
      { column_1: 1, column_2: 'Ann' },
      { column_1: 2, column_2: null },
    ])
    expect(other.report.notes[0]).toContain('Left out beside it: "columns", "index"')
    const wider = await read(
      json({
        ...split,
        data: [
          [1, 'Ann'],
          [2, null, 7],
        ],
      }),
    )
    expect(wider.rows[1]).toEqual({ id: 2, name: null, column_3: 7 })
  })

  // Response formats documented by Elasticsearch, Solr, OData 2, HAL and GraphQL, and JSON converted from XML.
  test.each([
    ['data.items', { data: { items: people }, meta: { page: 1, links: { next: null } } }, ['meta']],
    [
      'hits.hits',
      { took: 1, _shards: { total: 1 }, hits: { total: { value: 3 }, hits: people } },
      ['took', '_shards', 'hits.total'],
    ],
    [
      'response.docs',
      { responseHeader: { status: 0 }, response: { numFound: 3, docs: people } },
      ['responseHeader', 'response.numFound'],
    ],
    ['d.results', { d: { results: people, __count: '3' } }, ['d.__count']],
    [
      '_embedded.people',
      { _links: { self: { href: '/' } }, _embedded: { people }, page: { size: 3 } },
      ['_links', 'page'],
    ],
    ['data.people.nodes', { data: { people: { nodes: people } } }, []],
    ['export.row', { export: { row: people } }, []],
    [
      'data.viewer.organization.team.members.nodes',
      {
        data: { viewer: { organization: { team: { members: { nodes: people, pageInfo: { hasNextPage: false } } } } } },
      },
      ['data.viewer.organization.team.members.pageInfo'],
    ],
  ])('rows under %s are found', async (path, file, others) => {
    const { rows, report } = await read(json(file))
    expect(rows).toEqual(people)
    const beside = others.length === 0 ? '' : ` Left out beside it: ${others.map((key) => `"${key}"`).join(', ')}.`
    expect(report.notes).toEqual([`The rows are the array at "${path}".${beside}`])
  })

  test('rows of a GraphQL page are found beside facts about the query', async () => {
    const pageInfo = { hasNextPage: false }
    const file = { data: { repository: { name: 'x', issues: { nodes: people, totalCount: 3, pageInfo } } }, errors: [] }
    const { rows, report } = await read(json(file))
    expect(rows).toEqual(people)
    expect(report.notes).toEqual([
      'The rows are the array at "data.repository.issues.nodes". Left out beside it: "errors", "data.repository.name", "data.repository.issues.totalCount", "data.repository.issues.pageInfo".',
    ])
  })

  test.each([
    ['two pages', { data: { a: { nodes: people, pageInfo: {} }, b: { nodes: people, pageInfo: {} } } }, 2],
    ['a page in a record', { id: 9, query: 'x', lines: { nodes: people, pageInfo: {} } }, 1],
  ])('the page is a value in a document with %s', async (_, file, count) => {
    expect((await read(json(file))).report.rows.converted).toBe(count)
  })

  const tree = { id: 1, home: { people } }
  const twoWithin = { took: 1, data: { people, others: people } }
  const keyed = (first: string, second: string) => [first, second].map((key) => ({ key, list: people }))

  test.each([
    ['two of them have rows', { data: { list: people }, result: { list: people } }, keyed('data', 'result')],
    ['another one has rows too', { data: { list: people }, more: { list: people } }, keyed('data', 'more')],
    ['nothing says that it is a wrapping', tree, [tree]],
    ['two arrays of rows are in it', twoWithin, [twoWithin]],
    ['it is a thing with some people', { thing: { title: 'x', people } }, [{ thing: { title: 'x', people } }]],
  ])('an object with rows stays a value if %s', async (_, file, rows) => {
    expect((await read(json(file))).rows).toEqual(rows)
  })

  test('two arrays of rows stay in one row, and the report says so', async () => {
    const file = { people, orders: [{ id: 7 }] }
    const { rows, report } = await read(json(file))
    expect(rows).toEqual([file])
    expect(report.notes).toEqual([
      'Several arrays have rows ("people", "orders"), so they stay values. To convert one of them, set input.path to it.',
    ])
  })

  test('members after the rows of a large file are reported', async () => {
    const many = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `the name of person ${id}` }))
    const flat = await read(json({ version: 1, people: many, orders: [{ id: 1 }], total: 2 }))
    expect(flat.report.rows).toMatchObject({ converted: many.length, rejected: 0 })
    expect(flat.report.notes).toEqual([
      'The rows are the array at "people". Left out beside it: "version".',
      'Members after the rows were left out: "orders", "total".',
    ])
    const wrapped = await read(json({ data: { people: many, next: null }, errors: [{ code: 1 }] }))
    expect(wrapped.rows).toEqual(many)
    expect(wrapped.report.notes).toEqual([
      'The rows are the array at "data.people".',
      'Members after the rows were left out: "data.next", "errors".',
    ])
  })

  test.each([
    ['the object around the rows is not closed', json({ data: people }).slice(0, -1)],
    ['one of two objects around them is not closed', json({ data: { items: people } }).slice(0, -1)],
    ['one is closed too often', `${json({ data: people })}}`],
    ['a bare array is closed like an object', `${json(people)}}`],
    ['members follow a bare array', `${json(people)},"total":3`],
  ])('a document is refused if %s', async (_, file) => {
    await expect(read(file)).rejects.toThrow('corrupt_file')
  })

  // Leftovers in hand-written files, and files that were cut in transit.
  test.each([
    ['a comment', '{"a": 1, /* the first */ "b": 2}', '/*', 'JSON does not allow comments'],
    ['a comment above everything', '// My settings\n{"a": 1}', '//', 'JSON does not allow comments'],
    ['a comment of a line', '[{"a": [1,\n// two\n2]}]', '//', 'JSON does not allow comments'],
    ['a comment of a shell', '{\n# the first\n"a": 1}', '#', 'JSON does not allow comments'],
    ['a comma before the end', '{"a": {"b": 1,\n}\n}', '}\n}', 'a value is missing after a comma'],
    ['a line inside a string', '{"a": "b\nc"}', '\nc', 'a string contains a control character'],
    ['a key without quotes', '[{"a": 1}, {"a": {b: 2}}]', 'b:', 'a value is malformed'],
    ['a word of Python', '{"a": [true, None]}', 'None', 'a value is malformed'],
    ['no number of Python', '[{"a": 1.5}, {"a": NaN}]', 'NaN', 'JSON does not allow NaN and Infinity'],
    ['another one', '{"a": {"b": -Infinity}}', 'Infinity', 'JSON does not allow NaN and Infinity'],
    ['a missing end', '{"a": {"b": 1}, "c": [2', '', 'the file ends too early'],
    ['a missing end of a text', `{"a": "${'b'.repeat(99_999)}`, '', 'the file ends too early'],
  ])('a document is refused for %s, with the position', async (_, file, from, why) => {
    const at = from === '' ? file.length : file.indexOf(from)
    await expect(read(file)).rejects.toThrow(`corrupt_file: The JSON is not valid at byte ${at}: ${why}.`)
  })

  test.each([
    ['123', 123],
    ['false', false],
    ['"a, b"', 'a, b'],
    [json(json(people)), json(people)],
  ])('a single value is a row if the name of the file says JSON: %s', async (text, value) => {
    expect((await read(text)).rows).toEqual([{ value }])
  })

  test('an array of objects in an array is a row, not names', async () => {
    const { rows, report } = await read('[[{"a":1},{"a":2}]]')
    expect(rows).toEqual([{ column_1: { a: 1 }, column_2: { a: 2 } }])
    expect(report.rows).toMatchObject({ converted: 1, rejected: 0 })
  })

  test('a single object is one row', async () => {
    expect((await read(json({ id: 1, name: 'Ann', on: true }))).rows).toEqual([{ id: 1, name: 'Ann', on: true }])
  })

  test.each([
    ['gzip', 't.json.gz', gzipSync(json(people))],
    ['zip', 't.zip', zipSync({ 'people.json': new TextEncoder().encode(json(people)) })],
  ])('rows are found when wrapped in %s', async (_, name, bytes) => {
    expect((await read(new Uint8Array(bytes), name)).rows).toEqual(people)
  })
})

describe('values of JSON', () => {
  test('numbers keep every digit', async () => {
    const numbers = ['9007199254740993', '12345678901234567890', '0.1000000000000000055511151231257827', '-0.0', '1.50']
    for (const number of numbers) {
      const { script } = await read(`[{"n":${number},"s":"x"}]`)
      expect(script.replaceAll(/\s/g, '')).toContain(`"n":${number}`)
    }
  })

  test('a number beyond every type keeps its digits as text', async () => {
    expect((await read('[{"n":1E400}]')).rows).toEqual([{ n: '1E400' }])
  })

  test('nested values are kept as written', async () => {
    const nested = '{"b":1.50,  "a":[1,2,{"c":"\\u00e9"}]}'
    const { script, report } = await converted(
      `[{"id":1,"doc":${nested}}]`,
      { output: { dialect: 'postgresql' } },
      't.json',
    )
    expect(report.columns[1]?.type).toBe('json')
    expect(script).toContain(nested.replaceAll("'", "''"))
  })

  test('keys of all rows become columns in order of appearance', async () => {
    const { report, rows } = await read('[{"b":1},{"a":2,"b":3},{"c":4}]')
    expect(report.columns.map((column) => column.name)).toEqual(['b', 'a', 'c'])
    expect(rows).toEqual([
      { b: 1, a: null, c: null },
      { b: 3, a: 2, c: null },
      { b: null, a: null, c: 4 },
    ])
  })

  test('a key that appears after the sample becomes a column, and no row is lost', async () => {
    const many = Array.from({ length: 60_000 }, (_, at) => `{"id":${at}}`)
    const { report } = await read([...many, '{"id":1,"late":"surprise"}'].join('\n'), 't.ndjson', {
      inference: { sample_rows: 100 },
    })
    expect(report.columns.map(({ name }) => name)).toEqual(['id', 'late'])
    expect(report.rows).toMatchObject({ converted: 60_001, rejected: 0 })
    expect(report.problems).toEqual([])
  })

  test('a repeated key has its last value, as in JSON.parse, and is reported', async () => {
    const { rows, report } = await read('[{"id":1,"a":"x","a":"y"},{"id":2,"a":"z"}]')
    expect(rows).toEqual(JSON.parse('[{"id":1,"a":"x","a":"y"},{"id":2,"a":"z"}]'))
    expect(report.fixes).toMatchObject([{ code: 'duplicate_key', column: 'a', first_row: 1, examples: ['"x" → "y"'] }])
  })

  test.each([
    ['an array', (values: string) => `[{"id":1,"o":${values}},{"id":2,"o":{"x":3}},{"id":3,"o":{"x":4}}]`],
    ['lines', (values: string) => `{"id":1,"o":${values}}\n{"id":2,"o":{"x":3}}\n{"id":3,"o":{"x":4}}\n`],
  ])('a repeated key of %s is reported with both values', async (_, fileOf) => {
    const examplesOf = async (values: string) =>
      (await read(fileOf(values))).report.fixes.map(({ examples }) => examples)
    expect(await examplesOf('{"x":null,"x":2}')).toEqual([['null → 2']])
    expect(await examplesOf('{"x":1,"x":2,"x":7}')).toEqual([['1 → 2', '2 → 7']])
    expect(await examplesOf('{"x":1},"o":{"x":2}')).toEqual([['{"x":1} → {"x":2}']])
  })

  test('__proto__ and constructor are ordinary names', async () => {
    const { script, report } = await read('[{"__proto__":1,"constructor":"a","toString":true}]')
    expect(report.columns.map((column) => column.name)).toEqual(['__proto__', 'constructor', 'toString'])
    expect(script).toContain('"__proto__"')
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  test('a lone surrogate becomes U+FFFD, and is reported', async () => {
    const { rows, report } = await read(String.raw`[{"id":1,"s":"a\ud83dz"},{"id":2,"s":"\ud83d\ude00"}]`)
    expect(rows.map((row) => row['s'])).toEqual(['a\ufffdz', '😀'])
    expect(report.fixes.length).toBeGreaterThan(0)
  })

  test('digits in quotes are text', async () => {
    const { report } = await read('[{"zip":"01234","n":"12"},{"zip":"90210","n":"7"}]')
    expect(report.columns.map((column) => column.type)).toEqual(['text', 'text'])
  })

  test.each([
    ['between the lines', ',\n', ''],
    ['after each', ',\r\n', ','],
  ])('commas %s do not add rows', async (_, between, last) => {
    const text = Array.from({ length: 200 }, (_row, id) => `{"id":${id}}`).join(between) + last
    const { report, rows } = await read(text, 't.ndjson')
    expect(report.rows).toMatchObject({ converted: 200, rejected: 0 })
    expect(rows).toEqual(Array.from({ length: 200 }, (_row, id) => ({ id })))
    await expect(read(text, 't.json')).rejects.toThrow('corrupt_file')
  })

  test('a broken line is rejected alone', async () => {
    const { report, rows } = await read('{"id":1}\n{"id":2,}\n{"id":3}\n', 't.ndjson')
    expect(report.rows).toMatchObject({ converted: 2, rejected: 1 })
    expect(report.problems[0]?.row).toBe(2)
    expect(rows).toEqual([{ id: 1 }, { id: 3 }])
  })
})

describe('a column of nested values', () => {
  const nested = Array.from({ length: 400 }, (_, id) => ({ id, v: { k: { n: id } } as unknown }))
  const late = ['s{', '{"x":1}', '', 'a "quoted" \n line', '\ufeffx', 5, 1.5, true, null, [1, ['b']]]
  const rows = [
    ...nested,
    ...late.map((v, at) => ({ id: 400 + at, v })),
    ...nested.map(({ id, v }) => ({ id: id + 500, v })),
  ]
  const lines = rows.map((row) => json(row)).join('\n')

  test('keeps every value after the sample exactly', async () => {
    const found = await read(lines, 't.ndjson', { inference: { sample_rows: 50 } })
    expect(found.rows).toEqual(rows)
    expect(found.report.columns.map(({ type }) => type)).toEqual(['integer', 'json'])
    expect(found.report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
    expect(found.report.fixes).toEqual([])
  })

  test.each(everyOutput)('is written by the kernel as by plain code: %j', async (output) => {
    const { ours, plain, fastRows } = await bothWays(lines, { output, inference: { sample_rows: 50 } }, 't.ndjson')
    expect(ours).toEqual(plain)
    expect(fastRows).toBeGreaterThan(100)
  })

  test('loads into PostgreSQL', async () => {
    const output = { dialect: 'sqlite' } as const
    const { script } = await converted(lines, { output, inference: { sample_rows: 50 } }, 't.ndjson')
    const database = new DatabaseSync(':memory:')
    database.exec(script)
    const back = database.prepare('SELECT id, v FROM t WHERE v IS NULL OR json_valid(v)').all()
    database.close()
    expect(back.map((row) => (row['v'] === null ? null : (JSON.parse(String(row['v'])) as unknown)))).toEqual(
      rows.map(({ v }) => v),
    )
  })
})

describe('a null marker in a column of numbers or booleans', () => {
  const markers = ['N/A', 'null', '-', 'NaN', ' n/a ']
  const values = (row: number, marker: string) =>
    row % 7 === 3 ? { n: marker, f: marker, b: marker } : { n: row, f: row * 1.5e-9, b: row % 2 === 0 }
  const rowsWith = (marker: string) => Array.from({ length: 700 }, (_, row) => ({ id: row, ...values(row, marker) }))

  test.each(markers)('is NULL in the sample and after it, and counted: %j', async (marker) => {
    const rows = rowsWith(marker)
    const token = marker.trim()
    for (const sample_rows of [2, 100, 10_000]) {
      const found = await read(json(rows), 't.json', { inference: { sample_rows } })
      expect(found.report.columns.map(({ type }) => type)).toEqual(['integer', 'integer', 'float', 'boolean'])
      expect(found.rows.map(({ n, b }) => [n, b])).toEqual(
        rows.map(({ n, b }) => (n === marker ? [null, null] : [n, b])),
      )
      const sentences = found.report.fixes.map(
        ({ code, column, count, examples }) => [column, code, count, examples] as const,
      )
      const byColumn = sentences.toSorted(([one = ''], [other = '']) => one.localeCompare(other))
      expect(byColumn).toEqual(['b', 'f', 'n'].map((column) => [column, 'null_marker', 100, [marker]]))
      expect(
        found.report.fixes.every(({ message }) => message === `"${token}" means no value, so it became NULL.`),
      ).toBe(true)
    }
  })

  test('is handled by the kernel as by plain code', async () => {
    const lines = [...rowsWith('N/A'), ...rowsWith('NaN')].map((row) => json(row)).join('\n')
    for (const sample_rows of [2, 100, 10_000]) {
      const spec = { output: { dialect: 'postgresql' }, inference: { sample_rows } } as const
      const { ours, plain } = await bothWays(lines, spec, 't.ndjson')
      expect(ours).toEqual(plain)
    }
  })

  test('stays text in a column of text', async () => {
    const rows = [{ s: 'a' }, { s: 'N/A' }, { s: '-' }]
    const found = await read(json(rows))
    expect(found.rows).toEqual(rows)
    expect(found.report.fixes).toEqual([])
  })

  test('is not any other string, which makes the sample text and is rejected after it', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => ({ n: row === 200 ? 'twelve' : row }))
    expect((await read(json(rows))).report.columns[0]?.type).toBe('text')
    const late = await read(json(rows), 't.json', { inference: { sample_rows: 50 } })
    expect(late.report.problems).toMatchObject([{ code: 'type_mismatch', row: 201, value: 'twelve' }])
  })
})

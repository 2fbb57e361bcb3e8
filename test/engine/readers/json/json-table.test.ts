import { describe, expect, test } from 'vitest'
import { readJson } from './read-json.ts'

const read = (file: unknown, name?: string) => readJson(typeof file === 'string' ? file : JSON.stringify(file), name)

const people = [
  { id: 1, name: 'Ann' },
  { id: 2, name: null },
]
const arrays = people.map(({ id, name }) => [id, name])
const columns = [
  { name: 'id', type: 'integer' },
  { name: 'name', type: 'text' },
]
const note = (path: string, others: readonly string[]): string =>
  `The rows are the array at "${path}". Left out beside it: ${others.map((key) => `"${key}"`).join(', ')}.`

// Responses and exports from each vendor's documentation.
describe('an array of objects that only describes the rows is not a table', () => {
  test.each([
    ['ClickHouse (FORMAT JSON)', { meta: columns, data: people, rows: 2 }, 'data', ['meta', 'rows']],
    [
      'Splunk',
      { preview: false, messages: [], fields: [...columns, { name: '_time' }], results: people },
      'results',
      ['preview', 'messages', 'fields'],
    ],
    [
      'CKAN',
      { success: true, result: { fields: [{ id: 'id' }, { id: 'name' }], records: people, total: 2 } },
      'result.records',
      ['success', 'result.fields', 'result.total'],
    ],
    [
      'SQL Developer',
      { results: [{ columns: [{ name: 'ID' }, { name: 'NAME' }], items: people }] },
      'results.0.items',
      ['results.0.columns'],
    ],
    [
      'Redash',
      { query_result: { id: 7, query: 'select', data: { columns, rows: people } } },
      'query_result.data.rows',
      ['query_result.id', 'query_result.query', 'query_result.data.columns'],
    ],
    ['JSON:API', { data: people, included: [{ type: 'team', id: '9' }] }, 'data', ['included']],
    [
      'ORDS',
      { items: people, hasMore: false, links: [{ rel: 'self', href: 'https://example.com' }] },
      'items',
      ['hasMore', 'links'],
    ],
    [
      'FHIR',
      { resourceType: 'Bundle', link: [{ relation: 'next', url: 'https://example.com' }], entry: people },
      'entry',
      ['resourceType', 'link'],
    ],
    [
      'HAR',
      { log: { version: '1.2', pages: [{ id: 'page_1' }], entries: people } },
      'log.entries',
      ['log.version', 'log.pages'],
    ],
    ['HAR without pages', { log: { version: '1.2', entries: people } }, 'log.entries', ['log.version']],
  ])('%s', async (_, file, path, others) => {
    const { rows, report } = await read(file)
    expect(rows).toEqual(people)
    expect(report.notes).toEqual([note(path, others)])
  })

  test('the attributes of features are rows (ArcGIS)', async () => {
    const features = people.map((attributes) => ({ attributes, geometry: { x: 1, y: 2 } }))
    const rows = people.map(({ id, name }) => ({
      attributes_id: id,
      attributes_name: name,
      geometry_x: 1,
      geometry_y: 2,
    }))
    expect((await read({ geometryType: 'esriGeometryPoint', fields: columns, features })).rows).toEqual(rows)
  })

  const arcs = [
    [
      [0, 0],
      [1, 1],
    ],
  ]
  const collection = { type: 'GeometryCollection', geometries: people }

  test('the only collection of a map gives the rows, without its arcs (TopoJSON)', async () => {
    const { rows, report } = await read({ type: 'Topology', objects: { land: collection }, arcs })
    expect(rows).toEqual(people)
    expect(report.notes).toEqual([note('objects.land.geometries', ['type', 'arcs', 'objects.land.type'])])
  })

  test.each([
    ['several collections', { type: 'Topology', arcs, objects: { land: collection, towns: collection } }],
    ['a single shape (GeoJSON)', { type: 'Polygon', coordinates: arcs }],
  ])('%s are one row', async (_, file) => {
    expect((await read(file)).rows).toEqual([file])
  })

  test.each([
    ['ClickHouse', { meta: columns, data: [], rows: 0 }],
    ['ORDS', { items: [], hasMore: false, links: [{ rel: 'self', href: 'https://example.com' }] }],
    ['FHIR', { resourceType: 'Bundle', total: 0, link: [{ relation: 'self', url: 'https://example.com' }] }],
  ])('a response from %s without rows has no rows of columns or links', async (_, file) => {
    expect((await read(file)).rows).toEqual([file])
  })

  test('links inside the only row do not make a table', async () => {
    const version = { id: 'v1', links: [{ rel: 'self', href: 'https://example.com' }], types: people }
    expect((await read({ versions: [version] })).rows).toEqual([version])
  })

  test('fields are rows if no other member has a name for rows', async () => {
    expect((await read({ name: 'farm', errors: [], fields: people })).rows).toEqual(people)
  })

  const links = [{ source: 'a', target: 'b' }]
  test.each([
    ['links of a graph', { nodes: people, links }],
    ['columns of something else', { fields: [{ name: 'wheat' }], farms: people }],
    ['pages of a site', { pages: people, posts: people }],
  ])('%s are one row', async (_, file) => {
    const { rows, report } = await read(file)
    expect(rows).toEqual([file])
    expect(report.notes).toEqual([expect.stringContaining('they stay values')])
  })
})

describe('columns of arrays get their names from another member', () => {
  test.each([
    ['ClickHouse (FORMAT JSONCompact)', { meta: columns, data: arrays, rows: 2 }, 'meta'],
    ['Trino', { id: '1', columns, data: arrays, stats: {} }, 'columns'],
    ['a dump of CKAN', { fields: [{ id: 'id' }, { id: 'name' }], records: arrays }, 'fields'],
    ['Metabase', { data: { rows: arrays, cols: columns }, row_count: 2 }, 'data.cols'],
    ['Socrata', { meta: { view: { id: 'x', columns } }, data: arrays }, 'meta.view.columns'],
    ['Snowflake', { resultSetMetaData: { numRows: 2, rowType: columns }, data: arrays }, 'resultSetMetaData.rowType'],
    ['Azure', { tables: [{ name: 'PrimaryResult', columns, rows: arrays }] }, 'tables.0.columns'],
    [
      'InfluxDB',
      { results: [{ statement_id: 0, series: [{ name: 'cpu', columns: ['id', 'name'], values: arrays }] }] },
      'results.0.series.0.columns',
    ],
    [
      'Nasdaq Data Link',
      { dataset: { id: 1, column_names: ['id', 'name'], frequency: 'daily', data: arrays } },
      'dataset.column_names',
    ],
    ['a header', { header: ['id', 'name'], rows: arrays }, 'header'],
  ])('%s', async (_, file, path) => {
    const { rows, report } = await read(file)
    expect(rows).toEqual(people)
    expect(report.notes).toEqual([expect.stringContaining(`with column names from "${path}"`)])
  })

  test('the other member may follow them', async () => {
    const { rows, report } = await read({ data: arrays, columns: ['id', 'name'] })
    expect(rows).toEqual(people)
    expect(report.notes).toEqual(['The rows are the array at "data", with column names from "columns".'])
  })
})

describe('rows in an array that is not a table itself are found', () => {
  const header = { type: 'header', version: '5.2.1', comment: 'Export to JSON plugin for PHPMyAdmin' }
  const exported = (names: readonly string[], rows: readonly object[]): string => {
    const tables = names.map((name) => {
      const facts = `"type":"table","name":"${name}","database":"shop"`
      return `{${facts},"data":\r\n[\r\n${rows.map((row) => JSON.stringify(row)).join(',\r\n')}\r\n]\r\n}\r\n`
    })
    return `[\r\n${JSON.stringify(header)},\r\n{"type":"database","name":"shop"},\r\n${tables.join(',')}]\r\n`
  }

  test('in an export of phpMyAdmin', async () => {
    const { rows, report } = await read(exported(['people'], people))
    expect(rows).toEqual(people)
    expect(report.notes).toEqual([note('2.data', ['0', '1', '2.type', '2.name', '2.database'])])
  })

  test('unless there are several tables', async () => {
    const { rows } = await read(exported(['people', 'others'], people))
    expect(rows.map((row) => row['name'])).toEqual([null, 'shop', 'people', 'others'])
  })

  test('the members after a very large table are reported', async () => {
    const many = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `the name of person ${id}` }))
    const { rows, report } = await read(exported(['people', 'others'], many))
    expect(rows).toEqual(many)
    expect(report.notes.at(-1)).toBe('Members after the rows were left out: "3".')
  })

  const page = { page: 1, pages: 1, per_page: 50, total: 2 }
  test('in a page of the World Bank', async () => {
    const { rows, report } = await read([page, people])
    expect(rows).toEqual(people)
    expect(report.notes).toEqual([note('1', ['0'])])
    expect((await read([{ id: 7 }, people])).report.rows.converted).toBe(2)
  })

  test.each([
    ['the array is not closed', JSON.stringify([page, people]).slice(0, -1)],
    ['the object around the rows is not closed', exported(['people'], people).replace(']\r\n}', ']\r\n')],
    ['something follows', `${JSON.stringify([page, people])}]`],
  ])('unless %s', async (_, file) => {
    await expect(read(file)).rejects.toThrow('corrupt_file')
  })
})

describe('objects keyed by their ids in one member are rows', () => {
  const keyed = { '-Ka': people[0], '-Kb': people[1] }
  const rows = Object.entries(keyed).map(([key, one]) => ({ key, ...one }))

  test.each([
    ['as Firebase exports a node', { users: keyed }, 'users'],
    ['two levels deep', { app: { users: keyed } }, 'app.users'],
  ])('%s', async (_, file, path) => {
    const found = await read(file)
    expect(found.rows).toEqual(rows)
    expect(found.report.notes).toEqual([`The rows are the members of "${path}".`])
  })

  test('facts about them are named beside them', async () => {
    const found = await read({ 'Meta Data': { '2. Symbol': 'IBM' }, users: keyed })
    expect(found.rows).toEqual(rows)
    expect(found.report.notes).toEqual(['The rows are the members of "users". Left out beside it: "Meta Data".'])
  })

  test.each([
    ['one of another kind', { a: { name: 'Ann' }, b: { name: 'Bob' }, c: { email: 'c@x.org' } }, 3],
    ['facts among them', { a: { name: 'Ann' }, b: { name: 'Bob' }, meta: { count: 2 } }, 3],
    ['an invoice and its parties', { header: { no: 77 }, parties: { buyer: { n: 1 }, seller: { n: 2 } } }, 2],
    ['a record with a status', { status: 'new', contact: { first: { n: 1 }, second: { n: 2 } } }, 1],
    ['two objects in data', { status: 'ok', data: { user: { id: 1 }, team: { id: 2 } } }, 1],
  ])('a document of %s keeps all of them', async (_, file, count) => {
    expect((await read(file)).report.rows.converted).toBe(count)
  })

  test.each([
    ['nothing in common', { config: { scripts: { a: 1 }, engines: { node: 2 } } }],
    ['no object', { config: { ...keyed, version: 1 } }],
    ['only one', { users: { '-Ka': people[0] } }],
  ])('unless there is %s', async (_, file) => {
    expect((await read(file)).rows).toEqual([file])
  })

  test('an enclosing object that is not closed is refused', async () => {
    await expect(read(JSON.stringify({ users: keyed }).slice(0, -1))).rejects.toThrow('corrupt_file')
  })
})

describe('a first row longer than the head is found', () => {
  const long = 'words '.repeat(200_000)
  const rows = [
    { id: 1, text: long },
    { id: 2, text: 'short' },
  ]
  test('among objects by their ids', async () => {
    const file = { one: rows[0], two: rows[1] }
    expect((await read(file)).rows).toEqual(Object.entries(file).map(([key, row]) => ({ key, ...row })))
  })

  test('in arrays below the names of their columns', async () => {
    const file = { columns: ['id', 'text'], index: [0, 1], data: rows.map(({ id, text }) => [id, text]) }
    expect((await read(file)).rows).toEqual(rows)
  })
})

import { describe, expect, test } from 'vitest'
import { readJson } from './read-json.ts'

const geo = {
  type: 'FeatureCollection',
  features: ['A', 'B'].map((id, at) => ({
    type: 'Feature',
    id,
    properties: { name: `n${at}`, pop: at },
    geometry: { type: 'Point', coordinates: [at, 2.5] },
  })),
}

describe('an object that wraps the values of every row is opened', () => {
  test('for the properties of GeoJSON, while a geometry stays one value', async () => {
    const { rows, report } = await readJson(JSON.stringify(geo), 't.geojson')
    expect(rows).toEqual(
      geo.features.map(({ type, id, properties, geometry }) => ({
        type,
        id,
        properties_name: properties.name,
        properties_pop: properties.pop,
        geometry,
      })),
    )
    expect(report.notes).toContain(
      'The members of "properties" became columns of their own. Set input.flatten to change how many levels do.',
    )
  })

  test.each([
    ['Elasticsearch', '_source', { hits: { hits: [1, 2].map((id) => ({ _id: `${id}`, _source: { id } })) } }],
    ['Reddit', 'data', { kind: 'Listing', data: { children: [1, 2].map((id) => ({ kind: 't3', data: { id } })) } }],
    ['GraphQL', 'node', { data: { issues: { edges: [1, 2].map((id) => ({ node: { id } })) } } }],
    ['JSON:API', 'attributes', { data: [1, 2].map((id) => ({ type: 't', attributes: { id } })) }],
  ])('for %s', async (_, wrapper, file) => {
    const { rows } = await readJson(JSON.stringify(file))
    expect(rows.map((row) => row[`${wrapper}_id`])).toEqual([1, 2])
  })

  test('whatever its name, if it has the same scalar members in every row', async () => {
    const users = [1, 2, 3].map((id) => ({ id, user: { name: `n${id}`, age: id === 2 ? null : id }, ok: true }))
    const { rows, report } = await readJson(JSON.stringify(users))
    expect(rows).toEqual(users.map(({ id, user, ok }) => ({ id, user_name: user.name, user_age: user.age, ok })))
    expect(report.notes.join(' ')).toContain('The members of "user" became columns of their own')
  })

  test.each([
    [
      'is missing in a row',
      [
        { id: 1, data: { a: 1 } },
        { id: 2, data: null },
      ],
    ],
    ['is deep', [1, 2].map((id) => ({ id, user: { name: 'x', town: { name: 'y' } } }))],
    ['contains a list', [1, 2].map((id) => ({ id, user: { name: 'x', tags: ['y'] } }))],
    ['is irregular', [1, 2].map((id) => ({ id, user: { name: 'x', [`k${id}`]: 1 } }))],
    ['is a list in a row', [{ user: { name: 'x' } }, { user: ['x'] }]],
    [
      'is a map of many keys',
      [1, 2].map((id) => ({ id, map: Object.fromEntries(Array.from({ length: 99 }, (_, k) => [`k${k}`, k])) })),
    ],
  ])('an object stays JSON if it %s', async (_, file) => {
    expect((await readJson(JSON.stringify(file))).rows).toEqual(file)
  })
})

describe('input.flatten', () => {
  const users = [
    { id: 1, user: { name: 'Ann', address: { city: 'Rome' } }, tags: ['a'] },
    { id: 2, user: { name: 'Bob', address: { city: 'Oslo' } }, tags: [] },
    { id: 3 },
  ]
  const flattened = async (flatten: number) =>
    (await readJson(JSON.stringify(users), 't.json', { input: { flatten } })).rows

  test('0 opens no objects', async () => {
    const { rows } = await readJson(JSON.stringify(geo), 't.json', { input: { flatten: 0 } })
    expect(rows).toEqual(geo.features)
  })
  test('1 opens one level, wherever it is an object', async () => {
    expect((await flattened(1))[0]).toEqual({ id: 1, user_name: 'Ann', user_address: { city: 'Rome' }, tags: ['a'] })
  })
  test('2 opens two levels', async () => {
    expect(await flattened(2)).toEqual([
      { id: 1, user_name: 'Ann', user_address_city: 'Rome', tags: ['a'] },
      { id: 2, user_name: 'Bob', user_address_city: 'Oslo', tags: [] },
      { id: 3, user_name: null, user_address_city: null, tags: null },
    ])
  })
})

test('keys and values of another kind after the sample get columns of their own', async () => {
  const head = Array.from({ length: 3000 }, (_, id) => ({ id, data: { a: id, pad: 'x'.repeat(200) } }))
  const late = [
    { id: 3000, data: { a: 1, late: 'z' } },
    { id: 3001, data: 'none' },
  ]
  const file = [...head, ...late].map((row) => JSON.stringify(row)).join('\n')
  const { rows, report } = await readJson(file, 't.ndjson', { inference: { sample_rows: 100 } })
  expect(report.rows).toMatchObject({ converted: 3002, rejected: 0 })
  expect(rows.at(-2)).toMatchObject({ data_a: 1, data_late: 'z' })
  expect(rows.at(-1)).toMatchObject({ data_a: null, data: 'none' })
})

test('a repeated key in an opened object, or outside of it, has its last value as in JSON.parse', async () => {
  const file = '[{"data":{"a":1,"a":2}},{"data":{"a":3},"data":{"b":4}}]'
  const { rows } = await readJson(file)
  expect(rows).toEqual([
    { data_a: 2, data_b: null },
    { data_a: null, data_b: 4 },
  ])
})

describe('input.path', () => {
  const file = JSON.stringify({ n: 1, 'a/b': [{ list: [{ id: 1 }, { id: 2 }] }, { x: 'y' }], more: [1], z: { q: [] } })
  test.each(['/a~1b/0/list', 'a/b.0.list'])('finds the rows: %s', async (path) => {
    const { rows, report } = await readJson(file, 't.json', { input: { path } })
    expect(rows).toEqual([{ id: 1 }, { id: 2 }])
    expect(report.notes).toContain('Members after the rows were left out: "a/b.1", "more", "z".')
  })
  test.each(['/none', '/n', '/a~1b/7', '/a~1b/x', '/z'])('%s is refused', async (path) => {
    await expect(readJson(file, 't.json', { input: { path } })).rejects.toThrow(
      'invalid_spec: input.path: the JSON has no rows at',
    )
  })
})

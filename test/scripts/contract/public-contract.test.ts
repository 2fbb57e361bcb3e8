import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type Description,
  findingsIn,
  nameIn,
  promisesOf,
  type Snapshot,
  withAdditions,
} from '../../../scripts/contract/public-contract.ts'
import { openApiDocument } from '../../../src/api/description/document.ts'

const parameter = { name: 'wait', in: 'query' }
const description: Description = {
  paths: {
    '/files': {
      parameters: [],
      get: { operationId: 'listFiles', parameters: [parameter], responses: { 200: {}, 404: {} } },
    },
  },
  components: {
    parameters: {},
    schemas: {
      Kind: { type: 'string', enum: ['csv', 'tsv'] },
      File: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string' },
          kind: { anyOf: [{ $ref: '#/components/schemas/Kind' }, { type: 'null' }] },
          parts: { type: 'array', items: { type: 'object', properties: { bytes: { type: 'integer' } } } },
        },
      },
    },
  },
}
const promises = [
  'File.id: string',
  'File.kind?: Kind | null',
  'File.parts?: object[]',
  'File.parts[].bytes?: integer',
  'Kind = csv',
  'Kind = tsv',
  'component File',
  'component Kind',
  'listFiles responds 200',
  'listFiles responds 404',
  'listFiles takes query wait',
  'operation listFiles: GET /files',
]
const snapshot = Object.fromEntries(promises.map((promise) => [promise, '1.0']))
const log = (entry: string): string => `# Changelog\n\n## March\n\n${entry}\n\n## February\n\n- \`old\`\n`

describe('the public contract', () => {
  test('lists everything that clients can see', () => {
    expect(promisesOf(description)).toEqual(promises)
    expect(promises.map(nameIn)).toEqual([
      ...['id', 'kind', 'parts', 'bytes', 'csv', 'tsv', 'File', 'Kind', '200', '404', 'wait', 'listFiles'],
    ])
  })

  test('holds if nothing has changed', () => {
    expect(findingsIn(promises, snapshot, log(''))).toEqual([])
  })

  test.each(promises)('is broken without "%s"', (promise) => {
    const left = promises.filter((one) => one !== promise)
    expect(findingsIn(left, snapshot, log(''))).toEqual([expect.stringContaining(`Removed or changed: ${promise}`)])
    // Recording additions does not remove missing entries.
    expect(withAdditions(left, snapshot, log(''))).toEqual(snapshot)
  })

  test('is broken by a new name, another type, or a field that becomes optional', () => {
    for (const [from, to] of [
      ['File.id: string', 'File.key: string'],
      ['File.id: string', 'File.id: integer'],
      ['File.id: string', 'File.id?: string'],
    ] as const) {
      const changed = promises.map((promise) => (promise === from ? to : promise))
      expect(findingsIn(changed, snapshot, log('- `key`'))[0]).toContain(`Removed or changed: ${from}`)
    }
  })

  test('records an addition if the newest section of the changelog names it', () => {
    const more = [...promises, 'File.size?: integer']
    expect(findingsIn(more, snapshot, log(''))).toEqual([expect.stringContaining('Added: File.size?: integer')])
    const recorded = withAdditions(more, snapshot, log(''))
    expect(recorded['File.size?: integer']).toBe('March')
    const unnamed = [expect.stringContaining('does not name `size` in "March"')]
    expect(findingsIn(more, recorded, log('- `resize` and size'))).toEqual(unnamed)
    expect(findingsIn(more, recorded, log('').replace('`old`', '`size`'))).toEqual(unnamed)
    expect(findingsIn(more, recorded, log('- `file.size` tells it.'))).toEqual([])
  })

  test('needs no mention of the fields of a new object or the values of a new field', () => {
    const added = ['File.plan.kind?: one of a list', 'File.plan.kind = a', 'File.plan?: object']
    const recorded = withAdditions([...promises, ...added], snapshot, log(''))
    expect(findingsIn([...promises, ...added], recorded, log('- `plan`'))).toEqual([])
    expect(findingsIn([...promises, ...added], recorded, log('- `kind`'))).toEqual([
      expect.stringContaining('File.plan?: object'),
    ])
  })
})

test('the API keeps its promises, and the changelog names its additions', () => {
  const read = (path: string): string => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8')
  const now = promisesOf(openApiDocument('https://api.example') as Description)
  expect(findingsIn(now, JSON.parse(read('reference/contract.json')) as Snapshot, read('guide/changelog.md'))).toEqual(
    [],
  )
})

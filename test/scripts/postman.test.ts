import { expect, test } from 'vitest'
import { postmanCollection } from '../../scripts/postman/collection.ts'
import { openApiDocument } from '../../src/api/description/document.ts'

interface Item {
  readonly request: {
    readonly method: string
    readonly url: { readonly path: readonly string[] }
    readonly body?: { readonly raw: string }
  }
}

const document = openApiDocument('https://api.example') as { paths: Record<string, Record<string, unknown>> }
const { item } = postmanCollection(document, 'https://api.example') as { item: Item[] }

test('every operation of the description is a request, with its method and path', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(described.length).toBeGreaterThan(8)
  expect(item.map(({ request }) => `${request.method} /${request.url.path.join('/')}`)).toEqual(described)
})

test('a request that opens a conversion has the example from the description', () => {
  const open = item.find(({ request }) => request.method === 'POST' && request.url.path.join('/') === 'conversions')
  expect(JSON.parse(open?.request.body?.raw ?? '{}')).toHaveProperty('spec.output.dialect')
})

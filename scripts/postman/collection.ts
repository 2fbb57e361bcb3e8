interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly { readonly $ref?: string; readonly in?: string; readonly name?: string }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, Media>> }
}

interface Media {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

interface Document {
  readonly info: { readonly title: string; readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: {
    readonly parameters?: Readonly<Record<string, { readonly in?: string; readonly name?: string }>>
  }
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Returns the operations of an OpenAPI document as a Postman collection, version 2.1. The key and the URL are
 * variables.
 */
export function postmanCollection(given: object, origin: string): object {
  const document = given as Document
  return {
    info: {
      name: document.info.title,
      description: document.info.description ?? '',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: `${origin}/v1` },
      { key: 'apiKey', value: '' },
    ],
    item: Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([method]) => methods.includes(method))
        .map(([method, operation]) => itemOf(document, path, method, operation)),
    ),
  }
}

function itemOf(document: Document, path: string, method: string, operation: Operation): object {
  const query = (operation.parameters ?? [])
    .map((parameter) => resolved(document, parameter))
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => ({ key: name ?? '', value: '', disabled: true }))
  const body = bodyOf(operation)
  // Postman writes the parameters of a path as `:id`.
  const segments = path
    .split('/')
    .filter(Boolean)
    .map((segment) => segment.replace(/^\{(.+)\}$/, ':$1'))
  return {
    name: operation.summary ?? operation.operationId ?? `${method} ${path}`,
    request: {
      method: method.toUpperCase(),
      description: operation.description ?? '',
      header: body === null ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      url: { raw: `{{baseUrl}}/${segments.join('/')}`, host: ['{{baseUrl}}'], path: segments, query },
      ...(body === null ? {} : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
    },
  }
}

function resolved(
  document: Document,
  parameter: { readonly $ref?: string; readonly in?: string; readonly name?: string },
) {
  if (parameter.$ref === undefined) return parameter
  return document.components?.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] ?? parameter
}

/** Returns the first example of the body, or an empty object if the description has none. */
function bodyOf({ requestBody }: Operation): unknown {
  const media = requestBody?.content?.['application/json']
  if (media === undefined) return null
  return media.example ?? Object.values(media.examples ?? {})[0]?.value ?? {}
}

import { openApiDocument } from '../../api/description/document.ts'
import type { Schema } from './schema-rows.ts'

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly description: string
  readonly required?: boolean
  readonly schema: Schema
}
export interface Content {
  readonly 'application/json': {
    readonly schema: Schema
    readonly example?: unknown
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
  }
}
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}
export interface Description {
  readonly info: { readonly title: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | readonly Parameter[]>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

let made: { readonly origin: string; readonly description: Description } | null = null

/** Returns the description that machines read, made once for each origin. */
export function descriptionOf(origin: string): Description {
  if (made?.origin !== origin) made = { origin, description: openApiDocument(origin) as Description }
  return made.description
}

export interface ListedOperation {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

const methods = ['get', 'post', 'delete']

export function operations(origin: string): ListedOperation[] {
  return Object.entries(descriptionOf(origin).paths).flatMap(([path, item]) =>
    methods.flatMap((method) =>
      item[method] === undefined ? [] : [{ path, method, operation: item[method] as Operation }],
    ),
  )
}

export function parametersOf(origin: string, { path, operation }: ListedOperation): Parameter[] {
  const { paths, components } = descriptionOf(origin)
  const shared = paths[path]?.['parameters'] as readonly Parameter[] | undefined
  return [...(shared ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    parameter.$ref === undefined
      ? parameter
      : (components.parameters[parameter.$ref.split('/').at(-1) ?? ''] ?? parameter),
  )
}

/** Returns an example of the body, if the operation has one. */
export function bodyExampleOf({ requestBody }: Operation): unknown {
  const content = requestBody?.content['application/json']
  return content?.example ?? Object.values(content?.examples ?? {})[0]?.value
}

import { causeOfCode, statusOf } from '../description/codes.ts'
import type { ApiErrorCode } from '../../contract/codes.ts'
import { openApiDocument } from '../description/document.ts'
import { rowsOf, type Schema, typeOf } from './schema-rows.ts'
import { referenceStyle } from './style.ts'

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly description: string
  readonly required?: boolean
  readonly schema: Schema
}
interface Content {
  readonly 'application/json': {
    readonly schema: Schema
    readonly example?: unknown
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
  }
}
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}
interface Document {
  readonly info: { readonly title: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | readonly Parameter[]>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/** Text of the description: backticks are code, nothing else is markup. */
const prose = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
const code = (value: unknown): string =>
  `<pre tabindex="0"><code>${escaped(JSON.stringify(value, null, 2))}</code></pre>`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `<div class="wide" tabindex="0"><table><thead><tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr></thead><tbody>${rows
        .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
        .join('')}</tbody></table></div>`

const fieldTable = (schema: Schema): string =>
  table(
    ['Field', 'Type', 'Notes'],
    rowsOf(schema).map(({ path, type, isRequired, notes }) => [
      `<code>${escaped(path)}</code>${isRequired ? ' <small>always</small>' : ''}`,
      escaped(type),
      prose(notes),
    ]),
  )

function operationSection(document: Document, path: string, method: string, operation: Operation): string {
  const shared = document.paths[path]?.['parameters'] as readonly Parameter[] | undefined
  const parameters = [...(shared ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    parameter.$ref === undefined
      ? parameter
      : (document.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] ?? parameter),
  )
  return `<section id="${operation.operationId}"><h3>${escaped(operation.summary)}</h3>
<p class="line"><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code></p>
<p>${prose(operation.description)}</p>
${parameterTable(parameters)}${bodyOf(operation)}${answersOf(operation)}</section>`
}

const parameterTable = (parameters: readonly Parameter[]): string =>
  table(
    ['Parameter', 'In', 'Type', 'Notes'],
    parameters.map(({ name, in: place, schema, description, required }) => [
      `<code>${escaped(name)}</code>${required === true ? ' <small>required</small>' : ''}`,
      place,
      escaped(typeOf(schema)),
      prose(description),
    ]),
  )

function bodyOf({ requestBody }: Operation): string {
  if (requestBody === undefined) return ''
  const { schema, example, examples } = requestBody.content['application/json']
  const all = examples === undefined ? [example] : Object.values(examples).map(({ value }) => value)
  return `<h4>Body</h4><p>${links(schema)}</p>${all.map(code).join('')}`
}

function answersOf({ responses }: Operation): string {
  const rows = Object.entries(responses).map(([status, { description, content }]) => [
    `<code>${status}</code>`,
    `${prose(description)}${content === undefined ? '' : ` ${links(content['application/json'].schema)}`}`,
  ])
  const [good] = Object.values(responses)
  const example = good?.content?.['application/json'].example
  return `<h4>Answers</h4>${table(['Status', 'Meaning'], rows)}${example === undefined ? '' : code(example)}`
}

function links(schema: Schema): string {
  const named = (schema.oneOf ?? [schema.properties?.['data'] ?? schema]).filter((one) => one.$ref !== undefined)
  return named.map((one) => `<a href="#schema-${typeOf(one)}">${typeOf(one)}</a>`).join(' or ')
}

const methods = ['get', 'post', 'delete']

function operationsOf(
  document: Document,
): { readonly path: string; readonly method: string; readonly operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) =>
      item[method] === undefined ? [] : [{ path, method, operation: item[method] as Operation }],
    ),
  )
}

/** The reference as one page without script, made of the very description that machines read. */
export function referencePage(origin: string): string {
  // Made by the same repository; a test reads the page.
  const document = openApiDocument(origin) as Document
  const operations = operationsOf(document)
  const schemas = Object.entries(document.components.schemas)
  const item = (href: string, text: string): string => `<li><a href="#${href}">${escaped(text)}</a></li>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(document.info.title)}</title><style>${referenceStyle}</style></head><body>
<nav aria-label="Contents"><p><b>${escaped(document.info.title)}</b></p><ul>
${item('about', 'About')}${operations.map(({ operation }) => item(operation.operationId, operation.summary)).join('')}
${item('events', 'Events')}${item('codes', 'Error codes')}${schemas.map(([name]) => item(`schema-${name}`, name)).join('')}</ul></nav>
<main><h1>${escaped(document.info.title)}</h1>
<section id="about"><p>${prose(document.info.description)}</p>
<p>Base address: <code>${escaped(document.servers[0]?.url ?? '')}</code>. Every request carries <code>Authorization: Bearer rm_key_…</code>; every answer carries <code>X-Request-Id</code>. Machines read <code>GET /openapi.json</code>.</p>
<p>Every POST takes an <code>Idempotency-Key</code>: send the same one with a retry, and nothing runs twice. Retry lost connections, 429 and 5xx, waiting <code>Retry-After</code> seconds where it is given.</p></section>
<h2>Requests</h2>${operations.map(({ path, method, operation }) => operationSection(document, path, method, operation)).join('')}
<section id="events"><h2>Events</h2>${Object.entries(document.webhooks).map(eventSection).join('')}</section>
<section id="codes"><h2>Error codes</h2>${table(['Code', 'Status', 'Cause'], codeRows())}</section>
<h2>Objects</h2>${schemas.map(([name, schema]) => schemaSection(name, schema)).join('')}
</main></body></html>`
}

const eventSection = ([type, { post }]: [string, { readonly post: Operation }]): string =>
  `<section id="${post.operationId}"><h3><code>${escaped(type)}</code></h3><p>${prose(post.description)}</p>${parameterTable(post.parameters ?? [])}${bodyOf(post)}</section>`

const codeRows = (): string[][] =>
  Object.entries(causeOfCode).map(([name, cause]) => [
    `<code>${name}</code>`,
    name === 'http_error' ? 'varies' : String(statusOf(name as ApiErrorCode)),
    prose(cause),
  ])

const schemaSection = (name: string, schema: Schema): string =>
  `<section id="schema-${name}"><h3>${escaped(name)}</h3>${schema.description === undefined ? '' : `<p>${prose(schema.description)}</p>`}${fieldTable(schema)}</section>`

import type { SiteContext } from '../site-env.ts'
import { LanguageTabs } from '../../design/language-tabs.tsx'
import { curlSample, nodeSample, pythonSample, type SampleRequest } from './code-samples.ts'
import { DocsPage, Prose } from './docs-page.tsx'
import { codeBlock, inline } from './markdown.ts'
import {
  bodyExampleOf,
  descriptionOf,
  type ListedOperation,
  type Operation,
  operations,
  type Parameter,
  parametersOf,
} from './reference-data.ts'
import { choicesOf, rowsOf, type Schema, typeOf } from './schema-rows.ts'

/** Renders `/docs/api`: every operation, event and object of the description, with code and a way to try it. */
export const ReferencePage = ({ c }: { readonly c: SiteContext }) => {
  const { info, servers, webhooks, components } = descriptionOf(c.env.PUBLIC_ORIGIN)
  const base = servers[0]?.url ?? ''
  return (
    <DocsPage c={c} title="API reference" description={info.description} path="/docs/api">
      <h1>API reference</h1>
      <p class="lead">
        Base URL: <code>{base}</code>
      </p>
      <p>
        Every request carries <code>Authorization: Bearer rm_key_…</code>. Create a key in your{' '}
        <a href="/settings/keys">account</a>. Requests and responses are JSON. Every response carries{' '}
        <code>X-Request-Id</code>. Quote it to support.
      </p>
      <p>
        Every POST accepts an <code>Idempotency-Key</code>: send the same one with a retry, and nothing runs twice.
        Retry lost connections, 429 and 5xx, and wait <code>Retry-After</code> seconds where it is given. All error
        codes are on the <a href="/docs/codes">codes page</a>. Tools read <a href="/docs/openapi.json">OpenAPI 3.1</a>.
      </p>
      <TryKey />
      {operations(c.env.PUBLIC_ORIGIN).map((listed) => (
        <OperationSection c={c} base={base} listed={listed} />
      ))}
      <h2 id="events">Events</h2>
      <p>
        The service calls your webhook with these. <a href="/docs/webhooks">Receive and verify them</a>
      </p>
      {Object.entries(webhooks).map(([type, { post }]) => (
        <EventSection type={type} operation={post} />
      ))}
      <h2 id="objects">Objects</h2>
      {Object.entries(components.schemas).map(([name, schema]) => (
        <section id={`schema-${name}`} aria-labelledby={`title-${name}`}>
          <h3 id={`title-${name}`}>{name}</h3>
          {schema.description === undefined ? null : <Words text={schema.description} />}
          {choicesOf(schema) === '' ? null : <Words text={choicesOf(schema)} />}
          <FieldTable label={`Fields of ${name}`} schema={schema} isSent={/^Open|ToSend$/.test(name)} />
        </section>
      ))}
    </DocsPage>
  )
}

const Words = ({ text }: { readonly text: string }) => (
  <p>
    <Prose html={inline(text)} />
  </p>
)

const TryKey = () => (
  <section class="card try-key" aria-labelledby="try-title">
    <h2 id="try-title">Try it here</h2>
    <div class="field">
      <label for="try-key">Your API key</label>
      <input id="try-key" type="password" autocomplete="off" placeholder="rm_key_…" aria-describedby="try-hint" />
      <p class="hint" id="try-hint">
        It stays in this tab. Each “Try it” below sends a real request with it.
      </p>
    </div>
  </section>
)

interface SectionProps {
  readonly c: SiteContext
  readonly base: string
  readonly listed: ListedOperation
}

const OperationSection = ({ c, base, listed }: SectionProps) => {
  const { path, method, operation } = listed
  const { operationId: id, summary, description } = operation
  const parameters = parametersOf(c.env.PUBLIC_ORIGIN, listed)
  const body = bodyExampleOf(operation)
  const shown = path.replace('{id}', '01JD0000000000000000000000')
  return (
    <section id={id} class="operation" aria-labelledby={`title-${id}`}>
      <h2 id={`title-${id}`}>
        {summary}{' '}
        <a class="anchor" href={`#${id}`} aria-label={`Link to ${summary}`}>
          #
        </a>
      </h2>
      <p class="endpoint">
        <span class={`method ${method}`}>{method.toUpperCase()}</span> <code>{path}</code>
      </p>
      <Words text={description} />
      <ParameterTable label={`Parameters of ${summary}`} parameters={parameters} />
      <BodyFields operation={operation} summary={summary} />
      <CodeTabs id={id} request={{ base, method, path: shown, body }} />
      <Responses operation={operation} summary={summary} />
      <TryIt listed={listed} parameters={parameters} body={body} />
    </section>
  )
}

const Table = ({
  label,
  head,
  rows,
}: {
  label: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}) =>
  rows.length === 0 ? null : (
    <div class="scroll" tabindex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th scope="col">{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell) => (
                <td>
                  <Prose html={inline(cell, anchorOf)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )

const anchorOf = (target: string): string => target

interface FieldTableProps {
  readonly label: string
  readonly schema: Schema
  /**
   * Whether the object is sent in a request, so that the page shows which fields are required. A response has all of
   * its fields.
   */
  readonly isSent: boolean
}

const FieldTable = ({ label, schema, isSent }: FieldTableProps) => (
  <Table
    label={label}
    head={['Field', 'Type', 'Description']}
    rows={rowsOf(schema).map(({ path, type, isRequired, notes }) => [
      `\`${path}\`${isRequired && isSent ? ' *required*' : ''}`,
      type,
      notes,
    ])}
  />
)

const ParameterTable = ({ label, parameters }: { label: string; parameters: readonly Parameter[] }) => (
  <Table
    label={label}
    head={['Parameter', 'In', 'Type', 'Description']}
    rows={parameters.map(({ name, in: place, schema, description, required }) => [
      `\`${name}\`${required === true ? ' *required*' : ''}`,
      place,
      typeOf(schema),
      description,
    ])}
  />
)

/** Returns the names of the schemas that the page describes. */
const namesOf = (schema: Schema): string[] =>
  (schema.oneOf ?? [schema.properties?.['data'] ?? schema]).flatMap((one) =>
    one.$ref === undefined ? [] : [typeOf(one)],
  )

const linksTo = (schema: Schema): string =>
  namesOf(schema)
    .map((name) => `[${name}](#schema-${name})`)
    .join(' or ')

const BodyFields = ({ operation, summary }: { readonly operation: Operation; readonly summary: string }) => {
  const schema = operation.requestBody?.content['application/json'].schema
  if (schema === undefined) return null
  const links = linksTo(schema)
  return (
    <>
      <h3>Body</h3>
      {links === '' ? <FieldTable label={`Body of ${summary}`} schema={schema} isSent /> : <Words text={links} />}
    </>
  )
}

const Responses = ({ operation, summary }: { readonly operation: Operation; readonly summary: string }) => {
  const [good] = Object.values(operation.responses)
  const example = good?.content?.['application/json'].example
  const all = Object.entries(operation.responses)
  const rowsOfStatus = (isError: boolean): string[][] =>
    all
      .filter(([status]) => Number(status) >= 400 === isError)
      .map(([status, { description, content }]) => [
        `\`${status}\``,
        `${description}${content === undefined || isError ? '' : ` ${linksTo(content['application/json'].schema)}`}`,
      ])
  return (
    <>
      <h3>Responses</h3>
      <Table label={`Responses of ${summary}`} head={['Status', 'Meaning']} rows={rowsOfStatus(false)} />
      <details class="example-response">
        <summary>Errors</summary>
        <Table label={`Errors of ${summary}`} head={['Status', 'Meaning']} rows={rowsOfStatus(true)} />
      </details>
      {example === undefined ? null : (
        <details class="example-response">
          <summary>Example response</summary>
          <Prose html={codeBlock(JSON.stringify(example, null, 2), 'json')} />
        </details>
      )}
    </>
  )
}

const CodeTabs = ({ id, request }: { readonly id: string; readonly request: SampleRequest }) => {
  const ways = [
    { name: 'curl', label: 'curl', text: curlSample(request) },
    { name: 'node', label: 'Node', text: nodeSample(request) },
    { name: 'python', label: 'Python', text: pythonSample(request) },
  ]
  return (
    <LanguageTabs
      id={id}
      tabs={ways.map(({ name, label, text }) => ({ name, label, content: <Prose html={codeBlock(text, name)} /> }))}
    />
  )
}

/** Renders "Try it", except for operations that cannot be undone. */
const TryIt = ({
  listed,
  parameters,
  body,
}: {
  listed: ListedOperation
  parameters: readonly Parameter[]
  body: unknown
}) => {
  const { method, path, operation } = listed
  if (method === 'delete') return null
  const inputs = parameters.filter(({ in: place }) => place !== 'header')
  const id = `try-${operation.operationId}`
  return (
    <details class="try">
      <summary>Try it</summary>
      <form class="try-form" data-method={method} data-path={path} autocomplete="off">
        {inputs.map(({ name, in: place, required }) => (
          <div class="field">
            <label for={`${id}-${name}`}>{name}</label>
            <input id={`${id}-${name}`} name={name} data-in={place} required={required === true} spellcheck={false} />
          </div>
        ))}
        {body === undefined ? null : (
          <div class="field wide">
            <label for={`${id}-body`}>Body</label>
            <textarea id={`${id}-body`} name="body" rows={8} spellcheck={false}>
              {JSON.stringify(body, null, 2)}
            </textarea>
          </div>
        )}
        <button class="button primary" type="submit">
          Send request
        </button>
        <div class="try-response" role="status"></div>
      </form>
    </details>
  )
}

const EventSection = ({ type, operation }: { readonly type: string; readonly operation: Operation }) => {
  const example = bodyExampleOf(operation)
  return (
    <section id={operation.operationId} aria-labelledby={`title-${operation.operationId}`}>
      <h3 id={`title-${operation.operationId}`}>
        <code>{type}</code>
      </h3>
      <Words text={operation.description} />
      {example === undefined ? null : (
        <details class="example-response">
          <summary>Example body</summary>
          <Prose html={codeBlock(JSON.stringify(example, null, 2), 'json')} />
        </details>
      )}
    </section>
  )
}

import { anchorOf, codeTables } from '../../contract/codes.ts'
import type { CodeEntry } from '../../contract/codes/code-entry.ts'
import type { SiteContext } from '../site-env.ts'
import { DocsPage, Prose } from './docs-page.tsx'
import { inline } from './markdown.ts'

type TableName = keyof typeof codeTables

const sections: readonly { readonly name: TableName; readonly title: string; readonly lead: string }[] = [
  {
    name: 'error',
    title: 'Errors of the API',
    lead: 'An error response has `error.code`, `error.message` and `error.request_id`.',
  },
  {
    name: 'failure',
    title: 'Failed conversions',
    lead: 'A conversion that ends `failed` carries one of these in `error.code`. It does not count toward your allowance.',
  },
  {
    name: 'problem',
    title: 'Rejected rows',
    lead: 'Each rejected row is listed in `report.problems` with its row number, column, value and one of these codes.',
  },
  {
    name: 'fix',
    title: 'Fixes',
    lead: 'Every change to a value or a name is counted in `report.fixes`.',
  },
  {
    name: 'left_out',
    title: 'Rows that are left out',
    lead: 'Rows that are not part of the table are counted in `report.rows.left_out`.',
  },
]

export interface ListedCode {
  readonly id: string
  readonly code: string
  readonly entry: CodeEntry
}

const codesOf = (name: TableName): ListedCode[] =>
  Object.entries<CodeEntry>(codeTables[name]).map(([code, entry]) => ({ id: anchorOf(name, code), code, entry }))

export const allCodes = (): ListedCode[] => sections.flatMap(({ name }) => codesOf(name))

/** Renders `/docs/codes`: every code, with its cause and solution. */
export const CodesPage = ({ c }: { readonly c: SiteContext }) => (
  <DocsPage
    c={c}
    title="Codes"
    description="Every error, failure, fix and problem code of Rowmill, with its cause and solution."
    path="/docs/codes"
    headings={sections.map(({ name, title }) => ({ level: 2, id: `codes-${name}`, text: title }))}
  >
    <h1>Codes</h1>
    <p class="lead">Every code with its cause and solution. Branch on codes, never on messages.</p>
    {sections.map(({ name, title, lead }) => (
      <>
        <h2 id={`codes-${name}`}>{title}</h2>
        <p>
          <Prose html={inline(lead)} />
        </p>
        <dl class="codes">
          {codesOf(name).map((listed) => (
            <Code listed={listed} />
          ))}
        </dl>
      </>
    ))}
  </DocsPage>
)

const Code = ({ listed: { id, code, entry } }: { readonly listed: ListedCode }) => {
  const status = 'status' in entry && typeof entry.status === 'number' ? entry.status : null
  return (
    <div id={id}>
      <dt>
        <code>{code}</code>
        {status === null ? null : <span class="type-chip">{status}</span>}
      </dt>
      <dd>
        <p>
          <Prose html={inline(entry.cause)} />
        </p>
        <p>
          <strong>What to do:</strong> <Prose html={inline(entry.remedy)} />
        </p>
        <p class="muted small">Example: {entry.example}</p>
      </dd>
    </div>
  )
}

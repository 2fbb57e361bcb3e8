import { causeOfCode, statusOf } from '../../api/description/codes.ts'
import type { ApiErrorCode, FailureCode } from '../../contract/codes.ts'
import type { SiteContext } from '../site-env.ts'
import { remedyOfCode, failureTexts } from './code-texts.ts'
import { DocsPage, Prose } from './docs-page.tsx'
import { inline } from './markdown.ts'

interface Row {
  readonly code: string
  readonly status?: string
  readonly cause: string
  readonly remedy: string
}

const apiRows = (): Row[] =>
  Object.entries(causeOfCode).map(([code, cause]) => ({
    code,
    status: code === 'http_error' ? 'varies' : String(statusOf(code as ApiErrorCode)),
    cause,
    remedy: remedyOfCode[code as ApiErrorCode],
  }))

/** A code may be both an error and a failure: the second one gets an id of its own. */
const failureRows = (): Row[] =>
  Object.entries(failureTexts).map(([code, [cause, remedy]]) => ({ code: code as FailureCode, cause, remedy }))

/** `/docs/codes`: every code that somebody may meet, with its cause and what to do. */
export const CodesPage = ({ c }: { readonly c: SiteContext }) => (
  <DocsPage
    c={c}
    title="Codes"
    description="Every error and failure code of the Rowmill API, with its cause and what to do."
    path="/docs/codes"
    headings={[
      { level: 2, id: 'errors', text: 'Errors of the API' },
      { level: 2, id: 'failures', text: 'Failed conversions' },
    ]}
  >
    <h1>Codes</h1>
    <p class="lead">Every code with its cause and what to do. Branch on codes, never on messages.</p>
    <h2 id="errors">Errors of the API</h2>
    <p>
      An error response has <code>error.code</code>, <code>error.message</code> and <code>error.request_id</code>.
    </p>
    <CodeList rows={apiRows()} taken={new Set()} />
    <h2 id="failures">Failed conversions</h2>
    <p>
      A conversion that ends <code>failed</code> carries one of these in <code>error.code</code>. It does not count
      toward the month.
    </p>
    <CodeList rows={failureRows()} taken={new Set(Object.keys(causeOfCode))} />
  </DocsPage>
)

const CodeList = ({ rows, taken }: { readonly rows: readonly Row[]; readonly taken: ReadonlySet<string> }) => (
  <dl class="codes">
    {rows.map(({ code, status, cause, remedy }) => (
      <div id={taken.has(code) ? `failure-${code}` : code}>
        <dt>
          <code>{code}</code>
          {status === undefined ? null : <span class="type-chip">{status}</span>}
        </dt>
        <dd>
          <p>
            <Prose html={inline(cause)} />
          </p>
          <p>
            <strong>What to do:</strong> <Prose html={inline(remedy)} />
          </p>
        </dd>
      </div>
    ))}
  </dl>
)

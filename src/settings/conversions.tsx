import { Hono } from 'hono'
import { type Conversion, type Status, statuses } from '../contract/conversion.ts'
import { isConversionId } from '../contract/ids.ts'
import { dialectTitles } from '../contract/spec-values.ts'
import type { SettingsEnv } from './guard.ts'
import { Page, show } from './layout.tsx'
import { operate } from './operate.ts'
import { Empty, StatusMark, statusText, Time } from '../design/parts.tsx'
import { bytesText, countText } from '../design/text.ts'

const pageRows = 25

/** The list: newest first, by status, a page at a time. */
export const conversions = new Hono<SettingsEnv>().get('/', async (c) => {
  const status = statuses.find((name) => name === c.req.query('status')) ?? null
  const before = c.req.query('before') ?? ''
  const asked = await operate(c, {
    kind: 'list',
    limit: pageRows,
    status,
    before: isConversionId(before) ? before : null,
  })
  if (!asked.ok) throw new Error(asked.message)
  const { data, meta } = asked.body
  const isFirst = !isConversionId(before)
  return show(
    c,
    <Page
      c={c}
      title="Conversions"
      place="conversions"
      lead="Listed for 90 days; files go 24 hours after the end."
      actions={
        <a class="button primary" href="/settings/convert">
          Convert a file
        </a>
      }
      scripts={['live.js']}
    >
      <Filter chosen={status} />
      <List conversions={data} isFiltered={status !== null || !isFirst} />
      <Pages status={status} isFirst={isFirst} last={meta.next_cursor === null ? null : (data.at(-1)?.id ?? null)} />
    </Page>,
  )
})

const Filter = ({ chosen }: { readonly chosen: Status | null }) => (
  <nav class="chips" aria-label="Filter by status">
    <a href="/settings/conversions" aria-current={chosen === null ? 'true' : undefined}>
      All
    </a>
    {statuses.map((status) => (
      <a href={`/settings/conversions?status=${status}`} aria-current={chosen === status ? 'true' : undefined}>
        {statusText(status)}
      </a>
    ))}
  </nav>
)

const isMoving = ({ status }: Conversion): boolean => status === 'queued' || status === 'running'

const List = ({
  conversions: list,
  isFiltered,
}: {
  readonly conversions: readonly Conversion[]
  readonly isFiltered: boolean
}) => (
  <section id="list" data-live={list.some(isMoving) ? '1500' : undefined}>
    {list.length === 0 ? (
      <Empty title={isFiltered ? 'Nothing here' : 'No conversions yet'}>
        {isFiltered ? 'No conversion has this status.' : 'Drop a file on the Convert page, or open one with the API.'}
      </Empty>
    ) : (
      <ul class="card list">
        {list.map((conversion) => (
          <Row conversion={conversion} />
        ))}
      </ul>
    )}
  </section>
)

const Row = ({ conversion }: { readonly conversion: Conversion }) => (
  <li>
    <a href={`/settings/conversions/${conversion.id}`} class="list-main">
      <span class="list-name">{conversion.name}</span>
      <span class="muted small">
        {bytesText(conversion.bytes)} → {dialectTitles[conversion.spec.output.dialect]}
        {conversion.spec.output.format === 'sql' ? '' : ` ${conversion.spec.output.format.toUpperCase()}`}
      </span>
    </a>
    <span class="list-side">
      <StatusMark status={conversion.status} />
      <span class="muted small">{outcomeText(conversion)}</span>
    </span>
    <span class="list-time muted small">
      {conversion.created_at === null ? '' : <Time iso={conversion.created_at} />}
    </span>
  </li>
)

/** What became of it, in a few words. */
function outcomeText({ status, report, progress, error }: Conversion): string {
  if (status === 'running' && progress !== null) return `${countText(progress.rows)} rows so far`
  if (status === 'failed') return error?.code ?? ''
  if (status !== 'done' || report === null) return ''
  const { converted, rejected } = report.rows
  return `${countText(converted)} rows${rejected === 0 ? '' : `, ${countText(rejected)} rejected`}`
}

const Pages = ({
  status,
  isFirst,
  last,
}: {
  readonly status: Status | null
  readonly isFirst: boolean
  readonly last: string | null
}) => {
  if (isFirst && last === null) return null
  const query = status === null ? '' : `&status=${status}`
  return (
    <nav class="pages" aria-label="Pages">
      {isFirst ? null : (
        <a class="button" href={`/settings/conversions?${query.slice(1)}`}>
          Newest
        </a>
      )}
      {last === null ? null : (
        <a class="button" href={`/settings/conversions?before=${last}${query}`}>
          Older
        </a>
      )}
    </nav>
  )
}

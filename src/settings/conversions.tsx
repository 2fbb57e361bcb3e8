import { Hono } from 'hono'
import { type Conversion, type Status, statuses } from '../contract/conversion.ts'
import { isConversionId } from '../contract/ids.ts'
import { dialectTitles } from '../contract/spec-values.ts'
import { nameCharactersMax } from '../contract/limits.ts'
import type { SettingsEnv } from './guard.ts'
import { Page, show } from './layout.tsx'
import { operate } from './operate.ts'
import { Empty, StatusBadge, statusText, Time } from '../design/parts.tsx'
import { bytesText, countText, nounFor } from '../design/text.ts'

const pageRows = 25

/** The list of conversions: newest first, by status, one page at a time. */
export const conversions = new Hono<SettingsEnv>().get('/', async (c) => {
  const status = statuses.find((name) => name === c.req.query('status')) ?? null
  const before = c.req.query('before') ?? ''
  const name = (c.req.query('name') ?? '').trim().slice(0, nameCharactersMax)
  const result = await operate(c, {
    kind: 'list',
    limit: pageRows,
    status,
    before: isConversionId(before) ? before : null,
    name,
  })
  if (!result.ok) throw new Error(result.message)
  const { data, meta } = result.body
  const isFirst = !isConversionId(before)
  const last = meta.next_cursor === null ? null : atob(meta.next_cursor)
  return show(
    c,
    <Page
      c={c}
      title="Conversions"
      place="conversions"
      lead="Conversions are listed for 90 days. Their files are deleted after 24 hours."
      actions={
        <a class="button primary" href="/settings/convert">
          Convert a file
        </a>
      }
      scripts={['live.js']}
    >
      <Filter chosen={status} name={name} />
      <List
        conversions={data}
        isFiltered={status !== null || name !== '' || !isFirst}
        isSearchUnfinished={name !== '' && last !== null}
      />
      <Pages query={{ status, name }} isFirst={isFirst} last={last} />
    </Page>,
  )
})

interface Query {
  readonly status: Status | null
  readonly name: string
}

/** Returns the same list with other filters. Filters that are not named here stay. */
function listUrl({ status, name }: Query, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    ...(status === null ? {} : { status }),
    ...(name === '' ? {} : { name }),
    ...more,
  })
  return `/settings/conversions${query.size === 0 ? '' : `?${query.toString()}`}`
}

const Filter = ({ chosen, name }: { readonly chosen: Status | null; readonly name: string }) => (
  <div class="filters">
    <nav class="chips" aria-label="Filter by status">
      <a href={listUrl({ status: null, name })} aria-current={chosen === null ? 'true' : undefined}>
        All
      </a>
      {statuses.map((status) => (
        <a href={listUrl({ status, name })} aria-current={chosen === status ? 'true' : undefined}>
          {statusText(status)}
        </a>
      ))}
    </nav>
    <form method="get" action="/settings/conversions" role="search">
      {chosen === null ? null : <input type="hidden" name="status" value={chosen} />}
      <input type="search" name="name" value={name} placeholder="Search by name" aria-label="Search by name" />
      <button class="button small" type="submit">
        Search
      </button>
    </form>
  </div>
)

const isMoving = ({ status }: Conversion): boolean => status === 'queued' || status === 'running'

const List = ({
  conversions: list,
  isFiltered,
  isSearchUnfinished,
}: {
  readonly conversions: readonly Conversion[]
  readonly isFiltered: boolean
  /** Whether the search has covered only a part of the conversions. The button Older continues it. */
  readonly isSearchUnfinished: boolean
}) => (
  <section id="list" data-live={list.some(isMoving) ? '1500' : undefined}>
    {list.length === 0 ? (
      <Empty title={isFiltered ? 'Nothing here' : 'No conversions yet'}>
        {isSearchUnfinished ? (
          'None of the newest conversions has this name. Choose Older to search further back.'
        ) : isFiltered ? (
          <>
            No conversion matches these filters. <a href="/settings/conversions">Show all</a>
          </>
        ) : (
          'Drop a file on the Convert page, or create a conversion with the API.'
        )}
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
      <StatusBadge status={conversion.status} rejected={conversion.report?.rows.rejected ?? 0} />
      <span class="muted small">{outcomeText(conversion)}</span>
    </span>
    <span class="list-time muted small">
      {conversion.created_at === null ? '' : <Time iso={conversion.created_at} />}
    </span>
  </li>
)

/** Returns the outcome in a few words. */
function outcomeText({ status, report, progress, error }: Conversion): string {
  if (status === 'running' && progress !== null)
    return `${countText(progress.rows)} ${nounFor(progress.rows, 'row')} so far`
  if (status === 'failed') return error?.code ?? ''
  if (status !== 'done' || report === null) return ''
  return `${countText(report.rows.converted)} ${nounFor(report.rows.converted, 'row')}`
}

interface PagesProps {
  readonly query: Query
  readonly isFirst: boolean
  readonly last: string | null
}

const Pages = ({ query, isFirst, last }: PagesProps) =>
  isFirst && last === null ? null : (
    <nav class="pages" aria-label="Pages">
      {isFirst ? null : (
        <a class="button" href={listUrl(query)}>
          Newest
        </a>
      )}
      {last === null ? null : (
        <a class="button" href={listUrl(query, { before: last })}>
          Older
        </a>
      )}
    </nav>
  )

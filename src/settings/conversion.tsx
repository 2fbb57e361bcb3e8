import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { routeOperation } from '../api/route.ts'
import type { Conversion } from '../contract/conversion.ts'
import { noteCharactersMax } from '../contract/limits.ts'
import { numberForPeople } from '../contract/messages.ts'
import { dialectTitles } from '../contract/spec-values.ts'
import { AgainForm, canConvertAgain, convertAgain } from './convert-again.tsx'
import { emailError, textOf } from './form.ts'
import type { SettingsContext, SettingsEnv } from './guard.ts'
import { FormToken, Page, show, showDone } from './layout.tsx'
import { operate, operateOn } from './operate.ts'
import { CopyButton, Empty, Notice, StatusBadge, Time } from '../design/parts.tsx'
import { Report } from './report.tsx'
import { bytesText, countText, durationText, nounFor } from '../design/text.ts'

/** The pages of one conversion: its result, and the actions for it. */
export const conversion = new Hono<SettingsEnv>()
  .get('/:id', (c) => conversionPage(c, c.req.param('id')))
  .get('/:id/download', async (c) => {
    const result = await operateOn(c, 'read', c.req.param('id'))
    if (!result.ok) return missing(c)
    const { output, id } = result.body.data
    return output === null ? c.redirect(`/settings/conversions/${id}`) : c.redirect(output.url)
  })
  .get('/:id/rejects', async (c) => {
    const result = await operateOn(c, 'read', c.req.param('id'))
    if (!result.ok) return missing(c)
    const { output, id } = result.body.data
    return c.redirect(output?.rejects_url ?? `/settings/conversions/${id}`)
  })
  .get('/:id/report.json', async (c) => {
    const result = await operateOn(c, 'read', c.req.param('id'))
    if (!result.ok) return missing(c)
    const { id, report } = result.body.data
    if (report === null) return c.redirect(`/settings/conversions/${id}`)
    c.header('Content-Disposition', `attachment; filename="report-${id}.json"`)
    return c.json(report)
  })
  .post('/:id/again', async (c) => {
    const id = c.req.param('id')
    const result = await operateOn(c, 'read', id)
    if (!result.ok) return missing(c)
    const again = await convertAgain(c, result.body.data)
    return 'id' in again
      ? showDone(c, `conversions/${again.id}`, 'converting_again')
      : conversionPage(c, id, { error: again.error })
  })
  .post('/:id/cancel', async (c) => {
    const id = c.req.param('id')
    const result = await operateOn(c, 'cancel', id)
    return result.ok
      ? showDone(c, `conversions/${id}`, 'conversion_canceled')
      : conversionPage(c, id, { error: result.message })
  })
  .post('/:id/delete', async (c) => {
    const result = await operateOn(c, 'delete', c.req.param('id'))
    return result.ok ? showDone(c, 'conversions', 'conversion_deleted') : missing(c)
  })
  .post('/:id/cases', async (c) => {
    const id = c.req.param('id')
    const [share, email, note] = [await textOf(c, 'share'), await textOf(c, 'email'), await textOf(c, 'note')]
    const consent = (await textOf(c, 'consent')) === 'yes'
    const mistake = caseError(consent, email, note)
    if (mistake !== null) return conversionPage(c, id, { caseError: mistake, note, email })
    const body = {
      consent,
      share,
      ...(email === '' ? {} : { email }),
      ...(note === '' ? {} : { note }),
    }
    const operation = routeOperation('POST', `/conversions/${id}/cases`, new URLSearchParams(), () => ({ value: body }))
    const result = await operate(c, operation)
    return result.ok
      ? showDone(c, `conversions/${id}`, 'case_sent')
      : conversionPage(c, id, { caseError: caseSentences[result.code] ?? result.message, note, email })
  })

function caseError(consent: boolean, email: string, note: string): string | null {
  const characters = Array.from(note).length
  if (!consent) return 'Give your consent.'
  if (characters > noteCharactersMax)
    return `The note has ${numberForPeople(characters)} characters; at most ${numberForPeople(noteCharactersMax)} are allowed.`
  return email === '' ? null : emailError(email)
}

const caseSentences: Readonly<Record<string, string>> = {
  file_gone: 'The file has already been deleted. Send the report without it.',
}

interface Shown {
  readonly error?: string
  readonly caseError?: string
  readonly note?: string
  readonly email?: string
}

const missing = (c: SettingsContext) =>
  show(
    c,
    <Page c={c} title="No such conversion" place="conversions">
      <Empty title="There is no conversion with this id">
        It may have been deleted, belong to another account, or be more than 90 days old.{' '}
        <a href="/settings/conversions">All conversions</a>
      </Empty>
    </Page>,
    404,
  )

async function conversionPage(c: SettingsContext, id: string, shown: Shown = {}) {
  const result = await operateOn(c, 'read', id)
  if (!result.ok) return missing(c)
  const found = result.body.data
  return show(
    c,
    <Page c={c} title={found.name} place="conversions" lead={<Lead conversion={found} />} scripts={['live.js']}>
      {shown.error === undefined ? null : <Notice kind="bad">{shown.error}</Notice>}
      <Live c={c} conversion={found}>
        {canConvertAgain(found) ? <AgainForm c={c} conversion={found} /> : null}
        {found.finished_at === null ? null : <CaseForm c={c} conversion={found} shown={shown} />}
      </Live>
      <SpecText conversion={found} />
    </Page>,
    shown.error === undefined && shown.caseError === undefined ? 200 : 409,
  )
}

const Lead = ({ conversion: { bytes, spec, id } }: { readonly conversion: Conversion }) => (
  <>
    {bytesText(bytes)} → {dialectTitles[spec.output.dialect]}
    {spec.output.format === 'sql' ? '' : `, written as ${spec.output.format.toUpperCase()}`} · <code>{id}</code>
  </>
)

/**
 * Renders everything that changes while the conversion runs. The page fetches it again every second until the
 * conversion has ended.
 */
const Live = ({
  c,
  conversion: found,
  children,
}: {
  readonly c: SettingsContext
  readonly conversion: Conversion
  readonly children: Child
}) => (
  <div id="conversion" class="stack" data-live={found.finished_at === null ? '1000' : undefined}>
    <section class="card" aria-label="Status">
      <div class="head">
        <p role="status" class="state">
          <StatusBadge status={found.status} rejected={found.report?.rows.rejected ?? 0} />{' '}
          <span class="muted">{stateText(found)}</span>
        </p>
        <Actions c={c} conversion={found} />
      </div>
      <ProgressBar conversion={found} />
      {found.error === null ? null : <Failure error={found.error} />}
      <dl class="facts">
        <Fact label="Created" iso={found.created_at} />
        <Fact label="Started" iso={found.started_at} />
        <Fact label="Ended" iso={found.finished_at} />
        <Fact label={found.finished_at === null ? 'Files kept until' : 'Files deleted'} iso={found.expires_at} />
      </dl>
    </section>
    {found.report === null ? null : <Report c={c} conversion={found} report={found.report} />}
    {children}
  </div>
)

function stateText({ status, progress, report, output, started_at, finished_at }: Conversion): string {
  if (status === 'awaiting_upload') return 'The file has not been uploaded and started yet.'
  if (status === 'queued') return 'Waiting for a free engine.'
  if (status === 'running') return `${countText(progress?.rows ?? 0)} ${nounFor(progress?.rows ?? 0, 'row')} so far`
  const took = started_at === null || finished_at === null ? '' : ` in ${durationText(started_at, finished_at)}`
  if (status !== 'done' || report === null) return took === '' ? '' : `After${took.slice(3)}`
  const size = output === null ? 'the output is deleted' : bytesText(output.bytes)
  return `${countText(report.rows.converted)} ${nounFor(report.rows.converted, 'row')}${took}, ${size}`
}

const Actions = ({
  c,
  conversion: { id, status, output, name, report },
}: {
  readonly c: SettingsContext
  readonly conversion: Conversion
}) => {
  const hasRejects = (output?.rejects_url ?? null) !== null
  return (
    <div class="actions">
      {output === null ? null : (
        <a class="button primary" href={`/settings/conversions/${id}/download`} download={output.name}>
          Download
        </a>
      )}
      {report === null ? null : (
        <a class="button" href={`/settings/conversions/${id}/report.json`} download={`report-${id}.json`}>
          Report as JSON
        </a>
      )}
      {hasRejects ? (
        <a class="button" href={`/settings/conversions/${id}/rejects`} download>
          Download rejected rows
        </a>
      ) : null}
      {status === 'awaiting_upload' || status === 'queued' || status === 'running' ? (
        <form method="post" action={`/settings/conversions/${id}/cancel`}>
          <FormToken c={c} />
          <button class="button" type="submit">
            Cancel
          </button>
        </form>
      ) : null}
      <form
        method="post"
        action={`/settings/conversions/${id}/delete`}
        data-confirm={`Delete “${name}”? The conversion, its file and its output are deleted at once.`}
      >
        <FormToken c={c} />
        <button class="button danger" type="submit">
          Delete
        </button>
      </form>
    </div>
  )
}

const ProgressBar = ({ conversion: { progress } }: { readonly conversion: Conversion }) => {
  if (progress === null) return null
  const { bytes_read: read, bytes_total: total, pass = 1 } = progress
  return (
    <div>
      <progress max={Math.max(total, 1)} value={Math.min(read, total)} aria-label="Read so far"></progress>
      <p class="hint">
        {bytesText(read)} of {bytesText(total)} read{pass > 1 ? `. Pass ${pass}: a later row corrected a type` : ''}
      </p>
    </div>
  )
}

const Failure = ({ error }: { readonly error: NonNullable<Conversion['error']> }) => (
  <div class="notice bad">
    <p>
      <strong>{error.message}</strong> <a href={`/docs/codes#${error.code}`}>What to do</a>
    </p>
    {error.problems.length === 0 ? null : (
      <ul>
        {error.problems.map(({ message, code, value }) => (
          <li>
            {message} {value === undefined ? null : <code class="value">{value}</code>} <code>{code}</code>
          </li>
        ))}
      </ul>
    )}
  </div>
)

const Fact = ({ label, iso }: { readonly label: string; readonly iso: string | null }) =>
  iso === null ? null : (
    <div>
      <dt>{label}</dt>
      <dd>
        <Time iso={iso} />
      </dd>
    </div>
  )

const CaseForm = ({
  c,
  conversion: { id },
  shown,
}: {
  readonly c: SettingsContext
  readonly conversion: Conversion
  readonly shown: Shown
}) => (
  <details class="card" open={shown.caseError !== undefined}>
    <summary>Send to support</summary>
    <form method="post" action={`/settings/conversions/${id}/cases`}>
      <FormToken c={c} />
      {shown.caseError === undefined ? null : <Notice kind="bad">{shown.caseError}</Notice>}
      <fieldset>
        <legend>What to share</legend>
        <label class="choice">
          <input type="radio" name="share" value="report" checked /> The report and the spec
        </label>
        <label class="choice">
          <input type="radio" name="share" value="file" /> The file too
        </label>
      </fieldset>
      <div class="field">
        <label for="case-email">E-mail for our reply (optional)</label>
        <input
          id="case-email"
          name="email"
          type="email"
          maxlength={254}
          autocomplete="email"
          value={shown.email ?? ''}
        />
      </div>
      <div class="field">
        <label for="case-note">Note (optional)</label>
        <textarea id="case-note" name="note" rows={4} maxlength={noteCharactersMax}>
          {shown.note ?? ''}
        </textarea>
      </div>
      <label class="choice">
        <input type="checkbox" name="consent" value="yes" required /> I allow support to read what I share. It is kept
        for 90 days.
      </label>
      <button class="button primary" type="submit">
        Send
      </button>
    </form>
  </details>
)

const SpecText = ({ conversion: { spec } }: { readonly conversion: Conversion }) => {
  const text = JSON.stringify(spec, null, 2)
  return (
    <details class="card">
      <summary>Spec</summary>
      <div class="code">
        <pre tabindex={0}>{text}</pre>
        <CopyButton size="small" text={text} label="Copy spec" />
      </div>
    </details>
  )
}

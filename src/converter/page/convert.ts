import type { Report } from '../../contract/report.ts'
import type { RunFailure } from '../../contract/run.ts'
import type { SpecInput } from '../../contract/spec.ts'
import { outputEnding, severalSheets } from '../../contract/spec-values.ts'
import { countText, make, part } from '../../design/page/dom.ts'
import { bytesText, nounFor } from '../../design/text.ts'
import { ActionBar } from './action-bar.ts'
import { EngineClient } from './engine-client.ts'
import type { EngineMessage } from './engine-messages.ts'
import { onFile } from './file-intake.ts'
import {
  forgetDetected,
  offerSheets,
  showCards,
  showChanges,
  showDetected,
  showFacts,
  showOutput,
  showPassword,
  showTables,
} from './result-view.ts'
import { RowGrid } from './row-grid.ts'
import { convertOnService, openByUrl, Refused } from './service-client.ts'
import { cliOf, curlOf, nodeOf, pythonScriptOf } from './snippets.ts'
import { withLabels } from './setting-labels.ts'
import { isSetting, readForm } from './spec-form.ts'

// Controls the converter. A file is read as soon as the user chooses it, and again whenever a setting changes.

const previewAfterMs = 200
/** Smaller files are converted at once. Larger ones wait for the button. */
const atOnceBytesMax = 8_000_000
/** A dump has no sample. Up to this size, the page converts it to find its tables. */
const dumpAtOnceBytesMax = 64_000_000

const form = part('convert', HTMLFormElement)
const inPageMax = Number(form.dataset['inPageMax'])
const audience = form.dataset['audience']
/** These parts do not change while a large file is converted. */
const held = ['drop', 'settings-card', 'rows-card', 'databases', 'starters'].map((id) => part(id, HTMLElement))

let file: File | null = null
let timer = 0
let upload: AbortController | null = null
let isConverting = false

const engine = new EngineClient(onMessage)
const grid = new RowGrid(() => previewSoon())
const bar = new ActionBar({ convert: convertHere, cancel, onService: convertThere })
const spec = (): SpecInput => readForm(form, grid.choices)
const rowsText = (rows: number): string => `${countText(rows)} ${nounFor(rows, 'row')}`
const outputFormat = (): string => spec().output.format ?? 'sql'
const isSmall = (): boolean => (file?.size ?? 0) <= atOnceBytesMax

function take(chosen: File): void {
  file = chosen
  grid.forget()
  for (const select of form.querySelectorAll<HTMLSelectElement>('#settings-card select[name^="input."]'))
    select.value = ''
  forgetDetected()
  offerSheets([])
  showPassword(false)
  part('file-name', HTMLElement).textContent = chosen.name
  part('file-hint', HTMLElement).textContent = `${bytesText(chosen.size)}. Drop or choose another file to change it.`
  part('drop', HTMLElement).classList.add('has-file')
  preview()
}

function say(...content: readonly (string | Node)[]): void {
  const notice = part('trouble', HTMLElement)
  notice.hidden = content.length === 0
  notice.replaceChildren(...content)
}

function previewSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(preview, previewAfterMs)
}

function preview(): void {
  if (file === null || upload !== null) return
  clearTimeout(timer)
  timer = 0
  isConverting = false
  hold()
  part('reading', HTMLElement).textContent = 'Reading…'
  bar.waiting('Reading…')
  showSnippets(file)
  engine.send('preview', file, spec())
}

/** Replaces the password by a placeholder in the snippets, because people share them. */
const withoutPassword = (given: SpecInput): SpecInput =>
  given.input?.password == null ? given : { ...given, input: { ...given.input, password: 'PASSWORD' } }

function showSnippets(shown: File): void {
  const base = form.dataset['base'] ?? ''
  const publicSpec = withoutPassword(spec())
  const texts = {
    curl: curlOf(base, shown, publicSpec),
    node: nodeOf(base, shown, publicSpec),
    python: pythonScriptOf(base, shown, publicSpec),
    cli: cliOf(shown, publicSpec),
    spec: JSON.stringify(publicSpec, null, 2),
  }
  for (const [name, text] of Object.entries(texts)) {
    part(`text-${name}`, HTMLElement).textContent = text
    part(`copy-${name}`, HTMLElement).dataset['copy'] = text
  }
}

function onMessage(message: EngineMessage): void {
  if (message.kind === 'progress') {
    if (file !== null && (isConverting || !isSmall())) bar.progress(message.bytesRead, file.size, message.rows)
    return
  }
  part('reading', HTMLElement).textContent = ''
  const wasConverting = isConverting
  isConverting = false
  hold()
  if (message.kind === 'error') return stopWith(message.message)
  if (message.kind === 'failed') return refuse(message.failure)
  if (message.kind === 'done') return finish(message, wasConverting)
  const shown = message.preview
  if (shown.kind === 'failed') return refuse(shown.failure)
  if (shown.kind === 'table' && grid.dropOthers(shown)) return preview()
  say()
  part('preview', HTMLElement).hidden = false
  if (shown.kind === 'dump') return showDump()
  limitDatabases(false)
  showCards('rows', 'output', 'changes')
  const { report, isWholeFile, sampleRows } = shown
  const rows = isWholeFile ? report.rows.converted + report.rows.rejected : sampleRows
  showFacts(report, isWholeFile ? rowsText(rows) : `first ${rowsText(rows)} read`)
  showDetected(report, message.sheets)
  showChanges(report)
  showOutput(shown.output, outputFormat())
  grid.show(shown)
  offer()
}

/** Offers the next action. Small files are converted at once, so that Download is the only step left. */
function offer(): void {
  if (file === null) return
  if (isSmall()) return engine.send('convert', file, spec())
  const isTooLarge = file.size > inPageMax
  bar.ready(isTooLarge ? `${bytesText(file.size)}: too large to convert in a page.` : bytesText(file.size), {
    canConvertHere: !isTooLarge,
    canUseService: audience === 'pro',
  })
}

function showDump(): void {
  if (file === null) return
  limitDatabases(true)
  showCards('tables', 'output', 'changes')
  if (file.size <= dumpAtOnceBytesMax) {
    bar.waiting('Reading the tables…')
    return engine.send('convert', file, spec())
  }
  part('tables', HTMLElement).replaceChildren(
    make('p', { class: 'muted' }, 'The tables are listed after the conversion.'),
  )
  offer()
}

/**
 * Limits the choice of databases. A dump is translated for one database only. The others stay visible, and the page
 * gives the reason.
 */
function limitDatabases(isDump: boolean): void {
  const hint = part('database-hint', HTMLElement)
  hint.hidden = !isDump
  hint.textContent = 'MySQL dumps are converted to PostgreSQL.'
  showSettings(isDump)
  for (const radio of form.querySelectorAll<HTMLInputElement>('[name="output.dialect"]'))
    radio.disabled = isDump && radio.value !== 'postgresql'
}

function showSettings(isDump: boolean): void {
  const groups = { 'table-settings': !isDump, 'dump-settings': isDump }
  for (const [id, isShown] of Object.entries(groups)) {
    const group = part(id, HTMLFieldSetElement)
    group.hidden = !isShown
    group.disabled = !isShown
  }
  // The applicable settings are known only now.
  if (file !== null) showSnippets(file)
}

/** Shows why a file cannot be read. Another sheet, encoding or format may read it. */
function refuse({ message, code, problems }: RunFailure): void {
  const sheets = problems.flatMap((problem) =>
    problem.code === 'sheet' && problem.value !== undefined ? [problem.value] : [],
  )
  if (code === 'invalid_spec' && /dump/.test(message) && spec().output.dialect !== 'postgresql') return usePostgres()
  if (problems.some((problem) => problem.code === 'column_out_of_range') && grid.choices.size > 0) {
    grid.forget()
    return preview()
  }
  // The words of the failure are shown once.
  const reasons = problems.filter((one) => one.code !== 'sheet' && one.message !== message).slice(0, 5)
  say(
    make(
      'p',
      {},
      make('strong', {}, withLabels(message)),
      ' ',
      make('a', { href: `/docs/codes#${code}` }, 'What to do'),
    ),
    ...(reasons.length === 0 ? [] : [make('ul', {}, ...reasons.map(reasonItem))]),
    ...(sheets.length === 0 ? [] : [make('div', { class: 'actions' }, ...sheets.slice(0, 8).map(sheetButton))]),
  )
  part('preview', HTMLElement).hidden = false
  if (code === 'encrypted_file') showPassword(true)
  showCards()
  part('facts', HTMLElement).replaceChildren()
  bar.waiting('Nothing to convert yet.')
}

const reasonItem = ({ message, value }: RunFailure['problems'][number]): HTMLElement =>
  make('li', {}, withLabels(message), ...(value === undefined || value === '' ? [] : [' ', make('code', {}, value)]))

function usePostgres(): void {
  const radio = form.querySelector<HTMLInputElement>('[name="output.dialect"][value="postgresql"]')
  if (radio === null) return
  radio.checked = true
  preview()
}

function sheetButton(name: string): HTMLElement {
  const button = make('button', { type: 'button', class: 'button small' }, `Use sheet “${name}”`)
  button.addEventListener('click', () => {
    const select = part('spec-input.sheet', HTMLSelectElement)
    if (![...select.options].some(({ value }) => value === name)) select.append(make('option', { value: name }, name))
    select.value = name
    grid.forget()
    preview()
  })
  return button
}

function stopWith(message: string): void {
  say(withLabels(message))
  bar.waiting('Nothing to convert yet.')
}

function finish({ report, output, head, ms }: Extract<EngineMessage, { kind: 'done' }>, wasRequested: boolean): void {
  if (file === null) return
  if (report.tables.length > 1 || report.input.format === 'sql_dump') showTables(report.tables)
  if (report.tables.length > 1 && report.input.format !== 'sql_dump') showCards('rows', 'tables', 'output', 'changes')
  showChanges(report)
  showFacts(report, rowsText(report.rows.converted))
  showOutput(outputEnd() === 'zip' ? 'A zip with one CSV file for each sheet.' : head, outputFormat())
  bar.done({ report, output, ms, name: outputName(report), takesFocus: wasRequested })
}

/** Returns the ending of the output's name. CSV files of several sheets come in a zip. */
const outputEnd = (): string =>
  outputEnding({ input: { sheets: spec().input?.sheets ?? null }, output: { format: outputFormat() } })

/**
 * Returns the name of the output. A dump and several sheets have many tables, so their output is named after the file.
 */
function outputName({ table, input }: Report): string {
  const stem = file?.name.replace(/(?:\.sql|\.tar)?(?:\.(?:gz|zst|xz|bz2|zip|tar|tgz|txz|tbz2?|tzst))?$/i, '') ?? table
  if (input.format === 'sql_dump') return `${stem}-postgresql.sql`
  return severalSheets({ input: { sheets: spec().input?.sheets ?? null } })
    ? `${stem.replace(/\.[^.]*$/, '')}.${outputEnd()}`
    : `${table}.${outputFormat()}`
}

function hold(): void {
  for (const element of held) element.inert = isConverting
}

function begin(words: string): void {
  // The latest setting is already in the spec. A preview of it would end the conversion.
  clearTimeout(timer)
  if (file !== null) showSnippets(file)
  isConverting = true
  hold()
  say()
  bar.working(words)
}

function convertHere(): void {
  if (file === null) return
  begin('Converting…')
  engine.send('convert', file, spec())
}

function convertThere(): void {
  if (file === null) return
  const { size } = file
  begin('Opening…')
  const stopping = new AbortController()
  upload = stopping
  engine.stop()
  convertOnService(file, spec(), (sent) => bar.sending(sent, size), stopping.signal)
    .then((id) => {
      upload = null
      return location.assign(`/settings/conversions/${id}`)
    })
    .catch((error: unknown) => {
      if (stopping.signal.aborted) return
      cancel()
      say(error instanceof Refused ? error.message : 'The service cannot be reached. Try again.')
    })
}

function cancel(): void {
  upload?.abort()
  upload = null
  engine.stop()
  isConverting = false
  hold()
  // A change right before the conversion has no preview yet.
  if (isSmall() || timer !== 0) preview()
  else offer()
}

onFile(take, () => !isConverting)
form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('input', (event) => {
  const { target } = event
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
  if (!isSetting(target)) return
  // The choices belong to the columns of one sheet.
  if (target.name === 'input.sheet') grid.forget()
  previewSoon()
})

// A user who leaves in the middle of an upload loses it.
addEventListener('beforeunload', (event) => {
  if (upload !== null) event.preventDefault()
})

/** Whether a file by URL is being opened. A double click must not open two conversions. */
let isOpening = false
// The back button shows the page as it was left.
addEventListener('pageshow', () => (isOpening = false))

document.getElementById('url-go')?.addEventListener('click', () => {
  if (isOpening) return
  isOpening = true
  const error = part('url-error', HTMLElement)
  const url = part('url', HTMLInputElement)
  error.textContent = ''
  openByUrl(url.value.trim(), spec())
    .then(({ id }) => location.assign(`/settings/conversions/${id}`))
    .catch((refusal: unknown) => {
      isOpening = false
      error.textContent = refusal instanceof Refused ? refusal.message : 'The service cannot be reached. Try again.'
    })
})

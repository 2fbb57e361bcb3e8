import type { RunFailure } from '../../contract/run.ts'
import type { SpecInput } from '../../contract/spec.ts'
import { bytesText } from '../../design/text.ts'
import { countText, make, part } from '../../design/page/dom.ts'
import { EngineClient } from './engine-client.ts'
import type { EngineAnswer } from './engine-messages.ts'
import { PreviewView, warnings } from './preview-view.ts'
import { convertOnService, openByAddress, Refused } from './service-client.ts'
import { curlOf } from './curl.ts'
import { readForm } from './spec-form.ts'

// The Convert page: a file is read as soon as it is dropped, and read again whenever a setting changes.

const previewAfterMs = 200

const form = part('convert', HTMLFormElement)
const fileInput = part('file', HTMLInputElement)
const drop = part('drop', HTMLElement)
const here = part('here', HTMLButtonElement)
const service = part('service', HTMLButtonElement)
const stop = part('stop', HTMLButtonElement)
const result = part('result', HTMLElement)
const inPageMax = Number(form.dataset['inPageMax'])
/** What a conversion is made of stays as it is while it is made. */
const held = [drop, part('settings-card', HTMLElement), part('columns-card', HTMLElement)]
const isPro = form.dataset['plan'] === 'pro'

let file: File | null = null
let timer = 0
let upload: AbortController | null = null
let isConverting = false

const engine = new EngineClient(heard)
const view = new PreviewView(() => previewSoon())
const spec = (): SpecInput => readForm(form, view.choices)

function say(trouble: string | null): void {
  const notice = part('trouble', HTMLElement)
  notice.hidden = trouble === null
  notice.textContent = trouble ?? ''
}

function take(taken: File): void {
  file = taken
  view.choices.clear()
  part('columns', HTMLElement).replaceChildren()
  forgetResult()
  part('file-name', HTMLElement).textContent = taken.name
  part('file-hint', HTMLElement).textContent = `${bytesText(taken.size)}. Drop or choose another to change.`
  drop.classList.add('taken')
  preview()
}

/** It belongs to the file and the settings that it was made with. */
function forgetResult(): void {
  for (const { href } of result.querySelectorAll('a')) URL.revokeObjectURL(href)
  result.replaceChildren()
}

function previewSoon(): void {
  forgetResult()
  clearTimeout(timer)
  timer = setTimeout(preview, previewAfterMs)
}

function preview(): void {
  if (file === null || isConverting) return
  clearTimeout(timer)
  part('reading', HTMLElement).textContent = 'Reading…'
  showTexts(file)
  engine.ask('preview', file, spec())
}

function showTexts(shown: File): void {
  const [specText, curl] = [JSON.stringify(spec(), null, 2), curlOf(form.dataset['base'] ?? '', shown, spec())]
  part('spec-text', HTMLElement).textContent = specText
  part('copy-spec', HTMLElement).dataset['copy'] = specText
  part('curl-text', HTMLElement).textContent = curl
  part('copy-curl', HTMLElement).dataset['copy'] = curl
}

function heard(answer: EngineAnswer): void {
  if (answer.kind === 'progress') return progress(answer.bytesRead, file?.size ?? 1, `${countText(answer.rows)} rows`)
  part('reading', HTMLElement).textContent = ''
  if (isConverting) settle()
  if (answer.kind === 'trouble') return say(answer.message)
  if (answer.kind === 'failed') return refuse(answer.failure)
  if (answer.kind === 'done') return finish(answer)
  const seen = answer.preview
  if (seen.kind === 'failed') return refuse(seen.failure)
  say(null)
  part('seen', HTMLElement).hidden = false
  if (seen.kind === 'dump') view.showDump()
  else view.show(seen)
  const isSmall = (file?.size ?? 0) <= inPageMax
  here.disabled = !isSmall
  here.textContent = isSmall ? 'Convert here' : `Convert here (up to ${bytesText(inPageMax)})`
}

/** What the file is no good for stays changeable: another encoding or sheet may read it. */
function refuse({ message, code }: RunFailure): void {
  say(`${message} (${code})`)
  part('seen', HTMLElement).hidden = false
  view.showNothing()
  here.disabled = true
}

function progress(done: number, total: number, words: string): void {
  part('progress', HTMLElement).hidden = false
  const bar = part('bar', HTMLProgressElement)
  bar.max = Math.max(1, total)
  bar.value = Math.min(done, total)
  part('progress-text', HTMLElement).textContent = words
}

function begin(words: string): void {
  isConverting = true
  hold()
  say(null)
  forgetResult()
  here.disabled = true
  service.disabled = true
  stop.hidden = false
  progress(0, 1, words)
}

function hold(): void {
  for (const element of held) element.inert = isConverting
}

function settle(): void {
  isConverting = false
  hold()
  upload = null
  here.disabled = (file?.size ?? 0) > inPageMax
  service.disabled = !isPro
  stop.hidden = true
  part('progress', HTMLElement).hidden = true
}

function finish({ report, output, ms }: Extract<EngineAnswer, { kind: 'done' }>): void {
  const { converted, rejected } = report.rows
  const name = `${report.table}.${spec().output.format ?? 'sql'}`
  const link = make(
    'a',
    { class: 'button primary', href: URL.createObjectURL(output), download: name },
    `Download ${name}`,
  )
  const words = `${countText(converted)} rows converted${rejected === 0 ? '' : `, ${countText(rejected)} rejected`} in ${ms < 100 ? `${Math.ceil(ms)} ms` : `${(ms / 1000).toFixed(1)} s`}, ${bytesText(output.size)}.`
  result.replaceChildren(
    make('p', { class: `notice ${rejected === 0 ? 'good' : 'plain'}` }, words),
    make('div', { class: 'actions' }, link),
    make('ul', { class: 'notes' }, ...warnings(report)),
  )
  link.focus()
}

here.addEventListener('click', () => {
  if (file === null) return
  begin('Reading…')
  engine.ask('convert', file, spec())
})

service.addEventListener('click', () => {
  if (file === null) return
  const { size } = file
  begin('Opening…')
  const stopping = new AbortController()
  upload = stopping
  engine.stop()
  convertOnService(
    file,
    spec(),
    (sent) => progress(sent, size, `${bytesText(sent)} of ${bytesText(size)} sent`),
    stopping.signal,
  )
    .then((id) => {
      upload = null
      return location.assign(`/settings/conversions/${id}`)
    })
    .catch((error: unknown) => {
      if (stopping.signal.aborted) return
      settle()
      say(error instanceof Refused ? error.message : 'The service cannot be reached. Try again.')
    })
})

stop.addEventListener('click', () => {
  upload?.abort()
  engine.stop()
  settle()
})

// Leaving in the middle would lose what has gone up.
addEventListener('beforeunload', (event) => {
  if (upload !== null) event.preventDefault()
})

// Else choosing the same file again, after it was changed, would be no change.
fileInput.addEventListener('click', () => (fileInput.value = ''))
fileInput.addEventListener('change', () => {
  const [chosen] = fileInput.files ?? []
  if (chosen !== undefined) take(chosen)
})

for (const name of ['dragenter', 'dragover'] as const) {
  document.addEventListener(name, (event) => {
    event.preventDefault()
    drop.classList.add('over')
  })
}
document.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) drop.classList.remove('over')
})
document.addEventListener('drop', (event) => {
  event.preventDefault()
  drop.classList.remove('over')
  const [dropped] = event.dataTransfer?.files ?? []
  if (dropped !== undefined && !isConverting) take(dropped)
})

form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('input', (event) => {
  if (event.target instanceof HTMLElement && event.target.id.startsWith('spec-')) previewSoon()
})

const byAddress = part('by-address', HTMLFormElement)
byAddress.addEventListener('submit', (event) => {
  event.preventDefault()
  const error = part('address-error', HTMLElement)
  error.textContent = ''
  const dialect = part('address-dialect', HTMLSelectElement).value as SpecInput['output']['dialect']
  openByAddress(part('address', HTMLInputElement).value, { output: { dialect } })
    .then(({ id }) => location.assign(`/settings/conversions/${id}`))
    .catch((refusal: unknown) => {
      error.textContent = refusal instanceof Refused ? refusal.message : 'The service cannot be reached. Try again.'
    })
})

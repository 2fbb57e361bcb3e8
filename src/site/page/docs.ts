import { part, make } from '../../design/page/dom.ts'
import { checkSignature } from './signature-check.ts'

/** Runs the documentation's search, the requests to try, and the check of signatures. */

interface Entry {
  readonly href: string
  readonly page: string
  readonly title: string
  readonly text: string
}

const shownMax = 8
let index: Promise<readonly Entry[]> | null = null
const loadIndex = (): Promise<readonly Entry[]> =>
  (index ??= fetch('/docs/search.json').then((response) => response.json() as Promise<Entry[]>))

/** Rates an entry. Every word must occur. Titles count more than text, and the beginning of a title most. */
function score({ title, text, page }: Entry, words: readonly string[]): number {
  const [name, body] = [title.toLowerCase(), `${page} ${text}`.toLowerCase()]
  let total = 0
  for (const word of words) {
    const points = (name.startsWith(word) ? 8 : 0) + (name.includes(word) ? 4 : 0) + (body.includes(word) ? 1 : 0)
    if (points === 0) return 0
    total += points
  }
  return total
}

async function search(field: HTMLInputElement): Promise<void> {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
  const list = part('found', HTMLElement)
  if (words.length === 0) {
    list.hidden = true
    return
  }
  const entries = await loadIndex()
  const found = entries
    .map((entry) => ({ entry, points: score(entry, words) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, shownMax)
  list.hidden = false
  list.replaceChildren(
    ...found.map(({ entry: { href, title, page } }) =>
      make(
        'li',
        {},
        make('a', { href }, make('strong', {}, title), make('span', { class: 'muted small' }, ` ${page}`)),
      ),
    ),
    ...(found.length === 0 ? [make('li', { class: 'muted' }, 'Nothing found')] : []),
  )
  part('found-count', HTMLElement).textContent = `${found.length} ${found.length === 1 ? 'result' : 'results'}`
}

const field = part('search', HTMLInputElement)
field.addEventListener('focus', () => void loadIndex())
field.addEventListener('input', () => void search(field))
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
  if (event.key === '/' && !isTyping) {
    event.preventDefault()
    field.focus()
  }
  const links = [...document.querySelectorAll<HTMLElement>('#found a')]
  if (event.key === 'Escape') part('found', HTMLElement).hidden = true
  if (links.length === 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
  const at = links.findIndex((link) => link === document.activeElement)
  if (event.target !== field && at < 0) return
  event.preventDefault()
  const next = at + (event.key === 'ArrowDown' ? 1 : -1)
  ;(links[next] ?? field).focus()
})

async function tryRequest(form: HTMLFormElement): Promise<void> {
  const output = form.querySelector<HTMLElement>('.try-response')
  const key = part('try-key', HTMLInputElement).value.trim()
  if (output === null) return
  if (key === '') {
    output.replaceChildren(make('p', { class: 'error' }, 'Enter your API key at the top of the page first.'))
    return
  }
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[data-in]')]
  const path = inputs
    .filter(({ dataset }) => dataset['in'] === 'path')
    .reduce(
      (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value.trim())),
      form.dataset['path'] ?? '',
    )
  const query = new URLSearchParams(
    inputs
      .filter(({ dataset, value }) => dataset['in'] === 'query' && value !== '')
      .map(({ name, value }) => [name, value]),
  )
  const body = form.querySelector<HTMLTextAreaElement>('textarea[name="body"]')
  const response = await fetch(`/v1${path}${query.size === 0 ? '' : `?${query.toString()}`}`, {
    method: (form.dataset['method'] ?? 'get').toUpperCase(),
    headers: { authorization: `Bearer ${key}`, ...(body === null ? {} : { 'content-type': 'application/json' }) },
    ...(body === null ? {} : { body: body.value }),
  })
  const text = await response.text()
  const shown = text.startsWith('{') ? JSON.stringify(JSON.parse(text), null, 2) : text
  output.replaceChildren(
    make(
      'p',
      {},
      make('strong', { class: response.ok ? 'is-good' : 'error' }, String(response.status)),
      ` ${response.headers.get('x-request-id') ?? ''}`,
    ),
    make('pre', { tabindex: '0', 'aria-label': 'Response' }, shown),
  )
}

for (const form of document.querySelectorAll<HTMLFormElement>('.try-form')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    tryRequest(form).catch((error: unknown) => {
      form.querySelector('.try-response')?.replaceChildren(make('p', { class: 'error' }, String(error)))
    })
  })
}

async function showSignature(): Promise<void> {
  const [header, secret, body] = [
    part('signature-header', HTMLInputElement).value.trim(),
    part('signature-secret', HTMLInputElement).value.trim(),
    part('signature-body', HTMLTextAreaElement).value,
  ]
  const checks = header === '' && secret === '' ? [] : await checkSignature({ header, secret, body, nowMs: Date.now() })
  part('signature-checks', HTMLElement).replaceChildren(
    ...checks.map(({ isGood, words }) => make('li', { class: isGood ? 'is-good' : 'is-bad' }, words)),
  )
}

const signature = document.getElementById('signature')
signature?.addEventListener('submit', (event) => event.preventDefault())
signature?.addEventListener('input', () => void showSignature())

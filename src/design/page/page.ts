import { startTabs } from './tabs.ts'

/**
 * The script of every page. It shows times in the reader's zone, and adds copy buttons, tabs, and questions before
 * irreversible actions.
 */

const clock = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
const thisYear = new Intl.DateTimeFormat(undefined, clock)
const otherYear = new Intl.DateTimeFormat(undefined, { ...clock, year: 'numeric' })
/** A day of the billing month is a day in UTC for every reader. */
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
const relativeDaysMax = 7

/** Returns a phrase such as "5 minutes ago", or null if the time is too far away for such a phrase. */
function relativeText(at: Date): string | null {
  const seconds = (at.getTime() - Date.now()) / 1000
  if (Math.abs(seconds) > relativeDaysMax * 86_400) return null
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return unit === 'second'
    ? seconds > 0
      ? 'in a moment'
      : 'just now'
    : relative.format(Math.round(seconds / size), unit)
}

/** Shows near times as relative ones. The exact time appears on hover. */
function localTimes(): void {
  for (const time of document.querySelectorAll('time')) {
    const at = new Date(time.dateTime)
    const isDay = time.dataset['day'] !== undefined
    const exact = (at.getFullYear() === new Date().getFullYear() ? thisYear : otherYear).format(at)
    time.title = isDay ? time.dateTime : `${exact} (${time.dateTime})`
    time.textContent = isDay ? dayFormat.format(at) : (relativeText(at) ?? exact)
  }
}

function enableCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) button.disabled = false
}

async function copy(button: HTMLElement): Promise<void> {
  const label = button.textContent
  const text = button.dataset['copy'] ?? ''
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Select and copy'
  }
  setTimeout(() => (button.textContent = label), 2000)
}

/** Opens a dialog for a question. The button for yes submits the form. */
function confirmFirst(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'ask'
  const question = document.createElement('p')
  question.id = 'question'
  question.textContent = form.dataset['confirm'] ?? ''
  dialog.setAttribute('aria-labelledby', question.id)
  const buttons = document.createElement('div')
  buttons.className = 'actions'
  const cancelButton = document.createElement('button')
  cancelButton.className = 'button'
  cancelButton.textContent = 'Keep'
  const confirmButton = document.createElement('button')
  confirmButton.className = 'button danger'
  confirmButton.textContent = submitter?.textContent ?? 'Yes'
  buttons.append(cancelButton, confirmButton)
  dialog.append(question, buttons)
  document.body.append(dialog)
  cancelButton.addEventListener('click', () => dialog.close())
  confirmButton.addEventListener('click', () => form.submit())
  dialog.addEventListener('close', () => dialog.remove())
  dialog.showModal()
  cancelButton.focus()
}

function attachHandlers(): void {
  localTimes()
  enableCopying()
}

attachHandlers()
startTabs()
document.addEventListener('live', attachHandlers)
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null
  if (button !== null) void copy(button)
})

/** The forms that were sent and whose response has not arrived. A double click must not create two keys. */
const sentForms = new Set<HTMLFormElement>()
// The back button shows the page as it was left.
globalThis.addEventListener('pageshow', () => sentForms.clear())
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (form.dataset['confirm'] !== undefined) {
    event.preventDefault()
    confirmFirst(form, event.submitter)
  } else if (form.method === 'post') {
    if (sentForms.has(form)) event.preventDefault()
    sentForms.add(form)
  }
})

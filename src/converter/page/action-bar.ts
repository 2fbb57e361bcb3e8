import type { Report } from '../../contract/report.ts'
import { countText, make, part } from '../../design/page/dom.ts'
import { bytesText, nounFor } from '../../design/text.ts'

interface Actions {
  readonly convert: () => void
  readonly cancel: () => void
  readonly onService: () => void
}

interface Done {
  readonly report: Report
  readonly output: Blob
  readonly ms: number
  readonly name: string
  /** Whether a person pressed the button and waits for the download. */
  readonly takesFocus: boolean
}

/** Larger outputs can only be downloaded, because they are too large for a clipboard. */
const copyBytesMax = 5_000_000

/** The bar that stays in view. Only the next useful action has a primary button. */
export class ActionBar {
  private readonly bar = part('action-bar', HTMLElement)
  private readonly summary = part('summary', HTMLElement)
  private readonly here = part('here', HTMLButtonElement)
  private readonly stop = part('stop', HTMLButtonElement)
  private readonly result = part('result', HTMLElement)
  private readonly copy = part('copy-output', HTMLButtonElement)
  private readonly service = document.getElementById('service') as HTMLButtonElement | null
  private readonly signUp = document.getElementById('sign-up')
  private output: Blob | null = null
  private startedMs = 0

  constructor({ convert, cancel, onService }: Actions) {
    this.here.addEventListener('click', convert)
    this.stop.addEventListener('click', cancel)
    this.service?.addEventListener('click', onService)
    this.copy.addEventListener('click', () => void this.copyOutput())
  }

  /** Shows that no action is possible yet. */
  waiting(words: string): void {
    this.show(words)
    this.here.hidden = true
  }

  ready(words: string, { canConvertHere, canUseService }: { canConvertHere: boolean; canUseService: boolean }): void {
    this.show(words)
    this.here.hidden = !canConvertHere
    if (this.signUp !== null) this.signUp.hidden = canConvertHere
    this.service?.classList.toggle('primary', !canConvertHere && canUseService)
  }

  working(words: string): void {
    this.show(words)
    this.startedMs = performance.now()
    this.here.hidden = true
    this.stop.hidden = false
    if (this.service !== null) this.service.hidden = true
  }

  progress(read: number, size: number, rows: number): void {
    this.showProgress(read, size)
    const seconds = (performance.now() - this.startedMs) / 1000
    const left = read === 0 ? 0 : Math.ceil((seconds * (size - read)) / read)
    const time = seconds < 2 || left < 2 ? '' : `, about ${countText(left)} s left`
    this.summary.textContent = `Converting: ${Math.floor((Math.min(read, size) / Math.max(1, size)) * 100)}%`
    part('progress-text', HTMLElement).textContent =
      `${bytesText(read)} of ${bytesText(size)}, ${countText(rows)} ${nounFor(rows, 'row')}${time}`
  }

  sending(sent: number, size: number): void {
    this.showProgress(sent, size)
    this.summary.textContent = 'Uploading'
    part('progress-text', HTMLElement).textContent = `${bytesText(sent)} of ${bytesText(size)} sent`
  }

  done({ report, output, ms, name, takesFocus }: Done): void {
    const { converted, rejected } = report.rows
    const time = ms < 1000 ? `${Math.ceil(ms)}\u00a0ms` : `${(ms / 1000).toFixed(1)}\u00a0s`
    this.show('')
    this.here.hidden = true
    this.summary.replaceChildren(
      make('strong', {}, `${countText(converted)} ${nounFor(converted, 'row')} converted`),
      make('span', { class: rejected === 0 ? 'muted' : 'amber' }, `, ${countText(rejected)} rejected`),
      make('span', { class: 'muted' }, ` · ${bytesText(output.size)} · ${time}`),
    )
    const link = make(
      'a',
      { class: 'button primary', href: URL.createObjectURL(output), download: name },
      'Download ',
      make('span', { class: 'file' }, name),
    )
    this.result.replaceChildren(link)
    this.output = output
    this.copy.disabled = output.size > copyBytesMax
    if (takesFocus) link.focus()
  }

  private show(words: string): void {
    this.bar.hidden = false
    this.summary.textContent = words
    this.stop.hidden = true
    part('progress', HTMLElement).hidden = true
    if (this.service !== null) this.service.hidden = false
    if (this.signUp !== null) this.signUp.hidden = true
    this.forget()
  }

  private showProgress(done: number, total: number): void {
    part('progress', HTMLElement).hidden = false
    const bar = part('bar', HTMLProgressElement)
    bar.max = Math.max(1, total)
    bar.value = Math.min(done, total)
  }

  /** Drops the download, because it belongs to the file and the settings that it was made with. */
  private forget(): void {
    for (const { href } of this.result.querySelectorAll('a')) URL.revokeObjectURL(href)
    this.result.replaceChildren()
    this.output = null
    this.copy.disabled = true
  }

  private async copyOutput(): Promise<void> {
    if (this.output === null) return
    const text = await this.output.text()
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    this.copy.textContent = isCopied ? 'Copied' : 'Select the text and copy it'
    setTimeout(() => (this.copy.textContent = 'Copy'), 2000)
  }
}

import { part } from '../../design/page/dom.ts'
import type { SampleName } from './samples.ts'

const samplesUrl = '/assets/page/samples.js'

/** Watches every way to choose a file: the dialog, a drop, a paste, typed text, or one of the samples. */
export function onFile(given: (file: File) => void, isOpen: () => boolean): void {
  const take = (file: File | undefined): void => {
    if (file !== undefined && isOpen()) given(file)
  }
  chosen(take)
  dropped(take)
  pasted(take)
  for (const button of document.querySelectorAll<HTMLElement>('[data-sample]')) {
    button.addEventListener('click', () => {
      const name = button.dataset['sample'] as SampleName
      void (import(samplesUrl) as Promise<typeof import('./samples.ts')>).then(({ sampleFile }) =>
        take(sampleFile(name)),
      )
    })
  }
}

type Take = (file: File | undefined) => void

function chosen(take: Take): void {
  const input = part('file', HTMLInputElement)
  // Browsers send no event when a user chooses the same file again, so the old choice is cleared.
  input.addEventListener('click', () => (input.value = ''))
  input.addEventListener('change', () => take(input.files?.[0]))
}

function dropped(take: Take): void {
  const drop = part('drop', HTMLElement)
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
    take(event.dataTransfer?.files[0])
  })
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

const textFile = (text: string): File => new File([text], 'pasted.txt')

function pasted(take: Take): void {
  document.addEventListener('paste', (event) => {
    if (isField(event.target)) return
    const [file] = event.clipboardData?.files ?? []
    if (file !== undefined) return take(file)
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (text.trim() !== '') take(textFile(text))
  })
  const area = part('pasted', HTMLTextAreaElement)
  let timer = 0
  area.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (area.value.trim() !== '') take(textFile(area.value))
    }, 300)
  })
}

import { convert } from '../../../container/engine/convert.ts'
import { preview } from '../../../container/engine/preview.ts'
import { readSpec, type Spec } from '../../contract/spec.ts'
import { browserInflate } from './browser-inflate.ts'
import type { EngineMessage, EngineRequest } from './engine-messages.ts'
import { fileSource } from './file-source.ts'
import { OutputParts } from './output-parts.ts'

// Runs the engine in a separate thread. The service converts with the same code.

const rowsShown = 20
const outputShown = 4000
const progressEveryMs = 100

const post = (message: EngineMessage): void => postMessage(message)

addEventListener('message', (event: MessageEvent<EngineRequest>) => {
  const { sequence } = event.data
  handle(event.data).catch((error: unknown) => {
    const isFileGone = error instanceof DOMException && error.name === 'NotReadableError'
    const message = isFileGone
      ? 'The file was changed or removed after it was chosen. Choose it again.'
      : `The conversion stopped: ${String(error)}`
    post({ kind: 'error', sequence, message })
  })
})

async function handle(request: EngineRequest): Promise<void> {
  const { kind, sequence } = request
  const reading = readSpec(request.spec)
  if (!reading.ok) return post({ kind: 'error', sequence, message: reading.reasons.join('; ') })
  await (kind === 'preview' ? showPreview(request, reading.spec) : convertWhole(request, reading.spec))
}

const previewOf = (file: File, spec: Spec) =>
  preview({
    name: file.name,
    source: fileSource(file),
    spec,
    inflate: browserInflate,
    rowsMax: rowsShown,
    outputBytesMax: outputShown,
  })

/** Selects the first of the converted sheets, because a preview shows one sheet. */
function ofFirstSheet(spec: Spec): Spec {
  const [first] = Array.isArray(spec.input.sheets) ? spec.input.sheets : []
  const sheet = typeof first === 'string' ? first : spec.input.sheet
  return { ...spec, input: { ...spec.input, sheet, sheets: null } }
}

async function showPreview({ sequence, file }: EngineRequest, spec: Spec): Promise<void> {
  const shown = await previewOf(file, ofFirstSheet(spec))
  const isWorkbook = shown.kind === 'table' && typeof shown.report.input.sheet === 'string'
  post({ kind: 'preview', sequence, preview: shown, sheets: isWorkbook ? await sheetsOf(file, spec) : [] })
}

/** A name that is longer than the name of any sheet. */
const noSheet = 'a name that no sheet of a workbook can have, because names are shorter'

/** Lists the sheets of a workbook. The engine lists them in its error for a missing sheet. */
async function sheetsOf(file: File, spec: Spec): Promise<string[]> {
  const refused = await previewOf(file, { ...spec, input: { ...spec.input, sheet: noSheet, sheets: null } })
  if (refused.kind !== 'failed' || refused.failure.code !== 'sheet_not_found') return []
  return refused.failure.problems.flatMap(({ value }) => (value === undefined ? [] : [value]))
}

async function convertWhole({ sequence, file }: EngineRequest, spec: Spec): Promise<void> {
  const startedMs = performance.now()
  let shownMs = startedMs
  const parts = new OutputParts(outputShown)
  const outcome = await convert({
    name: file.name,
    source: fileSource(file),
    spec,
    inflate: browserInflate,
    sink: {
      write: (chunk) => {
        parts.add(chunk)
        return Promise.resolve()
      },
      restart: () => {
        parts.clear()
        return Promise.resolve()
      },
    },
    onProgress: (progress) => {
      if (performance.now() - shownMs >= progressEveryMs) {
        shownMs = performance.now()
        post({ kind: 'progress', sequence, ...progress })
      }
      return 'continue'
    },
  })
  if (outcome.kind === 'failed') return post({ kind: 'failed', sequence, failure: outcome.failure })
  if (outcome.kind === 'stopped') return
  const ms = performance.now() - startedMs
  post({ kind: 'done', sequence, report: outcome.report, output: parts.blob(), head: parts.head(), ms })
}

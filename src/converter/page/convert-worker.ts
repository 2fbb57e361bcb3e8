import { convert } from '../../../container/engine/convert.ts'
import { preview } from '../../../container/engine/preview.ts'
import { readSpec } from '../../contract/spec.ts'
import { browserInflate } from './browser-inflate.ts'
import type { EngineAnswer, EngineRequest } from './engine-messages.ts'
import { fileSource } from './file-source.ts'

// The engine, in a thread of its own: the very code that converts on the service.

const rowsShown = 20
const outputShown = 4000
const progressEveryMs = 100

const answer = (message: EngineAnswer): void => postMessage(message)

addEventListener('message', (event: MessageEvent<EngineRequest>) => {
  const { turn } = event.data
  handle(event.data).catch((error: unknown) => {
    const isFileGone = error instanceof DOMException && error.name === 'NotReadableError'
    const message = isFileGone
      ? 'The file was changed or removed since it was chosen. Choose it again.'
      : `The engine stopped: ${String(error)}`
    answer({ kind: 'trouble', turn, message })
  })
})

async function handle({ kind, turn, file, spec: given }: EngineRequest): Promise<void> {
  const reading = readSpec(given)
  if (!reading.ok) return answer({ kind: 'trouble', turn, message: reading.reasons.join('; ') })
  const request = { name: file.name, source: fileSource(file), spec: reading.spec, inflate: browserInflate }
  if (kind === 'preview') {
    const seen = await preview({ ...request, rowsMax: rowsShown, outputBytesMax: outputShown })
    return answer({ kind: 'preview', turn, preview: seen })
  }
  const startedMs = performance.now()
  let shownMs = startedMs
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const outcome = await convert({
    ...request,
    sink: {
      write: (chunk) => {
        chunks.push(chunk.slice())
        return Promise.resolve()
      },
      restart: () => {
        chunks.length = 0
        return Promise.resolve()
      },
    },
    onProgress: (progress) => {
      if (performance.now() - shownMs >= progressEveryMs) {
        shownMs = performance.now()
        answer({ kind: 'progress', turn, ...progress })
      }
      return 'continue'
    },
  })
  if (outcome.kind === 'failed') return answer({ kind: 'failed', turn, failure: outcome.failure })
  if (outcome.kind === 'stopped') return
  const output = new Blob(chunks, { type: 'application/octet-stream' })
  answer({ kind: 'done', turn, report: outcome.report, output, ms: performance.now() - startedMs })
}

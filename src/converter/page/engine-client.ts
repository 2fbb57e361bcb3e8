import type { SpecInput } from '../../contract/spec.ts'
import type { EngineAnswer, EngineRequest } from './engine-messages.ts'

/** The engine beside the page. Only the newest request counts: asking again lets go of what was asked before. */
export class EngineClient {
  private worker: Worker | null = null
  private turn = 0
  private busy = false
  private readonly heard: (answer: EngineAnswer) => void

  constructor(heard: (answer: EngineAnswer) => void) {
    this.heard = heard
  }

  ask(kind: EngineRequest['kind'], file: File, spec: SpecInput): void {
    // A thread in the middle of a large file hears nothing: a new one is quicker.
    if (this.busy) this.stop()
    this.worker ??= this.start()
    this.busy = true
    const request: EngineRequest = { kind, turn: ++this.turn, file, spec }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    this.worker.postMessage(request)
  }

  stop(): void {
    this.worker?.terminate()
    this.worker = null
    this.busy = false
    this.turn++
  }

  private start(): Worker {
    const worker = new Worker('/assets/page/convert-worker.js', { type: 'module' })
    worker.addEventListener('message', (event: MessageEvent<EngineAnswer>) => {
      if (event.data.turn !== this.turn) return
      if (event.data.kind !== 'progress') this.busy = false
      this.heard(event.data)
    })
    worker.addEventListener('error', (event) => {
      this.busy = false
      this.heard({ kind: 'trouble', turn: this.turn, message: `The engine could not be started: ${event.message}` })
    })
    return worker
  }
}

import type { SpecInput } from '../../contract/spec.ts'
import type { EngineMessage, EngineRequest } from './engine-messages.ts'

/** Runs the engine in a worker of the page. Only the newest request counts, and it abandons the previous one. */
export class EngineClient {
  private worker: Worker | null = null
  private sequence = 0
  private busy = false
  private readonly onMessage: (reply: EngineMessage) => void

  constructor(onMessage: (reply: EngineMessage) => void) {
    this.onMessage = onMessage
  }

  send(kind: EngineRequest['kind'], file: File, spec: SpecInput): void {
    // A worker in the middle of a large file receives no messages, so a new worker starts sooner.
    if (this.busy) this.stop()
    this.worker ??= this.start()
    this.busy = true
    const request: EngineRequest = { kind, sequence: ++this.sequence, file, spec }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    this.worker.postMessage(request)
  }

  stop(): void {
    this.worker?.terminate()
    this.worker = null
    this.busy = false
    this.sequence++
  }

  private start(): Worker {
    const worker = new Worker('/assets/page/convert-worker.js', { type: 'module' })
    worker.addEventListener('message', (event: MessageEvent<EngineMessage>) => {
      if (event.data.sequence !== this.sequence) return
      if (event.data.kind !== 'progress') this.busy = false
      this.onMessage(event.data)
    })
    worker.addEventListener('error', (event) => {
      this.busy = false
      this.onMessage({
        kind: 'error',
        sequence: this.sequence,
        message: `The engine could not be started: ${event.message}`,
      })
    })
    return worker
  }
}

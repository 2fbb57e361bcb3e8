import { parentPort } from 'node:worker_threads'
import { type Load, putLoad } from './http-load.ts'

/** The load runs in its own thread, so that the main thread can read the Workers' logs. */
parentPort?.on('message', (load: Load) => {
  putLoad(load).then(
    (result) => respond({ result }),
    (error: unknown) => respond({ error: String(error) }),
  )
})

function respond(message: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}

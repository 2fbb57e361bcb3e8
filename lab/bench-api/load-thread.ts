import { parentPort } from 'node:worker_threads'
import { type Load, putLoad } from './http-load.ts'

/** The load runs in a thread of its own, so that the starter of the Workers can read their logs meanwhile. */
parentPort?.on('message', (load: Load) => {
  putLoad(load).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ error: String(error) }),
  )
})

function answer(message: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}

import { Worker } from 'node:worker_threads'
import type { Load, LoadResult } from './http-load.ts'

export interface LoadRunner {
  put(load: Load): Promise<LoadResult>
  stop(): Promise<unknown>
}

export function startLoadRunner(): LoadRunner {
  const thread = new Worker(new URL('load-thread.ts', import.meta.url))
  return {
    put: (load) =>
      new Promise((resolve, reject) => {
        thread.once('message', ({ result, error }: { result?: LoadResult; error?: string }) =>
          result === undefined ? reject(new Error(error)) : resolve(result),
        )
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        thread.postMessage(load)
      }),
    stop: () => thread.terminate(),
  }
}

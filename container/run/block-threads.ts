import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { BlockAnswer, BlockJob, BlockOrder, Threads } from '../engine/blocks/block-job.ts'
import type { BlockMessage } from './block-thread.ts'

/** Below this a file is converted by the time that threads have started and paid for it. */
const worthwhileBytes = 32 << 20
/** Beyond these the calling thread cannot keep up. */
const threadsMax = 4

/** Null where they would not pay. The calling thread mostly reads and writes, so that every processor may have one. */
export function blockThreads(fileBytes: number): BlockThreads | null {
  const count = Math.min(threadsMax, availableParallelism())
  return count < 2 || fileBytes < worthwhileBytes ? null : new BlockThreads(count)
}

/** Blocks that wait at each thread while it works on another. */
const blocksAhead = 2

interface Waiting {
  readonly resolve: (answer: BlockAnswer) => void
  readonly reject: (error: Error) => void
}

/** Threads that are started before the engine asks for them, so that they are ready when the sample is judged. */
export class BlockThreads implements Threads {
  readonly depth: number
  private readonly workers: readonly Worker[]
  private readonly waiting: Waiting[][]
  private turn = 0
  private failure: Error | null = null

  constructor(count: number) {
    this.depth = count * blocksAhead
    this.waiting = Array.from({ length: count }, () => [])
    this.workers = this.waiting.map((answers) => {
      const worker = new Worker(new URL('./block-thread.mjs', import.meta.url))
      worker.on('message', (answer: BlockAnswer) => {
        answers.shift()?.resolve(answer)
        if (answers.length === 0) worker.unref()
      })
      worker.on('error', (error) => this.fail(error))
      // Blocks that are under way keep the process alive, idle threads do not.
      worker.unref()
      return worker
    })
  }

  begin(job: BlockJob): void {
    for (const worker of this.workers) worker.postMessage({ kind: 'begin', job } satisfies BlockMessage, [])
  }

  convert(order: BlockOrder): Promise<BlockAnswer> {
    const thread = this.turn++ % this.workers.length
    return new Promise((resolve, reject) => {
      if (this.failure !== null) return reject(this.failure)
      this.waiting[thread]?.push({ resolve, reject })
      this.workers[thread]?.ref()
      this.workers[thread]?.postMessage({ kind: 'convert', order } satisfies BlockMessage, [])
    })
  }

  /** Shared: handing buffers over costs a millisecond each time. */
  memory(bytes: number): Uint8Array {
    return new Uint8Array(new SharedArrayBuffer(bytes))
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()))
  }

  private fail(error: Error): void {
    this.failure = error
    for (const answers of this.waiting) for (const { reject } of answers.splice(0)) reject(error)
  }
}

import { cpus } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { BlockAnswer, BlockJob, BlockOrder, Threads } from '../engine/blocks/block-job.ts'
import type { BlockMessage } from './block-thread.ts'

/** Below this a file is converted by the time that threads have started and paid for it. */
const worthwhileBytes = 64 << 20
/** Beyond these the calling thread cannot keep up. */
const threadsMax = 4
/** Blocks that a thread is given while it works on another. */
const blocksAhead = 2

interface Waiting {
  readonly resolve: (answer: BlockAnswer) => void
  readonly reject: (error: Error) => void
}

/** Null where they would not pay. */
export const blockThreads = (fileBytes: number): BlockThreads | null =>
  fileBytes < worthwhileBytes || cpus().length < 2 ? null : new BlockThreads(idleProcessors())

/** Processors that nobody used since this was called. */
function idleProcessors(): () => number {
  const sums = (): { idle: number; all: number } => {
    const times = cpus().map((processor) => processor.times)
    const idle = times.reduce((sum, time) => sum + time.idle, 0)
    return { idle, all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) }
  }
  const start = sums()
  return () => {
    const now = sums()
    return (cpus().length * (now.idle - start.idle)) / Math.max(1, now.all - start.all)
  }
}

/**
 * Threads convert the same file with half as much processor time again: copies to and fro, two more engines to start. That
 * pays where processors are idle, and costs where they are not; so they are started when the sample is judged, by
 * what was idle until then.
 */
export class BlockThreads implements Threads {
  private readonly idle: () => number
  private workers: readonly Worker[] = []
  private waiting: Waiting[][] = []
  private turn = 0
  private failure: Error | null = null

  constructor(idle: () => number) {
    this.idle = idle
  }

  get depth(): number {
    return this.workers.length * blocksAhead
  }

  /** The calling thread's own processor counts as idle: from now on it mostly reads and writes. */
  begin(job: BlockJob): boolean {
    const count = Math.min(threadsMax, Math.floor(this.idle() + 1.3))
    if (count < 2) return false
    this.waiting = Array.from({ length: count }, () => [])
    this.workers = this.waiting.map((answers) => this.start(answers))
    for (const worker of this.workers) worker.postMessage({ kind: 'begin', job } satisfies BlockMessage, [])
    return true
  }

  private start(answers: Waiting[]): Worker {
    const worker = new Worker(new URL('./block-thread.mjs', import.meta.url))
    worker.on('message', (answer: BlockAnswer) => {
      answers.shift()?.resolve(answer)
      if (answers.length === 0) worker.unref()
    })
    worker.on('error', (error) => this.fail(error))
    // Blocks that are under way keep the process alive, idle threads do not.
    worker.unref()
    return worker
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

import type { Random } from '../../../lab/fuzz/random.ts'

interface Task {
  readonly atMs: number
  readonly order: number
  readonly label: string
  readonly work: () => void
}

/**
 * The only source of time and order in a simulated world. Tasks run one after another, each to its end. Nothing waits
 * for real events, so the same seed gives the same history.
 */
export class Scheduler {
  /** True time. The account object's clock shows this time plus its error. */
  nowMs: number
  readonly random: Random
  readonly history: string[] = []
  /** Called after every task, and again while it returns true. */
  onTaskDone: () => boolean = () => false
  private readonly heap: Task[] = []
  private order = 0

  constructor(random: Random, nowMs: number) {
    this.random = random
    this.nowMs = nowMs
  }

  get isIdle(): boolean {
    return this.heap.length === 0
  }

  /** Counts the tasks. */
  get step(): number {
    return this.history.length
  }

  after(delayMs: number, label: string, work: () => void): void {
    this.push({ atMs: this.nowMs + Math.max(0, delayMs), order: this.order++, label, work })
  }

  sleep(delayMs: number, label: string): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, label, resolve))
  }

  async runUntil(untilMs: number): Promise<void> {
    for (let task = this.heap[0]; task !== undefined && task.atMs <= untilMs; task = this.heap[0]) {
      this.pop()
      this.nowMs = task.atMs
      this.history.push(`${((this.nowMs % 1e9) / 1000).toFixed(3)} ${task.label}`)
      task.work()
      // Promises that the task has settled run before the next task. Nothing here waits for the operating system.
      do await new Promise((resolve) => setImmediate(resolve))
      while (this.onTaskDone())
    }
    this.nowMs = Math.max(this.nowMs, untilMs)
  }

  private push(task: Task): void {
    const { heap } = this
    let at = heap.push(task) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(task, heap[parent])) break
      heap[at] = heap[parent] as Task
      at = parent
    }
    heap[at] = task
  }

  private pop(): void {
    const { heap } = this
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      if (child >= heap.length) break
      if (isBefore(heap[child + 1], heap[child])) child++
      if (!isBefore(heap[child], last)) break
      heap[at] = heap[child] as Task
      at = child
    }
    heap[at] = last
  }
}

function isBefore(task: Task | undefined, other: Task | undefined): boolean {
  if (task === undefined || other === undefined) return task !== undefined
  return task.atMs < other.atMs || (task.atMs === other.atMs && task.order < other.order)
}

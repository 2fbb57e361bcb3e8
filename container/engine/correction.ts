import type { Spec } from '../../src/contract/spec.ts'
import type { Caster } from './cast/cast-batch.ts'
import type { CastColumn } from './cast/cast-column.ts'
import { keepsAny } from './inference/types/later-decision.ts'
import type { LaterFacts } from './inference/types/later-facts.ts'
import { planTable } from './inference/plan-table.ts'
import { readSample } from './inference/sample/read-sample.ts'
import type { ReadRequest } from './readers/read-request.ts'
import { openReader } from './readers/open-reader.ts'
import { Reporter } from './report/reporter.ts'

export interface CorrectionRequest extends Omit<ReadRequest, 'reporter' | 'accelerator' | 'later'> {
  readonly spec: Spec
}

/** Finds out whether values after the sample would lead to a better plan. */
export class Correction {
  private readonly request: CorrectionRequest
  private readonly later: LaterFacts
  private readonly caster: Caster
  private readonly current: ReadonlyMap<number, CastColumn>
  private readonly keysAtStart: number
  private readonly hadNull: boolean

  constructor(request: CorrectionRequest, later: LaterFacts, caster: Caster, current: readonly CastColumn[]) {
    this.current = new Map(current.map((column) => [column.column.index, column]))
    this.request = request
    this.later = later
    this.caster = caster
    this.keysAtStart = later.keys.size
    this.hadNull = later.hasWrittenNull
  }

  /** Tests for the first `\N` of the file, which changes every column. */
  private get hasNewNull(): boolean {
    return this.later.hasWrittenNull && !this.hadNull
  }

  /**
   * Tests whether to start over now. The engine calls this after every batch, because a correction is cheapest while
   * little has been written.
   */
  async isDue(): Promise<boolean> {
    const { later } = this
    if (this.hasNewNull) return true
    while (later.isWorthPlanning) {
      if (await this.keepsMore()) {
        later.keepKeys(this.keysAtStart)
        return true
      }
      later.deferNextPlan()
    }
    return false
  }

  /** Tests whether to start over at the end of the file. */
  async isNeeded(): Promise<boolean> {
    const { later, caster } = this
    later.end(caster.converted + caster.rejected)
    return this.hasNewNull || later.keys.size > this.keysAtStart || (later.hasNewFacts && (await this.keepsMore()))
  }

  /**
   * Tests whether a new plan would keep more values. It opens the file again, because the pass still needs its reader
   * and its memory.
   */
  private async keepsMore(): Promise<boolean> {
    const { request, later } = this
    const plain = { reporter: new Reporter(), accelerator: null, later }
    const opened = await openReader({ ...request, ...plain })
    if (opened.kind === 'dump') return false
    const batches = opened.reader.batches()[Symbol.asyncIterator]()
    const sample = await readSample(batches, request.spec, opened.reader)
    await batches.return?.()
    const { castColumns } = planTable({ ...request, ...plain, ...opened, fileName: request.name, sample })
    return castColumns.some((column) => this.keepsMoreThanNow(column))
  }

  /** Tests whether a new plan keeps a value that the current one rejects. */
  private keepsMoreThanNow(column: CastColumn): boolean {
    const { index } = column.column
    const now = this.current.get(index)
    return this.later
      .shapes(index)
      .some((shape) => keepsAny(column, [shape]) && (now === undefined || !keepsAny(now, [shape])))
  }
}

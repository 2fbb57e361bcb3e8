import type { CaseStore } from './case-store.ts'

const kept = 'cases_copied_to'

/** Copies every case to the directory again, a few with each alarm, because an account may have a million. */
export class CaseCopies {
  private readonly kv: SyncKvStorage
  private readonly cases: CaseStore
  /** The last copied case, or null if no copying is in progress. */
  private last: string | null

  constructor(kv: SyncKvStorage, cases: CaseStore) {
    this.kv = kv
    this.cases = cases
    this.last = kv.get<string>(kept) ?? null
  }

  begin(nowMs: number): void {
    this.last = ''
    this.continue(nowMs)
  }

  continue(nowMs: number): void {
    if (this.last === null) return
    this.last = this.cases.addCopiesAfter(this.last, nowMs)
    if (this.last === null) this.kv.delete(kept)
    else this.kv.put(kept, this.last)
  }

  nextMs(nowMs: number): number | null {
    return this.last === null ? null : nowMs
  }
}

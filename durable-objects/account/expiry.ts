import type { Limits } from '../../src/contract/limits.ts'
import { endedAt, noResult } from '../../src/conversions/record.ts'
import type { AccountStore } from './account-store.ts'
import type { ResponseStore } from './response-store.ts'
import type { CaseStore } from './case-store.ts'
import type { ConversionFiles } from './conversion-files.ts'
import type { ConversionStore } from './conversion-store.ts'
import type { DeletionQueue } from './deletion-queue.ts'
import { statusAfter } from './lifecycle.ts'

const itemsPerAlarm = 50

export interface ExpiryDependencies {
  readonly limits: Limits
  readonly accounts: AccountStore
  readonly conversions: ConversionStore
  readonly responses: ResponseStore
  readonly cases: CaseStore
  readonly deletionQueue: DeletionQueue
  readonly files: ConversionFiles
}

/**
 * Deletes everything that has expired: files, rows at the end of their time in the list, stored responses, and cases.
 */
export class Expiry {
  private readonly dependencies: ExpiryDependencies

  constructor(dependencies: ExpiryDependencies) {
    this.dependencies = dependencies
  }

  sweep(nowMs: number): void {
    this.expireConversions(nowMs)
    this.dependencies.responses.forgetExpired(nowMs)
    this.dependencies.deletionQueue.add(this.dependencies.cases.expire(nowMs))
  }

  nextMs(): number | null {
    const { conversions, responses, cases } = this.dependencies
    const times = [
      conversions.nextExpiryMs(),
      conversions.nextUnlistingMs(this.listedMs),
      responses.nextExpiryMs(),
      cases.nextExpiryMs(),
    ]
    const known = times.filter((time) => time !== null)
    return known.length === 0 ? null : Math.min(...known)
  }

  /**
   * Deletes the files of ended conversions at their time. A conversion that was never started is canceled at its own
   * time, without an event.
   */
  private expireConversions(nowMs: number): void {
    const { accounts, conversions, files, limits } = this.dependencies
    const account = accounts.get()
    if (account === null) return
    for (const record of conversions.expired(nowMs, this.listedMs, itemsPerAlarm)) {
      files.doom(record, account, nowMs)
      const status = statusAfter(record.status, 'expire')
      if (record.finishedMs !== null && record.finishedMs <= nowMs - this.listedMs) conversions.remove(record.id)
      else if (status !== null)
        conversions.save({
          ...record,
          ...noResult,
          ...endedAt(nowMs, limits),
          status,
          filesGone: true,
        })
      else conversions.save({ ...record, filesGone: true, output: null })
    }
  }

  private get listedMs(): number {
    return this.dependencies.limits.LISTED_SECONDS * 1000
  }
}

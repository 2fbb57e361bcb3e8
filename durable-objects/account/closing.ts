import type { Limits } from '../../src/contract/limits.ts'
import type { ConversionRecord } from '../../src/conversions/record.ts'
import type { AccountStore } from './account-store.ts'
import type { ResponseStore } from './response-store.ts'
import type { CaseStore } from './case-store.ts'
import type { ConversionFiles } from './conversion-files.ts'
import type { ConversionStore } from './conversion-store.ts'
import type { DeliveryStore } from './delivery-store.ts'
import type { DeletionQueue } from './deletion-queue.ts'
import type { EmailChangeStore } from './email-change-store.ts'
import type { Outbox } from './outbox.ts'
import type { SecondFactorStore } from './second-factor-store.ts'
import type { SessionStore } from './session-store.ts'
import type { WebhookStore } from './webhook-store.ts'

const conversionsPerAlarm = 100

const unfinishedStatuses = ['running', 'queued', 'awaiting_upload'] as const

export interface ClosingDependencies {
  readonly accounts: AccountStore
  readonly responses: ResponseStore
  readonly cases: CaseStore
  readonly conversions: ConversionStore
  readonly deliveries: DeliveryStore
  readonly deletionQueue: DeletionQueue
  readonly emailChange: EmailChangeStore
  readonly factor: SecondFactorStore
  readonly files: ConversionFiles
  readonly limits: Limits
  readonly outbox: Outbox
  readonly sessions: SessionStore
  readonly webhooks: WebhookStore
}

/**
 * Deletes an account: its keys, webhook and unfinished conversions at once, everything else by the next alarms. A session
 * of a deleted account grants no access. The address, the plan, the usage and the audit log are kept for a while.
 */
export class Closing {
  private readonly dependencies: ClosingDependencies

  constructor(dependencies: ClosingDependencies) {
    this.dependencies = dependencies
  }

  close(nowMs: number): boolean {
    const { accounts, conversions, webhooks, factor, emailChange, outbox } = this.dependencies
    if (accounts.get() === null) return false
    for (const status of unfinishedStatuses) this.remove(conversions.ofStatus(status), nowMs)
    webhooks.remove()
    factor.turnOff()
    emailChange.end()
    accounts.markDeleted(nowMs)
    outbox.addCopy({ kind: 'account' }, nowMs)
    this.continue(nowMs)
    return true
  }

  /** Deletes a part of what a deleted account still has. */
  continue(nowMs: number): void {
    if (this.nextMs(nowMs) === null) return
    const { conversions, cases, deliveries, responses, sessions, deletionQueue } = this.dependencies
    this.remove(conversions.list({ limit: conversionsPerAlarm, status: null, before: null }).records, nowMs)
    deletionQueue.add(cases.expire(Number.MAX_SAFE_INTEGER))
    deliveries.forget(Number.MAX_SAFE_INTEGER)
    responses.forgetExpired(Number.MAX_SAFE_INTEGER)
    sessions.closeSome()
  }

  /** Returns the time of the next step: now, while a deleted account has anything besides its record. */
  nextMs(nowMs: number): number | null {
    const { accounts, conversions, cases, deliveries, responses, sessions } = this.dependencies
    if ((accounts.get()?.deletedMs ?? null) === null) return null
    const isCleared =
      !conversions.hasAny() &&
      !deliveries.hasAny() &&
      !sessions.hasAny() &&
      cases.nextExpiryMs() === null &&
      responses.nextExpiryMs() === null
    return isCleared ? null : nowMs
  }

  /** Returns the time at which the record of a deleted account is deleted too. */
  erasesMs(): number | null {
    const deletedMs = this.dependencies.accounts.get()?.deletedMs ?? null
    return deletedMs === null ? null : deletedMs + this.dependencies.limits.DELETED_RECORD_SECONDS * 1000
  }

  private remove(records: readonly ConversionRecord[], nowMs: number): void {
    const account = this.dependencies.accounts.get()
    if (account === null) return
    for (const record of records) {
      this.dependencies.conversions.remove(record.id)
      this.dependencies.files.doom(record, account, nowMs)
    }
  }
}

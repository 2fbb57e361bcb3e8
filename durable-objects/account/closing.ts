import type { AccountStore } from './account-store.ts'
import type { AnswerStore } from './answer-store.ts'
import type { CaseStore } from './case-store.ts'
import type { ConversionFiles } from './conversion-files.ts'
import type { ConversionStore } from './conversion-store.ts'
import type { DeliveryStore } from './delivery-store.ts'
import type { DoomedFiles } from './doomed-files.ts'
import type { EmailChangeStore } from './email-change-store.ts'
import type { SecondFactorStore } from './second-factor-store.ts'
import type { SessionStore } from './session-store.ts'
import type { WebhookStore } from './webhook-store.ts'

const conversionsPerPage = 50

export interface ClosingRoom {
  readonly accounts: AccountStore
  readonly answers: AnswerStore
  readonly cases: CaseStore
  readonly conversions: ConversionStore
  readonly deliveries: DeliveryStore
  readonly doomed: DoomedFiles
  readonly emailChange: EmailChangeStore
  readonly factor: SecondFactorStore
  readonly files: ConversionFiles
  readonly sessions: SessionStore
  readonly webhooks: WebhookStore
}

/**
 * Deletes an account: conversions with their files and reports, cases, webhook, keys, sessions. What stays for a while is
 * the record: the address, the plan, the usage and the audit log.
 */
export function closeAccount(room: ClosingRoom, nowMs: number): boolean {
  const account = room.accounts.get()
  if (account === null) return false
  for (;;) {
    const { records } = room.conversions.list({ limit: conversionsPerPage, status: null, before: null })
    for (const record of records) {
      room.conversions.remove(record.id)
      room.files.doom(record, account, nowMs)
    }
    if (records.length === 0) break
  }
  room.doomed.add(room.cases.expire(Number.MAX_SAFE_INTEGER))
  room.webhooks.remove()
  room.deliveries.sweep(Number.MAX_SAFE_INTEGER)
  room.answers.forgetExpired(Number.MAX_SAFE_INTEGER)
  room.sessions.closeOthers('')
  room.factor.turnOff()
  room.emailChange.end()
  room.accounts.markDeleted(nowMs)
  return true
}

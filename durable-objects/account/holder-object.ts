import { DurableObject } from 'cloudflare:workers'
import { ulid } from 'ulidx'
import type {
  AttemptResult,
  DeliveryOrder,
  DeliveryStatus,
  ReplayResult,
  WebhookAccount,
  WebhookView,
} from '../../src/contract/delivery.ts'
import type { EventId, KeyId } from '../../src/contract/ids.ts'
import type { Limits } from '../../src/contract/limits.ts'
import type {
  AuditEntry,
  AuditView,
  EmailChange,
  Origin,
  SecondFactorView,
  SessionView,
  UsageMonth,
  Visitor,
} from '../../src/contract/settings.ts'
import type { AccountStore } from './account-store.ts'
import type { AuditLog } from './audit-log.ts'
import type { DeliveryStore } from './delivery-store.ts'
import type { EmailChangeStore } from './email-change-store.ts'
import type { SecondFactorStore } from './second-factor-store.ts'
import type { SessionStore } from './session-store.ts'
import type { WebhookStore } from './webhook-store.ts'

/**
 * The methods for the account holder's pages: sessions, keys, second factor, e-mail address, the audit log, and the
 * webhook with its deliveries.
 */
export abstract class HolderObject extends DurableObject<Env> implements WebhookAccount {
  protected abstract readonly limits: Limits
  protected abstract readonly accounts: AccountStore
  protected abstract readonly sessions: SessionStore
  protected abstract readonly audit: AuditLog
  protected abstract readonly factor: SecondFactorStore
  protected abstract readonly emailChange: EmailChangeStore
  protected abstract readonly webhooks: WebhookStore
  protected abstract readonly deliveries: DeliveryStore

  /** Runs a decision in one transaction, then sends its messages and sets the alarm. */
  protected abstract decide<T>(decision: (nowMs: number) => T): Promise<T>

  async openSession(secretHash: string, from: Origin): Promise<boolean> {
    const account = this.accounts.get()
    if (account === null || account.deletedMs !== null) return false
    return this.decide((nowMs) => {
      this.sessions.open(secretHash, from, nowMs)
      this.audit.note({ action: 'signed_in', detail: null }, from, nowMs)
      return true
    })
  }

  async visitor(secretHash: string): Promise<Visitor | null> {
    const account = this.accounts.get()
    const isOpen = account !== null && account.deletedMs === null
    const session = isOpen ? this.sessions.visit(secretHash, Date.now()) : null
    if (account === null || session === null) return null
    const { email, plan, isSuspended, suspendedReason } = account
    return { sessionId: session.id, confirmedMs: session.confirmedMs, email, plan, isSuspended, suspendedReason }
  }

  async confirmSession(id: string): Promise<void> {
    this.sessions.confirm(id, Date.now())
  }

  async listSessions(): Promise<SessionView[]> {
    return this.sessions.list(Date.now())
  }

  async closeSession(id: string): Promise<boolean> {
    return this.sessions.close(id)
  }

  async closeOtherSessions(keptId: string): Promise<number> {
    return this.sessions.closeOthers(keptId)
  }

  async addKey(
    name: string,
    secretHash: string,
    ending: string | null = null,
    expiresMs: number | null = null,
  ): Promise<KeyId> {
    const id = `key_${ulid()}` as KeyId
    this.accounts.addKey({ id, name, ending, expiresMs }, secretHash, Date.now())
    return id
  }

  /** Returns the name of the revoked key, or null if there is none with this id. */
  async revokeKey(id: string): Promise<string | null> {
    return this.accounts.revokeKey(id)
  }

  async usageMonths(count: number): Promise<UsageMonth[]> {
    const account = this.accounts.get()
    return account === null ? [] : this.accounts.usageMonths(account, count, Date.now())
  }

  async note(entry: AuditEntry, from: Origin): Promise<void> {
    await this.decide((nowMs) => this.audit.note(entry, from, nowMs))
  }

  async listAudit(before: number | null): Promise<AuditView[]> {
    return this.audit.list(before, Date.now())
  }

  async secondFactor(): Promise<SecondFactorView | null> {
    return this.factor.view()
  }

  async beginSecondFactor(secret: string): Promise<void> {
    this.factor.begin(secret)
  }

  async turnOnSecondFactor(step: number, codeHashes: readonly string[]): Promise<boolean> {
    return this.decide(() => this.factor.turnOn(step, codeHashes))
  }

  async turnOffSecondFactor(): Promise<boolean> {
    return this.decide(() => this.factor.turnOff())
  }

  async useCodeOfStep(step: number): Promise<boolean> {
    return this.factor.useStep(step)
  }

  async useRecoveryCode(hash: string): Promise<boolean> {
    return this.factor.useCode(hash)
  }

  async replaceRecoveryCodes(hashes: readonly string[]): Promise<void> {
    await this.decide(() => this.factor.replaceCodes(hashes))
  }

  async beginEmailChange(email: string, expiresMs: number): Promise<void> {
    this.emailChange.begin(email, expiresMs)
  }

  async pendingEmail(): Promise<string | null> {
    return this.emailChange.pending(Date.now())
  }

  async confirmEmailChange(side: 'old' | 'new', email: string): Promise<EmailChange> {
    return this.emailChange.confirm(side, email, Date.now())
  }

  async endEmailChange(): Promise<void> {
    this.emailChange.end()
  }

  // The following methods are for webhooks.

  async readWebhook(): Promise<WebhookView | null> {
    return this.webhooks.view()
  }

  async webhookSecret(): Promise<string | null> {
    return this.webhooks.get()?.secret ?? null
  }

  async saveWebhook(url: string): Promise<(WebhookView & { readonly secret: string }) | null> {
    return this.decide((nowMs) => {
      if (this.accounts.get() === null) return null
      this.webhooks.save(url, nowMs)
      const [view, webhook] = [this.webhooks.view(), this.webhooks.get()]
      return view === null || webhook === null ? null : { ...view, secret: webhook.secret }
    })
  }

  async removeWebhook(): Promise<boolean> {
    return this.decide(() => this.webhooks.remove())
  }

  async pingWebhook(): Promise<EventId | 'too_many' | null> {
    return this.decide((nowMs) => this.webhooks.ping(this.limits.PINGS_PER_MINUTE, nowMs))
  }

  async beginDelivery(eventId: EventId, attempt: number): Promise<DeliveryOrder | null> {
    return this.decide((nowMs) => this.webhooks.begin(eventId, attempt, nowMs))
  }

  async endDelivery(eventId: EventId, attempt: number, result: AttemptResult): Promise<void> {
    await this.decide((nowMs) => this.deliveries.end(eventId, attempt, result, nowMs))
  }

  async listDeliveries(before: string | null = null, status: DeliveryStatus | null = null): Promise<string> {
    return JSON.stringify(this.deliveries.list(before, status))
  }

  async readDelivery(eventId: string): Promise<string | null> {
    const delivery = this.deliveries.read(eventId)
    return delivery === null ? null : JSON.stringify(delivery)
  }

  async replayDelivery(eventId: string): Promise<ReplayResult> {
    return this.decide((nowMs) => {
      if (!this.deliveries.has(eventId)) return 'no_event'
      return this.webhooks.get() === null ? 'no_webhook' : this.deliveries.replay(eventId, nowMs)
    })
  }
}

import type { AccountChange, NewAccount, Plan, UsageView } from '../../src/contract/account.ts'
import type { AccountId } from '../../src/contract/ids.ts'
import type { Limits } from '../../src/contract/limits.ts'
import type { AccountState } from '../../src/contract/operator.ts'
import type { KeyView, UsageMonth } from '../../src/contract/settings.ts'
import { periodStartMs } from './billing-month.ts'

/** Periods begin at midnight UTC, so a sum for each day adds up to any of them. */
const dayMs = 86_400_000

export interface Account {
  readonly id: AccountId
  readonly email: string
  readonly plan: Plan
  readonly allowanceBytes: number | null
  readonly billingDay: number
  readonly isSuspended: boolean
  readonly suspendedReason: string | null
  readonly createdMs: number
  /** The time since when the account is deleted. Its record is kept for a while. */
  readonly deletedMs: number | null
}

export interface Key {
  readonly id: string
  readonly expiresMs: number | null
}

export interface NewKey {
  readonly id: string
  readonly name: string
  readonly ending: string | null
  readonly expiresMs: number | null
}

/**
 * The account itself, its keys, and its usage. Nothing else writes these rows, so the values that every request needs
 * are cached until a write here.
 */
export class AccountStore {
  private readonly sql: SqlStorage
  private readonly limits: Limits
  private account: Account | null = null
  private readonly keysByHash = new Map<string, Key>()
  private used: { readonly startMs: number; readonly bytes: number } | null = null

  constructor(sql: SqlStorage, limits: Limits) {
    this.sql = sql
    this.limits = limits
  }

  create(account: NewAccount, nowMs: number): void {
    this.account = null
    this.sql.exec(
      'insert into account (id, email, plan, allowance_bytes, billing_day, created_ms) values (?, ?, ?, ?, ?, ?)',
      account.accountId,
      account.email,
      account.plan,
      account.allowanceBytes,
      account.billingDay,
      nowMs,
    )
  }

  get(): Account | null {
    this.account ??= this.read()
    return this.account
  }

  private read(): Account | null {
    const [row] = this.sql.exec<{
      id: string
      email: string
      plan: string
      allowance_bytes: number | null
      billing_day: number
      suspended: number
      suspended_reason: string | null
      created_ms: number
      deleted_ms: number | null
    }>('select * from account')
    if (row === undefined) return null
    return {
      id: row.id as AccountId,
      email: row.email,
      plan: row.plan as Plan,
      allowanceBytes: row.allowance_bytes,
      billingDay: row.billing_day,
      isSuspended: row.suspended === 1,
      suspendedReason: row.suspended_reason,
      createdMs: row.created_ms,
      deletedMs: row.deleted_ms,
    }
  }

  /** Forgets the cached rows, because a transaction may have been undone. */
  forgetAll(): void {
    this.account = null
    this.used = null
    this.keysByHash.clear()
  }

  /** Returns the state of the account for the operator and the directory. */
  state(nowMs: number): AccountState | null {
    const account = this.get()
    if (account === null) return null
    const usage = this.usage(account, nowMs)
    return {
      account_id: account.id,
      email: account.email,
      plan: account.plan,
      allowance: usage.limit,
      used: usage.used,
      period_start: usage.period_start,
      billing_day: account.billingDay,
      suspended: account.isSuspended,
      suspended_reason: account.suspendedReason,
      deleted_at: account.deletedMs === null ? null : new Date(account.deletedMs).toISOString(),
      created_at: new Date(account.createdMs).toISOString(),
    }
  }

  change(to: AccountChange): void {
    this.account = null
    if (to.plan !== undefined) this.sql.exec('update account set plan = ?', to.plan)
    if (to.allowanceBytes !== undefined) this.sql.exec('update account set allowance_bytes = ?', to.allowanceBytes)
    if (to.billingDay !== undefined) this.sql.exec('update account set billing_day = ?', to.billingDay)
    if (to.isSuspended !== undefined) this.sql.exec('update account set suspended = ?', to.isSuspended ? 1 : 0)
    if (to.suspendedReason !== undefined) this.sql.exec('update account set suspended_reason = ?', to.suspendedReason)
    if (to.email !== undefined) this.sql.exec('update account set email = ?', to.email)
  }

  /** Marks the account as deleted, so that nobody can sign in. */
  markDeleted(nowMs: number): void {
    this.forgetAll()
    this.sql.exec('update account set deleted_ms = coalesce(deleted_ms, ?)', nowMs)
    this.sql.exec('delete from keys')
  }

  addKey(key: NewKey, secretHash: string, nowMs: number): void {
    this.sql.exec(
      'insert into keys (id, name, secret_hash, created_ms, ending, expires_ms) values (?, ?, ?, ?, ?, ?)',
      key.id,
      key.name,
      secretHash,
      nowMs,
      key.ending,
      key.expiresMs,
    )
  }

  revokeKey(id: string): string | null {
    this.keysByHash.clear()
    return (
      this.sql.exec<{ name: string }>('delete from keys where id = ? returning name', id).toArray()[0]?.name ?? null
    )
  }

  findKey(secretHash: string): Key | null {
    const known = this.keysByHash.get(secretHash)
    if (known !== undefined) return known
    const [row] = this.sql.exec<{ id: string; expires_ms: number | null }>(
      'select id, expires_ms from keys where secret_hash = ?',
      secretHash,
    )
    if (row === undefined) return null
    const key = { id: row.id, expiresMs: row.expires_ms }
    this.keysByHash.set(secretHash, key)
    return key
  }

  noteUse(keyId: string, nowMs: number): void {
    this.sql.exec('update keys set last_used_ms = ? where id = ?', nowMs, keyId)
  }

  keys(): KeyView[] {
    const rows = this.sql.exec<{
      id: string
      name: string
      ending: string | null
      created_ms: number
      last_used_ms: number | null
      expires_ms: number | null
    }>('select id, name, ending, created_ms, last_used_ms, expires_ms from keys order by id')
    return [...rows].map(({ id, name, ending, created_ms, last_used_ms, expires_ms }) => ({
      id,
      name,
      ending,
      created_at: new Date(created_ms).toISOString(),
      last_used_at: last_used_ms === null ? null : new Date(last_used_ms).toISOString(),
      expires_at: expires_ms === null ? null : new Date(expires_ms).toISOString(),
    }))
  }

  /** Usage counts when a conversion ends as done, and stays when the conversion is deleted. */
  countUsage(conversionId: string, bytes: number, nowMs: number): void {
    this.used = null
    this.sql.exec(
      'insert or ignore into usage (conversion_id, bytes, ended_ms) values (?, ?, ?)',
      conversionId,
      bytes,
      nowMs,
    )
  }

  usage(account: Account, nowMs: number): UsageView {
    const startMs = periodStartMs(nowMs, account.billingDay)
    if (this.used?.startMs !== startMs) this.used = { startMs, bytes: this.usedSince(startMs) }
    const limit = account.allowanceBytes ?? this.limits.ALLOWANCE_BYTES
    const used = this.used.bytes
    return { limit, used, left: Math.max(0, limit - used), period_start: new Date(startMs).toISOString() }
  }

  /** Returns the end of the current month of the allowance. 32 days after the start of a month, the next month has begun. */
  periodEndMs(account: Account, nowMs: number): number {
    return periodStartMs(periodStartMs(nowMs, account.billingDay) + 32 * dayMs, account.billingDay)
  }

  private usedSince(startMs: number): number {
    const [row] = this.sql.exec<{ used: number | null }>(
      'select sum(bytes) as used from usage_days where day >= ?',
      startMs / dayMs,
    )
    return row?.used ?? 0
  }

  /** Returns the current month and those before it, newest first. */
  usageMonths(account: Account, count: number, nowMs: number): UsageMonth[] {
    const months: UsageMonth[] = []
    for (let endMs = nowMs + 1, left = count; left > 0; left--) {
      const startMs = periodStartMs(endMs - 1, account.billingDay)
      const row = this.sql
        .exec<{ used: number | null; count: number | null }>(
          'select sum(bytes) as used, sum(conversions) as count from usage_days where day >= ? and day < ?',
          startMs / dayMs,
          endMs / dayMs,
        )
        .one()
      months.push({ period_start: new Date(startMs).toISOString(), used: row.used ?? 0, conversions: row.count ?? 0 })
      endMs = startMs
    }
    return months
  }
}

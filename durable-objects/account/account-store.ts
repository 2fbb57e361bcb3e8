import type { NewAccount, Plan, UsageView } from '../../src/contract/account.ts'
import type { AccountId } from '../../src/contract/ids.ts'
import type { Limits } from '../../src/contract/limits.ts'
import { periodStartMs } from './admission.ts'

export interface Account {
  readonly id: AccountId
  readonly email: string
  readonly plan: Plan
  readonly allowanceBytes: number | null
  readonly billingDay: number
  readonly isSuspended: boolean
}

export interface Key {
  readonly id: string
  readonly name: string
}

/** The account itself, its keys, and what it has used. */
export class AccountStore {
  private readonly sql: SqlStorage
  private readonly limits: Limits

  constructor(sql: SqlStorage, limits: Limits) {
    this.sql = sql
    this.limits = limits
  }

  create(account: NewAccount, nowMs: number): void {
    this.sql.exec(
      'insert into account values (?, ?, ?, ?, ?, 0, ?)',
      ...[account.accountId, account.email, account.plan, account.allowanceBytes, account.billingDay, nowMs],
    )
  }

  get(): Account | null {
    const [row] = this.sql.exec<{
      id: string
      email: string
      plan: string
      allowance_bytes: number | null
      billing_day: number
      suspended: number
    }>('select * from account')
    if (row === undefined) return null
    return {
      id: row.id as AccountId,
      email: row.email,
      plan: row.plan as Plan,
      allowanceBytes: row.allowance_bytes,
      billingDay: row.billing_day,
      isSuspended: row.suspended === 1,
    }
  }

  createdMs(): number | null {
    return this.sql.exec<{ created_ms: number }>('select created_ms from account').toArray()[0]?.created_ms ?? null
  }

  change(to: {
    readonly plan?: Plan
    readonly allowanceBytes?: number
    readonly billingDay?: number
    readonly isSuspended?: boolean
  }): void {
    if (to.plan !== undefined) this.sql.exec('update account set plan = ?', to.plan)
    if (to.allowanceBytes !== undefined) this.sql.exec('update account set allowance_bytes = ?', to.allowanceBytes)
    if (to.billingDay !== undefined) this.sql.exec('update account set billing_day = ?', to.billingDay)
    if (to.isSuspended !== undefined) this.sql.exec('update account set suspended = ?', to.isSuspended ? 1 : 0)
  }

  addKey(id: string, name: string, secretHash: string, nowMs: number): void {
    this.sql.exec(
      'insert into keys (id, name, secret_hash, created_ms) values (?, ?, ?, ?)',
      id,
      name,
      secretHash,
      nowMs,
    )
  }

  revokeKey(id: string): boolean {
    return this.sql.exec('delete from keys where id = ? returning id', id).toArray().length > 0
  }

  findKey(secretHash: string): Key | null {
    const [row] = this.sql.exec<{ id: string; name: string }>(
      'select id, name from keys where secret_hash = ?',
      secretHash,
    )
    return row ?? null
  }

  keys(): Key[] {
    return this.sql.exec<{ id: string; name: string }>('select id, name from keys order by id').toArray()
  }

  /** Counted when a conversion ends as done, and kept when its row goes. */
  countUsage(conversionId: string, bytes: number, nowMs: number): void {
    this.sql.exec('insert or ignore into usage values (?, ?, ?)', conversionId, bytes, nowMs)
  }

  usage(account: Account, nowMs: number): UsageView {
    const startMs = periodStartMs(nowMs, account.billingDay)
    const [row] = this.sql.exec<{ used: number | null }>(
      'select sum(bytes) as used from usage where ended_ms >= ?',
      startMs,
    )
    const limit = account.allowanceBytes ?? this.limits.ALLOWANCE_BYTES
    const used = row?.used ?? 0
    return { limit, used, left: Math.max(0, limit - used), period_start: new Date(startMs).toISOString() }
  }
}

import type { CaseShare, CaseView } from '../../src/contract/account.ts'
import type { AccountId, CaseId } from '../../src/contract/ids.ts'
import type { BoundedCount, CaseFile, LandResult } from '../../src/contract/operator.ts'
import { mailOfLanding } from '../../src/mail/case-landed.ts'
import type { AccountStore } from './account-store.ts'
import { boundedCount } from './bounded-counts.ts'
import type { LongTexts } from './long-texts.ts'
import type { Outbox } from './outbox.ts'
import { rowsPerAlarm } from './rows-per-alarm.ts'

export interface NewCase {
  readonly id: string
  readonly conversionId: string
  readonly name: string
  readonly share: CaseShare
  readonly email: string | null
  readonly note: string | null
  readonly spec: unknown
  readonly report: unknown
  readonly objectKey: string | null
  readonly createdMs: number
  readonly expiresMs: number
}

interface Row extends Record<string, SqlStorageValue> {
  id: string
  conversion_id: string
  name: string | null
  share: string
  email: string | null
  note: string | null
  status: string
  spec: string
  report: string | null
  created_ms: number
  expires_ms: number
  object_key: string | null
  landed_ms: number | null
  answer: string | null
}

/** Stores conversions that were shared with the operator. Every change is copied to the directory. */
export class CaseStore {
  private readonly sql: SqlStorage
  private readonly accounts: AccountStore
  private readonly outbox: Outbox
  private readonly longTexts: LongTexts

  constructor(sql: SqlStorage, accounts: AccountStore, outbox: Outbox, longTexts: LongTexts) {
    this.sql = sql
    this.accounts = accounts
    this.outbox = outbox
    this.longTexts = longTexts
  }

  add(sent: NewCase): CaseView {
    this.sql.exec(
      `insert into cases (id, conversion_id, name, share, email, note, status, spec, report, created_ms, expires_ms, object_key)
       values (?, ?, ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?)`,
      sent.id,
      sent.conversionId,
      sent.name,
      sent.share,
      sent.email,
      sent.note,
      JSON.stringify(sent.spec),
      sent.report === null ? null : this.longTexts.write(reportOwner(sent.id), JSON.stringify(sent.report)),
      sent.createdMs,
      sent.expiresMs,
      sent.objectKey,
    )
    this.addCopy(sent.id, sent.createdMs)
    return {
      id: sent.id,
      conversion_id: sent.conversionId,
      share: sent.share,
      email: sent.email,
      note: sent.note,
      status: 'open',
      created_at: time(sent.createdMs),
      expires_at: time(sent.expiresMs),
    }
  }

  find(id: string): CaseFile | null {
    const account = this.accounts.get()
    const [row] = this.sql.exec<Row>('select * from cases where id = ?', id)
    return row === undefined || account === null ? null : fileOf(row, account.id, this.longTexts)
  }

  /** Ends the case and notifies the sender, once. */
  land(id: string, answer: string | null, nowMs: number): LandResult {
    const before = this.find(id)
    if (before === null) return 'no_case'
    if (before.status === 'landed') return 'landed_already'
    this.sql.exec("update cases set status = 'landed', landed_ms = ?, answer = ? where id = ?", nowMs, answer, id)
    this.addCopy(id, nowMs)
    const landed = this.find(id)
    const mail = landed === null ? null : mailOfLanding(landed, nowMs)
    if (mail !== null) this.outbox.addMail(mail, nowMs)
    return 'landed'
  }

  countOf(conversionId: string): number {
    return this.sql
      .exec<{ count: number }>('select count(*) as count from cases where conversion_id = ?', conversionId)
      .one().count
  }

  openCount(): BoundedCount {
    return boundedCount(this.sql, 'cases', "status = 'open'")
  }

  owns(objectKey: string): boolean {
    return this.sql.exec('select 1 from cases where object_key = ?', objectKey).toArray().length > 0
  }

  /** Deletes some of the expired cases, and returns their files. */
  expire(nowMs: number): string[] {
    const gone = [
      ...this.sql.exec<{ id: string; object_key: string | null }>(
        `delete from cases where id in (select id from cases where expires_ms <= ? limit ${rowsPerAlarm})
         returning id, object_key`,
        nowMs,
      ),
    ]
    for (const { id } of gone) {
      this.longTexts.remove(reportOwner(id))
      this.addCopy(id, nowMs)
    }
    return gone.flatMap(({ object_key }) => (object_key === null ? [] : [object_key]))
  }

  nextExpiryMs(): number | null {
    const [row] = this.sql.exec<{ at: number | null }>('select min(expires_ms) as at from cases')
    return row?.at ?? null
  }

  /** Copies some cases to the directory again, and returns the last one, or null if there are no more. */
  addCopiesAfter(id: string, nowMs: number): string | null {
    const rows = this.sql.exec<{ id: string }>(
      `select id from cases where id > ? order by id limit ${rowsPerAlarm}`,
      id,
    )
    let last: string | null = null
    for (const row of rows.toArray()) this.addCopy((last = row.id), nowMs)
    return last
  }

  private addCopy(id: string, nowMs: number): void {
    this.outbox.addCopy({ kind: 'case', id: id as CaseId }, nowMs)
  }
}

const time = (ms: number): string => new Date(ms).toISOString()

const reportOwner = (id: string): string => `case-report:${id}`

function fileOf(row: Row, accountId: AccountId, longTexts: LongTexts): CaseFile {
  return {
    id: row.id,
    account_id: accountId,
    conversion_id: row.conversion_id,
    name: row.name,
    share: row.share as CaseFile['share'],
    email: row.email,
    note: row.note,
    status: row.status as CaseFile['status'],
    spec: JSON.parse(row.spec) as unknown,
    report: row.report === null ? null : (JSON.parse(longTexts.read(row.report)) as unknown),
    created_at: time(row.created_ms),
    expires_at: time(row.expires_ms),
    landed_at: row.landed_ms === null ? null : time(row.landed_ms),
    answer: row.answer,
    object_key: row.object_key,
  }
}

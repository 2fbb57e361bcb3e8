import type { AuditAction, AuditEntry, AuditView, Origin } from '../../src/contract/settings.ts'
import { rowsPerAlarm } from './rows-per-alarm.ts'

const listedMax = 100

interface Row extends Record<string, SqlStorageValue> {
  id: number
  at_ms: number
  action: string
  detail: string | null
  agent: string
  address: string
  place: string
}

/** Records sign-ins and changes with their network addresses. Entries expire after a fixed time. */
export class AuditLog {
  private readonly sql: SqlStorage
  private readonly keptMs: number

  constructor(sql: SqlStorage, keptSeconds: number) {
    this.sql = sql
    this.keptMs = keptSeconds * 1000
  }

  note({ action, detail }: AuditEntry, { agent, address, place }: Origin, nowMs: number): void {
    this.sql.exec(
      'insert into audit (at_ms, action, detail, agent, address, place) values (?, ?, ?, ?, ?, ?)',
      nowMs,
      action,
      detail,
      agent,
      address,
      place,
    )
  }

  /** Lists entries, newest first. A page continues below the id of the last entry. */
  list(before: number | null, nowMs: number): AuditView[] {
    const rows = this.sql.exec<Row>(
      'select * from audit where id < ? and at_ms > ? order by id desc limit ?',
      before ?? Number.MAX_SAFE_INTEGER,
      nowMs - this.keptMs,
      listedMax,
    )
    return [...rows].map(({ at_ms, action, ...row }) => ({
      ...row,
      action: action as AuditAction,
      at: new Date(at_ms).toISOString(),
    }))
  }

  sweep(nowMs: number): void {
    this.sql.exec(
      `delete from audit where id in (select id from audit where at_ms <= ? limit ${rowsPerAlarm})`,
      nowMs - this.keptMs,
    )
  }

  nextMs(): number | null {
    const [row] = this.sql.exec<{ at: number | null }>('select min(at_ms) as at from audit')
    return row === undefined || row.at === null ? null : row.at + this.keptMs
  }
}

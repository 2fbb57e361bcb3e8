import { ulid } from 'ulidx'
import type { Origin, SessionView } from '../../src/contract/settings.ts'
import { rowsPerAlarm } from './rows-per-alarm.ts'

const visitEveryMs = 60_000
const listedMax = 100

interface Row extends Record<string, SqlStorageValue> {
  id: string
  agent: string
  address: string
  place: string
  created_ms: number
  seen_ms: number
}

/** Stores sessions of the settings pages by their hash. An unused session expires. */
export class SessionStore {
  private readonly sql: SqlStorage
  private readonly lifeMs: number

  constructor(sql: SqlStorage, lifeSeconds: number) {
    this.sql = sql
    this.lifeMs = lifeSeconds * 1000
  }

  open(secretHash: string, from: Origin, nowMs: number): void {
    this.sql.exec(
      `delete from sessions where id in (select id from sessions where seen_ms <= ? limit ${rowsPerAlarm})`,
      nowMs - this.lifeMs,
    )
    this.sql.exec(
      'insert into sessions (id, secret_hash, agent, address, place, created_ms, seen_ms, confirmed_ms) values (?, ?, ?, ?, ?, ?, ?, ?)',
      `session_${ulid(nowMs)}`,
      secretHash,
      from.agent,
      from.address,
      from.place,
      nowMs,
      nowMs,
      nowMs,
    )
  }

  /** Returns the active session. Every visit extends it, with at most one write per minute. */
  visit(secretHash: string, nowMs: number): { readonly id: string; readonly confirmedMs: number } | null {
    const [row] = this.sql.exec<{ id: string; seen_ms: number; confirmed_ms: number }>(
      'select id, seen_ms, confirmed_ms from sessions where secret_hash = ? and seen_ms > ?',
      secretHash,
      nowMs - this.lifeMs,
    )
    if (row === undefined) return null
    if (row.seen_ms <= nowMs - visitEveryMs)
      this.sql.exec('update sessions set seen_ms = ? where id = ?', nowMs, row.id)
    return { id: row.id, confirmedMs: row.confirmed_ms }
  }

  /** Records that the holder of the session has entered the password again. */
  confirm(id: string, nowMs: number): void {
    this.sql.exec('update sessions set confirmed_ms = ? where id = ?', nowMs, id)
  }

  /** Returns the most recently used sessions. */
  list(nowMs: number): SessionView[] {
    const rows = this.sql.exec<Row>(
      'select id, agent, address, place, created_ms, seen_ms from sessions where seen_ms > ? order by seen_ms desc limit ?',
      nowMs - this.lifeMs,
      listedMax,
    )
    return [...rows].map(({ id, agent, address, place, created_ms, seen_ms }) => ({
      id,
      agent,
      address,
      place,
      created_at: new Date(created_ms).toISOString(),
      seen_at: new Date(seen_ms).toISOString(),
    }))
  }

  close(id: string): boolean {
    return this.sql.exec('delete from sessions where id = ? returning id', id).toArray().length > 0
  }

  /** Closes some sessions of a deleted account, which grants no access any more. */
  closeSome(): void {
    this.sql.exec(`delete from sessions where id in (select id from sessions limit ${rowsPerAlarm})`)
  }

  hasAny(): boolean {
    return this.sql.exec('select 1 from sessions limit 1').toArray().length > 0
  }

  closeOthers(keptId: string): number {
    return this.sql.exec('delete from sessions where id <> ? returning id', keptId).toArray().length
  }
}

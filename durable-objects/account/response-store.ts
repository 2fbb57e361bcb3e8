import type { ApiResponse } from '../../src/contract/response.ts'
import { rowsPerAlarm } from './rows-per-alarm.ts'

const couldSucceedLater = new Set(['rate_limited', 'too_many_active', 'request_in_progress'])

/** Responses that are stored for 24 hours under their Idempotency-Key, byte for byte. */
export class ResponseStore {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
  }

  find(key: string, nowMs: number): { readonly fingerprint: string; readonly response: ApiResponse } | null {
    const [row] = this.sql.exec<{ fingerprint: string; status: number; body: string | null; headers: string }>(
      'select * from responses where key = ? and expires_ms > ?',
      key,
      nowMs,
    )
    if (row === undefined) return null
    const headers = JSON.parse(row.headers) as Record<string, string>
    return {
      fingerprint: row.fingerprint,
      response: { status: row.status, body: row.body, headers, code: null, conversionId: null },
    }
  }

  /** Keeps a response for retries, unless a retry could succeed. */
  keep(key: string, fingerprint: string, requestId: string, response: ApiResponse, expiresMs: number): void {
    if (response.status >= 500 || couldSucceedLater.has(response.code ?? '')) return
    const headers = JSON.stringify({ ...response.headers, 'x-request-id': requestId })
    this.sql.exec(
      'insert or replace into responses (key, fingerprint, status, body, headers, expires_ms) values (?, ?, ?, ?, ?, ?)',
      key,
      fingerprint,
      response.status,
      response.body,
      headers,
      expiresMs,
    )
  }

  nextExpiryMs(): number | null {
    const [row] = this.sql.exec<{ at: number | null }>('select min(expires_ms) as at from responses')
    return row?.at ?? null
  }

  forgetExpired(nowMs: number): void {
    this.sql.exec(
      `delete from responses where key in (select key from responses where expires_ms <= ? limit ${rowsPerAlarm})`,
      nowMs,
    )
  }
}

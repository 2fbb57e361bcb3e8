import type { EmailChange } from '../../src/contract/settings.ts'

/** A new e-mail address. It is valid once both the old and the new address have confirmed it. */
export class EmailChangeStore {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
  }

  /** Begins a change of the address. A second request replaces the first one. */
  begin(email: string, expiresMs: number): void {
    this.sql.exec('insert or replace into email_change (one, email, expires_ms) values (1, ?, ?)', email, expiresMs)
  }

  /** Returns the address that waits to be confirmed. */
  pending(nowMs: number): string | null {
    const [row] = this.sql.exec<{ email: string }>('select email from email_change where expires_ms > ?', nowMs)
    return row?.email ?? null
  }

  /** `email` is the new address to which the link was sent. */
  confirm(side: 'old' | 'new', email: string, nowMs: number): EmailChange {
    const [row] = this.sql.exec<{ email: string; confirmed_old: number; confirmed_new: number }>(
      `update email_change set confirmed_${side} = 1 where email = ? and expires_ms > ?
       returning email, confirmed_old, confirmed_new`,
      email,
      nowMs,
    )
    if (row === undefined) return { kind: 'none' }
    if (row.confirmed_old === 0 || row.confirmed_new === 0) return { kind: 'waits_for_other' }
    return { kind: 'confirmed', email: row.email }
  }

  end(): void {
    this.sql.exec('delete from email_change')
  }
}

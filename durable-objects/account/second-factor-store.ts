import type { SecondFactorView } from '../../src/contract/settings.ts'

/** The secret that an authenticator app shares with the account, and recovery codes in case the app is lost. */
export class SecondFactorStore {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
  }

  view(): SecondFactorView | null {
    const [row] = this.sql.exec<{ secret: string; is_on: number; last_step: number }>('select * from second_factor')
    if (row === undefined) return null
    const { count } = this.sql.exec<{ count: number }>('select count(*) as count from recovery_codes').one()
    return { secret: row.secret, isOn: row.is_on === 1, lastStep: row.last_step, recoveryCodesLeft: count }
  }

  /** Stores a secret that is not valid yet. A valid one stays unchanged. */
  begin(secret: string): void {
    this.sql.exec(
      `insert into second_factor (one, secret, is_on, last_step) values (1, ?, 0, 0)
       on conflict (one) do update set secret = excluded.secret where is_on = 0`,
      secret,
    )
  }

  turnOn(step: number, codeHashes: readonly string[]): boolean {
    const isTurned = this.changes(
      'update second_factor set is_on = 1, last_step = ? where is_on = 0 returning one',
      step,
    )
    if (isTurned) this.replaceCodes(codeHashes)
    return isTurned
  }

  /** Uses a code. Each code works once, and neither it nor an earlier one is accepted again. */
  useStep(step: number): boolean {
    return this.changes(
      'update second_factor set last_step = ? where is_on = 1 and last_step < ? returning one',
      step,
      step,
    )
  }

  useCode(hash: string): boolean {
    return this.changes('delete from recovery_codes where hash = ? returning hash', hash)
  }

  replaceCodes(hashes: readonly string[]): void {
    this.sql.exec('delete from recovery_codes')
    for (const hash of hashes) this.sql.exec('insert into recovery_codes (hash) values (?)', hash)
  }

  turnOff(): boolean {
    this.sql.exec('delete from recovery_codes')
    return this.changes('delete from second_factor returning one')
  }

  private changes(statement: string, ...values: SqlStorageValue[]): boolean {
    return this.sql.exec(statement, ...values).toArray().length > 0
  }
}

import type { ConversionId } from '../../src/contract/ids.ts'

/** The sealed passwords of files, each until its conversion has ended. This object cannot unseal them. */
export class PasswordStore {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
  }

  keep(id: ConversionId, sealed: string | null): void {
    if (sealed !== null) this.sql.exec('insert into sealed_passwords (conversion_id, sealed) values (?, ?)', id, sealed)
  }

  find(id: ConversionId): string | null {
    const [row] = this.sql
      .exec<{ sealed: string }>('select sealed from sealed_passwords where conversion_id = ?', id)
      .toArray()
    return row?.sealed ?? null
  }

  forget(id: ConversionId): void {
    this.sql.exec('delete from sealed_passwords where conversion_id = ?', id)
  }
}

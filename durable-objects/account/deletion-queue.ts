import type { AttemptRef, MultipartUpload } from '../../src/contract/run.ts'

const retryMs = 30_000
// Here and elsewhere the query contains our limits as numbers: SQLite plans a query with a bound limit again each time.
const deletionsPerAlarm = 1000

const overUploads = `multiparts where not exists (
  select 1 from conversions
  where id = conversion_id and status = 'running' and conversions.attempt = multiparts.attempt
)`

/**
 * Objects in R2 without an owner, and multipart uploads of attempts that are over. The decision that ends them records
 * them, and alarms remove them until R2 confirms it. An object whose upload URL still works may come again, so it is
 * checked until the URL has expired. The waits between the checks double, so an hour takes few of them.
 */
export class DeletionQueue {
  private readonly sql: SqlStorage
  private readonly files: R2Bucket
  private readonly isOwned: (objectKey: string) => boolean
  /** Whether objects may have multipart uploads. Most of them have none, and each request would look for one. */
  private mayHaveUploads = true
  /** Whether the last alarm removed the maximum number of objects, so others are due already. */
  private isBehind = false

  /** `isOwned` protects objects that have an owner when they are due: a case keeps the upload of a deleted conversion. */
  constructor(sql: SqlStorage, files: R2Bucket, isOwned: (objectKey: string) => boolean) {
    this.sql = sql
    this.files = files
    this.isOwned = isOwned
  }

  add(objectKeys: readonly string[]): void {
    for (const key of objectKeys) this.insert(key, 0, 0)
  }

  /** Adds an object that clients can create again until the given time. */
  addUntil(objectKey: string, nowMs: number, untilMs: number): void {
    this.insert(objectKey, nowMs, untilMs)
  }

  private insert(objectKey: string, sinceMs: number, untilMs: number): void {
    this.sql.exec(
      `insert into deletions (object_key, since_ms, until_ms) values (?, ?, ?)
       on conflict (object_key) do update set due_ms = 0, until_ms = max(until_ms, excluded.until_ms)`,
      objectKey,
      sinceMs,
      untilMs,
    )
  }

  /** Records an upload while its attempt runs. The row of the conversion shows whether it still does. */
  noteUpload({ conversionId, attempt }: AttemptRef, { objectKey, uploadId }: MultipartUpload): void {
    this.mayHaveUploads = true
    this.sql.exec(
      'insert or replace into multiparts (upload_id, object_key, conversion_id, attempt) values (?, ?, ?, ?)',
      uploadId,
      objectKey,
      conversionId,
      attempt,
    )
  }

  isDue(nowMs: number): boolean {
    const due = this.sql.exec('select 1 from deletions where due_ms <= ? limit 1', nowMs).toArray()
    return due.length > 0 || this.hasOverUploads()
  }

  private hasOverUploads(): boolean {
    if (!this.mayHaveUploads) return false
    this.mayHaveUploads = this.sql.exec('select 1 from multiparts limit 1').toArray().length > 0
    return this.mayHaveUploads && this.sql.exec(`select 1 from ${overUploads} limit 1`).toArray().length > 0
  }

  async remove(nowMs: number): Promise<void> {
    this.isBehind = false
    await this.abortUploads()
    const keys = this.sql
      .exec<{ object_key: string }>(
        `select object_key from deletions where due_ms <= ? limit ${deletionsPerAlarm}`,
        nowMs,
      )
      .toArray()
      .map((row) => row.object_key)
    const unowned = keys.filter((key) => !this.isOwned(key))
    if (unowned.length > 0) await this.files.delete(unowned)
    for (const key of keys) {
      this.sql.exec('delete from deletions where object_key = ? and until_ms <= ?', key, nowMs)
      this.sql.exec(
        'update deletions set due_ms = min(until_ms, ? + max(?, ? - since_ms)) where object_key = ?',
        nowMs,
        retryMs,
        nowMs,
        key,
      )
    }
    this.isBehind = keys.length === deletionsPerAlarm
  }

  /** Returns the time of the next check, or of the next try to delete. */
  nextMs(nowMs: number): number | null {
    if (this.isDue(nowMs)) return this.isBehind ? nowMs : nowMs + retryMs
    const [row] = this.sql.exec<{ at: number | null }>('select min(due_ms) as at from deletions')
    return row?.at ?? null
  }

  private async abortUploads(): Promise<void> {
    if (!this.mayHaveUploads) return
    const over = this.sql
      .exec<{ objectKey: string; uploadId: string }>(
        `select object_key as objectKey, upload_id as uploadId from ${overUploads} limit ${deletionsPerAlarm}`,
      )
      .toArray()
    for (const { uploadId, objectKey } of over) {
      await this.files.resumeMultipartUpload(objectKey, uploadId).abort().catch(ignoreMissing)
      this.sql.exec('delete from multiparts where upload_id = ?', uploadId)
    }
  }
}

/** Ignores the error for an upload that was already completed or aborted. */
function ignoreMissing(error: unknown): void {
  if (!/does not exist|NoSuchUpload|10024/i.test(String(error))) throw error
}

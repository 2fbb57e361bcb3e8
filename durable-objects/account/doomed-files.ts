import type { AttemptRef, MultipartUpload } from '../../src/contract/run.ts'

const retryMs = 30_000
const perTurn = 200

/**
 * Objects in R2 that nobody owns any more, and multipart uploads whose attempt is over: written down with the decision
 * that ends them, removed after it, and again until R2 has said yes.
 */
export class DoomedFiles {
  private readonly sql: SqlStorage
  private readonly files: R2Bucket

  constructor(sql: SqlStorage, files: R2Bucket) {
    this.sql = sql
    this.files = files
  }

  add(objectKeys: readonly string[]): void {
    for (const key of objectKeys) this.sql.exec('insert or ignore into doomed values (?)', key)
  }

  /** An upload is noted while its attempt lives; whether that still does is read from the conversion's row. */
  noteUpload({ conversionId, attempt }: AttemptRef, { objectKey, uploadId }: MultipartUpload): void {
    this.sql.exec(
      'insert or replace into multiparts values (?, ?, ?, ?)',
      ...[uploadId, objectKey, conversionId, attempt],
    )
  }

  async remove(): Promise<void> {
    await this.abortUploads()
    const keys = this.sql
      .exec<{ object_key: string }>('select object_key from doomed limit ?', perTurn)
      .toArray()
      .map((row) => row.object_key)
    if (keys.length === 0) return
    await this.files.delete(keys)
    for (const key of keys) this.sql.exec('delete from doomed where object_key = ?', key)
  }

  /** When to try again what has not gone yet. */
  nextMs(nowMs: number): number | null {
    const isEmpty = this.sql.exec('select 1 from doomed limit 1').toArray().length === 0
    return isEmpty && this.overUploads(1).length === 0 ? null : nowMs + retryMs
  }

  private async abortUploads(): Promise<void> {
    for (const { uploadId, objectKey } of this.overUploads(perTurn)) {
      await this.files.resumeMultipartUpload(objectKey, uploadId).abort().catch(forgiveGone)
      this.sql.exec('delete from multiparts where upload_id = ?', uploadId)
    }
  }

  private overUploads(limit: number): MultipartUpload[] {
    return this.sql
      .exec<{ objectKey: string; uploadId: string }>(
        `select object_key as objectKey, upload_id as uploadId from multiparts where not exists (
           select 1 from conversions
           where id = conversion_id and status = 'running' and conversions.attempt = multiparts.attempt
         ) limit ?`,
        limit,
      )
      .toArray()
  }
}

/** An upload that has been completed or aborted before is as good as aborted. */
function forgiveGone(error: unknown): void {
  if (!/does not exist|NoSuchUpload|10024/i.test(String(error))) throw error
}

import type { AttemptRef } from '../../src/contract/run.ts'

const triesMax = 5
const perTurn = 50

export interface UploadRef {
  readonly objectKey: string
  readonly uploadId: string
}

interface Row extends Record<string, SqlStorageValue> {
  object_key: string
  upload_id: string
  tries: number
}

/**
 * Uploads in parts that an attempt has begun. Nothing lists them in R2, so an engine that was killed would leave its parts
 * there for a week: what is noted here is aborted when its attempt is over.
 */
export class UnfinishedUploads {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
  }

  add({ conversionId, attempt }: AttemptRef, { objectKey, uploadId }: UploadRef): void {
    this.sql.exec(
      'insert or ignore into uploads (upload_id, object_key, conversion_id, attempt) values (?, ?, ?, ?)',
      ...[uploadId, objectKey, conversionId, attempt],
    )
  }

  /** The attempt is done, so its uploads have been completed. */
  forget({ conversionId, attempt }: Pick<AttemptRef, 'conversionId' | 'attempt'>): void {
    this.sql.exec('delete from uploads where conversion_id = ? and attempt = ?', conversionId, attempt)
  }

  hasAbandoned(): boolean {
    return this.abandoned().length > 0
  }

  /** One that cannot be aborted has been completed, or is left to R2's own rule after some tries. */
  async abortAbandoned(files: Pick<R2Bucket, 'resumeMultipartUpload'>): Promise<void> {
    for (const { object_key: key, upload_id: uploadId, tries } of this.abandoned()) {
      this.sql.exec('update uploads set tries = tries + 1 where upload_id = ?', uploadId)
      const isAborted = await files
        .resumeMultipartUpload(key, uploadId)
        .abort()
        .then(
          () => true,
          () => false,
        )
      if (isAborted || tries + 1 >= triesMax) this.sql.exec('delete from uploads where upload_id = ?', uploadId)
    }
  }

  private abandoned(): Row[] {
    return this.sql
      .exec<Row>(
        `select object_key, upload_id, tries from uploads where not exists (select 1 from conversions
           where id = uploads.conversion_id and status = 'running' and attempt = uploads.attempt) limit ${perTurn}`,
      )
      .toArray()
  }
}

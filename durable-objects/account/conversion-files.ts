import type { Limits } from '../../src/contract/limits.ts'
import type { ConversionRecord } from '../../src/conversions/record.ts'
import { downloadKey, resultKeys, uploadKey } from '../../src/storage/keys.ts'
import type { Account } from './account-store.ts'
import type { DeletionQueue } from './deletion-queue.ts'

/**
 * The time that an upload has to arrive if it began just before its URL expired. The nightly sweep finds slower ones.
 */
const arrivalMs = 10 * 60_000

/** The objects that a conversion may have in R2. */
export class ConversionFiles {
  private readonly deletionQueue: DeletionQueue
  private readonly limits: Limits

  constructor(deletionQueue: DeletionQueue, limits: Limits) {
    this.deletionQueue = deletionQueue
    this.limits = limits
  }

  /**
   * Marks the files of a conversion for deletion. Each attempt writes its own output, and the file that it downloads.
   * The upload URL outlives its conversion, because it cannot be revoked.
   */
  doom(record: ConversionRecord, account: Pick<Account, 'id'>, nowMs: number): void {
    const upload = uploadKey(account.id, record.id)
    const mayArriveUntilMs = record.createdMs + this.limits.UPLOAD_URL_SECONDS * 1000 + arrivalMs
    if (record.url === null && mayArriveUntilMs > nowMs) this.deletionQueue.addUntil(upload, nowMs, mayArriveUntilMs)
    else this.deletionQueue.add([upload])
    // A conversion that was made from another one reads the file of the other one.
    if (record.file !== null && record.file.objectKey !== upload) this.deletionQueue.add([record.file.objectKey])
    for (let attempt = 1; attempt <= record.attempt; attempt++) {
      this.deletionQueue.add(resultKeys(account.id, record.id, attempt))
      if (record.url !== null) this.deletionQueue.add([downloadKey(account.id, record.id, attempt)])
    }
  }
}

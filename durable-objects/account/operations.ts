import type { Operation } from '../../src/contract/account.ts'
import { requests } from '../../src/contract/catalog/requests.ts'
import type { ConversionId } from '../../src/contract/ids.ts'
import { newUlid } from '../../src/ids/new-ulid.ts'
import { inlineBytesMax, type Limits } from '../../src/contract/limits.ts'
import {
  blankRecord,
  type ConversionRecord,
  type EndedRecord,
  endedAt,
  noResult,
  queuedAt,
} from '../../src/conversions/record.ts'
import { conversionText, viewConversion, type ViewUrls } from '../../src/conversions/view.ts'
import { uploadKey } from '../../src/storage/keys.ts'
import { presignOutput, presignUpload } from '../../src/storage/presign.ts'
import { sealPassword } from '../../src/storage/sealed-password.ts'
import { isWrittenByUpload } from '../../src/storage/upload-proof.ts'
import type { Account, AccountStore } from './account-store.ts'
import type { CaseStore } from './case-store.ts'
import type { ConversionFiles } from './conversion-files.ts'
import type { ConversionStore } from './conversion-store.ts'
import { lifecycle } from './lifecycle.ts'
import { measureEnding } from './measure-ending.ts'
import type { Outbox } from './outbox.ts'
import {
  noSuch,
  notUploaded,
  type OperationResult,
  overQuota,
  refuse,
  tooBig,
  tooLargeWaiting,
  tooManyActive,
  tooManyWaiting,
} from './refusals.ts'
import { probeUrl } from './url-file.ts'
import type { WebhookStore } from './webhook-store.ts'

export interface OperationDependencies {
  readonly env: Env
  readonly limits: Limits
  readonly conversions: ConversionStore
  readonly accounts: AccountStore
  readonly outbox: Outbox
  readonly cases: CaseStore
  readonly webhooks: WebhookStore
  readonly files: ConversionFiles
}

/**
 * The work of a request after every asynchronous step. It runs inside one transaction, together with its consequences.
 */
export type Decision = () => OperationResult

const respondWithText = (
  status: number,
  body: string | null,
  conversionId: ConversionId | null = null,
): OperationResult => ({
  ok: true,
  status,
  body,
  conversionId,
})
const respond = (status: number, body: object | null, conversionId: ConversionId | null = null): OperationResult =>
  respondWithText(status, body === null ? null : JSON.stringify(body), conversionId)
const readingKinds = new Set<Operation['kind']>([
  'describe',
  'usage',
  'list',
  'read',
  'not_found',
  'method_not_allowed',
])

/** Tests for a request that changes nothing. It needs no transaction, no alarm, no message and no follow-up work. */
export const isReading = (operation: Operation): boolean => readingKinds.has(operation.kind)

/**
 * Tests for a write of at most one row. It is atomic by itself, and a transaction around it would cost as much as the
 * row.
 */
export const isOneStatement = (operation: Operation): boolean =>
  isReading(operation) || operation.kind === 'refused' || operation.kind === 'open_upload'

/**
 * The work of each request. Slow preparations come first, such as signing a URL or checking an upload. The returned
 * decision then runs synchronously, in a transaction that the caller opens.
 */
export class Operations {
  private readonly dependencies: OperationDependencies

  constructor(dependencies: OperationDependencies) {
    this.dependencies = dependencies
  }

  prepare(operation: Operation, account: Account, nowMs: number): Decision | Promise<Decision> {
    switch (operation.kind) {
      case 'refused':
        return () => ({ ok: false, refusal: operation.refusal })
      case 'not_found':
      case 'method_not_allowed':
        return () => refuse(operation.kind, operation.message)
      case 'describe':
        return () => respond(200, null)
      case 'usage':
        return () => respond(200, { data: this.dependencies.accounts.usage(account, nowMs) })
      case 'list':
        return () => this.list(operation, nowMs)
      case 'read':
        return () => this.read(operation.id, nowMs)
      case 'open_upload':
        return this.openUpload(operation, account, nowMs)
      case 'open_content':
        return this.openContent(operation, account, nowMs)
      case 'open_url':
        return this.openUrl(operation, account, nowMs)
      case 'start':
        return this.start(operation.id, account, nowMs)
      case 'convert_again':
        return this.convertAgain(operation, account, nowMs)
      case 'cancel':
        return () => this.cancel(operation.id, account, nowMs)
      case 'delete':
        return () => this.delete(operation.id, account, nowMs)
      case 'open_case':
        return this.openCase(operation, nowMs)
    }
  }

  private list(operation: Extract<Operation, { kind: 'list' }>, nowMs: number): OperationResult {
    const { records: page, below } = this.dependencies.conversions.list(operation)
    const data = page.map((record) => viewConversion(record, { upload: null, output: this.urlsOf(record, nowMs) }))
    return respond(200, { data, meta: { next_cursor: below === null ? null : btoa(below) } })
  }

  /**
   * Reads a conversion. This is the most frequent request of waiting clients, so it looks up and writes only changed
   * data.
   */
  private read(id: ConversionId, nowMs: number): OperationResult {
    const record = this.dependencies.conversions.peek(id)
    if (record === null) return noSuch()
    return respondWithText(200, `{"data":${conversionText(record, this.urlsOf(record, nowMs))}}`)
  }

  private async openUpload(
    { name, bytes, spec }: Extract<Operation, { kind: 'open_upload' }>,
    account: Account,
    nowMs: number,
  ): Promise<Decision> {
    const { limits, env } = this.dependencies
    if (bytes > limits.UPLOAD_MAX_BYTES) return () => tooBig(bytes, 'upload', limits.UPLOAD_MAX_BYTES)
    const id = newUlid(nowMs) as ConversionId
    const signed = presignUpload(env, uploadKey(account.id, id), bytes, limits.UPLOAD_URL_SECONDS)
    const sealed = await sealPassword(spec, id, env.RUN_SECRET)
    const record: ConversionRecord = {
      ...blankRecord(id, spec, nowMs),
      status: 'awaiting_upload',
      name,
      bytes,
      expiresMs: nowMs + limits.RETENTION_SECONDS * 1000,
    }
    return () => {
      const left = this.left(account, nowMs)
      if (bytes > left) return this.overQuota(bytes, account, nowMs)
      const refusal = this.refuseWaiting(bytes, left)
      if (refusal !== null) return refusal
      this.dependencies.conversions.add(record)
      this.dependencies.conversions.passwords.keep(id, sealed)
      const upload = {
        url: signed.url,
        headers: { ...signed.headers },
        expires_at: new Date(nowMs + limits.UPLOAD_URL_SECONDS * 1000).toISOString(),
      }
      return respond(201, { data: viewConversion(record, { upload, output: null }) }, id)
    }
  }

  private async openUrl(
    { url, name, spec }: Extract<Operation, { kind: 'open_url' }>,
    account: Account,
    nowMs: number,
  ): Promise<Decision> {
    const { env, limits, outbox } = this.dependencies
    const urlFile = await probeUrl(url, env)
    const id = newUlid(nowMs) as ConversionId
    const sealed = await sealPassword(spec, id, env.RUN_SECRET)
    return () => {
      if (!urlFile.ok) return urlFile
      if (urlFile.bytes > limits.URL_MAX_BYTES) return tooBig(urlFile.bytes, 'url', limits.URL_MAX_BYTES)
      if (this.left(account, nowMs) <= 0) return this.overQuota(urlFile.bytes, account, nowMs)
      if (this.isFull()) return tooManyActive(limits.ACTIVE_LIMIT)
      const record: ConversionRecord = {
        ...blankRecord(id, spec, nowMs),
        ...queuedAt(nowMs, limits),
        status: 'queued',
        name,
        url,
      }
      this.dependencies.conversions.add(record)
      this.dependencies.conversions.passwords.keep(id, sealed)
      outbox.addPoke({ accountId: account.id, conversionId: id }, nowMs)
      return respond(202, { data: viewConversion(record) }, id)
    }
  }

  /** Opens a conversion whose file came with the request. It stores the file and queues the conversion at once. */
  private async openContent(
    { name, content, spec }: Extract<Operation, { kind: 'open_content' }>,
    account: Account,
    nowMs: number,
  ): Promise<Decision> {
    const { limits, env } = this.dependencies
    const bytes = content.byteLength
    if (bytes > inlineBytesMax) return () => tooBig(bytes, 'content', inlineBytesMax)
    const refusal = this.refuseQueueing(bytes, account, nowMs)
    if (refusal !== null) return () => refusal
    const id = newUlid(nowMs) as ConversionId
    const objectKey = uploadKey(account.id, id)
    const sealed = await sealPassword(spec, id, env.RUN_SECRET)
    const stored = await env.FILES.put(objectKey, content)
    if (stored === null) throw new Error(`R2 did not keep ${objectKey}`)
    const queued: ConversionRecord = {
      ...blankRecord(id, spec, nowMs),
      ...queuedAt(nowMs, limits),
      status: 'queued',
      name,
      bytes,
      file: { objectKey, etag: stored.etag },
    }
    return () => {
      // Others may have been queued while the file was stored.
      const refusedNow = this.refuseQueueing(bytes, account, nowMs)
      if (refusedNow !== null) {
        this.dependencies.files.doom(queued, account, nowMs)
        return refusedNow
      }
      this.queue(queued, account, nowMs)
      this.dependencies.conversions.passwords.keep(id, sealed)
      return respond(202, { data: viewConversion(queued) }, id)
    }
  }

  /** Queues a conversion whose file is stored, and offers a small one to an isolate. */
  private queue(record: ConversionRecord, account: Account, nowMs: number): void {
    const { conversions, outbox, limits } = this.dependencies
    conversions.save(record)
    const small = record.bytes <= limits.ISOLATE_BYTES_MAX ? ({ isSmall: true } as const) : {}
    outbox.addPoke({ accountId: account.id, conversionId: record.id, ...small }, nowMs)
  }

  private refuseQueueing(bytes: number, account: Account, nowMs: number): OperationResult | null {
    if (bytes > this.left(account, nowMs)) return this.overQuota(bytes, account, nowMs)
    return this.isFull() ? tooManyActive(this.dependencies.limits.ACTIVE_LIMIT) : null
  }

  private async start(id: ConversionId, account: Account, nowMs: number): Promise<Decision> {
    const { limits, env } = this.dependencies
    const before = this.dependencies.conversions.find(id)
    const key = uploadKey(account.id, id)
    const found = before?.status === 'awaiting_upload' ? await env.FILES.head(key) : null
    const object = found !== null && isWrittenByUpload(env, found) ? found : null
    return () => {
      const record = this.dependencies.conversions.find(id)
      if (record === null) return noSuch()
      const { start } = lifecycle[record.status]
      if ('refuse' in start) return refuse(start.refuse, requests[start.refuse](record.status))
      if (object === null || object.size !== record.bytes)
        return notUploaded(record.bytes, nowMs >= record.createdMs + limits.UPLOAD_URL_SECONDS * 1000)
      if (record.bytes > this.left(account, nowMs)) return this.overQuota(record.bytes, account, nowMs)
      if (this.isFull()) return tooManyActive(limits.ACTIVE_LIMIT)
      const queued: ConversionRecord = {
        ...record,
        ...noResult,
        ...queuedAt(nowMs, limits),
        status: start.to,
        file: { objectKey: key, etag: object.etag },
      }
      this.queue(queued, account, nowMs)
      return respond(202, { data: viewConversion(queued) })
    }
  }

  /** Creates a conversion that reads the file of an ended one. Both own the file until neither needs it. */
  private async convertAgain(
    { id, spec }: Extract<Operation, { kind: 'convert_again' }>,
    account: Account,
    nowMs: number,
  ): Promise<Decision> {
    const { limits, env } = this.dependencies
    const before = this.dependencies.conversions.find(id)
    const isKept = before !== null && before.finishedMs !== null && hasFiles(before, nowMs)
    const file = isKept ? before.file : null
    const isThere = file !== null && (await env.FILES.head(file.objectKey))?.etag === file.etag
    const againId = newUlid(nowMs) as ConversionId
    const sealed = await sealPassword(spec, againId, env.RUN_SECRET)
    return () => {
      const record = this.dependencies.conversions.find(id)
      if (record === null) return noSuch()
      if (record.finishedMs === null) return refuse('not_finished', requests.not_finished(record.status))
      if (!isThere || !hasFiles(record, nowMs)) return refuse('file_gone', requests.file_gone.again)
      if (record.bytes > this.left(account, nowMs)) return this.overQuota(record.bytes, account, nowMs)
      if (this.isFull()) return tooManyActive(limits.ACTIVE_LIMIT)
      const again: ConversionRecord = {
        ...blankRecord(againId, spec, nowMs),
        ...queuedAt(nowMs, limits),
        status: 'queued',
        name: record.name,
        bytes: record.bytes,
        file,
      }
      this.queue(again, account, nowMs)
      this.dependencies.conversions.passwords.keep(againId, sealed)
      return respond(202, { data: viewConversion(again) }, again.id)
    }
  }

  private cancel(id: ConversionId, account: Account, nowMs: number): OperationResult {
    const record = this.dependencies.conversions.find(id)
    if (record === null) return noSuch()
    const { cancel } = lifecycle[record.status]
    if (cancel === 'unchanged') return respond(200, { data: viewConversion(record) })
    if ('refuse' in cancel) return refuse(cancel.refuse, requests[cancel.refuse](record.status))
    const canceled: EndedRecord = {
      ...record,
      ...noResult,
      ...endedAt(nowMs, this.dependencies.limits),
      status: cancel.to,
      filesGone: true,
    }
    this.dependencies.conversions.save(canceled)
    this.dependencies.files.doom(record, account, nowMs)
    const view = viewConversion(canceled)
    this.dependencies.webhooks.record('conversion.canceled', view, nowMs)
    measureEnding(this.dependencies.env, account.id, canceled)
    return respond(200, { data: view })
  }

  private delete(id: ConversionId, account: Account, nowMs: number): OperationResult {
    const record = this.dependencies.conversions.find(id)
    if (record === null) return noSuch()
    this.dependencies.conversions.remove(id)
    this.dependencies.files.doom(record, account, nowMs)
    return respond(204, null)
  }

  private async openCase(operation: Extract<Operation, { kind: 'open_case' }>, nowMs: number): Promise<Decision> {
    const { id, share, email, note } = operation
    const before = this.dependencies.conversions.find(id)
    const wantsFile = share === 'file' && before !== null && before.finishedMs !== null && hasFiles(before, nowMs)
    const file = wantsFile ? before.file : null
    // An upload URL can be used again, so the object may differ from the file in the report.
    const isThere = file !== null && (await this.dependencies.env.FILES.head(file.objectKey))?.etag === file.etag
    return () => {
      const record = this.dependencies.conversions.find(id)
      if (record === null) return noSuch()
      if (record.finishedMs === null) return refuse('not_finished', requests.not_finished(record.status))
      if (share === 'file' && (!isThere || !hasFiles(record, nowMs)))
        return refuse('file_gone', requests.file_gone.share)
      const { CASES_PER_CONVERSION } = this.dependencies.limits
      if (this.dependencies.cases.countOf(id) >= CASES_PER_CONVERSION)
        return refuse('too_many_cases', requests.too_many_cases(CASES_PER_CONVERSION))
      const expiresMs = nowMs + this.dependencies.limits.CASE_RETENTION_SECONDS * 1000
      // The case is kept for 90 days and the conversion's files for one. From now on, the case owns the upload too,
      // however large it is.
      const view = this.dependencies.cases.add({
        id: `case_${newUlid(nowMs)}`,
        conversionId: id,
        name: record.name,
        share,
        email,
        note,
        spec: record.spec,
        report: record.report,
        objectKey: isThere ? file.objectKey : null,
        createdMs: nowMs,
        expiresMs,
      })
      return respond(201, { data: view })
    }
  }

  /** Returns the download URLs of a finished conversion's output, or null if it has none. */
  private urlsOf(record: ConversionRecord, nowMs: number): ViewUrls['output'] {
    const { env, limits } = this.dependencies
    if (record.status !== 'done' || record.output === null || !hasFiles(record, nowMs)) return null
    const urls = presignOutput(env, record.output, limits.OUTPUT_URL_SECONDS)
    return { ...urls, expiresMs: nowMs + limits.OUTPUT_URL_SECONDS * 1000 }
  }

  /** Returns the month's remaining bytes, without those that active conversions reserve. */
  private left(account: Account, nowMs: number): number {
    return this.dependencies.accounts.usage(account, nowMs).left - this.dependencies.conversions.active().bytes
  }

  /**
   * Limits the uploads that wait for their start to twice the bytes that could be converted. The next file can be
   * opened before the last one starts, but storage stays bounded.
   */
  private refuseWaiting(bytes: number, left: number): OperationResult | null {
    const waiting = this.dependencies.conversions.waiting()
    const { WAITING_LIMIT, WAITING_ALLOWANCES } = this.dependencies.limits
    if (waiting.count >= WAITING_LIMIT) return tooManyWaiting(waiting.count)
    const bytesMax = WAITING_ALLOWANCES * left
    return waiting.bytes + bytes <= bytesMax ? null : tooLargeWaiting(waiting.bytes, bytes, bytesMax)
  }

  private overQuota(bytes: number, account: Account, nowMs: number): OperationResult {
    const left = Math.max(0, this.left(account, nowMs))
    return overQuota(bytes, left, this.dependencies.accounts.periodEndMs(account, nowMs))
  }

  private isFull(): boolean {
    return this.dependencies.conversions.active().count >= this.dependencies.limits.ACTIVE_LIMIT
  }
}

/**
 * Tests whether a conversion has files. They count as deleted once they expire, even before the alarm has removed them.
 */
const hasFiles = (record: ConversionRecord, nowMs: number): boolean => !record.filesGone && record.expiresMs > nowMs

import type { Refusal } from '../../src/contract/response.ts'
import type { Message } from '../../src/contract/catalog/message.ts'
import { requests, type SentAs } from '../../src/contract/catalog/requests.ts'
import type { RefusalCode } from '../../src/contract/codes.ts'
import type { ConversionId } from '../../src/contract/ids.ts'
import { tooManyActiveRetrySeconds } from '../../src/contract/limits.ts'

export type OperationResult =
  | {
      readonly ok: true
      readonly status: number
      /** The body as JSON. */
      readonly body: string | null
      readonly conversionId: ConversionId | null
    }
  | { readonly ok: false; readonly refusal: Refusal }

export const refuse = (
  code: RefusalCode,
  message: Message,
  more: Pick<Refusal, 'retryAfterSeconds'> = {},
): OperationResult => ({
  ok: false,
  refusal: { code, message, ...more },
})

const later = { retryAfterSeconds: tooManyActiveRetrySeconds }

export const noSuch = (): OperationResult => refuse('not_found', requests.not_found.conversion)
export const tooBig = (bytes: number, kind: SentAs, bytesMax: number): OperationResult =>
  refuse('too_big', requests.too_big(bytes, kind, bytesMax))
export const tooManyActive = (limit: number): OperationResult =>
  refuse('too_many_active', requests.too_many_active(limit), later)
export const notUploaded = (bytes: number, isTooLate: boolean): OperationResult =>
  refuse('not_uploaded', requests.not_uploaded(bytes, isTooLate))
export const tooManyWaiting = (count: number): OperationResult =>
  refuse('too_many_waiting', requests.too_many_waiting.uploads(count), later)
export const tooLargeWaiting = (waiting: number, bytes: number, bytesMax: number): OperationResult =>
  refuse('too_many_waiting', requests.too_many_waiting.bytes(waiting, bytes, bytesMax), later)
export const overQuota = (bytes: number, left: number, periodEndMs: number): OperationResult =>
  refuse('over_quota', requests.over_quota(bytes, left, periodEndMs))

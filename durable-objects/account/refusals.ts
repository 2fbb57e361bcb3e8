import type { Refusal } from '../../src/contract/answer.ts'
import type { RefusalCode } from '../../src/contract/codes.ts'
import type { ConversionId } from '../../src/contract/ids.ts'
import { tooManyActiveRetrySeconds } from '../../src/contract/limits.ts'
import {
  bytesApart,
  bytesForPeople,
  dayForPeople,
  limitForPeople,
  numberForPeople,
} from '../../src/contract/messages.ts'

export type OperationResult =
  | {
      readonly ok: true
      readonly status: number
      /** As JSON. */
      readonly body: string | null
      readonly conversionId: ConversionId | null
    }
  | { readonly ok: false; readonly refusal: Refusal }

export const refuse = (
  code: RefusalCode,
  message: string,
  more: Pick<Refusal, 'retryAfterSeconds'> = {},
): OperationResult => ({
  ok: false,
  refusal: { code, message, ...more },
})

export const noSuch = (): OperationResult => refuse('not_found', 'There is no conversion with this id on the account.')
export const tooBig = (bytes: number, kind: string, bytesMax: number): OperationResult =>
  refuse('too_big', `This file has ${bytesForPeople(bytes)}. ${kind} may have at most ${limitForPeople(bytesMax)}.`)
export const tooManyActive = (limit: number): OperationResult =>
  refuse(
    'too_many_active',
    `${limit} conversions are queued or running, which is the limit. Start this one when one of them has ended.`,
    {
      retryAfterSeconds: tooManyActiveRetrySeconds,
    },
  )

/** It does not tell what lies there: that could be somebody else's. */
export function notUploaded(bytes: number): OperationResult {
  const edge = 5 * 1024 ** 3 - 5 * 1024 ** 2
  const hint = bytes > edge ? ` One PUT takes at most ${numberForPeople(edge)} bytes; send a larger file by url.` : ''
  return refuse(
    'not_uploaded',
    `No file of ${numberForPeople(bytes)} bytes has been uploaded. Send it to upload.url with exactly the headers in upload.headers.${hint}`,
  )
}

const sayingWhatToDo = 'Start, cancel or delete some first.'
const later = { retryAfterSeconds: tooManyActiveRetrySeconds }

export const tooManyWaiting = (count: number): OperationResult =>
  refuse('too_many_waiting', `${count} uploads wait to be started, which is the limit. ${sayingWhatToDo}`, later)

/** The limit depends on what is left of the month, so the message gives all three sizes. */
export const tooLargeWaiting = (waiting: number, bytes: number, bytesMax: number): OperationResult =>
  refuse(
    'too_many_waiting',
    `Uploads of ${bytesForPeople(waiting)} wait to be started, and this one adds ${bytesForPeople(bytes)}. Only ${bytesForPeople(Math.max(0, bytesMax))} may wait. ${sayingWhatToDo}`,
    later,
  )

export function overQuota(bytes: number, left: number, periodEndMs: number): OperationResult {
  const [needed, rest] = bytesApart(bytes, left)
  const need = bytes === 0 ? '' : `This file needs ${needed}; `
  const sentence = `${need}${left === 0 ? 'nothing is' : `${rest} are`} left until ${dayForPeople(periodEndMs)}.`
  return refuse(
    'over_quota',
    sentence.replace(/^./, (first) => first.toUpperCase()),
  )
}

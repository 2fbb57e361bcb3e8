import type { Message } from './catalog/message.ts'
import type { Refusal } from './response.ts'
import type { Status } from './conversion.ts'
import type { AccountId, ConversionId, RequestId } from './ids.ts'
import type { Spec } from './spec.ts'

export const plans = ['free', 'pro'] as const
export type Plan = (typeof plans)[number]

export interface NewAccount {
  readonly accountId: AccountId
  readonly email: string
  readonly plan: Plan
  readonly allowanceBytes: number | null
  /** The day from 1 to 31. Shorter months end on their last day. */
  readonly billingDay: number
}

export interface AccountChange {
  readonly plan?: Plan
  readonly allowanceBytes?: number
  readonly billingDay?: number
  readonly isSuspended?: boolean
  /** The customer sees this text while the account is suspended. */
  readonly suspendedReason?: string | null
  readonly email?: string
}

/** The operation of a request, once its body has been read. An invalid body is passed on as its refusal. */
export type Operation =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'not_found'; readonly message: Message }
  | { readonly kind: 'method_not_allowed'; readonly message: Message; readonly allow: string }
  | { readonly kind: 'describe' }
  | { readonly kind: 'usage' }
  | {
      readonly kind: 'list'
      readonly limit: number
      readonly status: Status | null
      readonly before: ConversionId | null
      /** A part of the name, in any case. */
      readonly name?: string
    }
  /** The file of another conversion, while it exists, with other settings. */
  | { readonly kind: 'convert_again'; readonly id: ConversionId; readonly spec: Spec }
  | { readonly kind: 'open_upload'; readonly name: string; readonly bytes: number; readonly spec: Spec }
  | {
      readonly kind: 'open_url'
      readonly url: string
      readonly name: string
      readonly spec: Spec
      readonly waitSeconds: number
    }
  /** The file came with the request. */
  | {
      readonly kind: 'open_content'
      readonly name: string
      readonly content: Uint8Array
      readonly spec: Spec
      readonly waitSeconds: number
    }
  | { readonly kind: 'read'; readonly id: ConversionId; readonly waitSeconds: number }
  | { readonly kind: 'start' | 'cancel' | 'delete'; readonly id: ConversionId }
  | {
      readonly kind: 'open_case'
      readonly id: ConversionId
      readonly share: CaseShare
      readonly email: string | null
      readonly note: string | null
    }

/** A request to the API, with everything that the account object needs to decide it in one call. */
export interface ApiCall {
  readonly requestId: RequestId
  readonly secretHash: string
  readonly operation: Operation
  /** The idempotency key, if a POST carries one. */
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null
}

export interface UsageView {
  readonly limit: number
  readonly used: number
  readonly left: number
  readonly period_start: string
}

/** The parts of a conversion that support may see: with or without the file. */
export const caseShares = ['file', 'report'] as const
export type CaseShare = (typeof caseShares)[number]

export const caseStatuses = ['open', 'landed'] as const
export type CaseStatus = (typeof caseStatuses)[number]

export interface CaseView {
  readonly id: string
  readonly conversion_id: string
  readonly share: CaseShare
  readonly email: string | null
  readonly note: string | null
  readonly status: CaseStatus
  readonly created_at: string
  readonly expires_at: string
}

import type { Operation } from '../../src/contract/account.ts'
import type { Refusal } from '../../src/contract/response.ts'
import { requests } from '../../src/contract/catalog/requests.ts'
import type { Account, Key } from './account-store.ts'

const suspended = ({ suspendedReason }: Account): Refusal => ({
  code: 'suspended',
  message: requests.suspended(suspendedReason),
})

export type Admission =
  | { readonly ok: true; readonly account: Account; readonly key: Key }
  | { readonly ok: false; readonly refusal: Refusal }

const refused = (refusal: Refusal): Admission => ({ ok: false, refusal })

/** Decides whether the holder of a key may send requests, in the order of the specification. */
export function admitKey(account: Account | null, key: Key | null, nowMs: number): Admission {
  if (account === null || key === null || account.deletedMs !== null)
    return refused({ code: 'unauthenticated', message: requests.unauthenticated.wrongKey })
  if (key.expiresMs !== null && key.expiresMs <= nowMs)
    return refused({ code: 'unauthenticated', message: requests.unauthenticated.expiredKey })
  if (account.isSuspended) return refused(suspended(account))
  if (account.plan !== 'pro') return refused({ code: 'needs_pro', message: requests.needs_pro.api })
  return { ok: true, account, key }
}

const converting = new Set<Operation['kind']>(['open_upload', 'open_url', 'start'])

/** Returns the reason why a session may not do this, or null. A suspended user may read; a user without a plan cannot convert. */
export function refuseVisitor(account: Account, { kind }: Operation, isLooking: boolean): Refusal | null {
  if (account.isSuspended && !isLooking) return suspended(account)
  return account.plan !== 'pro' && converting.has(kind)
    ? { code: 'needs_pro', message: requests.needs_pro.converting }
    : null
}

export const tooManyRequests = (perMinute: number, who: 'key' | 'session', retryAfterSeconds: number): Refusal => ({
  code: 'rate_limited',
  message: requests.rate_limited.perMinute(perMinute, who, retryAfterSeconds),
  retryAfterSeconds,
})

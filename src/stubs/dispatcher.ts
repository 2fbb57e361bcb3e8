import type { AccountId } from '../contract/ids.ts'
import { readLimits } from '../contract/limits.ts'
import { inJurisdiction } from './account.ts'
import { retried } from './retried.ts'

/**
 * Returns the dispatcher of an account. With several shards each has its part of the slots, and is fair among its
 * accounts.
 */
export function dispatcherStub(env: Env, accountId: AccountId) {
  const { DISPATCHER_SHARDS: shards } = readLimits({ ...env })
  const namespace = inJurisdiction(env, env.DISPATCHER)
  return retried(() => namespace.get(namespace.idFromName(`shard ${shardOf(accountId, shards)}`)))
}

/**
 * Returns the shard of an account. It depends on the last characters of the id, which are random, because ids begin
 * with the time.
 */
function shardOf(accountId: AccountId, shards: number): number {
  let hash = 0
  for (const character of accountId.slice(-8)) hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003
  return hash % Math.max(1, shards)
}

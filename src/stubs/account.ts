import type { AccountId } from '../contract/ids.ts'
import { retried } from './retried.ts'

/** The ids by name. Each is a hash that need not be computed twice. */
const ids = new Map<AccountId, DurableObjectId>()
const idsMax = 10_000

/**
 * Returns the object of an account's id. `JURISDICTION` keeps every object in it: it is chosen before the first
 * account, because the same name means another object in another jurisdiction. `LOCATION_HINT` says where new objects
 * are made.
 */
export function accountStub(env: Env, accountId: AccountId) {
  const { LOCATION_HINT: locationHint = '' } = env
  const namespace = inJurisdiction(env, env.ACCOUNT)
  let id = ids.get(accountId)
  if (id === undefined) {
    id = namespace.idFromName(accountId)
    if (ids.size >= idsMax) ids.clear()
    ids.set(accountId, id)
  }
  const named = id
  return retried(() => (locationHint === '' ? namespace.get(named) : namespace.get(named, { locationHint })))
}

/** Returns the part of a namespace whose objects never leave the jurisdiction. */
export function inJurisdiction<T extends Rpc.DurableObjectBranded>(
  { JURISDICTION: jurisdiction = '' }: Pick<Env, 'JURISDICTION'>,
  namespace: DurableObjectNamespace<T>,
): DurableObjectNamespace<T> {
  return jurisdiction === '' ? namespace : namespace.jurisdiction(jurisdiction)
}

import type { AccountId } from '../contract/ids.ts'

/** An id is a hash of a name: hashed once. */
const ids = new Map<AccountId, DurableObjectId>()
const idsMax = 10_000

/** How an account's id becomes its object. */
export function accountStub(env: Env, accountId: AccountId) {
  let id = ids.get(accountId)
  if (id === undefined) {
    id = env.ACCOUNT.idFromName(accountId)
    if (ids.size >= idsMax) ids.clear()
    ids.set(accountId, id)
  }
  return env.ACCOUNT.get(id)
}

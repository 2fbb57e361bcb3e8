import type { AccountId } from '../contract/ids.ts'

/** How an account's id becomes its object. */
export function accountStub(env: Env, accountId: AccountId) {
  return env.ACCOUNT.get(env.ACCOUNT.idFromName(accountId))
}

import type { AccountId } from '../contract/ids.ts'
import { accountStub } from '../stubs/account.ts'

const atOnce = 20

/** Has every account write its copies in the directory anew: after a restore, or when a table was dropped. */
export async function rebuildDirectory(env: Env): Promise<{ readonly accounts: number }> {
  const { results } = await env.DIRECTORY.prepare('select account_id from accounts').all<{ account_id: AccountId }>()
  for (let at = 0; at < results.length; at += atOnce) {
    const some = results.slice(at, at + atOnce)
    await Promise.all(some.map(({ account_id }) => accountStub(env, account_id).copyAgain()))
  }
  return { accounts: results.length }
}

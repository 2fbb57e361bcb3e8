import type { Chore, Continued } from '../contract/chores.ts'
import type { AccountId } from '../contract/ids.ts'
import { log } from '../logs/log.ts'
import { accountStub } from '../stubs/account.ts'

type Rebuild = Extract<Chore, { kind: 'rebuild' }>
const start: Rebuild = { kind: 'rebuild', after: '', accounts: 0 }
const atOnce = 20

/**
 * Makes every account write its copies in the directory again, after a restore or when a table was dropped. Each call
 * handles a slice of the accounts and sends a message for the next slice.
 */
export async function rebuildDirectory(
  env: Env,
  from: Rebuild = start,
  accountsPerSlice = 1000,
): Promise<Continued<{ readonly accounts: number }>> {
  const { results } = await env.DIRECTORY.prepare(
    'select account_id from accounts where account_id > ? order by account_id limit ?',
  )
    .bind(from.after, accountsPerSlice)
    .all<{ account_id: AccountId }>()
  for (let at = 0; at < results.length; at += atOnce) {
    const some = results.slice(at, at + atOnce)
    await Promise.all(some.map(({ account_id }) => accountStub(env, account_id).copyAgain()))
  }
  const accounts = from.accounts + results.length
  const last = results.at(-1)
  const finished = last === undefined || results.length < accountsPerSlice
  if (finished) log('directory_rebuilt', { accounts })
  else await env.CHORES.send({ kind: 'rebuild', after: last.account_id, accounts })
  return { accounts, finished }
}

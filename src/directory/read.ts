import type { AccountId } from '../contract/ids.ts'
import { inDirectory } from './tables.ts'

const listedMax = 500

/** Lists directory copies, which are good for finding accounts and never for decisions. */
export async function listAccounts(
  env: Env,
  { email, percent }: { readonly email: string | null; readonly percent: number },
): Promise<readonly Record<string, unknown>[]> {
  const [rows = []] = await inDirectory(env, [
    [
      `select account_id, email, plan, allowance, used, period_start, billing_day, suspended, created_at from account_states
       where (?1 is null or lower(email) = ?1) and used * 100 >= allowance * ?2 order by account_id desc limit ${listedMax}`,
      email?.toLowerCase() ?? null,
      percent,
    ],
  ])
  return rows.map((row) => ({ ...row, suspended: row['suspended'] === 1 }))
}

export async function listCases(env: Env, status: string | null): Promise<readonly Record<string, unknown>[]> {
  const [rows = []] = await inDirectory(env, [
    [
      `select id, account_id, conversion_id, share, email, note, status, created_at, expires_at, landed_at, answer from cases
       where ?1 is null or status = ?1 order by id desc limit ${listedMax}`,
      status,
    ],
  ])
  return rows
}

export async function accountOfCase(env: Env, caseId: string): Promise<AccountId | null> {
  const [rows = []] = await inDirectory(env, [['select account_id from cases where id = ?', caseId]])
  const account = rows[0]?.['account_id']
  return typeof account === 'string' ? (account as AccountId) : null
}

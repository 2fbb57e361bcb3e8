import type { AccountId } from '../contract/ids.ts'
import { inDirectory, type Statement } from './tables.ts'

const listedMax = 500

const accountColumns =
  'account_id, email, plan, allowance, used, period_start, billing_day, suspended, created_at' as const
const caseColumns =
  'id, account_id, conversion_id, share, email, note, status, created_at, expires_at, landed_at, answer' as const

interface AccountFilter {
  readonly email: string | null
  /** The minimum percentage of the allowance that a listed account has used. The fullest accounts come first. */
  readonly percent: number
}

/** Lists directory copies. They serve to find accounts, never to make decisions. */
export async function listAccounts(env: Env, filter: AccountFilter): Promise<readonly Record<string, unknown>[]> {
  const [rows = []] = await inDirectory(env, [accountsOf(filter)])
  return rows.map((row) => ({ ...row, suspended: row['suspended'] === 1 }))
}

/** Returns the statement of a filter. Each filter has its own, so that each finds its rows by an index. */
function accountsOf({ email, percent }: AccountFilter): Statement {
  const select = `select ${accountColumns} from account_states`
  if (email !== null)
    return [`${select} where lower(email) = ? and used_percent >= ? limit ${listedMax}`, email.toLowerCase(), percent]
  if (percent === 0) return [`${select} order by account_id desc limit ${listedMax}`]
  return [`${select} where used_percent >= ? order by used_percent desc, account_id desc limit ${listedMax}`, percent]
}

export async function listCases(env: Env, status: string | null): Promise<readonly Record<string, unknown>[]> {
  const [rows = []] = await inDirectory(env, [
    status === null
      ? [`select ${caseColumns} from cases order by id desc limit ${listedMax}`]
      : [`select ${caseColumns} from cases where status = ? order by id desc limit ${listedMax}`, status],
  ])
  return rows
}

export async function accountOfCase(env: Env, caseId: string): Promise<AccountId | null> {
  const [rows = []] = await inDirectory(env, [['select account_id from cases where id = ?', caseId]])
  const account = rows[0]?.['account_id']
  return typeof account === 'string' ? (account as AccountId) : null
}

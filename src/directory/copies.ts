import type { AccountState, CaseFile } from '../contract/operator.ts'
import type { Statement } from './tables.ts'

// Each copy has a version that grows with the changes of its account, so a late copy never replaces a newer one.

export const copyAccount = (state: AccountState, version: number): Statement => [
  `insert into account_states (account_id, email, plan, allowance, used, period_start, billing_day, suspended, created_at, version)
   values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
   on conflict (account_id) do update set plan = excluded.plan, allowance = excluded.allowance, used = excluded.used,
     period_start = excluded.period_start, billing_day = excluded.billing_day, suspended = excluded.suspended,
     email = excluded.email, version = excluded.version
   where excluded.version >= version`,
  state.account_id,
  state.email,
  state.plan,
  state.allowance,
  state.used,
  state.period_start,
  state.billing_day,
  state.suspended ? 1 : 0,
  state.created_at,
  version,
]

export const copyCase = (file: CaseFile, version: number): Statement => [
  `insert into cases (id, account_id, conversion_id, share, email, note, status, created_at, expires_at, landed_at, answer, version)
   values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
   on conflict (id) do update set status = excluded.status, landed_at = excluded.landed_at, answer = excluded.answer,
     version = excluded.version
   where excluded.version >= version`,
  file.id,
  file.account_id,
  file.conversion_id,
  file.share,
  file.email,
  file.note,
  file.status,
  file.created_at,
  file.expires_at,
  file.landed_at,
  file.answer,
  version,
]

export const dropAccount = (id: string): Statement => ['delete from account_states where account_id = ?', id]

export const dropCase = (id: string): Statement => ['delete from cases where id = ?', id]

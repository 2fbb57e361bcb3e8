/**
 * The operator's tables in D1. All but `dead_letters` are copies of what account objects know, and can be made again. In the
 * same database lies the register of accounts (src/accounts), which cannot.
 */
const tables = [
  `create table if not exists account_states (
     account_id text primary key, email text not null, plan text not null, allowance integer not null, used integer not null,
     period_start text not null, billing_day integer not null, suspended integer not null, created_at text not null,
     version integer not null
   )`,
  `create table if not exists cases (
     id text primary key, account_id text not null, conversion_id text not null, share text not null, email text, note text,
     status text not null, created_at text not null, expires_at text not null, landed_at text, answer text,
     version integer not null
   )`,
  `create table if not exists dead_letters (
     id text primary key, queue text not null, body text not null, died_at text not null, replayed_at text
   )`,
]

export type Statement = readonly [sql: string, ...values: unknown[]]

/** Runs statements in one go, on tables that are there. */
export async function inDirectory(
  env: Pick<Env, 'DIRECTORY'>,
  statements: readonly Statement[],
): Promise<readonly Record<string, unknown>[][]> {
  const db = env.DIRECTORY
  const results = await db.batch<Record<string, unknown>>([
    ...tables.map((sql) => db.prepare(sql)),
    ...statements.map(([sql, ...values]) => db.prepare(sql).bind(...values)),
  ])
  return results.slice(tables.length).map((result) => result.results)
}

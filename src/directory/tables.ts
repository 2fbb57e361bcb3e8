/** A statement for D1. Its tables come from `migrations`, which `wrangler d1 migrations apply` runs before a deployment. */
export type Statement = readonly [sql: string, ...values: unknown[]]

/** Runs statements in one transaction. */
export async function inDirectory(
  env: Pick<Env, 'DIRECTORY'>,
  statements: readonly Statement[],
): Promise<readonly Record<string, unknown>[][]> {
  const db = env.DIRECTORY
  const results = await db.batch<Record<string, unknown>>(
    statements.map(([sql, ...values]) => db.prepare(sql).bind(...values)),
  )
  return results.map((result) => result.results)
}

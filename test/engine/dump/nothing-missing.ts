import { expect } from 'vitest'
import type { Mariadb } from '../../databases/mariadb.ts'
import type { Report } from '../../../src/contract/report.ts'
import type { Loaded } from './compare.ts'

/**
 * Checks that every view, reference, rule and full-text index of MariaDB's database is in PostgreSQL or in the report.
 */
export async function expectNothingHidden(
  mariadb: Mariadb,
  database: string,
  loaded: Loaded,
  report: Report,
): Promise<void> {
  const named = (code: string): string[] =>
    report.fixes.filter((fix) => fix.code === code).flatMap(({ examples }) => examples ?? [])
  const counted = (code: string): number =>
    report.fixes.filter((fix) => fix.code === code).reduce((sum, { count }) => sum + count, 0)
  const schema = `table_schema = '${database}'`
  const views = await mariadb.read(
    database,
    `SELECT table_name FROM information_schema.views WHERE ${schema} ORDER BY 1`,
  )
  const there = await loaded.query("SELECT viewname FROM pg_views WHERE schemaname = 'public'")
  expect(new Set([...there.flat(), ...named('view_left_out')])).toEqual(new Set(views.flat()))
  const [before] = await mariadb.read(
    database,
    `SELECT (SELECT count(*) FROM information_schema.referential_constraints WHERE constraint_schema = '${database}'),
       (SELECT count(*) FROM information_schema.check_constraints WHERE constraint_schema = '${database}' AND check_clause NOT LIKE 'json_valid%'),
       (SELECT count(DISTINCT table_name, index_name) FROM information_schema.statistics WHERE ${schema} AND index_type = 'FULLTEXT')`,
  )
  const [after] = await loaded.query(
    `SELECT (SELECT count(*) FROM pg_constraint WHERE contype = 'f'),
       (SELECT count(*) FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND pg_get_constraintdef(oid) NOT LIKE '%<@%'),
       (SELECT count(*) FROM pg_indexes WHERE indexdef LIKE '%USING gin%')`,
  )
  const missing = [counted('foreign_key_dropped'), counted('check_dropped'), 0]
  expect(after?.map((count, at) => Number(count) + (missing[at] ?? 0))).toEqual(before?.map(Number))
}

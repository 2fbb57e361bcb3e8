import { quoted } from '../expressions/quoted.ts'
import type { DumpPlan, PlannedTable } from '../plan/plan-types.ts'
import { qualified } from '../expressions/quoted-names.ts'

/**
 * Returns a check that fails the script if a table does not contain exactly the rows that were written. If PostgreSQL
 * removes duplicates, their number is only known there.
 */
export function rowCounts({ tables }: DumpPlan): string {
  const checks = tables.filter(({ duplicates }) => duplicates === null).map(check)
  return checks.length === 0 ? '' : `DO ${quoted(`DECLARE n bigint; BEGIN ${checks.join(' ')} END`)};\n`
}

function check(table: PlannedTable): string {
  const name = qualified(table.schema, table.name)
  const message = quoted(`${name.replaceAll('%', '%%')} has % rows, the dump has ${table.rows.converted}`)
  return `SELECT count(*) INTO n FROM ${name}; IF n <> ${table.rows.converted} THEN RAISE EXCEPTION ${message}, n; END IF;`
}

import { quoted } from '../plan/column-plan.ts'
import { type DumpPlan, qualified } from '../plan/plan-types.ts'
import { sequenceStatements } from './after-data.ts'

/** The mark of everything that is changed for the load and restored after it. */
const changed = '"rowmill_changed"'

const namesOf = ({ tables }: DumpPlan): string[] => tables.map((table) => qualified(table.schema, table.name))

/**
 * Tables that exist are emptied, their triggers turned off, and their foreign keys checked after the last row: so rows may
 * come in any order, and may name each other. All of it takes the owner of the tables and no superuser.
 */
export function emptyTables(plan: DumpPlan): string {
  const names = namesOf(plan)
  const tables = `ARRAY[${names.map(quoted).join(', ')}]::regclass[]`
  const keys = `SELECT conrelid::regclass AS t, conname AS n, true AS is_key FROM pg_constraint WHERE contype = 'f' AND NOT condeferrable AND conrelid = ANY (${tables})`
  const triggers = `SELECT tgrelid::regclass, tgname, false FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O' AND tgrelid = ANY (${tables})`
  return [
    `CREATE TEMPORARY TABLE ${changed} ON COMMIT DROP AS ${keys} UNION ALL ${triggers};\n`,
    forEach('ALTER CONSTRAINT %I DEFERRABLE', 'DISABLE TRIGGER %I'),
    'SET CONSTRAINTS ALL DEFERRED;\n',
    `TRUNCATE ${names.join(', ')};\n`,
  ].join('')
}

/** Checks the foreign keys, and leaves the tables as they were, with the rows of the dump. */
export function restoreTables(plan: DumpPlan): string {
  return [
    ...sequenceStatements(plan.tables),
    'SET CONSTRAINTS ALL IMMEDIATE;\n',
    forEach('ALTER CONSTRAINT %I NOT DEFERRABLE', 'ENABLE TRIGGER %I'),
  ].join('')
}

function forEach(key: string, trigger: string): string {
  const action = `CASE WHEN c.is_key THEN ${quoted(key)} ELSE ${quoted(trigger)} END`
  const alter = `EXECUTE format('ALTER TABLE %s ' || ${action}, c.t, c.n);`
  return `DO ${quoted(`DECLARE c record; BEGIN FOR c IN SELECT * FROM ${changed} LOOP ${alter} END LOOP; END`)};\n`
}

import { quoted } from '../expressions/quoted.ts'
import type { DumpPlan } from '../plan/plan-types.ts'
import { qualified } from '../expressions/quoted-names.ts'
import { sequenceStatements } from './after-data.ts'
import { beginTransaction, endTransaction, statementsInGroup, transaction } from '../plan/transactions.ts'

/** The table that records everything that is changed for the load and restored after it. */
const changed = 'rowmill_changed'

const namesOf = ({ tables }: DumpPlan): string[] => tables.map((table) => qualified(table.schema, table.name))
const arrayOf = (plan: DumpPlan): string => `ARRAY[${namesOf(plan).map(quoted).join(', ')}]::regclass[]`

/** The statements around rows that are loaded into existing tables, including transactions. */
interface DataOnly {
  readonly before: string
  /** Returns the statements after the rows, once the rows are known. */
  after(): string
}

/** `keepsRows` means that the rows of the dump are added to the existing ones. */
export function dataOnly(plan: DumpPlan, keepsRows: boolean): DataOnly {
  return plan.transactions === 'one' ? inOneTransaction(plan, keepsRows) : inSeveral(plan, keepsRows)
}

const sequencesOf = (plan: DumpPlan, keepsRows: boolean): string =>
  [...sequenceStatements(plan, keepsRows, false)].join('')

/**
 * Empties the existing tables, disables their triggers, and checks their foreign keys after the last row, so rows may
 * come in any order and refer to each other. This requires the owner of the tables, but not a superuser.
 */
function inOneTransaction(plan: DumpPlan, keepsRows: boolean): DataOnly {
  const keys = `SELECT conrelid::regclass AS t, conname AS n, true AS is_key FROM pg_constraint WHERE contype = 'f' AND NOT condeferrable AND conrelid = ANY (${arrayOf(plan)})`
  const triggers = `SELECT tgrelid::regclass, tgname, false FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O' AND tgrelid = ANY (${arrayOf(plan)})`
  const before = [
    beginTransaction,
    `CREATE TEMPORARY TABLE ${changed} ON COMMIT DROP AS ${keys} UNION ALL ${triggers};\n`,
    forEach('ALTER CONSTRAINT %I DEFERRABLE', 'DISABLE TRIGGER %I'),
    'SET CONSTRAINTS ALL DEFERRED;\n',
    keepsRows ? '' : `TRUNCATE ${namesOf(plan).join(', ')};\n`,
  ].join('')
  const restore = forEach('ALTER CONSTRAINT %I NOT DEFERRABLE', 'ENABLE TRIGGER %I')
  return {
    before,
    after: () => [sequencesOf(plan, keepsRows), 'SET CONSTRAINTS ALL IMMEDIATE;\n', restore, endTransaction].join(''),
  }
}

function forEach(key: string, trigger: string): string {
  const action = `CASE WHEN c.is_key THEN ${quoted(key)} ELSE ${quoted(trigger)} END`
  const alter = `EXECUTE format('ALTER TABLE %s ' || ${action}, c.t, c.n);`
  return `DO ${quoted(`DECLARE c record; BEGIN FOR c IN SELECT * FROM ${changed} LOOP ${alter} END LOOP; END`)};\n`
}

/**
 * Drops the foreign keys and adds them again, because PostgreSQL cannot defer them beyond a transaction. A table
 * records them. If a load stops, the next load of the script adds them.
 */
function inSeveral(plan: DumpPlan, keepsRows: boolean): DataOnly {
  const isOther = `NOT EXISTS (SELECT FROM ${changed} AS o WHERE o.t = c.t AND o.n = c.n)`
  const keys = `SELECT conrelid::regclass::text AS t, conname::text AS n, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY (${arrayOf(plan)})`
  const triggers = `SELECT tgrelid::regclass::text, tgname::text, NULL FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O' AND tgrelid = ANY (${arrayOf(plan)})`
  const before = [
    `CREATE TABLE IF NOT EXISTS ${changed} (t text, n text, definition text);\n`,
    `INSERT INTO ${changed} SELECT * FROM (${keys} UNION ALL ${triggers}) AS c WHERE ${isOther};\n`,
    inSteps(
      `SELECT * FROM ${changed}`,
      `IF c.definition IS NULL THEN EXECUTE format('ALTER TABLE %s DISABLE TRIGGER %I', c.t, c.n); ELSE EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I', c.t, c.n); END IF;`,
    ),
    keepsRows ? '' : inSteps(`SELECT unnest(${arrayOf(plan)}) AS t`, "EXECUTE format('TRUNCATE %s', c.t);"),
    transaction(plan, beginTransaction),
  ].join('')
  const restore = inSteps(
    `SELECT * FROM ${changed}`,
    `IF c.definition IS NULL THEN EXECUTE format('ALTER TABLE %s ENABLE TRIGGER %I', c.t, c.n); ELSE EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', c.t, c.n, c.definition); END IF; DELETE FROM ${changed} AS o WHERE o.t = c.t AND o.n = c.n;`,
  )
  return {
    before,
    after: () =>
      [sequencesOf(plan, keepsRows), transaction(plan, endTransaction), restore, `DROP TABLE ${changed};\n`].join(''),
  }
}

/** Returns a block that commits repeatedly. One transaction does not have enough locks for all tables. */
const inSteps = (rows: string, step: string): string =>
  `DO ${quoted(`DECLARE c record; i integer := 0; BEGIN FOR c IN ${rows} LOOP ${step} i := i + 1; IF i % ${statementsInGroup} = 0 THEN COMMIT; END IF; END LOOP; END`)};\n`

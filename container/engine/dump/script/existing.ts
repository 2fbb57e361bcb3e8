import { dumpMessages } from '../../catalog/dumps.ts'
import type { Spec } from '../../../../src/contract/spec.ts'
import { quoted } from '../expressions/quoted.ts'
import { dumpOptions } from '../plan/dump-options.ts'
import { columnsWithTypes, type DumpPlan, type PlannedTable } from '../plan/plan-types.ts'
import { qualified } from '../expressions/quoted-names.ts'

/** The statements of `output.if_exists` for a dump whose tables may already exist. */
export interface Existing {
  /** The statements before the first table. */
  readonly before: string
  /** Returns the statements that create a table and its types. */
  created(table: PlannedTable, statements: readonly string[]): Iterable<string>
  /** Returns the statements that complete a table after its rows. */
  completed(table: PlannedTable, statements: Iterable<string>): Iterable<string>
  view(name: string, statement: string): string
  /** `signature` is the name of a function or procedure with the types of its parameters. */
  routine(signature: string, statement: string): string
  sequence(name: string, statement: string): string
}

const nameOf = (table: PlannedTable): string => qualified(table.schema, table.name)

/** The tables that existed before, recorded for the session that loads the script. */
const existed = 'rowmill_existed'

const failing: Existing = {
  before: '',
  created: (_, statements) => statements,
  completed: (_, statements) => statements,
  view: (_, statement) => statement,
  routine: (_, statement) => statement,
  sequence: (_, statement) => statement,
}

/**
 * Drops existing tables. Views and foreign keys that refer to them are dropped too. A type that another table uses
 * stops the script.
 */
const dropping: Existing = {
  before: '',
  created: (table, statements) => [
    `DROP TABLE IF EXISTS ${nameOf(table)} CASCADE;\n`,
    ...columnsWithTypes(table).map(({ type }) => `DROP TYPE IF EXISTS ${type.sqlType};\n`),
    ...statements,
  ],
  completed: (_, statements) => Array.from(statements, replacing),
  view: (name, statement) => `DROP VIEW IF EXISTS ${name};\n${statement}`,
  routine: (_, statement) => replacing(statement),
  sequence: (name, statement) => `DROP SEQUENCE IF EXISTS ${name} CASCADE;\n${statement}`,
}

const replacing = (statement: string): string =>
  statement.replace(/^CREATE (?=FUNCTION|PROCEDURE)/, 'CREATE OR REPLACE ')

/** Stops the script in psql, because no condition can skip the data of COPY. */
const skipping = (plan: DumpPlan): Existing => ({
  ...failing,
  before: `SELECT count(*) > 0 AS rowmill_exists FROM ${existingOf(plan)} \\gset
\\if :rowmill_exists
\\echo '${dumpMessages.tableExists}'
\\q
\\endif
`,
})

const appending = (plan: DumpPlan): Existing => ({
  before: `CREATE TEMPORARY TABLE ${existed} AS SELECT n FROM ${existingOf(plan)};\n`,
  created: onlyIfMissing,
  completed: onlyIfMissing,
  view: (name, statement) => onlyIf(`to_regclass(${quoted(name)}) IS NULL`, statement),
  routine: (signature, statement) => onlyIf(`to_regprocedure(${quoted(signature)}) IS NULL`, statement),
  sequence: (_, statement) => statement.replace(/^CREATE SEQUENCE /, 'CREATE SEQUENCE IF NOT EXISTS '),
})

const existingOf = ({ tables }: DumpPlan): string =>
  `unnest(ARRAY[${tables.map((table) => quoted(nameOf(table))).join(', ')}]) AS n WHERE to_regclass(n) IS NOT NULL`

function* onlyIfMissing(table: PlannedTable, statements: Iterable<string>): Iterable<string> {
  const isMissing = `NOT EXISTS (SELECT FROM ${existed} WHERE n = ${quoted(nameOf(table))})`
  for (const statement of statements) yield onlyIf(isMissing, statement)
}

const onlyIf = (condition: string, statement: string): string =>
  `DO ${quoted(`BEGIN IF ${condition} THEN EXECUTE ${quoted(statement.replace(/;\n$/, ''))}; END IF; END`)};\n`

/**
 * Returns the statements for existing tables. Only a script that creates tables checks for them, because rows alone
 * require them.
 */
export function existingTables(plan: DumpPlan, spec: Spec): Existing {
  if (!spec.output.create_table || dumpOptions(spec).mode === 'data_only') return failing
  switch (spec.output.if_exists) {
    case 'fail':
      return failing
    case 'drop':
      return dropping
    case 'skip':
      return skipping(plan)
    case 'append':
      return appending(plan)
  }
}

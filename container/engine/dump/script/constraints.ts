import { dumpMessages } from '../../catalog/dumps.ts'
import type { Reporter } from '../../report/reporter.ts'
import { quoted } from '../expressions/quoted.ts'
import { columnsOf } from '../plan/column-scope.ts'
import { translateExpression } from '../expressions/expressions.ts'
import type { PlannedTable } from '../plan/plan-types.ts'
import { qualified, quoteName } from '../expressions/quoted-names.ts'
import { asCondition, attempt } from '../expressions/translated.ts'

/** The setting of psql's session that lists the rules broken by rows of the dump. */
const notValid = "'rowmill.not_valid'"

/**
 * Adds a rule that rows of the dump may break: children without parents (foreign_key_checks = 0), or checks that
 * depended on a collation. In that case, it applies to new rows only, and psql fails after everything else is done. Any
 * other error stops psql.
 */
export function orNotValid(add: string, name: string, violation: 'foreign_key_violation' | 'check_violation'): string {
  const warning = `RAISE WARNING '% is NOT VALID: rows of the dump break it', ${quoted(name)}; PERFORM set_config(${notValid}, concat_ws(', ', nullif(current_setting(${notValid}, true), ''), ${quoted(name)}), false);`
  return `DO ${quoted(`BEGIN ${add}; EXCEPTION WHEN ${violation} THEN ${add} NOT VALID; ${warning} END`)};\n`
}

const reasonOfFailure =
  'Everything is loaded, and these rules hold for new rows only (NOT VALID), because rows of the dump break them: %'

/**
 * Fails the script after everything is committed if rows broke rules that the report does not list. psql then exits
 * with an error.
 */
export const failIfNotValid = `DO ${quoted(`BEGIN IF current_setting(${notValid}, true) <> '' THEN RAISE EXCEPTION ${quoted(reasonOfFailure)}, current_setting(${notValid}, true); END IF; END`)};\n`

/** Returns the CHECK constraints, which follow the rows. */
export function checkStatements(table: PlannedTable, reporter: Reporter): string[] {
  return table.source.checks.flatMap(({ name, tokens, isEnforced }) => {
    const translated = !isEnforced
      ? null
      : translateExpression(tokens, { find: columnsOf(table.columns), hasAggregates: false })
    const condition = translated === null ? null : attempt(() => asCondition(translated))
    if (condition === null) {
      const message = isEnforced ? dumpMessages.check_dropped.otherMeaning : dumpMessages.check_dropped.notEnforced
      reporter.fix({
        code: 'check_dropped',
        table: table.name,
        message,
        example: tokens.map(({ text }) => text).join(' '),
      })
      return []
    }
    const written = table.nameConstraint(name === '' ? `${table.name}_check` : name)
    const add = `ALTER TABLE ${qualified(table.schema, table.name)} ADD CONSTRAINT ${quoteName(written)} CHECK (${condition.sql})`
    return [orNotValid(add, written, 'check_violation')]
  })
}

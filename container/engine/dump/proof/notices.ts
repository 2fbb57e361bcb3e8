import type { Report } from '../../../../src/contract/report.ts'
import type { DumpPlan, PlannedColumn } from '../plan/plan-types.ts'

/** Columns that a notice names. */
const columnsNamed = 5

/** The differences between the databases that the code of an application meets, each with the columns concerned. */
export function noticesOf(plan: DumpPlan, report: Report): string[] {
  const columns = plan.tables.flatMap((table) => table.columns.map((column) => ({ table: table.name, column })))
  const about = (test: (column: PlannedColumn) => boolean, message: string): string[] => {
    const found = columns.filter(({ column }) => test(column))
    if (found.length === 0) return []
    const names = found.slice(0, columnsNamed).map(({ table, column }) => `\`${table}.${column.name}\``)
    const others = found.length > names.length ? ` and ${found.length - names.length} more` : ''
    return [`${message} Columns: ${names.join(', ')}${others}.`]
  }
  const hasFix = (code: string): boolean => report.fixes.some((fix) => fix.code === code)
  return [
    ...about(
      ({ source, type }) =>
        type.kind === 'text' &&
        !source.isExactText &&
        !source.isJson &&
        type.sqlType !== 'citext' &&
        type.collation === undefined,
      "**Case**: comparisons, unique keys and ORDER BY tell upper and lower case apart. `name = 'ann'` no longer finds `Ann`. Use `lower()`, or convert again with the rule `ci_text`.",
    ),
    '**GROUP BY**: PostgreSQL refuses a query that selects a column that is neither grouped nor aggregated, unless it groups by the primary key.',
    '**Strictness**: PostgreSQL refuses a value that does not fit. A number beyond its range, a text that is too long and `0000-00-00` are errors, never clipped or cut.',
    '**SQL**: names are quoted with `"`, not with backticks. `||` joins strings. `LIMIT 5, 10` is `LIMIT 10 OFFSET 5`. `INSERT IGNORE`, `REPLACE` and `ON DUPLICATE KEY UPDATE` are forms of `ON CONFLICT`.',
    ...(hasFix('zero_date')
      ? ['**Zero dates**: the dump has dates such as `0000-00-00`. They are NULL here: search with `IS NULL`.']
      : []),
    ...about(
      ({ isIdentity }) => isIdentity,
      '**New ids**: `LAST_INSERT_ID()` does not exist. Use `INSERT … RETURNING id`.',
    ),
    ...about(
      ({ source, type }) => type.kind === 'boolean' && source.type === 'tinyint',
      '**Booleans**: `tinyint(1)` is `boolean`. `active = 1` is an error: write `active` or `active = true`.',
    ),
    ...about(
      ({ type }) => type.kind === 'set',
      "**Sets**: a set is an array. `FIND_IN_SET('a', tags)` is `'a' = ANY (tags)`.",
    ),
    ...about(
      ({ type }) => type.kind === 'timestamptz',
      '**Time zones**: a `timestamp` has a time zone. Clients read it in the time zone of their session.',
    ),
    ...about(({ source }) => source.onUpdate, '**ON UPDATE CURRENT_TIMESTAMP** is a trigger.'),
    ...about(
      ({ source, type }) => source.unsigned && type.kind === 'integer',
      '**Unsigned**: PostgreSQL has no unsigned types, so negative numbers are allowed unless the rule `unsigned` is `check`.',
    ),
    ...(hasFix('table_renamed') || hasFix('column_renamed')
      ? ['**Names**: some tables or columns have other names than in the dump, see the section "Changed".']
      : []),
    '**Division**: `7 / 2` of integers is 3, not 3.5. Write `7 / 2.0`.',
  ]
}

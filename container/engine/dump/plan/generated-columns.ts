import { dumpMessages } from '../../catalog/dumps.ts'
import type { Reporter } from '../../report/reporter.ts'
import { type FindColumn, translateExpression } from '../expressions/expressions.ts'
import { refuse, type Translated } from '../expressions/translated.ts'
import type { DumpTable } from '../schema/schema.ts'
import { isSameName, type Token } from '../text/tokens.ts'
import type { KnownFacts } from './column-facts.ts'
import { columnNamed, columnValue, storedAs } from './column-scope.ts'
import { fitted, type Fitted } from './fitted.ts'
import type { PlannedColumn, PlannedTable } from './plan-types.ts'

/** The longest expression that another generated column repeats, and how many of them may use each other. */
const repeatedMax = 2000
const depthMax = 20

interface Generated extends Fitted, Pick<Translated, 'isImmutable'> {
  /** The expression without the limits of the type. */
  readonly plain: string
}

/**
 * Translates a generated column. If PostgreSQL cannot compute its expression, it contains the values in the dump. A
 * value that its type cannot hold becomes what the server stores or shows, because PostgreSQL would stop at its row. Where
 * a server refuses the row, PostgreSQL refuses it, too.
 */
export function withExpression(
  column: PlannedColumn,
  columns: readonly PlannedColumn[],
  { source: table, name }: PlannedTable,
  facts: KnownFacts,
  reporter: Reporter,
): PlannedColumn {
  const { generated } = column.source
  if (generated === null) return column
  const found = expressionOf(column, columns, [])
  if (found?.isImmutable === true) {
    const isRefused = !found.isCertain && isComputedEagerly(table, column.source.name)
    const isLimited = !isRefused || table.hasLaxRows || column.source.isAddedToRows
    const generatedSql = isLimited ? found.sql : found.plain
    return { ...column, generatedSql, mayMisfit: column.source.notNull || isRefused }
  }
  const { kept, empty } = dumpMessages.generated_column_frozen
  const message = facts.known(table, column.source).isLeftOut ? empty : kept
  const example = generated.map(({ text }) => text).join(' ')
  reporter.fix({ code: 'generated_column_frozen', table: name, column: column.name, message, example })
  return { ...column, nullable: true, mayMisfit: isComputedEagerly(table, column.source.name) }
}

/** Translates the expression of a column. PostgreSQL has no generated columns in expressions, so it repeats theirs. */
function expressionOf(
  column: PlannedColumn,
  columns: readonly PlannedColumn[],
  outer: readonly PlannedColumn[],
): Generated | null {
  const { generated } = column.source
  if (generated === null || outer.includes(column) || outer.length > depthMax) return null
  const find: FindColumn = (_qualifier, name) => {
    const found = columnNamed(columns, name)
    if (found === undefined) return null
    if (found.source.generated === null) return columnValue(found)
    const inner = expressionOf(found, columns, [...outer, column])
    if (inner === null || inner.sql.length > repeatedMax) return refuse('a generated column')
    const value = columnValue(found, `(${inner.sql})::${found.type.sqlType}`)
    return { ...value, isImmutable: value.isImmutable && inner.isImmutable }
  }
  const translated = translateExpression(generated, { find, hasAggregates: false })
  if (translated === null) return null
  const sql = storedAs(translated, column.type)
  if (sql === null) return null
  const found = fitted({ ...translated, sql }, column, { tokens: generated, columns })
  return found === null ? null : { ...found, plain: sql, isImmutable: translated.isImmutable }
}

/**
 * Tests whether a server computes a generated column for each new row: if the row contains the value, or if a key, a
 * check or such a column uses it.
 */
function isComputedEagerly(table: DumpTable, name: string, visited = new Set<string>()): boolean {
  if (visited.has(name)) return false
  visited.add(name)
  const uses = (tokens: readonly Token[]): boolean =>
    tokens.some(({ kind, text }) => (kind === 'word' || kind === 'name') && isSameName(text, name))
  return (
    table.columns.some((column) => column.isStored && isSameName(column.name, name)) ||
    table.checks.some(({ tokens }) => uses(tokens)) ||
    table.keys.some(({ parts }) =>
      parts.some(({ column, expression }) => isSameName(name, column) || uses(expression ?? [])),
    ) ||
    table.columns.some(
      ({ generated, name: other }) => generated !== null && uses(generated) && isComputedEagerly(table, other, visited),
    )
  )
}

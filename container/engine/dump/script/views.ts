import { dumpMessages } from '../../catalog/dumps.ts'
import type { Reporter } from '../../report/reporter.ts'
import { columnValue } from '../plan/column-scope.ts'
import type { DumpPlan, PlannedTable } from '../plan/plan-types.ts'
import { qualified, quoteName } from '../expressions/quoted-names.ts'
import type { DumpSchema, DumpView } from '../schema/schema.ts'
import { translateQuery } from '../expressions/queries.ts'
import type { Relation } from '../expressions/relations.ts'
import { shortened } from '../text/sql-of.ts'
import { attempt } from '../expressions/translated.ts'
import type { Existing } from './existing.ts'
import type { StoredFunctions } from './stored-functions.ts'
import { primaryKeyOf } from './keys.ts'

interface ViewRequest {
  readonly plan: DumpPlan
  readonly schema: DumpSchema
  readonly isChosen: (view: DumpView) => boolean
  readonly reporter: Reporter
  readonly existing: Existing
  readonly functions: StoredFunctions
}

/**
 * Returns the views whose query can be translated, each after the views that it reads. They are created after the
 * tables are committed. If the server rejects one of them, psql stops with an error, and nothing is undone.
 */
export function* viewStatements(request: ViewRequest): Iterable<string> {
  const { plan, schema, isChosen, reporter } = request
  const relations = new Relations()
  for (const table of plan.tables) relations.add(table.source.database, table.source.name, relationOf(table))
  let waiting = [...schema.views.values()].filter(isChosen)
  for (let before = -1; before !== waiting.length;) {
    before = waiting.length
    const left: DumpView[] = []
    for (const view of waiting) {
      const statement = translateView(request, view, relations)
      if (statement === null) left.push(view)
      else yield statement
    }
    waiting = left
  }
  for (const { name, text } of waiting) {
    const message = dumpMessages.view_left_out(name, shortened(text))
    reporter.fix({ code: 'view_left_out', message, example: name })
  }
}

/** Tables and views by name. A server may distinguish `Orders` from `orders`, or treat them as the same. */
class Relations {
  private readonly written = new Map<string, Relation>()
  private readonly folded = new Map<string, Relation>()

  add(database: string, name: string, relation: Relation): void {
    const key = `${database}\0${name}`
    this.written.set(key, relation)
    this.folded.set(key.toLowerCase(), relation)
  }

  find(database: string, name: string): Relation | null {
    const key = `${database}\0${name}`
    return this.written.get(key) ?? this.folded.get(key.toLowerCase()) ?? null
  }
}

const relationOf = (table: PlannedTable): Relation => ({
  sql: qualified(table.schema, table.name),
  columns: table.columns.map((column) => ({
    source: column.source.name,
    name: column.name,
    type: columnValue(column).type,
    read: (sql) => columnValue(column, sql),
  })),
  key: primaryKeyOf(table) ?? [],
})

function translateView(
  { plan, existing, functions }: ViewRequest,
  view: DumpView,
  relations: Relations,
): string | null {
  const query = attempt(() =>
    translateQuery(view.query, {
      relation: (database, name) => relations.find(database ?? view.database, name),
      nameColumns: plan.nameColumns,
      columns: view.columns,
      call: functions.calledFrom(view.database),
    }),
  )
  if (query === null) return null
  const schema = plan.schemaOf(view.database)
  const name = plan.nameIn(schema)(view.name, 'view_1')
  const sql = qualified(schema, name)
  relations.add(view.database, view.name, { sql, columns: query.columns })
  const columns = query.columns.map((column) => quoteName(column.name)).join(', ')
  return existing.view(sql, `CREATE VIEW ${sql} (${columns}) AS ${query.sql};\n`)
}

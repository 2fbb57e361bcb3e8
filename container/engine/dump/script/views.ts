import { dumpMessages } from '../../catalog/dumps.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { DumpPlan } from '../plan/plan-types.ts'
import { qualified, quoteName } from '../expressions/quoted-names.ts'
import type { DumpSchema, DumpView } from '../schema/schema.ts'
import { translateQuery } from '../expressions/queries.ts'
import { shortened } from '../text/sql-of.ts'
import { attempt } from '../expressions/translated.ts'
import type { Existing } from './existing.ts'
import type { StoredFunctions } from './stored-functions.ts'
import { relationsOf, type Relations } from './relations-of-tables.ts'

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
  const relations = relationsOf(plan)
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
  relations.add(view.database, view.name, () => ({ sql, columns: query.columns }))
  const columns = query.columns.map((column) => quoteName(column.name)).join(', ')
  return existing.view(sql, `CREATE VIEW ${sql} (${columns}) AS ${query.sql};\n`)
}

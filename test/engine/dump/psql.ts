import { afterAll, beforeAll } from 'vitest'
import { type Postgresql, startPostgresql } from '../../databases/postgresql.ts'
import type { Report } from '../../../src/contract/report.ts'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'

type Cell = string | null

/** Converts a dump, loads it into an empty database, and returns the rows of the query. */
export type ThroughPsql = (
  dump: string | Uint8Array,
  query: string,
  output?: Partial<SpecInput['output']>,
) => Promise<{ rows: Cell[][]; report: Report }>

/** Starts a server for the tests of one suite. */
export function psql(): { readonly through: ThroughPsql; readonly fresh: Postgresql['fresh'] } {
  let server: Postgresql
  beforeAll(async () => {
    server = await startPostgresql()
  })
  afterAll(() => server?.stop(), 60_000)
  return {
    fresh: () => server.fresh(),
    through: async (dump, query, output = {}) => {
      const { script, report } = await converted(
        dump,
        { output: { dialect: 'postgresql', style: 'bulk', ...output } },
        'dump.sql',
      )
      const loaded = await server.fresh()
      await loaded.load(script)
      return { rows: await loaded.query(query), report }
    },
  }
}

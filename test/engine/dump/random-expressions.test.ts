import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../property-runs.ts'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { scriptOfExpressions } from './random-expressions.ts'

const session = "SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin, time_zone = '+00:00';\n"

/** Runs a statement, and returns the error if the server refuses it. */
const attempting = `CREATE FUNCTION attempt(q text) RETURNS SETOF text LANGUAGE plpgsql AS $$
  BEGIN IF q LIKE 'INSERT%' THEN EXECUTE q; ELSE RETURN QUERY EXECUTE q; END IF;
  EXCEPTION WHEN OTHERS THEN RETURN NEXT 'refused: ' || sqlerrm; END $$;`

const leftOutCodes = ['view_left_out', 'generated_column_frozen', 'check_dropped', 'default_dropped']

describe.runIf(hasBoth)('random expressions in views, generated columns, checks and defaults', () => {
  const both = startBoth()
  let databases = 0

  test('have the same values, or the report names them', { timeout: 3_600_000 }, async () => {
    expect.hasAssertions()
    const property = fc.asyncProperty(scriptOfExpressions, async ({ lines, objects, insertions }) => {
      const database = `expressions_${++databases}`
      await both.mariadb.create(database, 'CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin')
      /** Returns the statements that the server did not refuse. */
      const ran = async (statements: readonly string[]): Promise<string[]> => {
        const script = session + statements.map((statement) => `${statement};\n`).join('')
        const refused = await both.mariadb.refusedLines(script, database)
        return statements.filter((_, at) => !refused.includes(at + 2))
      }
      const dump = await ran(lines)
      const defaults = await ran(objects.flatMap(({ inserted }, at) => (inserted === 'id' ? insertions(at) : [])))
      const query = (at: number): string =>
        `SELECT ${at}, id, coalesce(hex(convert(y USING utf8mb4)), 'NULL') h FROM v${at}`
      const read = await ran(objects.map((_, at) => `SELECT max(q.h) FROM (${query(at)}) q`))
      const readable = objects.flatMap((_, at) => (read.some((sql) => sql.includes(` v${at})`)) ? [at] : []))

      const isReadable = (statement: string): boolean =>
        !statement.startsWith('CREATE VIEW') || readable.some((at) => statement.startsWith(`CREATE VIEW v${at} `))
      const text = dump.filter(isReadable).map((statement) => `${statement};\n`)
      const spec = { output: { dialect: 'postgresql', style: 'bulk' } } as const
      const { script, report } = await converted(text.join(''), spec, 'dump.sql')
      const named = report.fixes.filter(({ code }) => leftOutCodes.includes(code))
      const leftOut = named.map(({ table, message }) => table ?? /^The view (v\d+) /.exec(message)?.[1])
      const compared = readable.filter((at) => !leftOut.includes(`v${at}`))
      const loaded = await both.loaded(script)
      await loaded.load(attempting)

      const inserted = objects.flatMap(({ expression }, at) => (expression.startsWith('CHECK') ? insertions(at) : []))
      const attempts = [...defaults, ...inserted].map((statement) => `attempt($sql$${statement}$sql$)`)
      // A check must refuse the same rows again. Rows that exist already break the primary key.
      if (attempts.length > 0) await loaded.query(`SELECT ${attempts.join(', ')}`)
      const found = await loaded.query(
        compared
          .map((at) => {
            const value = `coalesce(upper(encode(convert_to(y::text, 'UTF8'), 'hex')), 'NULL')`
            const row = `SELECT concat_ws('|', ${at}, id, ${value}, pg_typeof(y)) FROM v${at}`
            return `SELECT a, ${at} FROM attempt($sql$${row}$sql$) a`
          })
          .join(' UNION ALL '),
      )
      const expected = await both.mariadb.read(database, `${session}${compared.map(query).join(' UNION ALL ')}`)
      const types = new Map(found.map(([row, at]) => [at, row?.split('|')[3] ?? '']))
      const labeled = (at: string | null | undefined, rest: string): string =>
        `${objects[Number(at)]?.expression} ${rest}`
      const inMariadb = expected.map(([at, id, hex]) =>
        labeled(at, `of row ${id}: ${spelled(hex ?? 'NULL', types.get(at ?? '') ?? '')}`),
      )
      const inPostgresql = found.map(([row, at]) => {
        const [, id, hex = '', type = ''] = row?.split('|') ?? []
        return labeled(at, id === undefined ? `${row}` : `of row ${id}: ${spelled(hex, type)}`)
      })
      const onlyIn = (here: readonly string[], there: readonly string[]): string[] =>
        here.filter((line) => !there.includes(line)).toSorted()
      expect(onlyIn(inPostgresql, inMariadb)).toEqual(onlyIn(inMariadb, inPostgresql))
    })
    const seed = Number(process.env['EXPRESSION_SEED'] ?? 1)
    const numRuns = runs(2)
    await fc.assert(property, { numRuns, seed, endOnFailure: true })
  })
})

/** A bit of MariaDB is a byte. */
const truths: ReadonlyMap<string, string> = new Map([
  ['true', '1'],
  ['false', '0'],
  ['\u0001', '1'],
  ['\0', '0'],
])

/** Normalizes a value for both servers. Numbers and timestamps lose trailing zeros, and booleans are 1 or 0. */
function spelled(hex: string, type: string): string {
  if (hex === 'NULL') return hex
  const text = Buffer.from(hex, 'hex').toString()
  if (type === 'boolean') return truths.get(text) ?? text
  if (type === 'double precision' || type === 'real') return Number(text).toPrecision(10)
  const isShort = type === 'numeric' || type.startsWith('timestamp')
  return isShort
    ? text
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
        .replace(/\+00$/, '')
    : text
}

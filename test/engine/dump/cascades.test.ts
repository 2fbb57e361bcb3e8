import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'
import { rowsCounted } from './rows-counted.ts'
import { runs } from '../../property-runs.ts'

const actionsOn = (event: string): fc.Arbitrary<string> =>
  fc
    .constantFrom('CASCADE', 'SET NULL', 'RESTRICT', 'NO ACTION', '')
    .map((action) => action && ` ON ${event} ${action}`)
const actions = fc.tuple(actionsOn('DELETE'), actionsOn('UPDATE')).map((parts) => parts.join(''))
const parents = fc.integer({ min: 1, max: 5 }).map(String)
const parentsOrNone = fc.oneof(parents, fc.constant('NULL'))
const table = fc.constantFrom('a', 'b', 'c')

const statement = fc.oneof(
  fc.tuple(table, parents).map(([name, id]) => `DELETE FROM ${name} WHERE id = ${id}`),
  fc.tuple(table, parents).map(([name, id]) => `DELETE FROM ${name} WHERE id > ${id} OR v = 'x${id}'`),
  table.map((name) => `DELETE FROM ${name}`),
  fc.tuple(parents, parentsOrNone).map(([id, other]) => `REPLACE INTO a VALUES (${id}, ${other}, 'r')`),
  fc.tuple(table, parents).map(([name, id]) => `UPDATE ${name} SET v = 'x${id}' WHERE id = ${id}`),
  fc.tuple(table, parents).map(([name, id]) => `UPDATE ${name} SET id = id + 20 WHERE id = ${id}`),
  fc.tuple(table, parents).map(([name, id]) => `UPDATE ${name} SET id = id * 10 WHERE id > ${id} OR p = ${id}`),
  fc
    .tuple(parents, parents)
    .map(([id, other]) => `INSERT INTO a VALUES (${id}, 1, 'k') ON DUPLICATE KEY UPDATE id = ${other} + 5`),
  fc.tuple(parents, parentsOrNone).map(([id, other]) => `UPDATE b SET p = ${other} WHERE id = ${id}`),
  fc.tuple(parents, parentsOrNone).map(([id, other]) => `INSERT INTO b VALUES (${id} + 10, ${other}, 'n')`),
  fc.tuple(parents, parentsOrNone).map(([id, other]) => `INSERT IGNORE INTO c VALUES (${id} + 3, ${other}, 'i')`),
  fc.constantFrom('SET foreign_key_checks = 0', 'SET foreign_key_checks = 1', 'ALTER TABLE b DROP FOREIGN KEY bp'),
)
/** A deletion that follows a foreign key, which the script drops afterwards. */
const cascade = ' ON DELETE CASCADE ON UPDATE CASCADE'
const rowsOfDroppedKey: [string[], string[], string[]] = [
  ['NULL', 'NULL', '1', 'NULL', 'NULL'],
  ['1', 'NULL', '1', 'NULL', '1'],
  ['NULL', '1', '2', 'NULL', '1'],
]
const droppingKey = ['DELETE FROM a WHERE id = 1', 'ALTER TABLE b DROP FOREIGN KEY bp', 'DELETE FROM a WHERE id = 1']

const rows = fc.array(parentsOrNone, { minLength: 5, maxLength: 5 })

describe.runIf(hasBoth)('rows that reference deleted or changed rows', () => {
  const both = startBoth()
  test('are deleted, follow or lose their parent as in MariaDB', async () => {
    const property = fc.asyncProperty(
      fc.tuple(actions, actions, actions),
      fc.tuple(rows, rows, rows),
      fc.array(statement, { minLength: 1, maxLength: 6 }),
      async ([self, toA, toB], values, statements) => {
        const lines = [
          `CREATE TABLE a (id int PRIMARY KEY, p int, v varchar(9), CONSTRAINT ap FOREIGN KEY (p) REFERENCES a (id)${self})`,
          `CREATE TABLE b (id int PRIMARY KEY, p int, v varchar(9), CONSTRAINT bp FOREIGN KEY (p) REFERENCES a (id)${toA})`,
          `CREATE TABLE c (id int PRIMARY KEY, p int, v varchar(9), CONSTRAINT cp FOREIGN KEY (p) REFERENCES b (id)${toB})`,
          'SET foreign_key_checks = 0',
          ...['a', 'b', 'c'].map(
            (name, at) =>
              `INSERT INTO ${name} VALUES ${values[at]?.map((p, row) => `(${row + 1}, ${p}, 'v${row}')`).join(', ')}`,
          ),
          'SET foreign_key_checks = 1',
        ]
        const setup = lines.map((line) => `${line};\n`).join('')
        // The script ends at a statement that the server refuses.
        let dump = setup
        let database = await both.ran(dump)
        for (const line of statements) {
          const longer: string | null = await both.ran(`${dump}${line};\n`).catch(() => null)
          if (longer === null) continue
          dump = `${dump}${line};\n`
          database = longer
        }
        const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
        const rejected = report.problems.filter(({ message }) => !/refers to a row that does not exist/.test(message))
        expect(rejected, dump).toEqual([])
        expect(
          report.fixes.filter(({ code }) => code === 'statement_left_out'),
          dump,
        ).toEqual([])
        await expectSameRows(both.mariadb, database, await both.loaded(script), report)
        const added =
          dump.match(
            /^(?:REPLACE|INSERT INTO a VALUES \(\d, 1, 'k'|INSERT (?:INTO b|IGNORE INTO c) VALUES \(\d \+)/gm,
          ) ?? []
        expect(rowsCounted(report), dump).toBe(15 + added.length)
      },
    )
    await fc.assert(property, {
      numRuns: runs(15),
      examples: [[[cascade, cascade, cascade], rowsOfDroppedKey, droppingKey]],
    })
  })
})

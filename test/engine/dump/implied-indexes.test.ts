import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameStructure } from './compare.ts'

describe.runIf(hasBoth)('a hand-written script', () => {
  const both = startBoth()

  test('may rely on the indexes that references create if no key begins with their columns', async () => {
    const dump = `CREATE TABLE a (id int PRIMARY KEY, x int, y int, UNIQUE KEY xy (x, y)) ENGINE=InnoDB;
CREATE TABLE b (id int PRIMARY KEY, a_id int, x int, y int, z int, KEY z (z),
  FOREIGN KEY (a_id) REFERENCES a (id), CONSTRAINT named FOREIGN KEY (x, y) REFERENCES a (x, y), FOREIGN KEY (z) REFERENCES a (id),
  CONSTRAINT own FOREIGN KEY (id) REFERENCES a (id)) ENGINE=InnoDB;
CREATE TABLE c (x int, y int, PRIMARY KEY (y, x), CONSTRAINT c_x FOREIGN KEY (x) REFERENCES a (id)) ENGINE=InnoDB;
`
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    await expectSameStructure(both.mariadb, database, await both.loaded(script), report)
    expect(script).toContain('INDEX b_named ')
  })
})

import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'

const tables = `CREATE TABLE item (id int PRIMARY KEY, name varchar(40), slug varchar(60), price decimal(8,2), total decimal(10,2), qty int, level varchar(10), changed datetime);
CREATE TABLE log (id int PRIMARY KEY AUTO_INCREMENT, item_id int, what varchar(60), old_price decimal(8,2));
CREATE TABLE stat (k varchar(10) PRIMARY KEY, n int);
INSERT INTO stat VALUES ('items', 0), ('qty', 0);
`

const triggers = [
  `CREATE TRIGGER before_in BEFORE INSERT ON item FOR EACH ROW BEGIN
  SET NEW.slug = LOWER(REPLACE(NEW.name, ' ', '-')), NEW.total = NEW.price * NEW.qty;
  IF NEW.qty > 10 THEN SET NEW.level = 'many'; ELSEIF NEW.qty IS NULL THEN SET NEW.level = NULL; SET NEW.total = 0; ELSE SET NEW.level = CASE WHEN NEW.qty = 0 THEN 'none' ELSE 'few' END; END IF;
END`,
  `CREATE TRIGGER after_in AFTER INSERT ON item FOR EACH ROW UPDATE stat SET n = n + 1 WHERE k = 'items'`,
  `CREATE TRIGGER before_up BEFORE UPDATE ON item FOR EACH ROW SET NEW.total = NEW.price * NEW.qty, NEW.changed = '2024-01-01 10:00:00'`,
  `CREATE TRIGGER after_up AFTER UPDATE ON item FOR EACH ROW BEGIN IF NEW.price <> OLD.price THEN INSERT INTO log (item_id, what, old_price) VALUES (NEW.id, CONCAT('price of ', NEW.name), OLD.price); END IF; UPDATE stat SET stat.n = stat.n + NEW.qty - OLD.qty WHERE stat.k = 'qty'; END`,
  `CREATE TRIGGER after_del AFTER DELETE ON item FOR EACH ROW BEGIN DELETE FROM log WHERE item_id = OLD.id; INSERT INTO log (item_id, what) VALUES (OLD.id, 'gone'); END`,
]

const changes = [
  "INSERT INTO item (id, name, price, qty) VALUES (1, 'A Big Thing', 2.50, 3), (2, 'B', 1.25, 12), (3, 'C', 9, NULL), (4, 'D', 1, 0)",
  'UPDATE item SET price = 3 WHERE id < 3',
  'UPDATE item SET qty = qty + 1 WHERE id IN (1, 4)',
  'DELETE FROM item WHERE id = 2',
]
const queries = ['SELECT * FROM item ORDER BY id', 'SELECT * FROM log ORDER BY id', 'SELECT * FROM stat ORDER BY k']

describe.runIf(hasBoth)('triggers of the common kinds', () => {
  const both = startBoth()

  test.each(['by hand', 'by mariadb-dump'])('have the same effect in PostgreSQL: %s', async (how) => {
    // Triggers follow their table to its new name.
    const made = `${tables}DELIMITER //\n${triggers.map((trigger) => `${trigger}//\n`).join('')}DELIMITER ;\n`
    const script = `${made.replace('TABLE item', 'TABLE thing').replaceAll(' ON item ', ' ON thing ')}RENAME TABLE thing TO item;\n`
    const database = await both.ran(script)
    const dump = how === 'by hand' ? script : await both.mariadb.dump(database)
    const { script: sql, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.fixes.filter(({ code }) => code === 'trigger_left_out')).toEqual([])
    const loaded = await both.loaded(sql)
    await both.mariadb.administer(`${changes.join(';\n')};`, database)
    for (const change of changes) await loaded.query(change)
    for (const query of queries)
      expect(await loaded.query(query), query).toEqual(await both.mariadb.read(database, query))
  })

  test.each([
    ['a variable', 'SET @n = 1'],
    ['a row that it may not change', 'SET OLD.qty = 1'],
    ['rows of a query', 'INSERT INTO log (what) SELECT k FROM stat'],
    ['a signal', "SIGNAL SQLSTATE '45000'"],
    ['a value of another type', "SET NEW.qty = CONCAT('a', NEW.name)"],
    ['a function that both know otherwise', 'SET NEW.name = SOUNDEX(NEW.name)'],
  ])('are left out with their text: %s', async (_, body) => {
    const dump = `${tables}CREATE TRIGGER g BEFORE UPDATE ON item FOR EACH ROW ${body};\n`
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(script).not.toMatch(/^CREATE TRIGGER/m)
    const text =
      body
        .replaceAll(/\s*([.,()@=])\s*/g, ' $1 ')
        .trim()
        .split(' ')[0] ?? ''
    expect(report.fixes).toMatchObject([{ code: 'trigger_left_out', message: expect.stringContaining(text) }])
  })

  test('are left out if a table has several for one event', async () => {
    const one = (name: string): string => `CREATE TRIGGER ${name} BEFORE INSERT ON item FOR EACH ROW SET NEW.qty = 1;\n`
    const { report } = await converted(
      `${tables}${one('b')}${one('a')}`,
      { output: { dialect: 'postgresql' } },
      'dump.sql',
    )
    expect(report.fixes.map(({ code }) => code)).toEqual(['trigger_left_out', 'trigger_left_out'])
  })
})

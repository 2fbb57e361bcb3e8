import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'

const tables = `CREATE TABLE c (id int PRIMARY KEY, name varchar(20), country varchar(2), price decimal(8,2), born date);
INSERT INTO c VALUES (1,'anna','de',10.50,'1990-02-28'),(2,'bob','de',3,'2001-07-31'),(3,NULL,'fr',NULL,NULL),(4,'dora','it',7.25,'1988-12-01');
CREATE TABLE o (id int PRIMARY KEY, c_id int, total int, day date);
INSERT INTO o VALUES (1,1,5,'2024-01-05'),(2,1,7,'2024-02-06'),(3,2,1,'2024-02-07'),(4,NULL,3,NULL),(5,4,7,'2023-12-31');
CREATE TABLE e (id int PRIMARY KEY, k varchar(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, n int(4) zerofill, g float(8,2), r float);
INSERT INTO e VALUES (1,'Ab',7,1.5,1.1),(2,'ab',NULL,2,NULL);
`

/** Queries that give the same results on both servers. */
const queries: readonly string[] = [
  'SELECT id FROM c WHERE id IN (SELECT c_id FROM o)',
  'SELECT id FROM c WHERE id NOT IN (SELECT c_id FROM o WHERE c_id IS NOT NULL)',
  'SELECT id, name FROM c WHERE EXISTS (SELECT 1 FROM o WHERE o.c_id = c.id AND o.total > 6)',
  'SELECT id, (SELECT sum(total) FROM o WHERE o.c_id = c.id) t FROM c',
  'SELECT id FROM c WHERE price > (SELECT avg(price) FROM c x WHERE x.country = c.country)',
  'SELECT country, count(*) n, (SELECT count(*) FROM o) allof FROM c GROUP BY country',
  'SELECT x.n, x.s FROM (SELECT c_id n, sum(total) s FROM o GROUP BY c_id) x WHERE x.s > 2',
  'SELECT c.id, t.s FROM c LEFT JOIN (SELECT c_id, max(total) s FROM o GROUP BY c_id) t ON t.c_id = c.id',
  'SELECT a.id FROM (SELECT id FROM c UNION SELECT id FROM o) a WHERE a.id > 2',
  'WITH big AS (SELECT * FROM o WHERE total > 2), names (k, v) AS (SELECT id, name FROM c) SELECT names.v, big.total FROM big JOIN names ON names.k = big.c_id',
  'SELECT id FROM c WHERE id IN (WITH z AS (SELECT c_id FROM o) SELECT c_id FROM z WHERE c_id > 1)',
  'SELECT id, row_number() OVER (ORDER BY id DESC) n FROM o',
  'SELECT id, rank() OVER (ORDER BY total) r, dense_rank() OVER (PARTITION BY c_id ORDER BY total DESC, id) d FROM o',
  'SELECT id, sum(total) OVER (PARTITION BY c_id) s, count(*) OVER () n, sum(total) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) m FROM o',
  'SELECT id, lag(total) OVER (ORDER BY id) a, lead(total, 2) OVER (ORDER BY id) b, first_value(id) OVER (PARTITION BY c_id ORDER BY id) f FROM o',
  'SELECT country, sum(price) s, rank() OVER (ORDER BY country) r FROM c GROUP BY country',
  'SELECT c.name, o.total FROM c JOIN o USING (id)',
  'SELECT id, name, total FROM c LEFT JOIN o USING (id)',
  "SELECT date_format(day, '%Y-%m') m, sum(total) s FROM o GROUP BY date_format(day, '%Y-%m')",
  "SELECT id, timestampdiff(YEAR, born, '2024-02-28') age FROM c",
  "SELECT id FROM o WHERE day >= '2024-02-07' - INTERVAL 1 DAY",
  [
    'SELECT id FROM c WHERE id = (SELECT max(c_id) FROM o)',
    'OR EXISTS (SELECT 1 FROM o WHERE o.id = c.id AND o.total IN (SELECT total FROM o z WHERE z.id <> o.id))',
  ].join(' '),
  'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n',
  'WITH RECURSIVE n (i, j) AS (SELECT 1, 10 UNION SELECT i + 1, j - 2 FROM n WHERE i < 5) SELECT n.i, c.name FROM n JOIN c ON c.id = n.i WHERE j > 3',
  "WITH RECURSIVE days AS (SELECT cast('2024-02-27' as date) AS d UNION ALL SELECT d + INTERVAL 1 DAY FROM days WHERE d < '2024-03-02') SELECT d FROM days",
  [
    'WITH RECURSIVE tree AS (SELECT id, name, 0 AS depth FROM c WHERE id = 1',
    'UNION ALL SELECT c.id, c.name, tree.depth + 1 FROM c JOIN tree ON c.id = tree.id + 1) SELECT * FROM tree',
  ].join(' '),
  'WITH RECURSIVE n AS (SELECT id, c_id FROM o WHERE id = 1 UNION SELECT o.id, o.c_id FROM o JOIN n ON o.c_id = n.c_id OR o.id = n.id + 1), m AS (SELECT max(id) AS k FROM n) SELECT n.id, m.k FROM n CROSS JOIN m',
  'SELECT concat(y.v) t FROM (SELECT price v FROM c UNION ALL SELECT total * 1.12345 FROM o) y',
  'SELECT country, count(*) n, sum(price) AS s FROM c GROUP BY country HAVING n > 1 OR s > 7 ORDER BY n DESC',
  "SELECT upper(country) AS land, max(price) p FROM c GROUP BY upper(country) HAVING land <> 'FR' AND p + 1 > 8",
  'SELECT c_id, day, sum(total) AS s, count(*) AS n FROM o GROUP BY c_id, day WITH ROLLUP',
  'SELECT c_id, sum(total) AS s FROM o GROUP BY c_id WITH ROLLUP HAVING s > 5 OR c_id = 1',
  'SELECT country, sum(price) AS s FROM c WHERE id > 99 GROUP BY country WITH ROLLUP',
  'SELECT * FROM c NATURAL JOIN o',
  'SELECT * FROM (SELECT id AS c_id, name, 1 AS x FROM c) p NATURAL LEFT JOIN o',
  'SELECT name, id FROM c NATURAL JOIN (SELECT id FROM o WHERE total > 3) q WHERE id < 3',
  'SELECT * FROM o JOIN (SELECT id AS c_id, name FROM c) p USING (c_id)',
  '(SELECT id, name FROM c WHERE id < 3) UNION (SELECT id, country FROM c WHERE id > 3) ORDER BY id LIMIT 2',
  'SELECT id, total FROM o UNION SELECT id, c_id FROM o ORDER BY total DESC, 1 LIMIT 3',
  'SELECT country AS land FROM c UNION SELECT name FROM c ORDER BY land',
  '(SELECT id FROM c) ORDER BY id DESC LIMIT 1',
  'SELECT year(day) AS y, count(*) AS n FROM o GROUP BY y ORDER BY y',
  'SELECT c_id AS k, total + 1 AS more, count(*) AS n FROM o GROUP BY 1, 2',
  'SELECT o.c_id, c.name, sum(o.total) AS s FROM o JOIN c ON c.id = o.c_id GROUP BY o.c_id HAVING c.name IS NOT NULL ORDER BY c.name',
  'SELECT o.c_id, concat(c.name, c.country) AS t, count(*) AS n FROM o LEFT JOIN c ON c.id = o.c_id GROUP BY o.c_id',
  'SELECT id, sum(total) OVER w s, row_number() OVER w FROM o WINDOW w AS (PARTITION BY c_id ORDER BY id)',
  'SELECT id, sum(total) OVER (v ROWS 1 PRECEDING) s FROM o WINDOW w AS (PARTITION BY c_id), v AS (w ORDER BY id)',
  'SELECT id, avg(total) OVER (PARTITION BY c_id) a, avg(total / 3) OVER () b, avg(total) OVER () * 3 m FROM o',
  'SELECT id, total / sum(total) OVER () share, sum(total / 3) OVER () * 3 s, lag(total / 3) OVER (ORDER BY id) * 3 FROM o',
  'SELECT id, concat(lag(price, 1) OVER (ORDER BY id), max(price) OVER (), min(price > 5) OVER ()) t FROM c',
  'SELECT c_id, avg(sum(total)) OVER () a, sum(avg(total)) OVER (ORDER BY c_id) s FROM o GROUP BY c_id',
  "SELECT x.id FROM (SELECT id, first_value(k) OVER (ORDER BY id) k FROM e) x WHERE x.k REGEXP '^a'",
  "SELECT country, group_concat(name, ':', id, ifnull(price, '') ORDER BY id SEPARATOR '; ') g FROM c GROUP BY country",
  'SELECT c_id, group_concat(DISTINCT total ORDER BY total DESC) g, group_concat(DISTINCT day ORDER BY day) d FROM o GROUP BY c_id',
  "SELECT group_concat(DISTINCT country ORDER BY country DESC SEPARATOR ' ') g FROM c",
  'SELECT c_id, group_concat(DISTINCT nullif(total, 3) ORDER BY nullif(total, 3)) g FROM o GROUP BY c_id',
  "SELECT id, ifnull(price, 'n/a') a, if(id > 2, price, 'none') b, coalesce(name, id) n, ifnull(born, '-') d, case id when 1 then 'x' when 2 then 2.50 else id > 3 end x FROM c",
  'SELECT id, coalesce(price, 0) a, if(id > 1, price, id) b, greatest(price, id, 1.255) g, case when id > 2 then -1 else price end d, ifnull(id / 7, 1.123456) q, greatest(id / 7, 0.123456) m FROM c',
  'SELECT country, coalesce(sum(if(price > 5, price, 0)), 0) s, ifnull(avg(price), 0) a FROM c WHERE id < 0 OR id = 3 GROUP BY country',
  'SELECT id, price v FROM c UNION ALL SELECT id, total FROM o UNION ALL SELECT id, NULL FROM o',
  'SELECT 0 AS v, NULL AS t, NULL AS d UNION SELECT price, NULL, born FROM c UNION SELECT total * 1.125, id, NULL FROM o',
  "SELECT NULL a, NULL b, 1 c UNION SELECT 'x', NULL, id / 7 FROM c UNION SELECT name, NULL, 1.123456 FROM c",
  'SELECT id FROM c UNION ALL (SELECT NULL FROM o WHERE id > 2 ORDER BY id LIMIT 1)',
  'SELECT concat(u.v) t, u.v + 1 n FROM (SELECT id v FROM c UNION SELECT price FROM c) u',
  'SELECT v, count(*) n FROM (SELECT price v FROM c UNION ALL SELECT total FROM o UNION ALL SELECT NULL) u GROUP BY v',
  'SELECT price v, concat(id > 1) b FROM c WHERE id IN (SELECT id FROM o UNION SELECT price FROM c) UNION (SELECT total / 1.00, concat(id > 2) FROM o) ORDER BY v',
  'SELECT r FROM e UNION ALL SELECT NULL UNION ALL SELECT max(r) FROM e',
  'SELECT NULL a UNION SELECT r FROM e',
  '(SELECT id FROM c ORDER BY id DESC LIMIT 1) UNION ALL (SELECT id FROM o ORDER BY id LIMIT 2)',
]

describe.runIf(hasBoth)('a view over nested queries', () => {
  const both = startBoth()

  test.each(['as a person writes them', 'as mariadb-dump writes them'])('gives the same rows: %s', async (how) => {
    const views = queries.map((query, at) => `CREATE VIEW v${at} AS ${query};\n`).join('')
    const database = await both.ran(tables + views)
    const dump = how.startsWith('as a person') ? tables + views : await both.mariadb.dump(database)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    expect(report.fixes.filter(({ code }) => code === 'view_left_out')).toEqual([])
    const loaded = await both.loaded(script)
    for (const [at, query] of queries.entries()) {
      const select = `SELECT * FROM v${at}`
      const found = (await loaded.query(select)).map((row) => row.join('|')).toSorted()
      const expected = (await both.mariadb.read(database, select)).map((row) => row.join('|')).toSorted()
      expect(found, query).toEqual(expected)
    }
  })

  test('sorts by its own names, and not by those that the view gives its columns', async () => {
    const dump = `${tables}CREATE VIEW v (total, id) AS SELECT id, total FROM o WHERE c_id = 1 ORDER BY total DESC LIMIT 1;\n`
    const { script } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    const loaded = await both.loaded(script)
    expect(await loaded.query('SELECT * FROM v')).toEqual(
      await both.mariadb.read(await both.ran(dump), 'SELECT * FROM v'),
    )
  })

  test('divides a float with digits as a float, and MariaDB displays fewer digits', async () => {
    const dump = `CREATE TABLE f (id int, gnp float(10,2), d double(8,3), pop int);
INSERT INTO f VALUES (1, 828.10, 2.125, 103000), (2, 5976.00, 1000.5, 22720000), (3, NULL, 7, 0);
CREATE VIEW v AS SELECT gnp / pop * 1000000 AS a, d / 3 AS b, pop / gnp AS c FROM f;
CREATE VIEW w AS SELECT avg(gnp) AS a, avg(d) AS b, sum(gnp / pop) AS c FROM f;
CREATE VIEW hidden AS SELECT gnp * 2 / 3 AS a FROM f;\n`
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.fixes).toMatchObject([{ code: 'view_left_out', examples: ['hidden'] }])
    const loaded = await both.loaded(script)
    const database = await both.ran(dump)
    for (const view of ['v', 'w']) {
      const displayed = (await both.mariadb.read(database, `SELECT * FROM ${view}`)).flat()
      const found = (await loaded.query(`SELECT * FROM ${view}`)).flat()
      expect(found).toHaveLength(displayed.length)
      for (const [at, text] of displayed.entries())
        expect(text === null ? found[at] : Number(found[at]).toFixed(text.split('.')[1]?.length)).toBe(text)
    }
  })

  test.each([
    'SELECT country, (SELECT count(*) FROM o WHERE o.id < count(c.id)) n FROM c GROUP BY country',
    "WITH RECURSIVE n AS (SELECT 1 AS i, 'a' AS s UNION ALL SELECT i + 1, concat(s, 'a') FROM n WHERE i < 3) SELECT s FROM n",
    'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i * 2 FROM n WHERE i < 9999999999) SELECT i FROM n',
    'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 0.5 FROM n WHERE i < 3) SELECT i FROM n',
    'WITH RECURSIVE n AS (SELECT id FROM c WHERE id = 1 UNION ALL SELECT o.id FROM o LEFT JOIN n ON n.id = o.c_id) SELECT id FROM n',
    'WITH RECURSIVE n AS (SELECT country AS a FROM c WHERE id = 1 UNION SELECT name FROM c JOIN n ON n.a = c.country) SELECT a FROM n',
    'SELECT country, (SELECT c.name) n FROM c GROUP BY country',
    'SELECT o.c_id, c.name FROM o LEFT JOIN c ON c.id = o.c_id AND o.total > 2 GROUP BY o.c_id',
    'SELECT o.c_id, c.name FROM c LEFT JOIN o ON c.id = o.c_id GROUP BY o.c_id',
    'SELECT o.c_id, o.day FROM o JOIN c ON c.id = o.c_id GROUP BY o.c_id',
    'SELECT id, sum(total) OVER w s FROM o WINDOW v AS (PARTITION BY c_id)',
    'SELECT id FROM c UNION (SELECT NULL FROM o UNION SELECT 1.5)',
    'SELECT id FROM c UNION SELECT name FROM c',
    'SELECT g FROM e UNION SELECT price FROM c',
    'SELECT NULL a UNION ALL SELECT NULL UNION ALL SELECT r FROM e',
    'SELECT total FROM o EXCEPT SELECT id FROM c',
    'SELECT total FROM o b INTERSECT ALL (SELECT id FROM c)',
    'SELECT id FROM c WHERE id IN (SELECT total FROM o EXCEPT SELECT c_id FROM o)',
    "SELECT ifnull(n, '-') t FROM e",
    'SELECT concat(n) t FROM e',
    "SELECT group_concat(DISTINCT total, 'x' ORDER BY id) s FROM o",
    'SELECT group_concat(DISTINCT total ORDER BY id) s FROM o',
    'SELECT group_concat(DISTINCT price ORDER BY price) s FROM c',
  ])('is left out: %s', async (query) => {
    const { report } = await converted(
      `${tables}CREATE VIEW v AS ${query};\n`,
      { output: { dialect: 'postgresql' } },
      'dump.sql',
    )
    expect(report.fixes).toMatchObject([{ code: 'view_left_out', examples: ['v'] }])
  })
})

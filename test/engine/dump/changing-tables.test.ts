import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'
import { rowsCounted } from './rows-counted.ts'

describe.runIf(hasBoth)('rows of a table that changes within the dump end as in MariaDB', () => {
  const both = startBoth()
  const made = "CREATE TABLE t (a int, b varchar(9), c tinyint(1), KEY k (b));\nINSERT INTO t VALUES (1,'x',5);\n"
  test.each([
    ['a column more', `${made}ALTER TABLE t ADD COLUMN d int DEFAULT 7;\nINSERT INTO t VALUES (2,'y',0,8);`],
    [
      'columns in other places',
      `${made}ALTER TABLE t ADD d varchar(9) FIRST, ADD COLUMN e varchar(9) AFTER a;\nINSERT INTO t VALUES ('d',2,'e','y',1);`,
    ],
    [
      'a column that moves',
      `${made}ALTER TABLE t MODIFY c tinyint(1) AFTER a, CHANGE b n varchar(20) FIRST;\nINSERT INTO t VALUES ('y',2,3);`,
    ],
    ['a column less', `${made}ALTER TABLE t DROP COLUMN a;\nINSERT INTO t VALUES ('y',1);`],
    [
      'a column of another name',
      `${made}INSERT INTO t (b) VALUES ('y');\nALTER TABLE t CHANGE b n varchar(20);\nINSERT INTO t (n) VALUES ('z');\nALTER TABLE t RENAME COLUMN c TO m;\nINSERT INTO t (a,m) VALUES (4,1);`,
    ],
    [
      'a new name',
      `${made}RENAME TABLE t TO u;\nINSERT INTO u VALUES (2,'y',1);\nALTER TABLE u RENAME TO t;\nINSERT INTO t VALUES (3,'z',1);`,
    ],
    [
      'another table of its name',
      `${made}RENAME TABLE t TO old;\nCREATE TABLE t (z int);\nINSERT INTO t VALUES (9);\nINSERT INTO old VALUES (2,'y',1);`,
    ],
    ['no rows any more', `${made}TRUNCATE TABLE t;\nINSERT INTO t VALUES (2,'y',1);`],
    ['no rows any more, by DELETE', `${made}DELETE FROM t;\nINSERT INTO t VALUES (2,'y',1);`],
    [
      'a temporary one of its name for a while',
      `${made}CREATE TEMPORARY TABLE t (z int);\nINSERT INTO t VALUES (9);\nDROP TEMPORARY TABLE t;\nDROP TEMPORARY TABLE IF EXISTS t;\nINSERT INTO t VALUES (2,'y',1);`,
    ],
    [
      'a temporary one of its name to the end',
      `${made}CREATE TEMPORARY TABLE t (a int, b text, c int);\nINSERT INTO t VALUES (2,'y',1);\nTRUNCATE t;\nDROP TABLE t;\nCREATE OR REPLACE TEMPORARY TABLE t (z int);\nINSERT INTO t VALUES (9);`,
    ],
    [
      'two columns that swap their names',
      `${made}ALTER TABLE t CHANGE a b int, CHANGE b a varchar(9), ADD UNIQUE (a);\nINSERT INTO t (a,b) VALUES ('y',2);`,
    ],
    [
      'a new column with the name of one that the same statement drops',
      `${made}ALTER TABLE t ADD a varchar(4) DEFAULT 'd', DROP COLUMN a, CHANGE b d int, CHANGE c b int, ADD c int AFTER d;\nINSERT INTO t (a,c) VALUES ('y',2);`.replace(
        "'x'",
        "'3'",
      ),
    ],
    [
      'a column after one that gets its name later in the statement',
      `${made}ALTER TABLE t ADD d int DEFAULT 4 AFTER e, CHANGE a e int;\nINSERT INTO t VALUES (2,3,'y',1);`,
    ],
    ['another definition', `${made}CREATE OR REPLACE TABLE t (a int, z int);\nINSERT INTO t VALUES (2,3);`],
  ])('%s', async (_, dump) => {
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    expect(report.rows.rejected).toBe(0)
    const loaded = await both.loaded(script)
    for (const { name } of report.tables) {
      const theirs = await both.mariadb.read(database, `SELECT * FROM ${name}`)
      const ours = await loaded.query(`SELECT * FROM ${name}`)
      expect(ours.map((row) => row.join('|')).toSorted()).toEqual(theirs.map((row) => row.join('|')).toSorted())
    }
    const named = `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema`
    const columns = await both.mariadb.read(database, `${named} = '${database}' ORDER BY table_name, ordinal_position`)
    expect(await loaded.query(`${named} = 'public' ORDER BY table_name, ordinal_position`)).toEqual(columns)
  })

  test('changed by joins of its tables', async () => {
    const changes = [
      'DELETE x FROM a x JOIN b y ON x.b_id = y.id',
      'DELETE x.*, y.* FROM a AS x INNER JOIN b AS y ON x.u = y.u AND y.v > 1',
      'DELETE FROM x USING a x LEFT JOIN b y ON y.id = x.b_id WHERE y.id IS NULL',
      'DELETE a FROM a, b WHERE a.b_id = b.id AND b.v = 3',
      'DELETE x FROM a x JOIN a y ON x.u = y.u AND x.id > y.id',
      'DELETE x FROM a x JOIN b y ON x.b_id = y.id OR x.u = y.u LEFT JOIN b z ON z.id = y.v WHERE z.id IS NULL',
      'UPDATE a x JOIN b y ON x.b_id = y.id SET x.u = y.u, x.f = y.f',
      "UPDATE a, b SET a.u = CONCAT(b.u, '!') WHERE a.b_id = b.id AND a.id < 5",
      'UPDATE a x LEFT JOIN b y ON x.b_id = y.id SET x.b_id = 50, y.v = 9',
      'UPDATE a x JOIN a y ON x.b_id = y.id SET x.u = y.u WHERE LEFT(x.u, 1) <> y.u',
      'UPDATE IGNORE a x CROSS JOIN b y SET x.id = x.id + 10 WHERE y.id = 1',
      'UPDATE a x JOIN b y ON x.b_id = y.id AND y.u IS NOT NULL SET u2 = y.id',
      'UPDATE a JOIN b USING (id) SET a.u2 = id + v',
      'UPDATE a RIGHT JOIN b ON a.b_id = b.id SET b.v = COALESCE(a.id, -1) WHERE b.id > 2',
      'UPDATE a JOIN (SELECT b_id, COUNT(*) AS n, MAX(id) AS m FROM a GROUP BY b_id) d USING (b_id) SET u2 = n * 100 + m',
      'UPDATE a LEFT JOIN (SELECT id, v FROM b UNION ALL SELECT 6, 60) d ON d.id = a.id SET a.u2 = d.v',
      'DELETE a FROM a NATURAL JOIN (SELECT id FROM b WHERE v > 1) d',
      'DELETE a FROM a JOIN (SELECT MIN(id) AS kept, u FROM a WHERE id NOT IN (2, 4) GROUP BY u) d ON d.u = a.u AND a.id > d.kept',
    ]
    const dump = changes
      .map((change, at) => {
        const named = change.replaceAll(/\b[ab]\b/g, (name) => `${name}${at}`)
        return `CREATE TABLE a${at} (id int PRIMARY KEY, b_id int, u varchar(9), f tinyint(1), u2 int);
CREATE TABLE b${at} (id int PRIMARY KEY, v int, u varchar(9), f tinyint(1));
INSERT INTO a${at} VALUES (1,2,'x',0,1),(2,2,'X',1,1),(3,1,'y',0,1),(4,NULL,'é',1,1),(5,7,NULL,0,1),(6,3,'e',1,1);
INSERT INTO b${at} VALUES (1,1,'x',1),(2,3,'y',7),(3,NULL,'E',0),(4,2,NULL,1);
${named};
`
      })
      .join('')
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    expect(report.fixes.filter(({ code }) => code === 'statement_left_out')).toEqual([])
    expect(rowsCounted(report)).toBe(changes.length * 10)
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test('in columns and keys of the time', async () => {
    const parts = [
      // A key applies from the statement that adds it until the one that drops it.
      'CREATE TABLE k1 (id int PRIMARY KEY, a int); INSERT INTO k1 VALUES (1,1),(2,1); UPDATE k1 SET a = 2 WHERE id = 2; ALTER TABLE k1 ADD UNIQUE (a); INSERT IGNORE INTO k1 VALUES (3,2)',
      'CREATE TABLE k2 (a int UNIQUE); INSERT IGNORE INTO k2 VALUES (1),(1); DROP INDEX a ON k2; INSERT IGNORE INTO k2 VALUES (1)',
      'CREATE TABLE k3 (id int PRIMARY KEY, a int); INSERT INTO k3 VALUES (1,1),(2,1),(3,2); UPDATE k3 SET a = 2 WHERE id = 2; ALTER IGNORE TABLE k3 ADD UNIQUE u (a)',
      "CREATE TABLE k4 (id int, l varchar(9), PRIMARY KEY (id)); INSERT INTO k4 VALUES (1,'en'); ALTER TABLE k4 DROP PRIMARY KEY, ADD PRIMARY KEY (id, l); INSERT INTO k4 SELECT id, 'de' FROM k4",
      "CREATE TABLE k5 (id int PRIMARY KEY, c varchar(9) UNIQUE, n int); INSERT IGNORE INTO k5 VALUES (1,'a',1),(2,'A',2),(3,'b',3); INSERT INTO k5 VALUES (9,'b',5) ON DUPLICATE KEY UPDATE n = n + VALUES(n); ALTER TABLE k5 DROP c",
      // Columns that are dropped are read and written until then.
      "CREATE TABLE c1 (id int PRIMARY KEY, old varchar(9) NOT NULL); INSERT INTO c1 VALUES (1,'a b'),(2,'c'); ALTER TABLE c1 ADD x varchar(9) NOT NULL DEFAULT '', ADD y int; UPDATE c1 SET x = SUBSTRING_INDEX(old, ' ', -1), y = LENGTH(old); ALTER TABLE c1 DROP old; INSERT INTO c1 (id, y) VALUES (3, 4)",
      'CREATE TABLE c2 (a int, b int, c int, s int); INSERT INTO c2 VALUES (1,2,3,0); UPDATE c2 SET s = a + b + c; ALTER TABLE c2 DROP b; INSERT INTO c2 VALUES (10,30,0); UPDATE c2 SET s = s + a + c; ALTER TABLE c2 DROP a, ADD e int NOT NULL DEFAULT 5 FIRST; INSERT INTO c2 VALUES (6,300,0); UPDATE c2 SET s = s + c + e; ALTER TABLE c2 DROP e',
      "CREATE TABLE c3 (id int PRIMARY KEY, v varchar(9), x int); INSERT INTO c3 VALUES (1,'12',0); UPDATE c3 SET x = LENGTH(v); ALTER TABLE c3 DROP v, ADD v int DEFAULT 4; INSERT INTO c3 VALUES (3,9,9); UPDATE c3 SET x = x + v; ALTER TABLE c3 DROP v",
      "CREATE TABLE c4 (id int PRIMARY KEY, d tinyint(1) DEFAULT 1, e enum('x','y')); INSERT INTO c4 (id, e) VALUES (1,'x'),(2,'y'); UPDATE c4 SET d = 0 WHERE e = 'x'; DELETE FROM c4 WHERE d = 1; ALTER TABLE c4 DROP e",
      "CREATE TABLE c5 (id int PRIMARY KEY, kind varchar(9)); INSERT INTO c5 VALUES (1,'x'),(2,'y'),(3,'x'); CREATE TABLE c6 (id int AUTO_INCREMENT PRIMARY KEY, kind varchar(9)); INSERT INTO c6 (kind) SELECT DISTINCT kind FROM c5 ORDER BY kind; ALTER TABLE c5 ADD kind_id int; UPDATE c5 JOIN c6 USING (kind) SET kind_id = c6.id; ALTER TABLE c5 DROP kind; RENAME TABLE c5 TO c7",
    ]
    const dump = parts.map((part) => `${part};\n`).join('')
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.rows.rejected).toBe(0)
    expect(report.fixes.filter(({ code }) => code === 'statement_left_out')).toEqual([])
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test('with a key that a server refuses, because rows share its value', async () => {
    const dump =
      'CREATE TABLE t (id int PRIMARY KEY, a int);\nINSERT INTO t VALUES (1,1),(2,2);\nUPDATE t SET a = 1;\nALTER TABLE t ADD UNIQUE u (a);\nINSERT INTO t VALUES (3,1);\n'
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
    expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'index_dropped', examples: ['u'] }))
    const loaded = await both.loaded(script)
    expect(await loaded.query('SELECT id, a FROM t ORDER BY id')).toEqual([
      ['1', '1'],
      ['2', '1'],
      ['3', '1'],
    ])
  })

  test('without statements that read a value that a statement left out would have changed', async () => {
    const dump = `CREATE TABLE o (id int PRIMARY KEY, total int, n int, status varchar(9) DEFAULT 'new');
CREATE TABLE copied (id int, total int);
INSERT INTO o (id, total) VALUES (1, 5), (2, 20), (3, 7);
INSERT INTO copied VALUES (9, 9);
UPDATE o SET total = 15 + SLEEP(0) WHERE id = 1;
UPDATE o SET status = 'small' WHERE total < 10;
UPDATE o SET n = 1 WHERE id = 3;
UPDATE o SET n = total WHERE id = 2;
INSERT INTO copied SELECT id, total FROM o WHERE id = 1;
UPDATE o AS x JOIN copied AS y SET x.status = 'joined' WHERE x.total = 5;
INSERT INTO copied SELECT id, total FROM o WHERE id > 1;
UPDATE o SET total = 8 WHERE id = 1;
UPDATE o SET n = 2 WHERE total = 8;
`
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    const leftOut = report.fixes.filter(({ code }) => code === 'statement_left_out')
    expect(leftOut.map(({ count }) => count)).toEqual([3, 1])
    const loaded = await both.loaded(script)
    const queries = ['SELECT id, total, n FROM o ORDER BY id', 'SELECT id, total FROM copied WHERE id > 1 ORDER BY id']
    for (const query of queries) expect(await loaded.query(query)).toEqual(await both.mariadb.read(database, query))
    expect(await loaded.query('SELECT DISTINCT status FROM o')).toEqual([['new']])
  })

  test('with NOT NULL columns that get no value, in a mode that is not strict', async () => {
    const dump = `SET sql_mode='NO_ENGINE_SUBSTITUTION';
CREATE TABLE t (a int NOT NULL, b varchar(9) NOT NULL, c decimal(5,2) NOT NULL, d enum('x','y') NOT NULL, e set('x') NOT NULL, f blob NOT NULL, g tinyint(1) NOT NULL, h int);
INSERT INTO t (a) VALUES (1),(2);
INSERT INTO t (b, g) VALUES ('z', 1);
`
    const database = await both.ran(dump)
    const theirs = await both.mariadb.read(database, 'SELECT a, b, c, d, e, HEX(f), g, h FROM t ORDER BY b, a')
    const ours = "SELECT a, b, c, d, array_to_string(e, ','), encode(f, 'hex'), g::int, h FROM t ORDER BY b, a"
    for (const style of ['bulk', 'inserts'] as const) {
      const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')
      const loaded = await both.loaded(script)
      expect(await loaded.query(ours)).toEqual(theirs)
      expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'default_implied', column: 'b', count: 2 }))
    }
    const strict = dump.replace('NO_ENGINE', 'STRICT_ALL_TABLES,NO_ENGINE')
    const { report } = await converted(strict, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.rows).toMatchObject({ converted: 0, rejected: 3 })
  })

  test.each(['', 'STRICT_ALL_TABLES'])(
    'with columns that are NOT NULL only for a while, in mode "%s"',
    async (mode) => {
      const types = [
        'varchar(5)',
        'int',
        'decimal(5,2)',
        "enum('x','y')",
        "set('x','y')",
        'tinyint(1)',
        'blob',
        'double',
      ]
      const lines = types.flatMap((type, at) => {
        const [t, insert] = [`t${at}`, `INSERT INTO t${at}`]
        return [
          `CREATE TABLE ${t} (id int, a ${type} NOT NULL, b ${type})`,
          `${insert} (id) VALUES (1)`,
          `${insert} (id, a) VALUES (2, 1)`,
          `${insert} (id, a, b) VALUES (3, NULL, NULL), (4, NULL, NULL)`,
          `ALTER TABLE ${t} ADD c ${type} NOT NULL, ADD d ${type} DEFAULT NULL`,
          `${insert} (id, a) VALUES (5, 1)`,
          `${insert} (id, a, c) VALUES (6, 1, 1)`,
          `${insert} (id, a, c) VALUES (7, 1, DEFAULT), (8, 1, DEFAULT)`,
          `ALTER TABLE ${t} MODIFY a ${type} NULL, CHANGE c cc ${type} NULL DEFAULT ${/x/.test(type) ? "'x'" : "'1'"}`,
          `${insert} (id) VALUES (9)`,
          `${insert} (id, a, cc) VALUES (10, NULL, NULL)`,
          `ALTER TABLE ${t} ADD e ${type} NOT NULL FIRST`,
          `ALTER TABLE ${t} CHANGE e ee ${type} NULL`,
          `${insert} (id) VALUES (11)`,
        ]
      })
      const all = [`SET sql_mode = '${mode}'`, ...lines]
      const { database } = await both.ranWithoutRefused(all)
      const dump = all.map((line) => `${line};\n`).join('')
      const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
      expect(report.fixes.filter(({ code }) => code === 'statement_left_out')).toEqual([])
      await expectSameRows(both.mariadb, database, await both.loaded(script), report)
    },
  )

  test('by an UPDATE after rows of another table, whose columns change later', async () => {
    const dump = `CREATE TABLE s (a int, b int DEFAULT 1, c int NOT NULL);
CREATE TABLE t (a int, b int DEFAULT 2, c int);
INSERT INTO t VALUES (1,5,5),(2,6,6);
INSERT INTO s (a, c) VALUES (1, 1);
UPDATE t SET b = DEFAULT, c = NULL WHERE a = 1;
ALTER TABLE s ALTER b SET DEFAULT 9, MODIFY c int NULL;
`
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.fixes).toEqual([])
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test.each(['', 'STRICT_ALL_TABLES'])(
    'by an UPDATE of a column that gets another type, or the UPDATE is left out, in mode "%s"',
    async (mode) => {
      const pairs = [
        ...['bigint', 'varchar(40)'].map((last) => ['tinyint', last]),
        ...['decimal(9,1)', 'bigint'].map((last) => ['decimal(6,2) unsigned', last]),
        ...['varchar(9)', 'text', 'bigint', 'char(2)'].map((last) => ['char(3)', last]),
        ...['varchar(2)', 'bigint', 'char(5)', 'datetime'].map((last) => ['varchar(3)', last]),
        ['text', 'bigint'],
        ['bit(2)', 'int'],
        ['int zerofill', 'varchar(20)'],
        ['time(1)', 'text'],
        ['date', 'varchar(20)'],
        ['date', 'datetime'],
        ['varchar(30)', 'text'],
        ['datetime', 'date'],
        ["enum('a','b')", "enum('c','b','a')"],
        ["enum('a','b')", 'varchar(5)'],
        ["enum('a','2') NOT NULL", 'int'],
        ["set('a','b')", "set('b','a')"],
        ["int NOT NULL DEFAULT '4'", 'int'],
        ['timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP', 'timestamp NULL'],
        ['int', 'int'],
        ['varchar(3)', 'varchar(3)'],
      ]
      const values = `0|2|-1|300|-0.5|1.55|'a'|'b  '|' 5 '|'abcdef'|'2'|'2024-01-02'|'10:20:30'|NULL|DEFAULT|NOW()|CURDATE()|CURTIME()|1+1|7 DIV 2|CONCAT('a', 'bc')|w.v`
      const sets = values.split('|')
      const lines = pairs.flatMap(([then], at) => [
        `CREATE TABLE t${at} (id int PRIMARY KEY, x int, v ${then})`,
        `INSERT INTO t${at} (id, x, v) VALUES ${sets.map((_, id) => `(${id}, 0, ${then?.includes('int') === true ? 1 : then?.includes('time') === true ? "'2024-05-06 07:08:09'" : 'NULL'})`).join()}`,
      ])
      const clock = "SET time_zone = '+00:00', timestamp = 1772357400"
      lines.push("CREATE TABLE w (id int PRIMARY KEY, v enum('x','2'))", "INSERT INTO w VALUES (1, '2')")
      lines.unshift(clock, "SET sql_mode = ''")
      lines.push('CREATE TABLE o (id int)', `SET sql_mode = '${mode}'`, 'INSERT INTO o VALUES (1)')
      pairs.forEach((_, at) =>
        sets.forEach((value, id) =>
          lines.push(`UPDATE t${at}${value === 'w.v' ? ' t, w' : ' t'} SET x = 1, t.v = ${value} WHERE t.id = ${id}`),
        ),
      )
      pairs.forEach(([, last], at) => lines.push(`ALTER IGNORE TABLE t${at} MODIFY v ${last}`))
      const { dump, database } = await both.ranWithoutRefused(lines)
      const spec = { output: { dialect: 'postgresql' }, dump: { now: '2026-03-01T09:30:00Z' } } as const
      const { script, report } = await converted(dump, spec, 'dump.sql')
      const loaded = await both.loaded(script)
      const ran = await loaded.query(
        pairs.map((_, at) => `SELECT '${at}', id::text FROM t${at} WHERE x = 1`).join(' UNION ALL '),
      )
      expect(ran.length).toBeGreaterThan(pairs.length * 4)
      await both.mariadb.administer(
        pairs
          .map((_, at) => {
            const ids = ran.flatMap(([table, id]) => (table === String(at) ? [id] : []))
            return `DELETE FROM t${at} WHERE id NOT IN (${[-1, ...ids].join()});\n`
          })
          .join(''),
        database,
      )
      await loaded.load(pairs.map((_, at) => `DELETE FROM t${at} WHERE x = 0;`).join('\n'))
      await expectSameRows(both.mariadb, database, loaded, report)
    },
  )

  test.each([
    ['b = a', 'a varchar(5)'],
    ["b = 'x' WHERE a = 'abcde'", 'a varchar(5)'],
    ['b = n', 'n tinyint'],
  ])('by an UPDATE before a value is cut: %s', async (set, last) => {
    const dump = `SET sql_mode = '';
CREATE TABLE t (id int PRIMARY KEY, a varchar(20), n int, b varchar(20));
INSERT INTO t VALUES (1, 'abcdefgh', 300, '');
UPDATE t SET ${set};
ALTER TABLE t MODIFY ${last};
`
    const { report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.fixes.map(({ code }) => code)).toContain('statement_left_out')
    const fitting = dump.replace('abcdefgh', 'abcd').replace('300', '30')
    const database = await both.ran(fitting)
    const found = await converted(fitting, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(found.report.fixes).toEqual([])
    await expectSameRows(both.mariadb, database, await both.loaded(found.script), found.report)
  })

  test('with columns of another type, or rows that only a server converts are rejected', async () => {
    const types = [
      'tinyint',
      'int unsigned',
      'bigint',
      'year',
      'decimal(6,2)',
      'decimal(9,4)',
      'float',
      'double',
      'varchar(4)',
      'varchar(30)',
      'text',
      "enum('0','1','a')",
      "enum('1','2','A','b')",
      "set('a','b','1')",
      'date',
      'datetime',
      'time',
      'bit(8)',
      'binary(3)',
      'varbinary(4)',
      'blob',
      'uuid',
      'inet4',
      'inet6',
    ]
    const literals = [
      '0',
      '1',
      '7.50',
      '300',
      '-5',
      '1e2',
      '20200102',
      '101112',
      '20200102030405',
      '99',
      '2020',
      '1.005',
    ]
    const strings = [
      '1',
      'a',
      'A',
      'b,a',
      '007',
      '7.50',
      '12.5678',
      '2020-01-02',
      '2020-01-02 03:04:05',
      '2020-02-31',
      '2020-01-02 25:04:05',
      '10:61:12',
      '10:11:12',
      'long text',
      '123e4567-e89b-12d3-a456-426655440000',
      '123E4567E89B12D3A456426655440001',
      'FE80::1',
      'é',
    ]
    const values = [...literals, ...strings.map((string) => `'${string}'`), "b'101'", '0x61', 'TRUE']
    const pairs = types.flatMap((then) =>
      types.filter((last) => last !== then && last !== 'float').map((last) => [then, last] as const),
    )
    const dump = pairs
      .map(([then, last], at) => {
        const rows = values.map((value, id) => `INSERT IGNORE INTO t${at} VALUES (${id}, ${value});\n`).join('')
        return `CREATE TABLE t${at} (id int, v ${then});\n${rows}ALTER IGNORE TABLE t${at} MODIFY v ${last};\n`
      })
      .join('')
    const all = `SET sql_mode = '';\n${dump}`
    const database = await both.ran(all)
    const { script, report } = await converted(all, { output: { dialect: 'postgresql' } }, 'dump.sql')
    const loaded = await both.loaded(script)
    const kept = await loaded.query(pairs.map((_, at) => `SELECT '${at}', id::text FROM t${at}`).join(' UNION ALL '))
    expect(kept).toHaveLength(report.rows.converted)
    expect(report.rows.converted + report.rows.rejected).toBe(pairs.length * values.length)
    const deletions = pairs.map((_, at) => {
      const ids = kept.flatMap(([table, id]) => (table === String(at) ? [id] : []))
      return `DELETE FROM t${at} WHERE id NOT IN (${[-1, ...ids].join()});\n`
    })
    await both.mariadb.administer(deletions.join(''), database)
    await expectSameRows(both.mariadb, database, loaded, report)
  })

  test.each([
    ['int', 'bigint', 'b = CONCAT(a + 1)', false],
    ['varchar(5)', 'text', "b = CONCAT(a, '!') WHERE a = '7 '", false],
    ['int', 'decimal(10,2)', 'b = CONCAT(a * 1.5)', true],
    ['int', 'varchar(10)', "b = 'x' WHERE a < 9", true],
    ['varchar(5)', 'varchar(5) COLLATE utf8mb4_bin', "b = 'x' WHERE a = '7'", true],
    ['datetime', 'date', 'b = CONCAT(a)', true],
    ['int unsigned', 'int', 'b = CONCAT(a)', true],
  ])(
    'as %s and later %s, which an UPDATE reads only if both are read alike',
    async (then, last, assignment, isLeftOut) => {
      const value = then === 'datetime' ? "'2024-01-02 03:04:05'" : '7'
      const dump = `CREATE TABLE t (id int PRIMARY KEY, a ${then}, b varchar(30));\nINSERT INTO t (id, a) VALUES (1, ${value});\nUPDATE t SET ${assignment};\nALTER TABLE t MODIFY a ${last};\n`
      const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
      expect(report.fixes.some(({ code }) => code === 'statement_left_out')).toBe(isLeftOut)
      if (isLeftOut) return
      const database = await both.ran(dump)
      await expectSameRows(both.mariadb, database, await both.loaded(script), report)
    },
  )

  test('with a key that the server refused, also after another table gets one', async () => {
    const refused = 'CREATE TABLE t (a int, b int);\nINSERT INTO t VALUES (1,1),(1,2);\nALTER TABLE t ADD UNIQUE (a);\n'
    const later = 'UPDATE t SET a = 2 WHERE b = 2;\nCREATE TABLE o (id int PRIMARY KEY);\nINSERT INTO t VALUES (1,3);\n'
    const dump = refused + later
    const { report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
    expect(report.fixes.map(({ code }) => code)).toContain('index_dropped')
  })

  test('with empty strings in numeric columns, which become zero in a mode that is not strict', async () => {
    const dump = `SET sql_mode='NO_AUTO_VALUE_ON_ZERO';
CREATE TABLE t (id int NOT NULL, a int, b decimal(5,2) NOT NULL, c double, d tinyint(1), e bigint unsigned, f varchar(9));
INSERT INTO t VALUES (1,'','','','','',''),(2,"",'7.5','',1,'18446744073709551615',''),('',3,4,5,0,6,'x');
`
    const database = await both.ran(dump)
    const query = 'SELECT id, a, b, c, d, e, f FROM t ORDER BY id'
    const theirs = await both.mariadb.read(database, query)
    expect(theirs).toContainEqual(['1', '0', '0.00', '0', '0', '0', ''])
    for (const style of ['bulk', 'inserts'] as const) {
      const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')
      const loaded = await both.loaded(script)
      expect(await loaded.query(query.replace(' d,', ' d::int,'))).toEqual(theirs)
      expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
      const counts = report.fixes
        .filter(({ code }) => code === 'empty_number')
        .map(({ column, count }) => [column, count])
      expect(Object.fromEntries(counts)).toEqual({ id: 1, a: 2, b: 1, c: 2, d: 1, e: 1 })
    }
    const strict = dump.replace('NO_AUTO', 'STRICT_TRANS_TABLES,NO_AUTO')
    const { report } = await converted(strict, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.rows).toMatchObject({ converted: 0, rejected: 3 })
  })
})

import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { hasPostgresql, postgresqlMissing } from '../../databases/postgresql.ts'
import { psql } from './psql.ts'

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

describe.runIf(announced(hasPostgresql(), postgresqlMissing))('psql loads the conversion of', () => {
  const { through } = psql()

  test('phpMyAdmin dumps with keys, counters and references after the rows', async () => {
    const dump = `-- phpMyAdmin SQL Dump
-- version 5.2.1
SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
START TRANSACTION;
SET time_zone = "+00:00";
/*!40101 SET NAMES utf8mb4 */;
CREATE TABLE \`posts\` (
  \`id\` int(11) NOT NULL,
  \`title\` varchar(50) NOT NULL DEFAULT '',
  \`author\` int(11) DEFAULT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
INSERT INTO \`posts\` (\`id\`, \`title\`, \`author\`) VALUES
(1, 'It''s; done', 7),
(4, 'two\\r\\nlines', NULL);
CREATE TABLE \`authors\` (\`id\` int(11) NOT NULL);
INSERT INTO \`authors\` (\`id\`) VALUES
(7);
ALTER TABLE \`posts\`
  ADD PRIMARY KEY (\`id\`),
  ADD UNIQUE KEY \`title\` (\`title\`),
  ADD KEY \`author\` (\`author\`);
ALTER TABLE \`authors\`
  ADD PRIMARY KEY (\`id\`) USING BTREE;
ALTER TABLE \`posts\`
  MODIFY \`id\` int(11) NOT NULL AUTO_INCREMENT, AUTO_INCREMENT=9;
ALTER TABLE \`posts\`
  ADD CONSTRAINT \`posts_ibfk_1\` FOREIGN KEY (\`author\`) REFERENCES \`authors\` (\`id\`) ON DELETE CASCADE;
COMMIT;
`
    const { rows } = await through(dump, `INSERT INTO posts (title) VALUES ('new'); SELECT * FROM posts ORDER BY id`)
    expect(rows).toEqual([
      ['1', "It's; done", '7'],
      ['4', 'two\r\nlines', null],
      ['9', 'new', null],
    ])
    const { rows: constraints } = await through(
      dump,
      `SELECT conname FROM pg_constraint WHERE conrelid = 'posts'::regclass ORDER BY 1`,
    )
    expect(constraints.flat()).toEqual(['posts_ibfk_1', 'posts_pkey', 'posts_title'])
  })

  // With the setting "neither of the above", phpMyAdmin writes rows that no server accepts.
  test('phpMyAdmin dumps, which leave out the values of computed columns in rows without names', async () => {
    const table =
      'CREATE TABLE `t` (`id` int NOT NULL, `twice` int GENERATED ALWAYS AS (`id` * 2) STORED, `flag` tinyint(1), `n` text);'
    const dump = (names: string): string =>
      `-- phpMyAdmin SQL Dump\n${table}\nINSERT INTO \`t\`${names} VALUES\n(1, 0, 'a'),\n(2, 5, NULL);\nINSERT INTO \`t\`${names} VALUES\n(3, 1, 'c');\n`
    const query = 'SELECT id, twice, flag, n FROM t ORDER BY id'
    const named = await through(dump(' (`id`, `flag`, `n`)'), query)
    expect(named.rows).toEqual([
      ['1', '2', '0', 'a'],
      ['2', '4', '5', null],
      ['3', '6', '1', 'c'],
    ])
    expect(await through(dump(''), query)).toEqual(named)
  })

  test('an INSERT without rows, which takes no rows of the next one', async () => {
    const tables = 'CREATE TABLE a (x int, y int);\nCREATE TABLE b (x int, y int);\n'
    const rows = 'INSERT INTO a VALUES ;\nINSERT INTO b (x) VALUES (1);\nINSERT INTO b SET x = 2;\n'
    const query = `SELECT 'a', x FROM a UNION ALL SELECT 'b', x FROM b ORDER BY 1, 2`
    expect((await through(tables + rows, query)).rows).toEqual([
      ['b', '1'],
      ['b', '2'],
    ])
  })

  test('Adminer dumps with ON DUPLICATE KEY UPDATE', async () => {
    const dump = `-- Adminer 4.8.1 MySQL 5.7.33 dump
SET NAMES utf8;
SET time_zone = '+00:00';
SET foreign_key_checks = 0;
SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO';
DROP TABLE IF EXISTS \`t\`;
CREATE TABLE \`t\` (\`a\` int NOT NULL, \`b\` bit(1) NOT NULL, \`c\` bit(5), \`d\` varbinary(9), \`e\` int) ENGINE=InnoDB;
INSERT INTO \`t\` (\`a\`, \`b\`, \`c\`, \`d\`, \`e\`) VALUES
(1,\tCONV('1', 2, 10) + 0,\tCONV('1011', 2, 10) + 0,\tUNHEX('00275C22'),\tNULL),
(2,\tb'1',\tNULL,\tUNHEX(''),\t1),
(3,\tb'1',\tNULL,\tNULL,\tCONV('12', 8, 10) + 0)
ON DUPLICATE KEY UPDATE \`a\` = VALUES(\`a\`), \`b\` = VALUES(\`b\`);
-- 2026-01-01 10:00:00
`
    const { rows, report } = await through(dump, 'SELECT * FROM t')
    expect(rows).toEqual([
      ['1', 't', '01011', '\\x00275c22', null],
      ['2', 't', null, '\\x', '1'],
      ['3', 't', null, null, '10'],
    ])
    expect(report.problems).toEqual([])
  })

  test('mariadb-dump --compatible=oracle, with types by their schema', async () => {
    const dump = `/*!40101 SET SQL_MODE='ORACLE,NO_AUTO_VALUE_ON_ZERO' */;
CREATE TABLE "t" (
  "a" int(11) DEFAULT NULL,
  "d" mariadb_schema.date DEFAULT NULL,
  "c" varchar(30) GENERATED ALWAYS AS (mariadb_schema.concat("a",'-')) STORED
);
INSERT INTO "t" VALUES (1,'2024-01-02','1-');
`
    const types = 'SELECT t.*, pg_typeof(d), pg_typeof(c) FROM t'
    const { rows, report } = await through(dump, types)
    expect(rows).toEqual([['1', '2024-01-02', '1-', 'date', 'character varying']])
    expect(report.fixes).toEqual([])
  })

  test('a DELIMITER that ends none of the remaining statements', async () => {
    const dump = `DELIMITER //
SET @sqlmode = "";
CREATE TABLE t (a int);
INSERT INTO t VALUES (1),(2);
DROP PROCEDURE IF EXISTS p;
CREATE PROCEDURE p() BEGIN INSERT INTO t VALUES (9); DROP TABLE t; END;
//
INSERT INTO t VALUES (3);
CREATE TABLE u (b int);
INSERT INTO u SET b = 4;
`
    const { rows, report } = await through(dump, 'SELECT a FROM t UNION ALL SELECT b FROM u ORDER BY 1')
    expect(rows.flat()).toEqual(['1', '2', '3', '4'])
    expect(report.fixes.map(({ code }) => code)).toEqual(['procedure_left_out'])
  })

  test('HeidiSQL dumps with indented rows, one database and CRLF', async () => {
    const dump = `/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8mb4 */;
CREATE DATABASE IF NOT EXISTS \`shop\` /*!40100 DEFAULT CHARACTER SET utf8mb4 */;
USE \`shop\`;
CREATE TABLE IF NOT EXISTS \`t\` (
  \`a\` int(11) DEFAULT NULL COMMENT 'first',
  \`b\` varchar(10) DEFAULT NULL
) ENGINE=InnoDB;
/*!40000 ALTER TABLE \`t\` DISABLE KEYS */;
INSERT INTO \`t\` (\`a\`, \`b\`) VALUES
	(1, 'x'),
	(2, NULL);
/*!40000 ALTER TABLE \`t\` ENABLE KEYS */;
`.replaceAll('\n', '\r\n')
    const { rows } = await through(dump, `SELECT a, b, col_description('t'::regclass, 1) FROM t ORDER BY a`)
    expect(rows).toEqual([
      ['1', 'x', 'first'],
      ['2', null, 'first'],
    ])
  })

  test('MySQL Workbench dumps with qualified names and VISIBLE indexes', async () => {
    const dump = `-- MySQL Workbench Forward Engineering
SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0;
CREATE SCHEMA IF NOT EXISTS \`mydb\` DEFAULT CHARACTER SET utf8 ;
USE \`mydb\` ;
CREATE TABLE IF NOT EXISTS \`mydb\`.\`parent\` (\`id\` INT NOT NULL AUTO_INCREMENT, PRIMARY KEY (\`id\`)) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS \`mydb\`.\`child\` (
  \`id\` INT NOT NULL,
  \`parent_id\` INT NOT NULL,
  PRIMARY KEY (\`id\`),
  INDEX \`fk_idx\` (\`parent_id\` ASC) VISIBLE,
  UNIQUE INDEX \`both_UNIQUE\` (\`id\` ASC, \`parent_id\` DESC) INVISIBLE,
  CONSTRAINT \`fk\` FOREIGN KEY (\`parent_id\`) REFERENCES \`mydb\`.\`parent\` (\`id\`) ON DELETE NO ACTION ON UPDATE NO ACTION)
ENGINE = InnoDB;
START TRANSACTION;
INSERT INTO \`mydb\`.\`parent\` (\`id\`) VALUES (DEFAULT);
INSERT INTO \`mydb\`.\`parent\` (\`id\`) VALUES (NULL);
INSERT INTO \`mydb\`.\`child\` (\`id\`, \`parent_id\`) VALUES (1, 1);
COMMIT;
`
    const { rows, report } = await through(dump, `SELECT indexdef FROM pg_indexes WHERE tablename = 'child' ORDER BY 1`)
    expect(rows.flat()).toEqual([
      'CREATE INDEX child_fk_idx ON public.child USING btree (parent_id)',
      'CREATE UNIQUE INDEX child_both_unique ON public.child USING btree (id, parent_id DESC)',
      'CREATE UNIQUE INDEX child_pkey ON public.child USING btree (id)',
    ])
    expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
  })

  test('mydumper strings in double quotes', async () => {
    const dump = `/*!40101 SET NAMES binary*/;
/*!40014 SET FOREIGN_KEY_CHECKS=0*/;
CREATE TABLE \`t\` (\`a\` int, \`b\` text);
INSERT INTO \`t\` VALUES(1,"say \\"it's\\" ""twice""")
,(2,"漢\\n");
`
    const { rows } = await through(dump, 'SELECT b FROM t ORDER BY a')
    expect(rows.flat()).toEqual(['say "it\'s" "twice"', '漢\n'])
  })

  test('every form of INSERT', async () => {
    const dump = `# by hand
CREATE TABLE t (a INT, b VARCHAR(20) DEFAULT 'none', c INT);
INSERT t VALUES (1,'one',10);
INSERT INTO t (c, a) VALUE (20, 2);
INSERT LOW_PRIORITY IGNORE INTO t (a, b, c) VALUES (3, /* a comment */ 'thr''ee' -- another
 , 30), (4,N'four',0x28);
REPLACE INTO t SET a = 5, b = _utf8mb4'fi\\ve', c = -50;
INSERT INTO t(a,b,c)VALUES(+6,X'736978',6e1);
insert into T values (7, null, default);
INSERT INTO t SELECT 8, 'eight', 80;
UPDATE t SET a = RAND();
`
    const { rows, report } = await through(dump, 'SELECT * FROM t ORDER BY a')
    expect(rows).toEqual([
      ['1', 'one', '10'],
      ['2', 'none', '20'],
      ['3', "thr'ee", '30'],
      ['4', 'four', '40'],
      ['5', 'five', '-50'],
      ['6', 'six', '60'],
      ['7', null, null],
      ['8', 'eight', '80'],
    ])
    expect(report.problems).toEqual([])
    expect(report.fixes.filter(({ code }) => code === 'statement_left_out').map(({ examples }) => examples)).toEqual([
      ['UPDATE t SET a = RAND()'],
    ])
  })

  test('backslashes and quotes as the mode defines them', async () => {
    const dump = `SET NAMES utf8mb4;
CREATE TABLE t (a int, b text);
INSERT INTO t VALUES (1,'a\\\\b\\'c');
SET @OLD=@@SQL_MODE, SQL_MODE='ANSI_QUOTES,NO_BACKSLASH_ESCAPES';
INSERT INTO "t" ("a","b") VALUES (2,'a\\b'),(3,'\\'),(4,'c''d\\n');
SET SQL_MODE=@OLD;
INSERT INTO \`t\` VALUES (5,"e\\tf");
`
    const { rows } = await through(dump, 'SELECT b FROM t ORDER BY a')
    expect(rows.flat()).toEqual(["a\\b'c", 'a\\b', '\\', "c'd\\n", 'e\tf'])
  })

  const message = 'mysqldump: [Warning] Using a password on the command line interface can be insecure.'
  const statements = 'CREATE TABLE `t` (`mysql` int);\nINSERT INTO `t` VALUES (1);\n'
  test.each([
    ['before the dump', `${message}\r\n-- MySQL dump 10.13  Distrib 8.0.36\n${statements}-- Dump completed\n`, 1],
    [
      'of an apostrophe, and a question',
      `Enter password: \nWarning: A partial dump; if you don't want it\n-- MySQL dump 10.13\n${statements}-- Dump completed\n`,
      2,
    ],
    [
      'between statements',
      `-- MySQL dump 10.13\nmysqldump: Error: 'Access denied; you need the PROCESS privilege' when trying to dump tablespaces\n${statements}-- Dump completed\n`,
      1,
    ],
    ['without a header, last', `${message}\n${statements}mysqldump: Couldn't execute`, 2],
  ])('dumps with messages of the program that made them: %s', async (_where, dump, count) => {
    const { rows, report } = await through(dump, 'SELECT mysql FROM t')
    expect(rows).toEqual([['1']])
    const skipped =
      count === 1 ? '1 message of the dump program was skipped.' : `${count} messages of the dump program were skipped.`
    expect(report.notes).toEqual([skipped])
  })

  test('routines between delimiters, whatever their content', async () => {
    const dump = `CREATE TABLE t (a int);
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=\`root\`@\`%\`*/ /*!50003 TRIGGER tr BEFORE INSERT ON t FOR EACH ROW BEGIN
  INSERT INTO log VALUES ('; DELIMITER //'); -- ;; is no end here: '
  SET NEW.a = 1; /* ;; */
END */;;
DELIMITER ;
DELIMITER $$
CREATE PROCEDURE p() BEGIN INSERT INTO t VALUES (99); END $$
DELIMITER ;
INSERT INTO t VALUES (1);
`
    const { rows, report } = await through(dump, 'SELECT a FROM t')
    expect(rows).toEqual([['1']])
    expect(report.fixes.map(({ code, examples }) => `${code} ${examples?.[0]}`)).toEqual([
      'trigger_not_run tr',
      'trigger_left_out tr',
      'procedure_left_out p',
    ])
  })

  test.each(['$$', '//', '|', '_end_', '$'])(
    'the delimiter %s directly after a word, as phpMyAdmin writes it',
    async (end) => {
      const dump = `DELIMITER ${end}
CREATE DEFINER=\`root\`@\`localhost\` PROCEDURE \`p\` ()  BEGIN SELECT '${end}', 1 FROM t; END${end}

CREATE FUNCTION f() RETURNS int RETURN @b + 1${end}
CREATE FUNCTION g() RETURNS int RETURN @a${end}
DELIMITER ;
CREATE TABLE t (a int);
INSERT INTO t VALUES (1);
`
      const { rows, report } = await through(dump, 'SELECT a FROM t')
      expect(rows).toEqual([['1']])
      expect(report.fixes.map(({ examples }) => examples?.[0])).toEqual(['p', 'f', 'g'])
    },
  )

  test('names in ANSI quotes with literal backslashes', async () => {
    const dump = `SET sql_mode = 'ANSI_QUOTES'; CREATE TABLE "t" ("a\\" int, "b""c" int); INSERT INTO "t" VALUES (1,2);`
    const { rows } = await through(dump, 'SELECT "a\\", "b""c" FROM t', { column_names: 'as_written' })
    expect(rows).toEqual([['1', '2']])
  })

  test('versioned comments of MySQL and of MariaDB', async () => {
    const dump = `/*M!999999\\- enable the sandbox mode */
/*!999999 CREATE TABLE never (a int); */
CREATE TABLE \`t\` (\`a\` int /*!50606 STORAGE DISK */ /*M!100301 COMMENT 'x' */, /*!50705 \`b\` int, */ \`c\` int /*! NOT NULL */);
INSERT INTO \`t\` VALUES (1, /*!50705 2,*/ 3);
`
    const { rows } = await through(
      dump,
      `SELECT a, b, c, (SELECT count(*) FROM pg_tables WHERE tablename = 'never') FROM t`,
    )
    expect(rows).toEqual([['1', '2', '3', '0']])
  })

  test.each([
    [
      'latin1 by SET NAMES',
      latin1(
        "SET NAMES latin1; CREATE TABLE t (a varchar(9), b blob); INSERT INTO t VALUES ('caf\u00e9 \u0080', '\u00e9');",
      ),
      'café €',
      [],
    ],
    [
      'Windows-1252 without SET NAMES',
      latin1("CREATE TABLE `t` (a varchar(9), b blob); INSERT INTO t VALUES ('caf\u00e9', '\u00e9');"),
      'café',
      ['invalid_bytes'],
    ],
    [
      'UTF-8 by SET NAMES with broken bytes',
      latin1("SET NAMES utf8; CREATE TABLE t (a varchar(9), b blob); INSERT INTO t VALUES ('caf\u00e9', '\u00e9');"),
      'caf\ufffd',
      ['invalid_bytes'],
    ],
    [
      'UTF-8 with a mark',
      Buffer.from("\ufeffCREATE TABLE `t` (a varchar(9), b blob); INSERT INTO t VALUES ('café', 0xe9);"),
      'café',
      [],
    ],
    [
      'UTF-16, as PowerShell writes it',
      Buffer.from(
        "\ufeffSET NAMES latin1; CREATE TABLE `t` (a varchar(9), b blob); INSERT INTO t VALUES ('café', 0xe9);",
        'utf16le',
      ),
      'café',
      [],
    ],
    [
      'Shift_JIS, whose characters end in backslashes',
      Buffer.concat([
        Buffer.from("SET NAMES sjis; CREATE TABLE t (a varchar(9), b blob); INSERT INTO t VALUES ('"),
        Buffer.from([0x95, 0x5c, 0x83, 0x5c]),
        Buffer.from("', 0xe9);"),
      ]),
      '表ソ',
      [],
    ],
    ['gzip', gzipSync("CREATE TABLE `t` (a varchar(9), b blob); INSERT INTO t VALUES ('é', 0xe9);"), 'é', []],
  ] as const)('%s', async (_, dump, text, codes) => {
    const { rows, report } = await through(dump, `SELECT a, encode(b, 'hex') FROM t`)
    expect(rows).toEqual([[text, 'e9']])
    expect(report.fixes.map(({ code }) => code)).toEqual(codes)
  })

  test('dumps of newer MariaDB versions', async () => {
    const dump = `CREATE TABLE t (id int NOT NULL, v vector(2), w fancy(3) NOT NULL, s timestamp(6) GENERATED ALWAYS AS ROW START, e timestamp(6) GENERATED ALWAYS AS ROW END,
 PERIOD FOR SYSTEM_TIME (s, e), PRIMARY KEY (id)) WITH SYSTEM VERSIONING;
INSERT INTO t (id, v, w) VALUES (1, 0x0000803f00000040, 'as it is');
CREATE TABLE made AS SELECT 1 AS a;
CREATE SEQUENCE numbers START WITH 1;`
    const { rows, report } = await through(dump, `SELECT encode(v, 'hex'), w, made.a FROM t, made`)
    expect(rows).toEqual([['0000803f00000040', 'as it is', '1']])
    expect(report.fixes.map(({ code }) => code)).toEqual(['unknown_type'])
  })
})

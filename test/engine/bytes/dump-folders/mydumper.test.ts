import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../../scripts/local/ports.ts'
import { announced } from '../../../databases/announced.ts'
import { hasMariadb, type Mariadb, mariadbMissing, startMariadb } from '../../../databases/mariadb.ts'
import { hasPostgresql, type Postgresql, postgresqlMissing, startPostgresql } from '../../../databases/postgresql.ts'
import { runOrThrow } from '../../../databases/processes.ts'
import { expectSameRows } from '../../dump/compare.ts'
import { converted } from '../../support.ts'
import { type Files, tarOf, tarOfFolder } from './support.ts'

const spec = { output: { dialect: 'postgresql', style: 'bulk' } } as const
const metadata = 'Started dump at: 2026-11-25 03:43:00\nFinished dump at: 2026-11-25 03:43:00\n'
const head =
  "/*!40101 SET NAMES binary*/;\n/*!40014 SET FOREIGN_KEY_CHECKS=0*/;\n\n/*!40103 SET TIME_ZONE='+00:00' */;\n"
/** The files of mydumper 0.10, in an order that puts the rows before the definitions. */
const folder: Files = {
  'shop.a.00000.sql': `${head}INSERT INTO \`a\` VALUES\n(1,"x"),\n(2,"it;\n\\'s");\n`,
  'shop.a.00001.sql': `${head}INSERT INTO \`a\` VALUES\n(3,NULL);\n`,
  'shop.a-schema.sql': `${head}CREATE TABLE \`a\` (\n  \`id\` int(11) NOT NULL,\n  \`t\` varchar(20) DEFAULT NULL,\n  PRIMARY KEY (\`id\`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\n`,
  'shop.v-schema.sql': '/*!40101 SET NAMES binary*/;\nCREATE TABLE `v`(\n`id` int\n)ENGINE=MyISAM;\n',
  'shop.v-schema-view.sql':
    '/*!40101 SET NAMES binary*/;\nDROP TABLE IF EXISTS `v`;\nDROP VIEW IF EXISTS `v`;\nSET character_set_client = utf8mb4;\nCREATE ALGORITHM=UNDEFINED DEFINER=`root`@`localhost` SQL SECURITY DEFINER VIEW `v` AS select `a`.`id` AS `id` from `a`;\n',
  'shop.a-schema-triggers.sql':
    'SET character_set_client = utf8mb4;\nCREATE DEFINER=`root`@`localhost` TRIGGER bi BEFORE INSERT ON a FOR EACH ROW BEGIN SET NEW.t = upper(NEW.t); END;\nSET character_set_client = @PREV_CHARACTER_SET_CLIENT;\n',
  'shop-schema-post.sql':
    'DROP PROCEDURE IF EXISTS `pr`;\nCREATE DEFINER=`root`@`localhost` PROCEDURE `pr`()\nBEGIN SELECT 1; SELECT 2; END;\n',
  'shop-schema-create.sql': 'CREATE DATABASE `shop` /*!40100 DEFAULT CHARACTER SET utf8mb4 */;\n',
  metadata,
}

describe('a mydumper folder', () => {
  test('becomes one script of definitions, rows, views and triggers', async () => {
    const { script, report } = await converted(tarOf(folder), spec, 'shop.tar')
    expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
    expect(report.tables.map(({ name }) => name)).toEqual(['a'])
    expect(report.input).toMatchObject({ format: 'sql_dump', wrapping: 'tar' })
    expect(report.fixes.map(({ code }) => code)).toEqual(['procedure_left_out'])
    expect(script).toContain('CREATE VIEW v ')
    expect(script).toContain('CREATE TRIGGER bi ')
    expect(report.notes.join()).toContain('made by mydumper')
  })

  test('may have compressed files, and be a zip', async () => {
    const packed = Object.fromEntries(
      Object.entries(folder).flatMap(([name, content], at) => {
        if (name === 'metadata') return [[name, Buffer.from(content)]]
        const compress = at % 2 === 0 ? gzipSync : zstdCompressSync
        return [[`${name}${at % 2 === 0 ? '.gz' : '.zst'}`, compress(content)]]
      }),
    )
    const plain = await converted(tarOf(folder), spec, 'shop.tar')
    for (const file of [tarOf(packed), zipSync(packed)]) {
      const { report, script } = await converted(file, spec, 'shop')
      expect(report.rows).toEqual(plain.report.rows)
      expect(script.split('\n').toSorted()).toEqual(plain.script.split('\n').toSorted())
    }
  })

  test('may have several databases, and dots in their names', async () => {
    const { report, script } = await converted(
      tarOf({
        metadata,
        'a.b-schema-create.sql': 'CREATE DATABASE `a.b`;\n',
        'a-schema-create.sql': 'CREATE DATABASE `a`;\n',
        'a.b.t-schema.sql': `${head}CREATE TABLE \`t\` (x int);\n`,
        'a.b.t.sql': `${head}INSERT INTO \`t\` VALUES\n(1);\n`,
        'a.t-schema.sql': `${head}CREATE TABLE \`t\` (y int);\n`,
        'a.t.sql': `${head}INSERT INTO \`t\` VALUES\n(2);\n`,
      }),
      spec,
      'all.tar',
    )
    expect(report.rows).toMatchObject({ converted: 2, rejected: 0 })
    expect(script).toMatch(/CREATE TABLE a_b\.t \(\n {2}x /)
    expect(script).toMatch(/CREATE TABLE a\.t \(\n {2}y /)
  })

  test.each([
    [
      'a file that ends inside a statement',
      { ...folder, 'shop.a.00000.sql': `${head}INSERT INTO \`a\` VALUES\n(1,"x"),\n` },
      'corrupt_file: The file shop.a.00000.sql',
    ],
    [
      'definitions that are cut',
      { ...folder, 'shop.a-schema.sql': 'CREATE TABLE `a` (' },
      'corrupt_file: The file shop.a-schema.sql',
    ],
    [
      'rows for LOAD DATA',
      { ...folder, 'shop.a.00002.dat': '1\tx\n' },
      'unsupported_format: shop.a.00002.dat holds rows for LOAD DATA',
    ],
  ])('is refused for %s', async (_, files, message) => {
    await expect(converted(tarOf(files), spec, 'shop.tar')).rejects.toThrow(message)
  })

  test('may be incomplete if its metadata is not finished', async () => {
    const { report } = await converted(
      tarOf({ ...folder, metadata: 'Started dump at: 2026-11-25\n' }),
      spec,
      'shop.tar',
    )
    expect(report.notes.join()).toContain('may be incomplete')
  })
})

const hasMydumper = announced(existsSync('/usr/bin/mydumper'), 'mydumper is not installed: apt-get install mydumper')
const hasAll = [hasMydumper, announced(hasMariadb(), mariadbMissing), announced(hasPostgresql(), postgresqlMissing)]

describe.runIf(hasAll.every(Boolean))('a folder from mydumper itself is converted', () => {
  let [mariadb, postgresql, port]: [Mariadb | null, Postgresql | null, number] = [null, null, 0]
  beforeAll(async () => {
    port = await freePort()
    ;[mariadb, postgresql] = await Promise.all([startMariadb(port), startPostgresql()])
    await mariadb.administer('CREATE DATABASE shop CHARACTER SET utf8mb4; GRANT ALL ON *.* TO loader@localhost;')
    await mariadb.administer(script, 'shop')
  })
  afterAll(async () => {
    await Promise.all([mariadb?.stop(), postgresql?.stop()])
  })

  const script = `CREATE TABLE person (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, name varchar(40), data blob, born datetime, at timestamp NULL, flag bit(3), old text CHARACTER SET latin1);
INSERT INTO person (name,data,born,at,flag,old) VALUES ('Zoë''s;\\n "line" \\\\', x'00ff270a5c', '2024-01-02 03:04:05', '2024-01-02 03:04:05', b'101', 'é;\\n'), (NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO person (name) SELECT concat('n',seq) FROM seq_1_to_3000;
CREATE TABLE audit (id int AUTO_INCREMENT PRIMARY KEY, person int, CONSTRAINT fp FOREIGN KEY (person) REFERENCES person (id));
INSERT INTO audit (person) SELECT id FROM person LIMIT 50;
CREATE TABLE \`empty one\` (a int);
CREATE VIEW zs AS SELECT id, name FROM person WHERE name LIKE 'Z%';
CREATE TRIGGER bi BEFORE INSERT ON person FOR EACH ROW SET NEW.name = upper(NEW.name);
DELIMITER $$
CREATE TRIGGER au AFTER UPDATE ON person FOR EACH ROW BEGIN INSERT INTO audit (person) VALUES (NEW.id); END$$
DELIMITER ;
`

  test.each([
    ['one file for each table', []],
    ['chunks of rows', ['-r', '500']],
    ['compressed files and small statements', ['-c', '-s', '2000']],
    ['columns by name', ['--complete-insert', '-F', '1']],
  ])('%s', async (_, options) => {
    if (mariadb === null || postgresql === null) throw new Error('The servers do not run.')
    const out = mkdtempSync(join(tmpdir(), 'rowmill-mydumper-'))
    try {
      const where = ['-h', '127.0.0.1', '-P', String(port), '-u', 'loader', '-B', 'shop', '-o', out]
      await runOrThrow('/usr/bin/mydumper', [...where, '-G', '-E', '-R', ...options], '')
      const zip = zipSync(Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name))])))
      for (const file of [tarOfFolder(out), gzipSync(tarOfFolder(out)), zip]) {
        const { script: made, report } = await converted(file, spec, 'shop.tar')
        const loaded = await postgresql.fresh()
        await loaded.load(made)
        await expectSameRows(mariadb, 'shop', loaded, report)
        expect(report.rows).toMatchObject({ converted: 3052, rejected: 0 })
        expect(await loaded.query('SELECT name FROM zs')).toEqual([['Zoë\'s;\n "line" \\']])
        await loaded.query("INSERT INTO person (name) VALUES ('low')")
        expect(await loaded.query("UPDATE person SET old = name WHERE name = 'LOW' RETURNING 1")).toEqual([['1']])
        expect(await loaded.query('SELECT count(*) FROM audit')).toEqual([['51']])
      }
    } finally {
      rmSync(out, { recursive: true })
    }
  })
})

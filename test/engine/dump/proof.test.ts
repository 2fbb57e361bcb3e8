import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'
import { hasBoth, type LoadedDatabase, startBoth } from './both-servers.ts'

const dump = `CREATE TABLE \`All Types\` (
  id int(5) unsigned zerofill NOT NULL AUTO_INCREMENT PRIMARY KEY,
  flag tinyint(1) NOT NULL DEFAULT 1, small smallint, big bigint unsigned, bits bit(5), one bit(1),
  amount decimal(8,2), filled decimal(6,2) zerofill, price float(7,2), rate float, exact_rate double,
  born date, seen datetime(3), saved timestamp(6) NULL, at time(2), long_at time, made year,
  name varchar(20), code char(5), note text CHARACTER SET latin1, body blob, fixed binary(3), doc json,
  kind enum('a','b''c'), tags set('x','y z'), place point, twice int AS (small * 2) STORED
) DEFAULT CHARSET=utf8mb4;
CREATE TABLE empty (id int PRIMARY KEY, note text);
SET time_zone = '+00:00';
INSERT INTO \`All Types\` (flag, small, big, bits, one, amount, filled, price, rate, exact_rate, born, seen, saved, at, long_at, made, name, code, note, body, fixed, doc, kind, tags, place) VALUES
 (1,-7,18446744073709551615,b'00101',b'1',1.50,7.5,12345.67,0.1,1e-20,'2024-02-29','2024-01-02 03:04:05.678','2024-01-02 03:04:05.123456','10:11:12.34','-100:00:01',1999,'Zoë ','ab ','é\\\\it''s',0x00FF5C,0x010203,'{"a": 1}','a','x,y z',ST_GeomFromText('POINT(1 2)')),
 (0,32767,0,b'11111',b'0',-0.01,0.01,-0.5,123456.7,-1234567890.0625,'0001-01-01','9999-12-31 23:59:59.999','1970-01-02 00:00:00','00:00:00','838:59:59',2155,'','','\\n\\t',X'',0x000000,'[]','b''c','',NULL),
 (1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3e30,1.7e300,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
 (1,0,1,b'0',b'0',0,0,0,-0.0,0.1,'2000-10-10','2000-10-10 10:10:10','2000-10-10 10:10:10','1:02:03','0:0:1',1970,'日本語🎉','ü','ÿ','x','y','"\\\\u00e9"','a','x',NULL);
`

const written = async (write: NonNullable<SpecInput['dump']>['write'], options: SpecInput['dump'] = {}, file = dump) =>
  (await converted(file, { output: { dialect: 'postgresql' }, dump: { ...options, write } }, 'dump.sql')).script

/** Returns the lines that psql prints. */
const printed = async (database: LoadedDatabase, script: string): Promise<string[]> => {
  const rows = await database.query(script.replaceAll(/^(?:\\|--).*\n/gm, ''))
  return rows.flat().flatMap((cell) => cell?.split('\n') ?? [])
}

describe.runIf(hasBoth)('verify.sql and its MySQL counterpart', () => {
  const both = startBoth()

  const rules: SpecInput['dump'][] = [
    {},
    { types: { infer: false, 'binary(16)': 'uuid', enum: 'check' } },
    { types: { datetime: 'timestamptz', json: 'jsonb', ci_text: 'icu', spatial: 'point' }, names: 'as_written' },
  ]
  test.each(rules)('print the same lines if the rows are the same: %j', async (options) => {
    const database = await both.ran(dump)
    const { script } = await converted(dump, { output: { dialect: 'postgresql' }, dump: options }, 'dump.sql')
    const loaded = await both.loaded(script)
    const verify = await written('verify', options)
    const ofMariadb = await both.mariadb.read(database, await written('verify_mysql', options))
    const expected = ofMariadb.flatMap(([cell]) => cell?.split(String.raw`\n`) ?? [])
    expect(expected).toHaveLength(31)
    expect(expected[0]).toBe('All Types: 4 rows')
    expect(expected[1]).toMatch(/^All Types\.id: 4 values, sum 10, checksum \d+$/)
    expect(await printed(loaded, verify)).toEqual(expected)
    const changes = [
      `UPDATE "${options?.names === 'as_written' ? 'All Types' : 'all_types'}" SET name = 'Zoë' WHERE name = 'Zoë '`,
      'DELETE FROM empty',
      'INSERT INTO empty (id) VALUES (1)',
    ]
    await loaded.load(`${changes.join(';\n')};\n`)
    const differing = (await printed(loaded, verify)).filter((line) => !expected.includes(line))
    expect(differing.map((line) => line.replace(/:.*/, ''))).toEqual(['All Types.name', 'empty', 'empty.id'])
  })

  test('show dates that PostgreSQL does not have as NULL', async () => {
    const file = `SET sql_mode = '';\nCREATE TABLE z (id int PRIMARY KEY, d date, t datetime, e enum('a'));
INSERT INTO z VALUES (1,'0000-00-00','2024-00-01 00:00:00','b'),(2,'2024-02-29','2024-01-01 00:00:00','a');\n`
    const database = await both.ran(file)
    const { script } = await converted(file, { output: { dialect: 'postgresql' } }, 'dump.sql')
    const lines = await both.mariadb.read(database, await written('verify_mysql', {}, file))
    expect(await printed(await both.loaded(script), await written('verify', {}, file))).toEqual(
      lines.flatMap(([cell]) => cell?.split(String.raw`\n`) ?? []),
    )
  })

  test('support a table of 150 columns', async () => {
    const names = Array.from({ length: 150 }, (_, at) => `c${at}`)
    const file = `CREATE TABLE w (${names.map((name) => `${name} int`).join(', ')});\nINSERT INTO w VALUES (${names.map((_, at) => at).join(',')});\n`
    const database = await both.ran(file)
    const { script } = await converted(file, { output: { dialect: 'postgresql' } }, 'dump.sql')
    const [[lines]] = (await both.mariadb.read(database, await written('verify_mysql', {}, file))) as [[string]]
    expect(await printed(await both.loaded(script), await written('verify', {}, file))).toEqual(
      lines.split(String.raw`\n`),
    )
  })
})

test('the migration report counts rows, names types, and quotes the objects that are left out', async () => {
  const file = `SET sql_mode = '';
CREATE TABLE \`or|ders\` (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, name varchar(9), paid date, n int, active tinyint(1)) DEFAULT CHARSET=utf8mb4;
INSERT INTO \`or|ders\` VALUES (1,'a','0000-00-00',1,1),(2,'b','2024-01-01',1,0),(3,'c',NULL,some_function(),1);
CREATE PROCEDURE p() SELECT '\`\`\`';
`
  const { script, report } = await converted(
    file,
    { output: { dialect: 'postgresql' }, dump: { write: 'report' } },
    'dump.sql',
  )
  expect(report.rows).toMatchObject({ converted: 2, rejected: 1 })
  expect(script).toContain('- Rows converted: 2\n- Rows rejected: 1\n')
  expect(script).toContain(String.raw`| or\_ders | or\|ders | 2 | 1 | 5 |`)
  expect(script).toContain(String.raw`| int auto\_increment | integer | 1 | or\_ders.id |`)
  expect(script).toContain('| tinyint(1) | boolean | 1 |')
  expect(script).toMatch(
    /## Left out\n\n- The procedure p was left out, .*\[procedure_left_out\]\n\n {2}````sql\n {2}.*```.*\n {2}````/,
  )
  expect(script).toContain('**Zero dates**')
  expect(script).toContain('**Booleans**')
  expect(script).toContain('**New ids**')
  expect(script).not.toContain('CREATE TABLE')
})

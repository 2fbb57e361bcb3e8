import { describe, expect, test } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { hasPostgresql, postgresqlMissing } from '../../databases/postgresql.ts'
import { psql } from './psql.ts'

describe.runIf(announced(hasPostgresql(), postgresqlMissing))('mydumper dumps, which name no character set', () => {
  const { through } = psql()

  test('have the bytes of each column, because the connection has no character set', async () => {
    const dump = Buffer.from(
      `/*!40101 SET NAMES binary*/;
CREATE TABLE \`old\` (\`a\` int, \`b\` varchar(9), \`c\` text CHARACTER SET cp1251, \`d\` varchar(9) COLLATE utf8mb3_bin, \`e\` enum('\xc3\xa9','x'), \`f\` blob)
  ENGINE=InnoDB DEFAULT CHARSET=latin1 COLLATE=latin1_swedish_ci;
CREATE TABLE \`swedish\` (\`b\` text) COLLATE=latin1_swedish_ci;
INSERT INTO \`old\` VALUES
(1,"caf\xe9 \x80 \xc3\xa9","\xe4\xe0","\xc3\xa9","\xe9","\xe9"),
(2,"plain","","","x","");
INSERT INTO \`swedish\` VALUES
("\xe5");
`,
      'latin1',
    )
    for (const style of ['bulk', 'inserts'] as const) {
      const { rows, report } = await through(
        dump,
        "SELECT b, c, d, e, encode(f, 'hex') FROM old UNION ALL SELECT b, '', '', NULL, '' FROM swedish",
        { style },
      )
      expect(rows).toEqual([
        ['café € Ã©', 'да', 'é', 'é', 'e9'],
        ['plain', '', '', 'x', ''],
        ['å', '', '', null, ''],
      ])
      expect([report.fixes, report.problems]).toEqual([[], []])
    }
  })

  test('give invisible columns no value in an INSERT without column names', async () => {
    const dump = `SET NAMES binary;
CREATE TABLE \`t\` (\`a\` int, \`secret\` int INVISIBLE DEFAULT 5, \`flag\` tinyint(1), \`hid\` int /*!80023 INVISIBLE */);
INSERT INTO \`t\` VALUES (1,2),(3,0);
INSERT INTO \`t\` (\`secret\`,\`a\`,\`flag\`) VALUES (7,8,1);
`
    const { rows, report } = await through(dump, 'SELECT a, secret, flag, hid FROM t ORDER BY a')
    expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
    expect(rows).toEqual([
      ['1', '5', '2', null],
      ['3', '5', '0', null],
      ['8', '7', '1', null],
    ])
  })
})

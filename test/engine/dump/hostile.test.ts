import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { hasPostgresql, type Postgresql, postgresqlMissing, startPostgresql } from '../../databases/postgresql.ts'
import { temporaryFolder } from '../../databases/processes.ts'
import { converted } from '../support.ts'

describe.runIf(announced(hasPostgresql(), postgresqlMissing))('a hostile dump', () => {
  let server: Postgresql
  const folder = temporaryFolder('hostile', {})
  const mark = join(folder, 'ran')
  const command = `\\! touch ${mark}`
  beforeAll(async () => {
    server = await startPostgresql()
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Attempts to break out of any kind of quoting, each followed by a psql command on its own line. */
  const escapes = [
    `\n${command}\n`,
    `\n\\.\n${command}\n`,
    `*/\n${command}\n/*`,
    `--\n${command}`,
    `'\n${command}\n'`,
    `"\n${command}\n"`,
    `$$\n${command}\n$$`,
    `$body$;\n${command}\n`,
    `'; ${command}\n--`,
    `\\'; ${command}\n--`,
    `\\\n${command}`,
    `\t\\N\n\\.\n${command}`,
    `\r${command}\r\n${command}`,
    `:x :'x' :"x" \n\\copy t from program 'touch ${mark}'\n`,
    `\u2028${command}`,
  ]
  const string = (text: string): string =>
    `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
  const raw = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
  const name = (text: string): string => `\`${text.replaceAll('`', '``')}\``

  test.each([
    ['bulk', 'as_written'],
    ['inserts', 'snake_case'],
  ] as const)(
    'runs no commands and keeps its strings as %s, with names %s',
    async (style, column_names) => {
      const tables = escapes.map((text, at) => {
        const table = name(`${at}${text}`)
        return `CREATE TABLE ${table} (
        ${name(text)} text COMMENT ${raw(text)}, n int NOT NULL AUTO_INCREMENT, e enum(${string(text)},'b') DEFAULT ${raw(text)}, s set(${string(text.replaceAll(',', ''))},'b'),
        d varchar(300) DEFAULT ${string(text)}, g varchar(600) AS (concat(d, ${raw(text)})) STORED, u timestamp NULL ON UPDATE CURRENT_TIMESTAMP,
        PRIMARY KEY (n), KEY ${name(text)} (d), CONSTRAINT ${name(`c${text}`)} CHECK (d <> ${string(text)} or n > 0),
        CONSTRAINT ${name(`f${text}`)} FOREIGN KEY (n) REFERENCES ${table} (n)
      ) COMMENT=${raw(text)};
      INSERT INTO ${table} (${name(text)}, n, e, s, d) VALUES (${raw(text)}, 1, ${string(text)}, ${string(text.replaceAll(',', ''))}, ${raw(text)}), (${string(text)}, 2, NULL, 'b', NULL), (NULL, 3, 9, 'x', ${raw(`${text}\\`)});
      CREATE VIEW ${name(`v${at}${text}`)} AS SELECT ${name(text)} AS ${name(`a${text}`)}, concat(d, ${string(text)}) AS x FROM ${table};
      CREATE PROCEDURE ${name(text)}() SELECT 1;
      SET TIME_ZONE=${raw(text)};
      ${text.includes('*/') ? '' : `/* ${text} */`}
      `
      })
      const dump = `-- MySQL dump 10.13 ${command}\n${tables.join('\n')}`
      const { script, report } = await converted(
        dump,
        { output: { dialect: 'postgresql', style, column_names } },
        'd.sql',
      )
      const loaded = await server.fresh()
      await loaded.load(script)
      expect(existsSync(mark)).toBe(false)
      expect(report.rows).toMatchObject({ converted: 2 * escapes.length, rejected: escapes.length })
      const quoted = (part: string): string => `"${part.replaceAll('"', '""')}"`
      const selects = report.tables.map(({ name: table, columns }, at) => {
        const texts = [quoted(columns[0]?.name ?? ''), 'e::text', 'd']
        return `SELECT ${at}, ${texts.map((one) => `encode(convert_to(${one}, 'UTF8'), 'hex')`).join(', ')} FROM ${quoted(table)} WHERE n = 1`
      })
      const rows = await loaded.query(`${selects.join(' UNION ALL ')} ORDER BY 1`)
      expect(rows).toEqual(
        escapes.map((text, at) => [String(at), ...Array.from({ length: 3 }, () => Buffer.from(text).toString('hex'))]),
      )
    },
    120_000,
  )
})

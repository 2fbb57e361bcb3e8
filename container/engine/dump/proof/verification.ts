import { quoted } from '../expressions/quoted.ts'
import type { DumpPlan, PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import { qualified, quoteName } from '../expressions/quoted-names.ts'
import { timeZoneStatement } from '../values/time-zones.ts'
import { type Comparable, comparable, tick } from './comparable.ts'

/** A script that prints the number of rows of each table, and the count, sum and checksum of each column. */
type Verification = (plan: DumpPlan, timeZone: string) => Iterable<string>

/**
 * Writes the script for psql, which prints the same plain lines as MySQL. A function of PostgreSQL accepts 100 values
 * at most, but an array accepts more.
 */
export const verificationOfPostgresql: Verification = function* (plan, timeZone) {
  yield [
    '-- Run it where the script was loaded: psql -X -f verify.sql > postgresql.txt\n',
    '-- Run its twin on the source: mysql -N -B -r < verify-mysql.sql > mysql.txt\n',
    '-- Then compare: diff mysql.txt postgresql.txt\n',
    '\\set QUIET on\n\\set ON_ERROR_STOP on\n\\pset tuples_only on\n\\pset format unaligned\n',
    "SET client_encoding = 'UTF8';\nSET standard_conforming_strings = on;\nSET extra_float_digits = 1;\n",
    timeZoneStatement(timeZone) ?? "SET TIME ZONE 'UTC';\n",
  ].join('')
  for (const table of plan.tables)
    yield `SELECT array_to_string(ARRAY[${linesOf(table, inPostgresql).join(', ')}], chr(10)) FROM ${qualified(table.schema, table.name)};\n`
}

/** Writes the script for the server of the dump, or for one that has loaded it. */
export const verificationOfMysql: Verification = function* (plan) {
  yield [
    '-- Run it on the source: mysql -N -B -r < verify-mysql.sql > mysql.txt\n',
    '-- Run its twin where the script was loaded: psql -X -f verify.sql > postgresql.txt\n',
    '-- Then compare: diff mysql.txt postgresql.txt\n',
    "SET NAMES utf8mb4;\nSET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES';\nSET SESSION time_zone = '+00:00';\n",
  ].join('')
  for (const table of plan.tables) {
    const { database, name } = table.source
    const from = database === '' ? tick(name) : `${tick(database)}.${tick(name)}`
    yield `SELECT CONCAT_WS(CHAR(10), ${linesOf(table, inMysql).join(', ')}) FROM ${from};\n`
  }
}

/** The SQL for a line about a column in one of the databases. */
interface Spelling {
  readonly count: (column: PlannedColumn, value: Comparable | null) => string
  readonly sum: (value: NonNullable<Comparable['sum']>) => string
  readonly checksum: (value: Comparable) => string
}

const inPostgresql: Spelling = {
  count: (column, value) => `count(${value?.postgresql ?? quoteName(column.name)})`,
  sum: ({ postgresql }) => `coalesce(sum(${postgresql})::text, '0')`,
  checksum: ({ postgresql }) => `coalesce(sum(('x' || left(md5(${postgresql}), 12))::bit(48)::bigint)::text, '0')`,
}

/** Uses 48 bits of MD5 for each value. Their sum does not depend on the order of rows, and is exact. */
const inMysql: Spelling = {
  count: (column, value) => `COUNT(${value?.mysql ?? tick(column.source.name)})`,
  sum: ({ mysql }) => `COALESCE(CAST(SUM(${mysql}) AS CHAR), '0')`,
  checksum: ({ mysql }) => `COALESCE(CAST(SUM(CAST(CONV(LEFT(MD5(${mysql}), 12), 16, 10) AS UNSIGNED)) AS CHAR), '0')`,
}

/** Returns the lines of a table. Both scripts use the names of tables and columns in the dump. */
function linesOf({ source, columns }: PlannedTable, spelling: Spelling): string[] {
  const table = source.database === '' ? source.name : `${source.database}.${source.name}`
  const lines = columns.map((column) => {
    const value = comparable(column)
    const parts = [quoted(`${table}.${column.source.name}: `), spelling.count(column, value), "' values'"]
    if (value?.sum !== undefined) parts.push("', sum '", spelling.sum(value.sum))
    if (value !== null) parts.push("', checksum '", spelling.checksum(value))
    return `concat(${parts.join(', ')})`
  })
  return [`concat(${quoted(`${table}: `)}, count(*), ' rows')`, ...lines]
}

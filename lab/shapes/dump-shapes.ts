import type { Lines } from './shape.ts'
import type { Random } from '../fuzz/random.ts'
import { day, two } from './values.ts'

/** The number of rows per statement. */
const together = 500

/** Returns a table with many rows per INSERT, as servers write them. */
function rowsOf(
  columns: string,
  values: (row: number, random: Random) => string,
  encoding: Lines['encoding'] = 'utf8',
): Lines {
  return {
    fileName: 'dump.sql',
    head: `-- MySQL dump 10.13  Distrib 8.0.36\nSET NAMES utf8mb4;\nCREATE TABLE \`t\` (${columns}) DEFAULT CHARSET=utf8mb4;\n`,
    line: (row, random) =>
      `${row % together === 0 ? `${row > 0 ? ';\n' : ''}INSERT INTO \`t\` VALUES ` : ','}(${values(row, random)})`,
    between: '',
    foot: ';\n-- Dump completed\n',
    encoding,
  }
}

/** Returns a table with one statement per line. */
const statements = (columns: string, line: Lines['line']): Lines => ({
  fileName: 'dump.sql',
  head: `-- MySQL dump 10.13  Distrib 8.0.36\nSET NAMES utf8mb4;\n${columns}\n`,
  line,
  foot: '\n-- Dump completed\n',
})
const table = (name: string): string =>
  `CREATE TABLE \`${name}\` (\`id\` int NOT NULL, \`n\` varchar(50), \`d\` datetime);`

/** Dumps for the measurement. The first one is the baseline for the others. */
export const dumpShapes: Readonly<Record<string, Lines>> = {
  plain: rowsOf(
    '`id` int NOT NULL, `n` varchar(50), `d` datetime',
    (row, random) => `${row},'name ${row}','${day(random)} 10:11:12'`,
  ),
  'a row a statement': statements(table('t'), (row) => `INSERT INTO \`t\` VALUES (${row},'name',NULL);`),
  'two tables by turns': statements(
    `${table('a')}\n${table('b')}`,
    (row) => `INSERT INTO \`${row % 2 === 0 ? 'a' : 'b'}\` VALUES (${row},'name',NULL);`,
  ),
  'texts with escapes': rowsOf('`id` int NOT NULL, `t` text', (row) => `${row},'line\\nit\\'s \\"quoted\\" \\\\ back'`),
  'texts in another encoding': rowsOf('`id` int NOT NULL, `t` text', (row) => `${row},'J\u00fcrgen'`, 'latin1'),
  'bytes in hexadecimal': rowsOf('`id` int NOT NULL, `b` blob', (row) => `${row},0x${'deadbeef'.repeat(20)}`),
  bits: rowsOf('`id` int NOT NULL, `b` bit(8)', (row) => `${row},b'1010'`),
  'days of zeros': rowsOf('`id` int NOT NULL, `d` datetime', (row) => `${row},'0000-00-00 00:00:00'`),
  documents: rowsOf('`id` int NOT NULL, `j` json', (row) => `${row},'{\\"a\\": ${row}, \\"b\\": [1, \\"x\\"]}'`),
  'labels and sets': rowsOf(
    "`id` int NOT NULL, `e` enum('a','b'), `s` set('x','y')",
    (row) => `${row},'${row % 2 === 0 ? 'a' : 'b'}','x,y'`,
  ),
  'four hundred labels': rowsOf(
    `\`id\` int NOT NULL, \`e\` enum(${Array.from({ length: 400 }, (_, at) => `'label ${at}'`).join(',')})`,
    (row) => `${row},'label ${(row * 7919) % 400}'`,
  ),
  'moments of loading': rowsOf('`id` int NOT NULL, `d` datetime', (row) => `${row},NOW()`),
  clocks: rowsOf('`id` int NOT NULL, `t` time', (row) => `${row},'${two(row % 24)}:10:11'`),
}

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { zstdCompressSync } from 'node:zlib'
import { gzipSync, strToU8 } from 'fflate'
import { utils, write } from '@e965/xlsx'
import type { Seed } from './mutate.ts'

const seedBytesMax = 64 * 1024
const table = [
  ['Id', 'Name', 'When', 'Amount', 'Ok'],
  [1, 'Zoë', '2024-01-31', 12.5, true],
  [2, 'O\'Neil; "x"', '2024-02-29 10:00:00', -0.01, false],
  [3, '', '', 1e21, true],
]
const csv = table.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n')
const dump = `/*!40101 SET NAMES utf8mb4 */;
CREATE TABLE \`t\` (\`id\` int unsigned NOT NULL AUTO_INCREMENT, \`e\` enum('a','b''c') DEFAULT 'a', \`d\` datetime DEFAULT NULL,
  \`b\` blob, \`n\` decimal(10,2) DEFAULT '0.00', \`s\` set('x','y'), PRIMARY KEY (\`id\`), KEY \`k\` (\`e\`,\`d\`)) ENGINE=InnoDB;
INSERT INTO \`t\` VALUES (1,'a','0000-00-00 00:00:00',0xDEAD,1.50,'x,y'),(2,'b\\'c',NULL,_binary 'a\\0b',NULL,'');
ALTER TABLE \`t\` ADD CONSTRAINT \`f\` FOREIGN KEY (\`id\`) REFERENCES \`t\` (\`id\`);
`

/** Returns small valid files of every format, and small real ones if the corpus is available. */
export function seeds(): Seed[] {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(table), 'Sheet 1')
  const sheet = (
    bookType: 'xlsx' | 'xlsb' | 'biff8' | 'biff5' | 'ods' | 'fods' | 'xlml' | 'html',
    name: string,
  ): Seed => ({
    name,
    bytes: new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer),
  })
  const json = JSON.stringify(
    table.slice(1).map((row) => ({ id: row[0], name: row[1], nested: { a: [row[3], null] } })),
  )
  return [
    { name: 'a.csv', bytes: strToU8(csv) },
    { name: 'a.tsv', bytes: strToU8(csv.replaceAll('","', '"\t"')) },
    { name: 'a.json', bytes: strToU8(json) },
    { name: 'a.ndjson', bytes: strToU8(json.slice(1, -1).replaceAll('},{', '}\n{')) },
    { name: 'a.sql', bytes: strToU8(dump) },
    { name: 'a.csv.gz', bytes: gzipSync(strToU8(csv)) },
    { name: 'a.csv.zst', bytes: zstdCompressSync(strToU8(csv)) },
    { name: 'a.csv.xz', bytes: execFileSync('xz', ['-c'], { input: csv }) },
    { name: 'a.csv.bz2', bytes: execFileSync('bzip2', ['-c'], { input: csv }) },
    sheet('xlsx', 'a.xlsx'),
    sheet('xlsb', 'a.xlsb'),
    sheet('biff8', 'a.xls'),
    sheet('biff5', 'b.xls'),
    sheet('ods', 'a.ods'),
    sheet('fods', 'a.fods'),
    sheet('xlml', 'c.xls'),
    sheet('html', 'd.xls'),
    ...corpus('../shared/corpus'),
  ]
}

function corpus(folder: string): Seed[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size <= seedBytesMax && !path.endsWith('.md'))
    .toSorted()
    .map((path) => ({ name: path.split('/').at(-1) ?? path, bytes: new Uint8Array(readFileSync(path)) }))
}

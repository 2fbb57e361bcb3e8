import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export const dataFolder = process.env['ROWMILL_BENCH_DATA'] ?? '.rowmill/bench-data'

/** The table in every format: nine columns with the kinds of values in real exports. */
export const columns = ['id', 'name', 'email', 'amount', 'created_at', 'active', 'city', 'quantity', 'note'] as const

const cities = ['Köln', 'São Paulo', 'New York', 'Kraków', 'Oslo', 'Lyon', 'Graz', 'Porto']
const notes = [
  '',
  'call back, later',
  'he said "yes"',
  'paid',
  'line one; line two',
  'reviewed by the second team on site',
]

/** Returns the row with this number, which is always the same. */
export function row(index: number): string[] {
  const mixed = Math.imul(index ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0
  const day = new Date(Date.UTC(2020, 0, 1) + (mixed % 157_680_000) * 1000).toISOString()
  return [
    String(index + 1),
    `Customer ${mixed.toString(36)}`,
    `user${mixed % 1_000_000}@example.com`,
    `${mixed % 100_000}.${String(mixed % 100).padStart(2, '0')}`,
    `${day.slice(0, 10)} ${day.slice(11, 19)}`,
    mixed % 3 === 0 ? 'true' : 'false',
    cities[mixed % cities.length] ?? '',
    String(mixed % 500),
    notes[mixed % notes.length] ?? '',
  ]
}

export type TextFormat = 'csv' | 'tsv' | 'ndjson' | 'json' | 'sql'

const csvField = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
const jsonRow = (values: readonly string[]): string => {
  const [id, name, email, amount, created, active, city, quantity, note] = values as [string, ...string[]]
  return `{"id":${id},"name":${JSON.stringify(name)},"email":${JSON.stringify(email)},"amount":${amount},"created_at":"${created}","active":${active},"city":${JSON.stringify(city)},"quantity":${quantity},"note":${JSON.stringify(note)}}`
}
const sqlText = (value: string | undefined): string =>
  `'${(value ?? '').replaceAll("'", "\\'").replaceAll('"', '\\"')}'`
const sqlRow = (v: readonly string[]): string =>
  `(${v[0]},${sqlText(v[1])},${sqlText(v[2])},${v[3]},${sqlText(v[4])},${v[5] === 'true' ? 1 : 0},${sqlText(v[6])},${v[7]},${sqlText(v[8])})`

const dumpHead = `-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
/*!40101 SET NAMES utf8mb4 */;
/*!40103 SET TIME_ZONE='+00:00' */;
DROP TABLE IF EXISTS \`customers\`;
CREATE TABLE \`customers\` (
  \`id\` int NOT NULL AUTO_INCREMENT,
  \`name\` varchar(255) NOT NULL,
  \`email\` varchar(255) NOT NULL,
  \`amount\` decimal(12,2) NOT NULL,
  \`created_at\` datetime NOT NULL,
  \`active\` tinyint(1) NOT NULL,
  \`city\` varchar(100) NOT NULL,
  \`quantity\` int NOT NULL,
  \`note\` text NOT NULL,
  PRIMARY KEY (\`id\`),
  KEY \`city\` (\`city\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
LOCK TABLES \`customers\` WRITE;
`
const rowsPerInsert = 5000

const shapes: Record<TextFormat, { head: string; line: (values: string[], index: number) => string; foot: string }> = {
  csv: { head: `${columns.join(',')}\n`, line: (values) => `${values.map(csvField).join(',')}\n`, foot: '' },
  tsv: {
    head: `${columns.join('\t')}\n`,
    line: (values) => `${values.map((v) => v.replaceAll('"', '')).join('\t')}\n`,
    foot: '',
  },
  ndjson: { head: '', line: (values) => `${jsonRow(values)}\n`, foot: '' },
  json: { head: '[', line: (values, index) => `${index === 0 ? '' : ','}\n${jsonRow(values)}`, foot: '\n]\n' },
  sql: {
    head: dumpHead,
    line: (values, index) =>
      `${index % rowsPerInsert === 0 ? `${index === 0 ? '' : ';\n'}INSERT INTO \`customers\` VALUES ` : ','}${sqlRow(values)}`,
    foot: ';\nUNLOCK TABLES;\n-- Dump completed on 2026-01-01 00:00:00\n',
  },
}

/** A variant of the table as other programs write it: the same values in another spelling. */
export interface Spelling {
  readonly name: string
  readonly encoding: 'utf8' | 'latin1'
  readonly cells: (values: string[]) => string[]
}

const plain: Spelling = { name: '', encoding: 'utf8', cells: (values) => values }

/** Creates a file of about `megabytes` once and keeps it. */
export async function textFile(format: TextFormat, megabytes: number, spelling = plain): Promise<string> {
  mkdirSync(dataFolder, { recursive: true })
  const { name, encoding, cells } = spelling
  const path = join(dataFolder, `customers-${megabytes}mb${name.replaceAll(/^(?=.)|\W+/g, '-')}.${format}`)
  if (existsSync(path)) return path
  const { head, line, foot } = shapes[format]
  const out = createWriteStream(`${path}.new`, encoding)
  let buffered = head
  for (let index = 0, written = 0; written < megabytes * 1_000_000; index++) {
    buffered += line(cells(row(index)), index)
    if (buffered.length < 1 << 20) continue
    written += buffered.length
    if (!out.write(buffered)) await once(out, 'drain')
    buffered = ''
  }
  out.end(buffered + foot)
  await once(out, 'finish')
  renameSync(`${path}.new`, path)
  return path
}

export function gzipped(path: string): string {
  const packed = `${path}.gz`
  if (!existsSync(packed))
    execFileSync('/bin/sh', ['-c', `gzip -6 -c '${path}' > '${packed}.new' && mv '${packed}.new' '${packed}'`])
  return packed
}

export const sizeOf = (path: string): number => statSync(path).size

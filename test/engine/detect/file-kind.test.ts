import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))
const csv = { format: 'csv', dialect: 'sqlite' } as const

function tarOf(content: string | Uint8Array, form: 'gnu' | 'v7' = 'gnu'): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'rowmill-tar-'))
  writeFileSync(join(folder, 'a.csv'), content)
  const tar = execFileSync('tar', [`--format=${form}`, '-C', folder, '-cf', '-', 'a.csv'])
  rmSync(folder, { recursive: true })
  return new Uint8Array(tar)
}

/**
 * Returns a dBase III table: version, date, row count, lengths of header and row, one text field, terminator, one row.
 */
function dbaseTable(): Uint8Array {
  const file = new Uint8Array(32 + 32 + 1 + 4)
  file.set([3, 124, 2, 29, 1, 0, 0, 0, 65, 0, 4, 0])
  file.set([...bytes('NAME'), 0, 0, 0, 0, 0, 0, 0, ...bytes('C'), 0, 0, 0, 0, 3], 32)
  file.set([13, ...bytes(' Zoe')], 64)
  return file
}

/** Returns an array of four doubles in the format of numpy.save. */
function numpyArray(): Uint8Array {
  const header = "{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }".padEnd(117)
  return Uint8Array.of(
    0x93,
    ...bytes(`NUMPY\u0001\0v\0${header}\n`),
    ...new Uint8Array(Float64Array.of(1, 2, 3, 4.5).buffer),
  )
}

/** Returns the lock file that Excel and Word write next to an open document. It has the user's name in two fields. */
function lockFile(bytesOfName: number, size: number): Uint8Array {
  const file = new Uint8Array(size).fill(32)
  file.set([3, ...bytes('Ann')])
  file.set([3, 0, ...new Uint8Array(Buffer.from('Ann', 'utf16le'))], bytesOfName)
  return file
}

/**
 * Returns a Windows bitmap: signature, size, four reserved bytes, offset of the pixels, and 40 bytes about the image.
 */
function bitmap(): Uint8Array {
  const file = new Uint8Array(54 + 900).fill(0x41)
  file.fill(0, 0, 54)
  file.set([...bytes('BM'), 0xba, 3, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 20, 0, 0, 0, 15, 0, 0, 0, 1, 0, 24])
  return file
}

describe('a file of another kind is refused by its name', () => {
  test.each([
    ['a dBase table', dbaseTable()],
    ['a BMP image', bitmap()],
    ['a lock file of Office', lockFile(55, 165)],
    ['a lock file of Office', lockFile(54, 162)],
    ['an Arrow file', bytes('ARROW1\0\0')],
    ['an Avro file', bytes('Obj\u0001')],
    ['an Access database', bytes('\0\u0001\0\0Standard Jet DB\0')],
    ['a PostgreSQL archive', bytes('PGDMP\u0001\u000e')],
    ['an MP3 recording', bytes(`ID3\u0004\0\0\0\0\u0010\0TIT2\0\0\0\u0005\0\0\u0003Song${'\0'.repeat(2000)}`)],
    ['a NumPy array', numpyArray()],
    ['an HDF5 file', Uint8Array.of(0x89, ...bytes(`HDF\r\n\u001a\n${'\0'.repeat(400)}`))],
    ['an SPSS file', bytes(`$FL2@(#) SPSS DATA FILE MS Windows 25.0${' '.repeat(140)}\u0002\0\0\0ID`)],
    ['a Stata file', bytes('<stata_dta><header><release>118</release><byteorder>LSF</byteorder>')],
    ['a MATLAB file', bytes('MATLAB 5.0 MAT-file, Platform: PCWIN64, Created on: Sun Nov 22 2026')],
    ['an R workspace', bytes('RDX3\nX\n\0\0\0\u0003')],
    ['an R object', bytes('X\n\0\0\0\u0003\0\u0004')],
    ['a Python object', Uint8Array.of(0x80, 4, 0x95, 31, 0, 0, 0, 0, 0, 0, 0, ...bytes('}(\u0001a](K'))],
  ])('%s', async (kind, file) => {
    await expect(converted(file, { output: csv }, 't.csv')).rejects.toThrow(`unsupported_format: The file is ${kind}`)
  })

  test.each([
    ['an OpenOffice 1 spreadsheet (save it as ods)', 'application/vnd.sun.xml.calc'],
    ['an OpenOffice 1 document other than a spreadsheet', 'application/vnd.sun.xml.writer'],
    ['an OpenDocument text (odt)', 'application/vnd.oasis.opendocument.text'],
  ])('%s, with its type first in the package', async (kind, type) => {
    const content =
      '<?xml version="1.0"?><!DOCTYPE office:document-content PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "office.dtd"><office:document-content/>'
    const file = zipSync({ mimetype: [strToU8(type), { level: 0 }], 'content.xml': strToU8(content) })
    await expect(converted(file, { output: csv }, 't.ods')).rejects.toThrow(`unsupported_format: The file is ${kind}`)
  })

  // Adminer 4.8 packs the tables that it exports as CSV into such an archive.
  test('an original Unix tar archive', async () => {
    const old = tarOf('id,name\n1,x\n', 'v7')
    expect((await converted(old, { output: csv }, 't.csv')).report.input).toMatchObject({ wrapping: 'tar' })
    const other = Uint8Array.from(old)
    other[1] = (other[1] ?? 0) + 1
    expect((await converted(other, { output: csv }, 't.csv')).report.rows.converted).toBeGreaterThan(0)
  })

  test('a tar archive inside a tar archive', async () => {
    const twice = gzipSync(tarOf(tarOf('id,name\n1,x\n')))
    await expect(converted(twice, { output: csv }, 't.tar.gz')).rejects.toThrow(
      'unsupported_format: The tar.gz file contains a tar archive',
    )
  })
})

describe('a text with a table in another format is refused by its name', () => {
  test.each([
    ['a DIF file', 'TABLE\n0,1\n"GNUMERIC"\nVECTORS\n0,3\n""\nTUPLES\n0,3\n""\nDATA\n0,0\n""\n-1,0\nBOT\n1,0\n"id"\n'],
    [
      'a SYLK file',
      'ID;PWXL;N;E\r\nP;PGeneral\r\nF;P0;DG0G8;M255\r\nB;Y3;X2;D0 0 2 1\r\nC;Y1;X1;K"id"\r\nC;X2;K"name"\r\nE\r\n',
    ],
    ['a SYLK file', 'ID;PWXL;N;E\rP;PGeneral\rC;Y1;X1;K"id"\rC;Y1;X2;K"name"\rC;Y2;X1;K1\rE\r'],
    ['a Git LFS pointer', `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 12345\n`],
    ['contacts', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nEND:VCARD\r\n'],
    ['a calendar', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\nEND:VCALENDAR\n'],
    ['a certificate or a key', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'],
    ['an email', 'From: a@x.org\nTo: b@y.org\nSubject: hi\n\nHello Bob,\nthis is it.\n'],
    ['an email', 'Return-Path: <a@x.org>\r\nReceived: from x\r\n\tby y; Mon\r\nSubject: a, b\r\n\r\nHello\r\n'],
    ['a list of changes', 'diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a,b\n+a,c\n'],
    ['a list of changes', '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a,b\n+a,c\n'],
    ['a script', '#!/bin/sh\necho a,b\necho c,d\n'],
    ['a SYLK file', 'ID;PCALCOOO32\nC;X1;Y1;K"id"\nC;X2;Y1;K"name"\nE\n'],
    [
      'a table with one line per value',
      '-[ RECORD 1 ]-------\nid    | 1\nname  | Ann\n-[ RECORD 2 ]-------\nid    | 2\nname  | Bob\n',
    ],
    ['a table with one line per value', `${'*'.repeat(27)} 1. row ${'*'.repeat(27)}\n   id: 1\n name: Ann\n`],
    [
      'a bank statement (MT940',
      ':20:STARTUMSE\r\n:25:50010517/0123456789\r\n:28C:00001/001\r\n:60F:C240101EUR1000,00\r\n:61:2401300130DR12,34N024NONREF\r\n:86:105?00LASTSCHRIFT\r\n:62F:C240131EUR987,66\r\n-\r\n',
    ],
    [
      'a bank statement (MT940',
      '{1:F01BANKDEFFXXXX0000000000}{2:I940BANKDEFFXXXXN}{4:\n:20:X\n:21:Y\n:25:1/2\n:28C:1\n:60F:C240101EUR1,00\n-}\n',
    ],
    // Exports of phpMyAdmin 5.2.
    ['a YAML document', '%YAML 1.1\n---\n# shop.child\n-\n  a: 1\n  b: null\n-\n  a: 2\n  b: 1\n'],
    ['a YAML document', '---\n- id: 1\n  name: Ann\n- id: 2\n  name: Bob\n'],
    [
      'a PHP script',
      "<?php\n/**\n * Export to PHP Array plugin for PHPMyAdmin\n */\n\n/* `shop`.`child` */\n$child = array(\n  array('a' => '1','b' => NULL),\n);\n",
    ],
    [
      'a table in wiki markup',
      "\n<!--\nTable data for `child`\n-->\n\n{| class=\"wikitable sortable\"\n|+'''child'''\n|-\n ! a\n ! b\n|-\n | 1\n | 2\n|}\n",
    ],
    [
      'a LaTeX document',
      '% phpMyAdmin LaTeX Dump\n%\n\n%\n% Data: child\n%\n \\begin{longtable}{|l|l|} \n \\hline \\textbf{a} & \\textbf{b} \\\\ \\hline \n1 & 2 \\\\ \\hline \n\\end{longtable}\n',
    ],
    [
      'a SQL script',
      `INSERT INTO t(id,name,price) VALUES(1,'Ann',1.5);\nINSERT INTO t(id,name,price) VALUES(2,'Bob',NULL);\n`,
    ],
    ['a SQL script', `-- rows\nINSERT INTO "public"."t" ("id", "name") VALUES (1, 'Ann');\n`],
    ['a SQL script', `INSERT INTO t (id,name) VALUES\n\t (1,'Ann'),\n\t (2,'Bob');\n`],
    ['a SQL script', `CREATE TABLE t (id int, name text);\nINSERT INTO t VALUES (1, 'Ann');\n`],
    ['an Oracle script', `REM INSERTING into T\nSET DEFINE OFF;\nInsert into T (ID,NAME) values (1,'Ann');\n`],
  ])('%s', async (kind, text) => {
    await expect(converted(text, { output: csv }, 't.txt')).rejects.toThrow(`unsupported_format: The file is ${kind}`)
    // With a format in the spec, the same text is converted.
    const named = await converted(text, { input: { format: 'csv' }, output: csv }, 't.txt')
    expect(named.report.rows.converted).toBeGreaterThan(0)
  })

  test.each(['', 'Ann Lee'])('a lock file of LibreOffice is refused: "%s"', async (user) => {
    const text = `${user},ann,host,24.11.2026 10:00,file:///home/ann/.config/libreoffice/4;`
    await expect(converted(text, { output: csv }, '.~lock.t.csv#')).rejects.toThrow('a lock file of LibreOffice')
  })

  test.each([
    ['a query', 'SELECT id, name\nFROM users\nORDER BY name;\n'],
    ['one that says what it is for', '-- by month\nWITH m AS (\n  SELECT 1 AS n\n)\nSELECT n FROM m\n'],
    ['one without a table', 'select 1'],
    ['a change', "UPDATE users SET name = 'Ann', age = 5 WHERE id = 5;\n"],
    ['a right', 'GRANT SELECT, INSERT ON t TO ann;\n'],
    ['rows to come', 'COPY users (id, name) FROM STDIN;\n1\tAnn\n2\tBob\n'],
  ])('SQL without rows is refused: %s', async (_, text) => {
    const refused = 'unsupported_format: The file is a SQL statement without rows'
    await expect(converted(text, { output: csv }, 't.sql')).rejects.toThrow(refused)
    await expect(converted(text, { output: csv }, 't.SQL.gz')).rejects.toThrow(refused)
  })

  test.each([
    'RENAME TABLE t TO t_old;',
    "SELECT 'Making the shop' AS note;",
    'GRANT SELECT ON shop.* TO ann;',
    'UPDATE versions SET number = 7;',
    'warnings',
    'source drop.sql',
  ])('a text named as a script is a dump if its first statement is followed by more SQL: %s', async (first) => {
    const text = `${first}\nCREATE TABLE t (id int);\nINSERT INTO t VALUES (7);\n`
    const { report } = await converted(text, { output: { dialect: 'postgresql' } }, 't.sql')
    expect(report).toMatchObject({ input: { format: 'sql_dump' }, rows: { converted: 1 } })
  })

  test('a query is never a dump, whatever its name', async () => {
    const text = 'SELECT id, name\nFROM users\nWHERE age > 5;\n'
    await expect(converted(text, { output: csv }, 't.txt')).rejects.toThrow(
      'unsupported_format: The file is a SQL statement',
    )
    expect((await converted(text, { output: csv, input: { format: 'csv' } }, 't.txt')).report.rows.converted).toBe(2)
  })

  test('rows without their table get a message that says what is missing, if the name says dump', async () => {
    const rows = "INSERT INTO t VALUES(1,'Ann');\n"
    await expect(converted(rows, { output: { dialect: 'postgresql' } }, 't.sql')).rejects.toThrow('CREATE TABLE')
  })

  test.each([
    ['ID and a price', 'ID;Price\nC;5\nB;6\n'],
    ['ID and P', 'ID;P\nC;X1\nB;Y2\n'],
    ['a table', 'TABLE\n0,1\nx\n'],
    ['texts of inserts', 'statement,ms\nINSERT INTO t VALUES (1),5\nINSERT INTO t VALUES (2),6\n'],
    ['a title that inserts', 'Insert into slot,a\nvalues,1\nc,2\n'],
    ['words of SQL', 'select,from,where\n1,2,3\n4,5,6\n'],
    ['a title that selects', 'Select one from the list;\nA;1\nB;2\n'],
    ['Ducks', `id,name,DUCK\n1,x,y\n2,x,y\n`],
    ['tags', 'ID3,ID4\n1,2\n3,4\n'],
    ['initials', 'BM,name\n1,2\n3,4\n'],
    ['fields of messages', 'From: ,To: \na,b\nc,d\n'],
    ['a key and values', 'From: 1\nTo: 2\nBy: 3\n\nid,name\n1,2\n2,3\n'],
    ['people and days', 'name,user,host,at\nAnn,ann,pc,24.11.2026 10:00\nBob,bob,pc,25.11.2026 11:00\n'],
    ['a rule above', '-----BEGIN\n1\n2\n'],
  ])('a header that resembles one is a header: %s', async (_, text) => {
    expect((await converted(text, { output: csv }, 't.csv')).report.rows.converted).toBeGreaterThan(1)
  })
})

describe('a file that is not text', () => {
  const program = new Uint8Array(readFileSync(process.execPath).subarray(0, 400_000))
  const noise = gzipSync(program).subarray(20)

  test.each([
    ['a program', program],
    ['packed bytes', noise],
    ['few of them', noise.subarray(0, 600)],
  ])('is refused: %s', async (_, file) => {
    await expect(converted(file, { output: csv }, 't.csv')).rejects.toThrow(
      'unsupported_format: This does not look like a text file',
    )
  })

  test('is read if the spec gives its format', async () => {
    const spec = { input: { format: 'csv' as const }, output: csv }
    expect((await converted(noise.subarray(0, 600), spec, 't.csv')).report.input?.format).toBe('csv')
  })
})

describe('control characters alone do not make a text another kind of file', () => {
  const rows = (count: number, rowText: (row: number) => string): Uint8Array =>
    bytes(Array.from({ length: count }, (_, row) => rowText(row)).join('\n'))

  test.each([
    ['values between ^A, ^B and ^C, as Hive writes them', rows(50, (row) => `${row}\u0001a\u0002b\u0001k\u0003v`)],
    [
      'one row with each of them',
      rows(60, (row) => `${row},${row === 7 ? String.fromCharCode(1, 2, 3, 4, 5, 6, 7, 14, 15, 16, 17, 18) : 'text'}`),
    ],
    ['fields filled up with NUL', rows(50, (row) => `${row},ab${'\0'.repeat(30)},c`)],
  ])('%s', async (_, file) => {
    expect((await converted(file, { output: csv }, 't.csv')).report.rows.converted).toBeGreaterThan(40)
  })
})

import { gzipSync, zstdCompressSync } from 'node:zlib'
import { zipSync } from 'fflate'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { encodingOfLabel } from '../../../container/engine/detect/encoding/encoding.ts'
import { converted } from '../support.ts'

const csv = { dialect: 'postgresql', format: 'csv' } as const
const text = 'id,name\n1,Zoë\n'
const bytes = (source: string) => new Uint8Array(Buffer.from(source))

describe('an encoding in the spec', () => {
  const wide = (order: 'le' | 'be', size: 2 | 4, marked: boolean) => {
    const points = Array.from(marked ? `\ufeff${text}` : text, (character) => character.codePointAt(0) ?? 0)
    const out = new Uint8Array(points.length * size)
    const view = new DataView(out.buffer)
    for (const [at, point] of points.entries()) {
      if (size === 2) view.setUint16(at * 2, point, order === 'le')
      else view.setUint32(at * 4, point, order === 'le')
    }
    return out
  }

  test.each([
    ['utf-16', wide('be', 2, true), 'utf-16be'],
    ['utf-16', wide('le', 2, true), 'utf-16le'],
    ['UTF-16', wide('be', 2, false), 'utf-16be'],
    ['utf-16be', wide('be', 2, false), 'utf-16be'],
    ['utf-32', wide('le', 4, true), 'utf-32le'],
    ['utf-32', wide('le', 4, false), 'utf-32le'],
    ['utf32', wide('be', 4, true), 'utf-32be'],
  ])('%s leaves the byte order to the text', async (encoding, file, read) => {
    const { script, report } = await converted(file, { output: csv, input: { encoding } })
    expect(script).toBe(text.replaceAll('\n', '\r\n'))
    expect(report.input.encoding).toBe(read)
    expect(report.notes).toEqual([])
  })

  test.each([
    ['latin1', bytes(`\ufeff${text}`), 'utf-8'],
    ['utf-8', wide('le', 2, true), 'utf-16le'],
    ['utf-16be', wide('le', 2, true), 'utf-16le'],
  ])('%s does not override another byte order mark', async (encoding, file, read) => {
    const { script, report } = await converted(file, { output: csv, input: { encoding } })
    expect(script).toBe(text.replaceAll('\n', '\r\n'))
    expect(report.notes).toEqual([
      `The text has a byte order mark for ${read}, so input.encoding ("${encoding}") was ignored.`,
    ])
  })
})

describe('a compressed text that begins in plain ASCII', () => {
  const plain = Array.from({ length: 60_000 }, (_, at) => `${at},name\n`).join('')
  const late = (last: Uint8Array) => gzipSync(Buffer.concat([Buffer.from(`id,name\n${plain}`), last]))

  test.each([
    ['windows-1252', Buffer.from('1,Zo\xeb\n', 'latin1'), 'Zoë'],
    ['utf-8', Buffer.from('1,Zoë\n'), 'Zoë'],
    ['shift_jis', Buffer.from([0x31, 0x2c, 0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x0a]), '日本語'],
    ['utf-8', Buffer.from(`1,Zoë\n${plain}2,\xff\n`, 'utf8'), 'ÿ'],
  ])('is %s if another character follows', async (encoding, last, name) => {
    for (const file of [late(last), late(Buffer.concat([Buffer.from(plain), last]))]) {
      const { script, report } = await converted(file, { output: csv }, 't.csv.gz')
      expect(script).toMatch(new RegExp(`,${name}\r\n$`))
      expect(report.input).toMatchObject({ encoding, wrapping: 'gzip' })
      expect(report.fixes).toEqual([])
    }
  })

  test('keeps its detected encoding, whatever is damaged later', async () => {
    const last = Buffer.concat([Buffer.from(`1,Zoë\n${plain}2,`), Buffer.of(0xe4), Buffer.from('x\n3,é\n')])
    const { script, report } = await converted(late(last), { output: csv }, 't.csv.gz')
    expect(script).toMatch(/2,\uFFFDx\r\n3,é\r\n$/)
    expect(report.input.encoding).toBe('utf-8')
    expect(report.fixes).toMatchObject([{ code: 'invalid_bytes', count: 1 }])
  })

  test('may be JSON as well', async () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => `{"id":${at}}\n`).join('')
    const file = gzipSync(
      Buffer.concat([Buffer.from(`{"id":0,"n":""}\n${rows}`), Buffer.from('{"n":"\xe9"}\n', 'latin1')]),
    )
    const { script, report } = await converted(file, { output: csv }, 't.ndjson.gz')
    expect(script).toMatch(/,é\r\n$/)
    expect(report.input.encoding).toBe('windows-1252')
  })
})

describe('labels', () => {
  test.each([
    ['cp1252', 'windows-1252'],
    ['Windows-1252', 'windows-1252'],
    ['cp932', 'shift_jis'],
    ['windows-932', 'shift_jis'],
    ['ms932', 'shift_jis'],
    ['cp936', 'gbk'],
    ['cp949', 'euc-kr'],
    ['cp950', 'big5'],
    ['CP65001', 'utf-8'],
    ['windows-65001', 'utf-8'],
    ['cp1200', 'utf-16le'],
    ['cp866', 'ibm866'],
    ['cp10029', 'x-mac-ce'],
    ['windows-437', 'cp437'],
    ['ms850', 'cp850'],
    ['ks_c_5601-1987', 'euc-kr'],
    ['UTF_32', 'utf-32be'],
    ['utf32le', 'utf-32le'],
    ['latin-1', 'windows-1252'],
    ['UTF_8', 'utf-8'],
    ['utf-8-sig', 'utf-8'],
    ['shift_jis', 'shift_jis'],
    ['iso_8859-15', 'iso-8859-15'],
    ['iso8859_2', 'iso-8859-2'],
    ['euc_jp', 'euc-jp'],
  ])('map %s to %s', (label, encoding) => {
    expect(encodingOfLabel(label)).toBe(encoding)
  })

  test.each(['klingon', 'cp9999', 'iso-2022-cn', ''])('do not include %j', (label) => {
    expect(() => encodingOfLabel(label)).toThrow('is not a known encoding')
  })
})

describe('a compressed file has text, or is refused', () => {
  const workbook = zipSync({ 'xl/workbook.xml': bytes('<workbook/>') })
  test.each([
    ['a workbook or another zip', workbook],
    ['a PDF', bytes('%PDF-1.7\n%\n')],
    ['a workbook or another Office file', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0)],
  ])('%s', async (content, file) => {
    const refusal = `contains ${content}. Only text is read from a compressed file. Send a workbook without compression.`
    await expect(converted(gzipSync(file), { output: csv }, 't.csv.gz')).rejects.toThrow(
      `unsupported_format: The gzip file ${refusal}`,
    )
    await expect(converted(zipSync({ 'a.bin': new Uint8Array(file) }), { output: csv }, 't.zip')).rejects.toThrow(
      `unsupported_format: The zip file ${refusal}`,
    )
  })

  test('even if it is compressed twice', async () => {
    const refusal = 'unsupported_format: The gzip file contains another gzip file.'
    await expect(converted(gzipSync(gzipSync(text)), { output: csv }, 't.csv.gz')).rejects.toThrow(refusal)
  })

  test('even if it is an archive of one compressed file', async () => {
    const { report } = await converted(zipSync({ 't.csv.gz': gzipSync(text) }), { output: csv }, 't.zip')
    expect(report).toMatchObject({ table: 't', input: { wrapping: 'zip' } })
  })
})

describe('a file compressed by Zstandard', () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => `${at},name ${at}\n`).join('')
  const table = zstdCompressSync(`id,name\n${rows}`)

  test('is read by its content, and the report says so', async () => {
    const { script, report } = await converted(table, { output: csv }, 'people.csv.zst')
    expect(script).toBe(`id,name\n${rows}`.replaceAll('\n', '\r\n'))
    expect(report.input).toMatchObject({ format: 'csv', wrapping: 'zstd' })
    expect(report.tables[0]?.name).toBe('people')
  })

  test('may be a dump', async () => {
    const dump = 'CREATE TABLE `t` (`id` int NOT NULL, PRIMARY KEY (`id`));\nINSERT INTO `t` VALUES (1),(2);\n'
    const { report } = await converted(zstdCompressSync(dump), { output: { dialect: 'postgresql' } }, 'shop.sql.zst')
    expect(report.input).toMatchObject({ format: 'sql_dump', wrapping: 'zstd' })
    expect(report.rows.converted).toBe(2)
  })

  test.each([
    ['another gzip file', gzipSync('a,b\n')],
    ['a Zstandard file', table],
    ['a workbook or another zip', zipSync({ 'xl/workbook.xml': bytes('<workbook/>') })],
  ])('is refused if it contains %s', async (content, file) => {
    await expect(converted(zstdCompressSync(file), { output: csv }, 't.zst')).rejects.toThrow(
      `unsupported_format: The zstd file contains ${content}. Only text is read from a compressed file. Send a workbook without compression.`,
    )
  })

  test('is damaged if it ends early', async () => {
    await expect(converted(table.subarray(0, -9), { output: csv }, 't.csv.zst')).rejects.toThrow('corrupt_file')
  })
})

describe('byte order marks inside a text', () => {
  const fix = {
    code: 'byte_order_marks',
    message: 'Byte order marks at the start of lines were removed. They appear when files are concatenated.',
  }
  const utf16 = (source: string) => new Uint8Array(Buffer.from(source, 'utf16le'))
  // phpMyAdmin 5.2 writes a byte order mark before each row, and joining files with copy or cat keeps all marks.
  test.each([
    ['t.csv', utf16('\ufeff"id","n"\n\ufeff"1","a,b"\n\ufeff"2","\ufeffc"\n'), 2],
    ['t.csv', '\ufeffid,n\n1,"a,b"\n\ufeffid,n\n2,\ufeffc\n', 1],
    ['t.csv.gz', gzipSync('\ufeffid,n\n1,"a,b"\n\ufeffid,n\n2,\ufeffc\n'), 1],
    ['t.ndjson', '\ufeff{"id":1,"n":"a,b"}\n\ufeff{"id":2,"n":"\ufeffc"}\n', 1],
  ])('are left out of %s %j', async (name, file, count) => {
    const { script, report } = await converted(file, { output: csv }, name)
    expect(script).toBe('id,n\r\n1,"a,b"\r\n2,\ufeffc\r\n')
    expect(report.fixes).toContainEqual({ ...fix, count })
  })

  test('are characters in a text that does not begin with one', async () => {
    const { script, report } = await converted('n,id\n\ufeffa,1\n', { output: csv })
    expect(script).toBe('n,id\r\n\ufeffa,1\r\n')
    expect(report.fixes).toEqual([])
  })

  test('are left out of a dump', async () => {
    const routine = '\ufeff\nDELIMITER $$\nCREATE PROCEDURE `p` () BEGIN SELECT 1; END$$\n\n\ufeffDELIMITER ;\n'
    const table = '\ufeff\n-- Table\n\nCREATE TABLE `t` (`id` int NOT NULL);\n\n\ufeffINSERT INTO `t` VALUES\n(7);\n'
    const dump = `\ufeff-- phpMyAdmin SQL Dump\n${routine}${table}`
    const { script } = await converted(utf16(dump), { output: { dialect: 'postgresql' } }, 't.sql')
    expect(script).toContain('VALUES\n(7)')
  })
})

describe('a Ctrl-Z at the end of a text, as in DOS', () => {
  const note = 'The end-of-file character (Ctrl-Z, 0x1A) was removed.'
  const utf16 = (source: string) => new Uint8Array(Buffer.from(`\ufeff${source}`, 'utf16le'))

  test.each([
    ['t.csv', 'id,n\r\n1,5\r\n2,6\r\n\u001a'],
    ['t.csv', 'id,n\r\n1,5\r\n2,6\u001a'],
    ['t.tsv', 'id\tn\r\n1\t5\r\n2\t6\r\n\u001a\u001a\u001a'],
    ['t.csv', utf16('id,n\r\n1,5\r\n2,6\r\n\u001a')],
    ['t.json', '[{"id":1,"n":5},{"id":2,"n":6}]\r\n\u001a'],
    ['t.ndjson', '{"id":1,"n":5}\r\n{"id":2,"n":6}\r\n\u001a'],
  ])('ends %s %j', async (name, file) => {
    const { script, report } = await converted(file, { output: csv }, name)
    expect(script).toBe('id,n\r\n1,5\r\n2,6\r\n')
    expect(report.columns.map(({ type }) => type)).toEqual(['integer', 'integer'])
    expect(report.notes).toEqual([note])
    expect([report.fixes, report.problems]).toEqual([[], []])
  })

  test('is not a value after the sample either', async () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => `${at},7`).join('\r\n')
    const { script, report } = await converted(`id,n\r\n${rows}\r\n\u001a`, { output: csv })
    expect(script).toBe(`id,n\r\n${rows}\r\n`)
    expect(report.notes).toEqual([note])
  })

  test('alone is not a file', async () => {
    await expect(converted('\r\n\u001a', { output: csv })).rejects.toThrow('empty_file')
  })

  test('is an ordinary character elsewhere', async () => {
    const { script, report } = await converted('id,n\n1,a\u001a\n\u001a,b\n2,c\n', { output: csv })
    expect(script).toBe('id,n\r\n1,a\u001a\r\n\u001a,b\r\n2,c\r\n')
    expect(report.notes).toEqual([])
  })
})

describe('a table whose first cell is an element of markup', () => {
  test.each([
    [
      'a script',
      '<script>alert(1)</script>,name\n1,Ann\n',
      [
        ['<script>alert(1)</script>', 'name'],
        ['1', 'Ann'],
      ],
    ],
    [
      'paragraphs',
      '<p>Hi</p>;n\n<p>Bye</p>;2\n',
      [
        ['<p>Hi</p>', 'n'],
        ['<p>Bye</p>', '2'],
      ],
    ],
    [
      'two elements',
      '<b>a</b><i class="x">b</i>\tn\nc\t2\n',
      [
        ['<b>a</b><i class="x">b</i>', 'n'],
        ['c', '2'],
      ],
    ],
  ])('is not refused as markup: %s', async (_, file, rows) => {
    const input = { header_row: 1 }
    const { script } = await converted(file, { input, output: { ...csv, column_names: 'as_written' } }, 't.csv')
    expect(Papa.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true }).data).toEqual(rows)
  })

  test.each([
    ['a web page', '<p>Hi</p>, there\n<table><tr><td>a</td><td>b</td></tr></table>\n', 'xls'],
    ['XML', '<list><row><a>1</a></row><row><a>2</a></row></list>\n', 'xml'],
  ])('is not %s', async (_, file, format) => {
    expect((await converted(file, { output: csv }, 't.txt')).report.input?.format).toBe(format)
  })
})

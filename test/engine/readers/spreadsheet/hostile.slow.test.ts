import { strToU8, zipSync } from 'fflate'
import { constants, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Inflate } from '../../../../container/engine/bytes/byte-source.ts'
import { memorySource } from '../../../../container/engine/bytes/memory-source.ts'
import { ZipArchive } from '../../../../container/engine/bytes/zip-archive.ts'
import type { ZipEntry } from '../../../../container/engine/bytes/zip-directory.ts'
import { EngineFailure } from '../../../../container/engine/failure.ts'
import { joined } from '../../../../container/engine/bytes/joined.ts'
import { endRecord, longZip, rawZip, type RawEntry } from './raw-zip.ts'
import { bookOf, type BookParts, odsOf, partsOfBook, readSheet, textRows } from './support.ts'

const sheetOf = (sheet: string, more: Partial<BookParts> = {}): Uint8Array => bookOf({ sheets: [sheet], ...more })
const row = '<row><c><v>1</v></c></row>'
const entriesOf = (book: BookParts): RawEntry[] =>
  Object.entries(partsOfBook(book)).map(([name, data]) => ({ name, data }))
const swap = (entries: readonly RawEntry[], name: string, with_: Partial<RawEntry>): RawEntry[] =>
  entries.map((entry) => (entry.name.endsWith(name) ? { ...entry, ...with_ } : entry))

/** Returns the error of a file, which must occur in bounded time and memory. */
async function failureOf(file: Uint8Array): Promise<EngineFailure> {
  const before = performance.now()
  const rssBefore = process.memoryUsage().rss
  const error: unknown = await readSheet(file).then(
    () => 'was read',
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(EngineFailure)
  expect(performance.now() - before).toBeLessThan(20_000)
  // Other test files have used memory in this process before.
  expect(process.memoryUsage().rss - rssBefore).toBeLessThan(768 * 2 ** 20)
  return error as EngineFailure
}
const corrupt = async (file: Uint8Array): Promise<string> => {
  const { code, message } = await failureOf(file)
  expect(code).toBe('corrupt_file')
  return message
}

/**
 * Returns a text whose last part is repeated `times` times without materializing it, to make a file that unpacks to far
 * more than its size.
 */
function bomb(start: string, repeated: string, times: number): Pick<RawEntry, 'data' | 'plainBytes' | 'method'> {
  const packed = (text: string): Uint8Array =>
    deflateRawSync(Buffer.from(text), { level: 9, finishFlush: constants.Z_SYNC_FLUSH })
  const block = packed(repeated)
  return { data: joined([packed(start), ...Array.from({ length: times }, () => block)]), plainBytes: 1, method: 8 }
}

describe('a zip with false data', () => {
  test('is refused if it unpacks almost nothing to more than 1 GiB, unlike an honest sheet', async () => {
    const chunk = new Uint8Array(64 << 20)
    const fake = (chunks: number): Inflate => ({
      gunzip: (source) => source,
      unzstd: (source) => source,
      unxz: (source) => source,
      unbzip2: (source) => source,
      async *inflateRaw() {
        for (let at = 0; at < chunks; at++) yield chunk
      },
      crc32: () => 0,
    })
    const unpack = async (chunks: number, packedBytes: number, times = 1): Promise<number> => {
      const file = rawZip([{ name: 'a', data: new Uint8Array(packedBytes), plainBytes: 1, crc: 0 }])
      const archive = await ZipArchive.open(memorySource(file), fake(chunks))
      const entry = archive.entries[0] as ZipEntry
      let total = 0
      for (let time = 0; time < times; time++) for await (const piece of archive.chunks(entry)) total += piece.length
      return total
    }
    await expect(unpack(64, 4 << 20)).rejects.toMatchObject({ code: 'corrupt_file' })
    expect(await unpack(64, 16 << 20)).toBe(2 ** 32)
    expect(await unpack(8, 1 << 19)).toBe(2 ** 29)
    // Even slow growth is limited.
    await expect(unpack(64, 16 << 20, 65)).rejects.toMatchObject({ code: 'corrupt_file' })
  })

  test('is refused at the maximum length of text if its sheet is blank without end', async () => {
    const file = rawZip(swap(entriesOf({ sheets: [''] }), 'sheet1.xml', bomb('<worksheet>', ' '.repeat(1 << 20), 64)))
    expect(await corrupt(file)).toMatch(/longer than 16 MiB/)
  })

  test('is not read past the limit of a part that is read whole', async () => {
    const file = rawZip(
      swap(entriesOf({ sheets: [row] }), 'workbook.xml', bomb('<workbook>', '<a/>'.repeat(1 << 18), 70)),
    )
    expect(await corrupt(file)).toMatch(/larger than 64 MiB/)
  })

  test('is refused if entries share bytes', async () => {
    const entries = entriesOf({ sheets: [row, row] })
    const at = entries.findIndex((entry) => entry.name.endsWith('sheet2.xml'))
    expect(
      await corrupt(rawZip(entries.map((entry, index) => (index === at ? { ...entry, start: 0 } : entry)))),
    ).toMatch(/overlap/)
  })

  test.each([
    ['past the end', { start: 0x7fff_ffff }],
    ['at no entry', { start: 3 }],
    ['with a length past the end', { plainBytes: 5, data: new Uint8Array(5), method: 0, crc: 1 }],
  ])('is refused with an entry %s', async (_, lie) => {
    expect(await corrupt(rawZip(swap(entriesOf({ sheets: [row] }), 'sheet1.xml', lie)))).not.toBe('')
  })

  test('has a wrong checksum reported, with the last row read', async () => {
    const failure = await failureOf(rawZip(swap(entriesOf({ sheets: [row + row] }), 'sheet1.xml', { crc: 1 })))
    expect(failure).toMatchObject({ code: 'corrupt_file', message: expect.stringContaining('checksum') as string })
    expect(failure.problems).toContainEqual(expect.objectContaining({ code: 'read_until', row: 2 }))
  })

  test('is corrupt or empty if it is cut anywhere, and never shorter', async () => {
    const book = sheetOf(row.repeat(500))
    for (let length = 1; length < book.length; length += 97) {
      const { code } = await failureOf(book.subarray(0, length)).catch(() => ({ code: 'read' }))
      // The first bytes alone are a text of a few characters.
      expect(length < 4 ? 'corrupt_file' : code).toBe('corrupt_file')
    }
  })

  test.each(['\uFEFF', '\r\n\r\n', '\uFEFF \n'])('may have bytes before the workbook: %j', async (first) => {
    const file = joined([strToU8(first), bookOf({ sheets: ['<row><c><v>1</v></c></row>'] })])
    expect(textRows(await readSheet(file))).toEqual([['1']])
  })

  test('may have junk before the first entry', async () => {
    const file = rawZip(entriesOf({ sheets: [row] }))
    const mail = joined([strToU8('PK\u0003\u0004'), strToU8('junk from a mail'), file])
    expect(textRows(await readSheet(mail))).toEqual([['1']])
  })

  test.each([true, false])('may have 64-bit offsets, after junk too: alone %s', async (isSaid) => {
    const file = longZip(rawZip(entriesOf({ sheets: [row] })), isSaid)
    const mail = joined([strToU8('PK\u0003\u0004 junk from a mail'), file])
    for (const zip of [file, mail]) expect(textRows(await readSheet(zip))).toEqual([['1']])
  })

  /** APPNOTE 4.3.16: the record is followed by the comment, with the length given in the record, and nothing else. */
  describe('with a comment that looks like the end of a zip', () => {
    const entries = entriesOf({ sheets: ['<row><c><v>1</v></c></row>'] })
    const other = rawZip(entriesOf({ sheets: ['<row><c><v>2</v></c></row>'] }))
    const words = strToU8('this comment is shorter')

    test.each([
      ['a record whose own comment reaches elsewhere', joined([endRecord(0, 0, 0, 0), words])],
      ['a record whose own comment ends the file', joined([endRecord(1, 46, 0, words.length), words])],
      ['a record of a directory past the end', endRecord(1, 46, 0x7fff_ffff, 0)],
      ['a record of a missing 64-bit directory', endRecord(0xffff, 0xffff_ffff, 0xffff_ffff, 0)],
      ['only its signature', joined([strToU8('PK\u0005\u0006'), words])],
      ['its signature as the last bytes', joined([words, strToU8('PK\u0005\u0006')])],
      ['a complete zip', other],
      ['as many signatures as a comment can hold', strToU8('PK\u0005\u0006'.repeat(16_383))],
    ])('is read past the comment: %s', async (_, comment) => {
      expect(textRows(await readSheet(rawZip(entries, { comment })))).toEqual([['1']])
    })

    test('is read after junk, too', async () => {
      const comment = joined([endRecord(1, 46, 0, words.length), words])
      const file = joined([strToU8('PK\u0003\u0004 junk from a mail'), rawZip(entries, { comment })])
      expect(textRows(await readSheet(file))).toEqual([['1']])
    })

    test('is the second of two joined zips, with the first one as junk', async () => {
      expect(textRows(await readSheet(joined([other, rawZip(entries)])))).toEqual([['1']])
    })

    test.each([
      ['cut short', (file: Uint8Array) => file.subarray(0, -5)],
      ['followed by what a server appended', (file: Uint8Array) => joined([file, strToU8('\r\n<!-- 12 ms -->')])],
    ])('hides nothing if the comment is %s', async (__, changed) => {
      expect(textRows(await readSheet(changed(rawZip(entries, { comment: words }))))).toEqual([['1']])
    })
  })

  test('is refused with a directory of a hundred thousand entries', async () => {
    const file = rawZip([{ name: 'xl/a', data: new Uint8Array(1), method: 0 }], { listings: 100_001 })
    expect(await corrupt(file)).toMatch(/more than 100000 parts/)
  })

  test('is reported as encrypted if its entries are', async () => {
    const entries = entriesOf({ sheets: [row] }).map((entry) => ({ ...entry, flags: 1 }))
    expect((await failureOf(rawZip(entries))).code).toBe('encrypted_file')
    const manifest =
      '<manifest:manifest xmlns:manifest="m"><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'
    const ods = zipSync({
      mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
      'content.xml': new Uint8Array(100),
      'META-INF/manifest.xml': strToU8(manifest),
    })
    expect((await failureOf(ods)).code).toBe('encrypted_file')
  })

  test.each([
    ['word/document.xml', 'a Word document'],
    ['ppt/presentation.xml', 'a PowerPoint presentation'],
    ['visio/document.xml', 'a Visio drawing'],
  ])('is named by its real type: %s', async (name, reason) => {
    const failure = await failureOf(zipSync({ '[Content_Types].xml': strToU8('<Types/>'), [name]: strToU8('<a/>') }))
    expect(failure.code).toBe('unsupported_format')
    expect(failure.message).toContain(reason)
  })
})

describe('hostile XML', () => {
  const entities =
    '<!DOCTYPE a [<!ENTITY x "aaaaaaaaaa"><!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;">]><worksheet><sheetData><row><c t="str"><v>&y;</v></c></row></sheetData></worksheet>'

  test('is refused if it has a document type anywhere', async () => {
    expect(await corrupt(sheetOf(entities))).toMatch(/document type/)
    expect(await corrupt(sheetOf(row, { more: { 'xl/workbook.xml': '<!DOCTYPE a><workbook/>' } }))).toMatch(
      /document type/,
    )
    const ods = zipSync({
      mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
      'content.xml': strToU8('<?xml version="1.0"?><!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'),
    })
    expect(await corrupt(ods)).toMatch(/document type/)
  })

  test.each([
    ['cut inside a tag', '<worksheet><sheetData><row><c><v>1</v></c></row><row r="2'],
    ['cut between rows', '<worksheet><sheetData><row><c><v>1</v></c></row>'],
    ['closed by another tag', '<worksheet><sheetData><row><c><v>1</v></c></row></sheet></worksheet>'],
    ['closed twice', '<worksheet><sheetData></sheetData></sheetData></worksheet>'],
    ['with a tag in a tag', '<worksheet><sheetData><row <c><v>1</v></c></row></sheetData></worksheet>'],
    ['with an open comment', '<worksheet><sheetData><!-- </sheetData></worksheet>'],
    ['nested without end', `<worksheet>${'<a>'.repeat(100_000)}`],
    ['with a tag of 18 MiB', `<worksheet><sheetData><row a="${'x'.repeat(18 << 20)}"/></sheetData></worksheet>`],
    ['with an attribute that never ends', `<worksheet><sheetData><row ${'a '.repeat(1 << 19)}`],
    [
      'with a value of 20 MiB',
      `<worksheet><sheetData><row><c t="str"><v>${'x'.repeat(20 << 20)}</v></c></row></sheetData></worksheet>`,
    ],
    ['with a comment of 20 MiB', `<worksheet><!--${'-'.repeat(20 << 20)}--></worksheet>`],
    ['empty', '<?xml version="1.0"?><!-- worksheet -->'],
  ])('is refused in a sheet %s', async (_, sheet) => {
    const failure = await failureOf(sheetOf(sheet))
    expect(failure.code).toBe('corrupt_file')
    expect(failure.problems.map((problem) => problem.code)).toContain('broken_xml')
  })

  test('is refused in a cell of endless runs', async () => {
    const run = `<r><t>${'x'.repeat(1 << 20)}</t></r>`
    const cell = bomb('<worksheet><sheetData><row><c t="inlineStr"><is>', run, 300)
    expect(await corrupt(rawZip(swap(entriesOf({ sheets: [''] }), 'sheet1.xml', cell)))).toMatch(/larger than/)
    const text = bomb('<sst><si>', run, 40)
    const shared = entriesOf({ sheets: [row], strings: '<si/>' })
    expect(await corrupt(rawZip(swap(shared, 'sharedStrings.xml', text)))).toMatch(/larger than/)
  })
})

describe('endless tables end in bounded time and memory', () => {
  test.each([
    ['a million cells in a row', `<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>`],
    ['a cell past XFD', '<row><c r="XFE1"><v>1</v></c></row>'],
    ['a cell at a column of a hundred letters', `<row><c r="${'Z'.repeat(100)}1"><v>1</v></c></row>`],
  ])('%s', async (_, sheet) => {
    expect(await corrupt(sheetOf(sheet))).toMatch(/XFD/)
  })

  test('with row numbers out of range, which only count', async () => {
    const sheet =
      '<row r="99999999999999999999"><c><v>1</v></c></row><row r="-5"><c><v>2</v></c></row><row r="x"><c><v>3</v></c></row>'
    expect(textRows(await readSheet(sheetOf(sheet)))).toEqual([['1'], ['2'], ['3']])
  })

  test('with indexes of shared strings out of range, which are NULL', async () => {
    const cells = ['4294967296', '-1', '1e9', '99999999999999999999'].map((index) => `<c t="s"><v>${index}</v></c>`)
    const read = await readSheet(
      sheetOf(`<row><c><v>1</v></c>${cells.join('')}</row>`, { strings: '<si><t>a</t></si>' }),
    )
    expect(textRows(read)).toEqual([['1']])
  })

  const table = (inside: string): Uint8Array => odsOf(`<table:table table:name="T">${inside}</table:table>`)
  const repeated = (columns: number): string =>
    `<table:table-cell table:number-columns-repeated="${columns}" office:value-type="float" office:value="1"/>`
  test.each([
    ['a value in a thousand million columns', `<table:table-row>${repeated(1e9)}</table:table-row>`],
    [
      'a full row in every row of a sheet',
      `<table:table-row table:number-rows-repeated="1048576">${repeated(16_384)}</table:table-row>`,
    ],
    [
      'a row a thousand million times',
      `<table:table-row table:number-rows-repeated="1000000000">${repeated(1)}</table:table-row>`,
    ],
  ])('in OpenDocument: %s', async (_, rows) => {
    expect(await corrupt(table(rows))).toMatch(/repeated cells|XFD/)
  })

  test('in OpenDocument with a long text across every column', async () => {
    const text = `<text:p>${'long '.repeat(20_000)}</text:p>`
    const across = `<table:table-cell table:number-columns-repeated="1000" office:value-type="string">${text}</table:table-cell>`
    expect(await corrupt(table(`<table:table-row>${across}</table:table-row>`))).toMatch(/repeated cells/)
  })

  test('with empty repeats of any size', async () => {
    const empty =
      '<table:table-row table:number-rows-repeated="999999999"><table:table-cell table:number-columns-repeated="999999999"/></table:table-row>'
    expect(
      textRows(await readSheet(table(`<table:table-row>${repeated(2)}</table:table-row>${empty.repeat(1000)}`))),
    ).toEqual([['1', '1']])
  })

  test('in web pages with endless spans, depths and comments', async () => {
    const page = `<table><tr><td colspan="999999999" rowspan="999999999">a<td>b</tr></table>${'<table><tr><td>'.repeat(50_000)}<!--${'-'.repeat(5 << 20)}`
    const read = await readSheet(strToU8(page)).catch((error: unknown) => error)
    expect(read instanceof EngineFailure ? read.code : textRows(read as Awaited<ReturnType<typeof readSheet>>)).toEqual(
      'corrupt_file',
    )
    const spaces = `<table><tr><td>${'<b> </b>'.repeat(200_000)}x</td></tr></table>`
    expect(textRows(await readSheet(strToU8(spaces)))).toEqual([['x']])
  })

  test('in web pages with a text in hundreds of thousands of pieces', async () => {
    const page = `<table><tr><td>${'a <br> '.repeat(400_000)}<td>${'<i>b</i>'.repeat(400_000)}</tr></table>`
    const [[lines, letters] = []] = textRows(await readSheet(strToU8(page)))
    expect(lines).toBe(Array(400_000).fill('a').join('\n'))
    expect(letters).toBe('b'.repeat(400_000))
  })

  test('with endless formats', async () => {
    const formats = Array.from(
      { length: 50 },
      (_, at) => `<numFmt numFmtId="${200 + at}" formatCode="${'['.repeat(30_000)}"/>`,
    )
    const styles = `<numFmts>${formats.join('')}</numFmts><cellXfs>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs>`
    expect(textRows(await readSheet(sheetOf('<row><c s="7"><v>5</v></c></row>', { styles })))).toEqual([['5']])
  })
})

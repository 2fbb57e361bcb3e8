import { CFB } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Reporter } from '../../../../container/engine/report/reporter.ts'
import { openWorkbook, type WorkbookInput } from '../open-workbook.ts'
import { cellsOf } from '../referee-cells.ts'
import {
  begin,
  double,
  end,
  joined,
  latin,
  long,
  number,
  record,
  shared,
  style,
  wide,
  word,
  workbook,
} from './records.ts'
import { runs } from '../../../property-runs.ts'

async function texts(bytes: Uint8Array, input: WorkbookInput = {}): Promise<Record<string, string>> {
  return Object.fromEntries([...(await cellsOf(await openWorkbook(bytes, input)))].map(([at, { text }]) => [at, text]))
}

/** A shared string and its storage: which parts have one byte per character, and the data after its characters. */
interface StoredText {
  readonly text: string
  readonly fonts: number
  readonly phonetics: number
}

/**
 * Returns the shared strings as in MS-XLS 2.5.293. A header is never cut, but characters may be. Each part of them
 * begins with a byte that gives their width. `sizes` are the sizes of the records.
 */
function sharedStrings(stored: readonly StoredText[], sizes: readonly number[]): Uint8Array[] {
  const parts: number[][] = [[...long(stored.length), ...long(stored.length)]]
  let sizeAt = 0
  const last = (): number[] => parts.at(-1) ?? []
  const available = (): number => Math.max(12, sizes[sizeAt % sizes.length] ?? 8224) - last().length
  const next = (): void => {
    parts.push([])
    sizeAt++
  }
  for (const { text, fonts, phonetics } of stored) {
    const header = (isWide: boolean): number[] => [
      ...word(text.length),
      (isWide ? 1 : 0) | (phonetics > 0 ? 4 : 0) | (fonts > 0 ? 8 : 0),
      ...(fonts > 0 ? word(fonts) : []),
      ...(phonetics > 0 ? long(phonetics) : []),
    ]
    if (available() < header(true).length) next()
    let isHeaderOpen = true
    for (let at = 0; at < text.length || isHeaderOpen;) {
      const length = Math.max(0, Math.floor((available() - (isHeaderOpen ? header(true).length : 1)) / 2))
      const part = text.slice(at, at + length)
      // Each part has the narrow form if its characters allow it.
      const isWide = /[^\u0000-\u00ff]/.test(part)
      if (isHeaderOpen) last().push(...header(isWide))
      else last().push(isWide ? 1 : 0)
      isHeaderOpen = false
      last().push(...(isWide ? wide(part) : latin(part)))
      at += part.length
      if (at < text.length) next()
    }
    for (let left = fonts * 4 + phonetics; left > 0;) {
      if (available() <= 0) next()
      const some = Math.min(left, available())
      last().push(...Array.from({ length: some }, () => 0xee))
      left -= some
    }
  }
  return parts.map((part, index) => record(index === 0 ? 0xfc : 0x3c, Uint8Array.from(part)))
}

const storedText = fc.record({
  text: fc.oneof(
    fc.string({ maxLength: 60, unit: 'grapheme' }),
    fc.string({ maxLength: 40, unit: fc.constantFrom('a', 'é', '\u0100', '漢', '😀') }),
  ),
  fonts: fc.integer({ min: 0, max: 3 }),
  phonetics: fc.constantFrom(0, 0, 5, 40),
})

describe('shared strings', () => {
  test('are read wherever their records end, and however wide each part is', async () => {
    expect.hasAssertions()
    await fc.assert(
      fc.asyncProperty(
        fc.array(storedText, { minLength: 1, maxLength: 30 }),
        fc.array(fc.integer({ min: 12, max: 80 }), { minLength: 1, maxLength: 6 }),
        async (stored, sizes) => {
          const cells = stored.map((_, index) => shared(index, 0, index))
          const found = await texts(workbook(sharedStrings(stored, sizes), [...cells, number(0, 1, 1)]))
          const expected = stored.flatMap(({ text }, index) => (text === '' ? [] : [[`${index + 1}:0`, text]]))
          const isFirstFilled = stored.some(({ text }) => text !== '')
          if (isFirstFilled) expect(found).toEqual({ ...Object.fromEntries(expected), '1:1': '1' })
        },
      ),
      { numRuns: runs(60) },
    )
  })

  test('are NULL with a fix if the index is out of range', async () => {
    const reporter = new Reporter()
    const bytes = workbook(sharedStrings([{ text: 'a', fonts: 0, phonetics: 0 }], [99]), [
      shared(0, 0, 0),
      shared(1, 0, 4_000_000_000),
      number(1, 1, 7),
    ])
    expect([...(await cellsOf(await openWorkbook(bytes, {}, reporter)))].map(([at]) => at)).toEqual(['1:0', '2:1'])
    expect(reporter.fixes).toMatchObject([{ code: 'missing_shared_text', count: 1 }])
  })
})

describe('cells', () => {
  test('may be numbers in every encoding', async () => {
    const rk = (bits: number): Uint8Array => long(bits >>> 0)
    const upperHalf = (value: number): number => new DataView(double(value).buffer).getInt32(4, true)
    const bytes = workbook(
      [style(0)],
      [
        record(0x27e, word(0), word(0), word(0), rk((12_345 << 2) | 2)),
        record(0x27e, word(0), word(1), word(0), rk((-12_345 << 2) | 3)),
        record(0x27e, word(0), word(2), word(0), rk(upperHalf(1.5) & ~3)),
        record(0x27e, word(0), word(3), word(0), rk((upperHalf(150) & ~3) | 1)),
        record(0xbd, word(1), word(0), word(0), rk((1 << 2) | 2), word(0), rk((2 << 2) | 2), word(1)),
        number(2, 0, 0.1 + 0.2),
        number(2, 1, 1e21),
        number(2, 2, -1234567.891),
        number(2, 3, 2 ** 53),
      ],
    )
    expect(await texts(bytes)).toEqual({
      '1:0': '12345',
      '1:1': '-123.45',
      '1:2': '1.5',
      '1:3': '1.5',
      '2:0': '1',
      '2:1': '2',
      '3:0': '0.3',
      '3:1': '1000000000000000000000',
      '3:2': '-1234567.891',
      '3:3': '9007199254740990',
    })
  })

  test('may be dates of both epochs, with formats of the workbook itself', async () => {
    const format = record(0x41e, word(164), word(10), 0, latin('yyyy/mm/dd'))
    const cells = [number(0, 0, 45_322, 0), number(0, 1, 45_322.5, 1), number(0, 2, 0.25, 2), number(0, 3, 45_322, 3)]
    const common = [format, style(14), style(22), style(21), style(164)]
    expect(await texts(workbook(common, cells))).toEqual({
      '1:0': '2024-01-31',
      '1:1': '2024-01-31 12:00:00',
      '1:2': '06:00:00',
      '1:3': '2024-01-31',
    })
    const in1904 = await texts(workbook([record(0x22, word(1)), ...common], [number(0, 0, 43_860, 0)]))
    expect(in1904).toEqual({ '1:0': '2024-01-31' })
  })

  test('may have the string of a formula in a separate record, after a shared formula or an array', async () => {
    const formula = (column: number, result: Uint8Array): Uint8Array =>
      record(0x06, word(0), word(column), word(0), result, word(0), long(0), word(0))
    const special = (kind: number, value = 0): Uint8Array => Uint8Array.of(kind, 0, value, 0, 0, 0, 0xff, 0xff)
    const bytes = workbook(
      [],
      [
        formula(0, special(0)),
        record(0x4bc, new Uint8Array(10)),
        record(0x207, word(3), 1, wide('añ漢')),
        formula(1, special(1, 1)),
        formula(2, special(2, 0x2a)),
        formula(3, special(3)),
        formula(4, double(42)),
        formula(5, special(0)),
        record(0x207, word(5), 0, latin('ab')),
        record(0x3c, 1, wide('cde')),
      ],
    )
    expect(await texts(bytes)).toEqual({ '1:0': 'añ漢', '1:1': 'true', '1:2': '#N/A', '1:4': '42', '1:5': 'abcde' })
  })

  test('may be in rows that are not sorted', async () => {
    const order = fc.shuffledSubarray(
      Array.from({ length: 40 }, (_, index) => index),
      { minLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(order, async (places) => {
        const label = (row: number, column: number): Uint8Array =>
          record(0x204, word(row), word(column), word(0), word(2), 0, latin('ab'))
        const cells = places.map((place) =>
          place % 3 === 0 ? label(place >> 2, place & 3) : number(place >> 2, place & 3, place),
        )
        const found = await texts(workbook([], cells))
        const expected = places.map((place) => [
          `${(place >> 2) + 1}:${place & 3}`,
          place % 3 === 0 ? 'ab' : String(place),
        ])
        expect(found).toEqual(Object.fromEntries(expected))
      }),
      { numRuns: runs(20) },
    )
  })

  test('have strings of a code page, or of the encoding in the spec', async () => {
    const label = record(0x204, word(0), word(0), word(0), word(2), 0xcf, 0xf0)
    const withPage = (page: number): Uint8Array => workbook([record(0x42, word(page))], [label], 0x0500)
    expect(await texts(withPage(1251))).toEqual({ '1:0': 'Пр' })
    expect(await texts(withPage(1252))).toEqual({ '1:0': 'Ïð' })
    expect(await texts(withPage(437))).toEqual({ '1:0': '╧≡' })
    expect(await texts(withPage(1252), { encoding: 'koi8-r' })).toEqual({ '1:0': 'оП' })
    await expect(openWorkbook(withPage(1252), { encoding: 'klingon' })).rejects.toThrow(/must be a label of the WHATWG/)
    expect((await openWorkbook(withPage(1251))).input).toMatchObject({ format: 'xls', encoding: 'windows-1251' })
  })

  test('may be in a sheet of an early SheetJS version, with the bytes of its type swapped', async () => {
    const label = record(0x204, word(0), word(1), word(16), word(7), latin('sheetjs'))
    const sheet = joined(record(0x809, word(0), word(0x1000), latin('7262')), number(0, 0, 1, 16), label, end)
    expect(await texts(sheet)).toEqual({ '1:0': '1', '1:1': 'sheetjs' })
  })

  test('are read past charts in the sheet', async () => {
    const chart = joined(begin(0x20), number(0, 5, 99), end)
    expect(await texts(workbook([], [number(0, 0, 1), chart, number(1, 0, 2)]))).toEqual({ '1:0': '1', '2:0': '2' })
  })
})

/** Returns a workbook whose sheet lacks its first record. */
function sheetWithoutBegin(cells: readonly Uint8Array[]): Uint8Array {
  const whole = workbook([], cells)
  const start = whole.length - joined(begin(0x10), ...cells, end).length
  return joined(whole.subarray(0, start), whole.subarray(start + begin(0x10).length))
}

/** Only the container identifies a stream without its first record. */
function inCompoundFile(stream: Uint8Array): Uint8Array {
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, '/Workbook', stream)
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

describe('the error of a workbook', () => {
  test('reports that the workbook is encrypted', async () => {
    const filePass = record(0x2f, word(1), word(1), word(1), new Uint8Array(48))
    await expect(openWorkbook(workbook([filePass], [number(0, 0, 1)]))).rejects.toMatchObject({
      code: 'encrypted_file',
    })
  })

  test('reports the last row if the sheet is cut', async () => {
    const whole = workbook(
      [],
      Array.from({ length: 100 }, (_, row) => number(row, 0, row)),
    )
    const cut = whole.subarray(0, whole.length - 18 * 40 - 9)
    await expect(openWorkbook(cut).then(cellsOf)).rejects.toMatchObject({
      code: 'corrupt_file',
      problems: [{ code: 'read_until', row: 59 }],
    })
  })

  test('reports a missing sheet', async () => {
    const bytes = workbook([], [number(0, 0, 1)])
    const globals = bytes.subarray(0, bytes.lastIndexOf(0x09))
    await expect(openWorkbook(globals).then(cellsOf)).rejects.toMatchObject({ code: 'corrupt_file' })
  })
})

describe('a carelessly written workbook is read', () => {
  const cells = [number(0, 0, 1), number(1, 0, 2)]
  const expected = { '1:0': '1', '2:0': '2' }

  test('if its sheet is not where it says', async () => {
    const bytes = workbook([], cells)
    const at = bytes.findIndex((byte, index) => byte === 0x85 && bytes[index + 1] === 0)
    bytes[at + 4] = (bytes[at + 4] ?? 0) + 4
    expect(await texts(bytes)).toEqual(expected)
  })

  test.each([
    ['a sheet', sheetWithoutBegin(cells)],
    ['the workbook', workbook([], cells).subarray(begin(5).length)],
    ['both, of Excel 5', workbook([], cells, 0x0500).subarray(begin(5, 0x0500).length)],
    ['a sheet without a workbook', joined(...cells, end)],
  ])('if it lacks the record that begins %s', async (_, stream) => {
    expect(await texts(stream[0] === 9 ? stream : inCompoundFile(stream))).toEqual(expected)
  })
})

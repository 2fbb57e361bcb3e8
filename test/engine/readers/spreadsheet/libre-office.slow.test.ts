import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EngineFailure } from '../../../../container/engine/failure.ts'
import { CellKind } from '../../../../container/engine/table/row-batch.ts'
import { announced } from '../../../databases/announced.ts'
import type { OurCell } from '../referee-cells.ts'
import { annotatedBook, expectAnnotations, texts } from './annotated-book.ts'
import { readSheet } from './support.ts'

const run = promisify(execFile)
const office = 'soffice'
const corpus = '../shared/corpus/spreadsheets'
const hasOffice = ['/usr/bin/soffice', '/usr/local/bin/soffice'].some((path) => existsSync(path))
announced(hasOffice, 'LibreOffice is not installed: apt-get install libreoffice-calc')

/** This takes minutes and needs `ROWMILL_REFEREES=1`. Otherwise LibreOffice writes one table in each of its formats. */
const judgesCorpus = process.env['ROWMILL_REFEREES'] === '1' && existsSync(corpus)

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowmill-office-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function convertTo(format: string, files: readonly string[]): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  await run(office, ['--headless', profile, '--convert-to', format, '--outdir', folder, ...files], {
    timeout: 600_000,
  })
}

const table = [
  ['text', 'number', 'date', 'moment', 'rate'],
  ['a & <b>', 1234.5, new Date(Date.UTC(2024, 0, 31)), new Date(Date.UTC(2024, 0, 31, 13, 30, 15)), 0.125],
  ['  naïve 日本 🙂 ', -7, new Date(Date.UTC(1999, 11, 31)), new Date(Date.UTC(1999, 11, 31, 0, 0, 1)), 1],
  ['007', 0.1 + 0.2, null, null, null],
]

const formats = ['xlsx', 'ods', 'fods', 'xls']

/** Starting LibreOffice takes much longer than a conversion, so one start converts both sources. */
async function convertSources(): Promise<void> {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet(table, { cellDates: true, UTC: true })
  for (const [at, cell] of Object.entries(sheet))
    if (/^D[23]$/.test(at)) Object.assign(cell as object, { z: 'yyyy-mm-dd hh:mm:ss' })
  utils.book_append_sheet(book, sheet, 'Sheet')
  const sources = join(folder, 'sources')
  mkdirSync(sources)
  writeFileSync(join(sources, 'table.xlsb'), write(book, { bookType: 'xlsb', type: 'buffer' }) as Buffer)
  writeFileSync(join(sources, 'annotations.xlsx'), annotatedBook('xlsx'))
  for (const format of formats)
    await convertTo(format, [join(sources, 'table.xlsb'), join(sources, 'annotations.xlsx')])
}

const written = (name: string, format: string): Uint8Array =>
  new Uint8Array(readFileSync(join(folder, `${name}.${format}`)))

describe.skipIf(!hasOffice)('workbooks of LibreOffice', () => {
  beforeAll(convertSources, 300_000)

  test.each(formats)('have the hyperlinks and comments that they were made from, as %s', async (format) => {
    expect.hasAssertions()
    await expectAnnotations(written('annotations', format), texts)
  })

  test.each(formats)('equal the table that they were made from, as %s', async (format) => {
    const { cells } = await readSheet(written('table', format))
    const rows = [2, 3, 4].map((row) => [0, 1, 2, 3, 4].map((column) => cells.get(`${row}:${column}`)))
    const { quoted, number, date, timestamp } = CellKind
    expect(rows).toEqual([
      [
        { kind: quoted, text: 'a & <b>' },
        { kind: number, text: '1234.5' },
        { kind: date, text: '2024-01-31' },
        { kind: timestamp, text: '2024-01-31 13:30:15' },
        { kind: number, text: '0.125' },
      ],
      [
        { kind: quoted, text: '  naïve 日本 🙂 ' },
        { kind: number, text: '-7' },
        { kind: date, text: '1999-12-31' },
        { kind: timestamp, text: '1999-12-31 00:00:01' },
        { kind: number, text: '1' },
      ],
      [{ kind: quoted, text: '007' }, { kind: number, text: '0.3' }, undefined, undefined, undefined],
    ])
  })
})

/** Files that LibreOffice displays differently, because it recalculates, trims or loses content. */
const recalculated = new Set([
  'pivots.xlsx',
  'table_with_insertrow_attribute.xlsx',
  'errors.xlsx',
  'whitespace_trim.xlsx',
  'inlineStr_with_value.xlsx',
])

/** Cells whose white space LibreOffice writes differently. The rest of their text must be equal. */
const otherSpace: Readonly<Record<string, readonly string[]>> = {
  // LibreOffice writes the spaces at the start of a paragraph bare, but OpenDocument requires <text:s/> for them.
  'files_html_strings_formatting.xlsx': ['6:0', '7:0'],
  // LibreOffice writes a single carriage return as the end of a paragraph, which is a line feed.
  'files_x000D.xlsx': ['2:9'],
}

const withoutSpace = (cell: OurCell | undefined): string => (cell?.text ?? '').replaceAll(/\s/g, '')

function differ(ours: OurCell | undefined, theirs: OurCell | undefined): boolean {
  const [a, b] = [ours?.text ?? '', theirs?.text ?? ''].map((text) =>
    text
      .replaceAll('\r', '')
      .replaceAll('_x000D_', '')
      .replace(/ 00:00:00$/, '')
      .replace(/ +/g, ' ')
      .trim(),
  )
  if (a === b || (ours?.kind === CellKind.boolean && Number(b) === Number(a === 'true'))) return false
  if (ours?.kind === CellKind.error && theirs?.kind === CellKind.error) return false
  if (ours?.kind === CellKind.uncached) return false
  return !(Math.abs(Number(a) - Number(b)) <= 1e-12 * Math.abs(Number(a)))
}

describe.skipIf(!hasOffice || !judgesCorpus)('the corpus is read as LibreOffice reads it', () => {
  const files = ['calamine', 'roo'].flatMap((group) =>
    (existsSync(join(corpus, group)) ? readdirSync(join(corpus, group)) : [])
      .filter((name) => name.endsWith('.xlsx') && !recalculated.has(name))
      .map((name) => join(corpus, group, name)),
  )
  beforeAll(() => convertTo('fods', files), 600_000)

  test.each(files)('%s', async (path) => {
    const saved = join(folder, path.replace(/^.*\//, '').replace(/\.\w+$/, '.fods'))
    if (!existsSync(saved)) return
    const ours = await readSheet(new Uint8Array(readFileSync(path))).catch((error: unknown) => error)
    if (ours instanceof EngineFailure) return
    const read = ours as Awaited<ReturnType<typeof readSheet>>
    const theirs = await readSheet(new Uint8Array(readFileSync(saved)), { sheet: read.sheet })
    const spacedOtherwise = otherSpace[basename(path)] ?? []
    const wrong = [...new Set([...read.cells.keys(), ...theirs.cells.keys()])]
      .filter((at) => differ(read.cells.get(at), theirs.cells.get(at)))
      .map((at) => ({ at, ours: read.cells.get(at), theirs: theirs.cells.get(at) }))
    const isKnown = ({ at, ours: one, theirs: other }: (typeof wrong)[number]): boolean =>
      spacedOtherwise.includes(at) && withoutSpace(one) === withoutSpace(other)
    expect(wrong.filter((one) => !isKnown(one))).toEqual([])
    // A cell that becomes equal leaves the list.
    expect(wrong.map(({ at }) => at)).toEqual(expect.arrayContaining([...spacedOtherwise]))
  })
})

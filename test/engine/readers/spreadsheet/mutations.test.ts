import { write, utils, type BookType } from '@e965/xlsx'
import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { EngineFailure } from '../../../../container/engine/failure.ts'
import { bookOf, odsOf, readSheet } from './support.ts'
import { runs } from '../../../property-runs.ts'

const table = [
  ['name', 'amount', 'when', 'yes'],
  ['a & b', 1.5, new Date(Date.UTC(2024, 0, 31)), true],
  ['  spaced  \n lines', -7, new Date(Date.UTC(1999, 11, 31)), false],
  ['naïve 日本 🙂', 12345678.9, null, null],
]

function written(bookType: BookType): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(table, { cellDates: true, UTC: true }), 'One')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['other']]), 'Two')
  return new Uint8Array(write(book, { bookType, type: 'buffer', compression: true }) as Buffer)
}

/** A hand-made workbook with everything that the readers parse. No writer would put all of it into one sheet. */
const rich = bookOf({
  sheets: [
    '<row r="1" hidden="1"><c r="B1" s="1" t="s"><v>1</v></c><c r="A1" t="inlineStr"><is><r><t xml:space="preserve"> x</t></r><rPh><t>no</t></rPh></is></c><c t="e"><v>#N/A</v></c></row><row r="3"><c r="A3" s="2"><f>A1</f><v>45292.5</v></c><c><f>1</f></c><c t="b"><v>1</v></c><c t="str"><v>a&amp;b<![CDATA[c]]>_x000D_</v></c><c t="d"><v>2024-01-31</v></c></row>',
  ],
  strings: '<si><t>zero</t></si><si><r><t>one</t></r></si>',
  styles:
    '<numFmts><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs>',
})
const open = odsOf(
  '<table:table table:name="T"><table:table-column table:visibility="collapse"/><table:table-row table:number-rows-repeated="3"><table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="2"><text:p>1</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>a<text:s text:c="2"/>b</text:p><text:p>c</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table>',
)

const files: Readonly<Record<string, Uint8Array>> = {
  xlsx: written('xlsx'),
  ods: written('ods'),
  fods: written('fods'),
  xlml: written('xlml'),
  html: written('html'),
  'xlsx by hand': rich,
  'ods by hand': open,
}

type Mutation = readonly [part: number, at: number, kind: number, byte: number]
const mutations = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(4), fc.nat(255)), { minLength: 1, maxLength: 4 })
const pieces = [
  '<',
  '>',
  '</row>',
  '"',
  '&#0;',
  '<c r="',
  '</table:table-cell>',
  '<table>',
  ']]>',
  '<!--',
  '\u0000',
  '999999999',
]

function mutate(bytes: Uint8Array, [, place, kind, byte]: Mutation): Uint8Array {
  const at = place % (bytes.length + 1)
  const copy = new Uint8Array(bytes)
  if (kind === 0) copy[at] = byte
  if (kind <= 1) return copy
  if (kind === 2) return copy.slice(0, at)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(kind === 3 ? at + (byte % 40) : at)]
  const middle = kind === 3 ? new Uint8Array(0) : new TextEncoder().encode(pieces[byte % pieces.length])
  return new Uint8Array([...before, ...middle, ...after])
}

/** Damages the parts inside the zip, so that the damage passes the checksums and reaches the readers. */
function mutateParts(file: Uint8Array, changes: readonly Mutation[]): Uint8Array {
  if (file[0] !== 0x50) return changes.reduce(mutate, file)
  const parts = unzipSync(file)
  const names = Object.keys(parts)
  for (const change of changes) {
    const name = names[change[0] % names.length] ?? ''
    parts[name] = new Uint8Array(mutate(parts[name] ?? new Uint8Array(0), change))
  }
  return zipSync(parts, { level: 1 })
}

/** Checks that the file is read, or refused with a code, in bounded time. */
async function survives(file: Uint8Array): Promise<boolean> {
  const before = performance.now()
  const outcome: unknown = await readSheet(file).catch((error: unknown) => error)
  if (outcome instanceof Error && !(outcome instanceof EngineFailure)) throw outcome
  return performance.now() - before < 5000
}

describe.each(Object.entries(files))('a damaged %s', (_, file) => {
  test('is read or refused after changes to its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        expect(await survives(changes.reduce(mutate, file))).toBe(true)
      }),
      { numRuns: runs(40) },
    )
  })

  test('is read or refused after changes to its parts', async () => {
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        expect(await survives(mutateParts(file, changes))).toBe(true)
      }),
      { numRuns: runs(80) },
    )
  })

  test('reads the same however it is cut into chunks', async () => {
    const stored = file[0] === 0x50 ? zipSync(unzipSync(file), { level: 0 }) : file
    const whole = await readSheet(file)
    for (const chunkBytes of [1, 2, 3, 7, 64, 333]) {
      const cut = await readSheet(stored, { chunkBytes })
      expect([...cut.cells]).toEqual([...whole.cells])
      expect(cut.reporter.notes).toEqual(whole.reporter.notes)
    }
  })
})

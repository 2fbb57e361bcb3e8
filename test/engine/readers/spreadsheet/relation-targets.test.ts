import { strFromU8, strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { partsOfBook, readSheet, textRows } from './support.ts'

const cell = '<row><c t="s"><v>0</v></c></row>'
const strings = '<si><t>the shared text</t></si>'

/** Returns a workbook whose sheet is at `part` in the zip, and whose relationship has the given target. */
function bookWith(part: string, target: string, more: Readonly<Record<string, Uint8Array>> = {}): Uint8Array {
  const { 'xl/worksheets/sheet1.xml': sheet, ...parts } = partsOfBook({ sheets: [cell], strings })
  const relationsPart = 'xl/_rels/workbook.xml.rels'
  const relations = strFromU8(parts[relationsPart] ?? new Uint8Array(0))
  return zipSync({
    ...parts,
    [relationsPart]: strToU8(relations.replace('worksheets/sheet1.xml', target)),
    ...more,
    [part]: sheet ?? new Uint8Array(0),
  })
}

/** ECMA-376 part 2: a target is a URI relative to the part that contains it, and part names are case-insensitive. */
describe('the target of a relationship is found', () => {
  test.each([
    ['percent-encoded', 'xl/worksheets/sheet 1.xml', 'worksheets/sheet%201.xml'],
    ['percent-encoded beyond ASCII', 'xl/worksheets/été №1.xml', 'worksheets/%C3%A9t%C3%A9%20%e2%84%961.xml'],
    ['percent-encoded in the zip as well', 'xl/worksheets/sheet%201.xml', 'worksheets/sheet%201.xml'],
    ['percent-encoded only in the zip', 'xl/worksheets/sheet%201.xml', 'worksheets/sheet 1.xml'],
    ['percent-encoded without need', 'xl/worksheets/sheet1.xml', 'worksheets/sheet%31.xml'],
    ['with a percent sign that encodes nothing', 'xl/worksheets/100%.xml', 'worksheets/100%.xml'],
    ['with invalid bytes', 'xl/worksheets/%FF.xml', 'worksheets/%FF.xml'],
    ['absolute', 'xl/worksheets/sheet1.xml', '/xl/worksheets/sheet1.xml'],
    ['absolute and percent-encoded', 'xl/worksheets/sheet 1.xml', '/xl/worksheets/sheet%201.xml'],
    ['relative to its own folder', 'xl/worksheets/sheet1.xml', './worksheets/./sheet1.xml'],
    ['through the parent folder', 'xl/worksheets/sheet1.xml', '../xl/worksheets/sheet1.xml'],
    ['with backslashes', 'xl/worksheets/sheet1.xml', 'worksheets\\sheet1.xml'],
    ['with backslashes in the zip', 'xl\\worksheets\\sheet1.xml', 'worksheets/sheet1.xml'],
    ['absolute with backslashes', 'xl/worksheets/sheet1.xml', '\\xl\\worksheets\\sheet1.xml'],
    ['in another case', 'xl/worksheets/Sheet1.xml', 'WorkSheets/sheet1.XML'],
    ['encoded in another case', 'xl/worksheets/É.xml', 'worksheets/%c3%a9.xml'],
    ['with spaces around it, as XML lets a URI have', 'xl/worksheets/sheet1.xml', ' worksheets/sheet1.xml\n'],
  ])('%s', async (_, part, target) => {
    expect(textRows(await readSheet(bookWith(part, target)))).toEqual([['the shared text']])
  })

  test('an encoded name wins over its decoded name', async () => {
    const other = { 'xl/worksheets/sheet 1.xml': strToU8('<worksheet><sheetData/></worksheet>') }
    const book = bookWith('xl/worksheets/sheet%201.xml', 'worksheets/sheet%201.xml', other)
    expect(textRows(await readSheet(book))).toEqual([['the shared text']])
  })

  test('a part without a relationship is not found', async () => {
    const book = bookWith('xl/worksheets/sheet 2.xml', 'worksheets/sheet%201.xml')
    await expect(readSheet(book)).rejects.toMatchObject({ code: 'corrupt_file' })
  })
})

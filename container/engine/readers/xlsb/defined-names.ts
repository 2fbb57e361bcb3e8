import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import { u16, u32 } from '../spreadsheet/binary-cells.ts'
import type { DefinedName } from '../spreadsheet/package-workbook.ts'
import { columnLetters } from '../spreadsheet/references.ts'
import { type BinaryRecords, Brt, recordsOf } from './records.ts'
import { decodeText } from './text.ts'

const isBuiltIn = 0x20
/** Formula tokens of a cell and of an area, in each of the three operand classes. */
const cellTokens = new Set([0x3a, 0x5a, 0x7a])
const areaTokens = new Set([0x3b, 0x5b, 0x7b])
const columnBits = 0x3fff

/**
 * Returns the names of cells in the workbook part. Names of formulas and of cells in other workbooks are not included.
 */
export async function definedNames(zip: ZipArchive, workbook: ZipEntry): Promise<DefinedName[]> {
  const tabs: string[] = []
  const books: boolean[] = []
  /** Maps the number that formulas use to the tab of this workbook, or to -1 for another workbook. */
  let links: number[] = []
  const found: { name: string; formula: Uint8Array }[] = []
  for await (const records of recordsOf(zip.chunks(workbook))) {
    const { type } = records
    if (type === Brt.bundledSheet) tabs.push(tabName(records))
    else if (type === Brt.ownBook || type === Brt.sameBook) books.push(true)
    else if (type === Brt.otherBook || type === Brt.addIn) books.push(false)
    else if (type === Brt.externalSheets) links = linksOf(records, books)
    else if (type === Brt.definedName && (records.u32(0) & isBuiltIn) === 0) found.push(nameOf(records))
  }
  return found.flatMap(({ name, formula }) => {
    const reference = referenceOf(formula)
    const sheet = reference === null ? undefined : tabs[links[u16(formula, 1)] ?? -1]
    return sheet === undefined ? [] : [{ name, reference: `'${sheet.replaceAll("'", "''")}'!${reference}` }]
  })
}

function tabName(records: BinaryRecords): string {
  const id = records.text(8)
  return decodeText(records.bytes, records.text(id.end - records.start))
}

function linksOf(records: BinaryRecords, books: readonly boolean[]): number[] {
  const count = Math.min(records.u32(0), Math.floor((records.length - 4) / 12))
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
    const [book, first, last] = [0, 4, 8].map((part) => records.u32(4 + at * 12 + part)) as [number, number, number]
    return books[book] === true && first === last ? first : -1
  })
}

function nameOf(records: BinaryRecords): { name: string; formula: Uint8Array } {
  const name = records.text(9)
  const formulaAt = name.end - records.start
  const from = Math.min(name.end + 4, records.end)
  const formula = records.bytes.slice(from, Math.min(records.end, from + records.u32(formulaAt)))
  return { name: decodeText(records.bytes, name), formula }
}

/** Converts a formula that is one cell or one area to the usual notation. */
function referenceOf(formula: Uint8Array): string | null {
  const token = formula[0] ?? 0
  const cell = (row: number, column: number): string =>
    `${columnLetters(u16(formula, column) & columnBits)}${u32(formula, row) + 1}`
  if (cellTokens.has(token) && formula.length === 9) return cell(3, 7)
  if (areaTokens.has(token) && formula.length === 15) return `${cell(3, 11)}:${cell(7, 13)}`
  return null
}

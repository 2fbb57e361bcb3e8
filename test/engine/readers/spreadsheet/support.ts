import { strToU8, zipSync } from 'fflate'
import { memorySource } from '../../../../container/engine/bytes/memory-source.ts'
import { openReader } from '../../../../container/engine/readers/open-reader.ts'
import { Reporter } from '../../../../container/engine/report/reporter.ts'
import { withAccelerator } from '../../../../container/engine/webassembly/accelerator.ts'
import { nodeInflate } from '../../../../container/run/node-inflate.ts'
import { specSchema } from '../../../../src/contract/spec.ts'
import { cellsOf, type OurCell } from '../referee-cells.ts'

export interface ReadSheet {
  readonly sheet: string | null
  readonly format: string
  /** The cells by `row:column`: the sheet's row from 1, and the table's column from 0. */
  readonly cells: Map<string, OurCell>
  readonly reporter: Reporter
}

/** A header row that no table object has, so that the whole sheet is read. */
const wholeSheet = 1_000_000

/** Reads the cells of a workbook before any inference. */
export async function readSheet(
  bytes: Uint8Array,
  { sheet = null, chunkBytes = 1 << 16 }: { readonly sheet?: string | null; readonly chunkBytes?: number } = {},
): Promise<ReadSheet> {
  const reporter = new Reporter()
  const input = { sheet, header_row: wholeSheet }
  return withAccelerator(async (accelerator) => {
    const opened = await openReader({
      name: 'book',
      source: memorySource(bytes, chunkBytes),
      inflate: nodeInflate,
      spec: specSchema.parse({ input, output: { dialect: 'postgresql' } }),
      reporter,
      accelerator,
    })
    if (opened.kind !== 'rows') throw new Error('no workbook')
    const { reader } = opened
    const cells = await cellsOf(reader)
    return { sheet: reader.sourceName, format: reader.input.format, cells, reporter }
  })
}

/** Rows of strings without row numbers, as a user sees the table. */
export function textRows({ cells }: Pick<ReadSheet, 'cells'>): string[][] {
  const rows = new Map<number, string[]>()
  for (const [at, { text }] of cells) {
    const [row = 0, column = 0] = at.split(':').map(Number)
    const found = rows.get(row) ?? []
    while (found.length < column) found.push('')
    found[column] = text
    rows.set(row, found)
  }
  return [...rows].toSorted(([a], [b]) => a - b).map(([, texts]) => texts)
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'

export interface BookParts {
  /** The content of `sheetData` for each sheet, or a whole worksheet if it begins with `<`+`worksheet`. */
  readonly sheets: readonly string[]
  readonly names?: readonly string[]
  readonly states?: readonly string[]
  readonly strings?: string
  readonly styles?: string
  readonly more?: Readonly<Record<string, string>>
}

const worksheet = (data: string): string =>
  data.includes('worksheet') ? data : `<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`

/** Returns the parts of a hand-made workbook with any XML. */
export function partsOfBook({ sheets, names = [], states = [], strings, styles, more = {} }: BookParts) {
  const parts: Record<string, Uint8Array> = {}
  const add = (name: string, text: string): void => {
    parts[name] = strToU8(text)
  }
  const nameOf = (at: number): string => names[at] ?? `Sheet${at + 1}`
  add('[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>')
  add(
    '_rels/.rels',
    `<Relationships xmlns="${packageRelations}"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  const list = sheets.map(
    (_, at) => `<sheet name="${nameOf(at)}" sheetId="${at + 1}" state="${states[at] ?? 'visible'}" r:id="s${at + 1}"/>`,
  )
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`,
  )
  const targets = sheets.map(
    (_, at) => `<Relationship Id="s${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packageRelations}">${targets.join('')}<Relationship Id="t" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="u" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  )
  sheets.forEach((data, at) => add(`xl/worksheets/sheet${at + 1}.xml`, worksheet(data)))
  if (strings !== undefined) add('xl/sharedStrings.xml', `<sst xmlns="${main}">${strings}</sst>`)
  if (styles !== undefined) add('xl/styles.xml', `<styleSheet xmlns="${main}">${styles}</styleSheet>`)
  for (const [name, text] of Object.entries(more)) add(name, text)
  return parts
}

export const bookOf = (book: BookParts): Uint8Array => zipSync(partsOfBook(book), { level: 1 })

/** Returns an OpenDocument spreadsheet with the given tables. */
export function odsOf(tables: string, styles = ''): Uint8Array {
  return zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
    'content.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ),
  })
}

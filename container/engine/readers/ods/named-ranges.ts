import { placeInBook } from '../spreadsheet/references.ts'
import type { NamedCells } from '../spreadsheet/workbook.ts'
import { xmlAsUtf8 } from '../xml/xml-chunks.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'

/** The attributes that refer to cells, by the elements that contain them. */
const references: Readonly<Record<string, string>> = {
  'named-range': 'cell-range-address',
  'database-range': 'target-range-address',
}

/** Reads the named ranges and database ranges of an OpenDocument's content. They follow all of its tables. */
export async function namedRanges(chunks: AsyncIterable<Uint8Array>): Promise<NamedCells[]> {
  const xml = new XmlScanner(xmlAsUtf8(chunks).chunks)
  const named: NamedCells[] = []
  try {
    for (let token = xml.next(); token !== XmlToken.end; token = xml.next()) {
      if (token === XmlToken.starved) await xml.fill()
      if (token !== XmlToken.open) continue
      const reference = references[xml.name()]
      const place = reference === undefined ? null : placeInBook(xml.attribute(reference) ?? '')
      if (place !== null) named.push({ name: xml.attribute('name') ?? '', ...place, headerRow: null })
    }
  } finally {
    await xml.close()
  }
  return named
}

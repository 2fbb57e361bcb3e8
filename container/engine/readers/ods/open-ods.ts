import type { ZipArchive } from '../../bytes/zip-archive.ts'
import { EngineFailure } from '../../failure.ts'
import type { Reporter } from '../../report/reporter.ts'
import { eachTag } from '../spreadsheet/office-package.ts'
import type { StreamedBook } from '../spreadsheet/table-stream.ts'
import { namedRanges } from './named-ranges.ts'
import { OdsTables } from './ods-tables.ts'

/** An OpenDocument spreadsheet from its package. */
export async function openOds(zip: ZipArchive, reporter: Reporter): Promise<StreamedBook> {
  await refuseEncrypted(zip)
  const content = zip.find('content.xml')
  if (content === null) throw new EngineFailure('corrupt_file', 'The package has no content.xml.')
  return {
    format: 'ods',
    open: () => Promise.resolve(new OdsTables(zip.chunks(content), reporter)),
    namedCells: () => namedRanges(zip.chunks(content)),
    bytesRead: () => zip.bytesRead,
  }
}

/** The parts whose protection hides the sheets. Others may have one of their own: a library of macros with a password. */
const sheetParts = new Set(['content.xml', 'encrypted-package'])

async function refuseEncrypted(zip: ZipArchive): Promise<void> {
  const manifest = zip.find('META-INF/manifest.xml')
  if (manifest === null) return
  let part: string | null = null
  let isEncrypted = false
  await eachTag(zip, manifest, (xml) => {
    const name = xml.name()
    if (name === 'file-entry') part = xml.attribute('full-path')
    else if (name === 'encryption-data' && part !== null) isEncrypted ||= sheetParts.has(part)
  })
  if (isEncrypted) throw new EngineFailure('encrypted_file', 'The spreadsheet is protected with a password.')
}

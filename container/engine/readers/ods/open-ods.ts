import type { ZipArchive } from '../../bytes/zip-archive.ts'
import { EngineFailure } from '../../failure.ts'
import type { Reporter } from '../../report/reporter.ts'
import { eachTag } from '../spreadsheet/office-package.ts'
import type { StreamedBook } from '../spreadsheet/table-stream.ts'
import { OdsTables } from './ods-tables.ts'

/** An OpenDocument spreadsheet from its package. */
export async function openOds(zip: ZipArchive, reporter: Reporter): Promise<StreamedBook> {
  await refuseEncrypted(zip)
  const content = zip.find('content.xml')
  if (content === null) throw new EngineFailure('corrupt_file', 'The package has no content.xml.')
  return {
    format: 'ods',
    open: () => Promise.resolve(new OdsTables(zip.chunks(content), reporter)),
    bytesRead: () => zip.bytesRead,
  }
}

async function refuseEncrypted(zip: ZipArchive): Promise<void> {
  const manifest = zip.find('META-INF/manifest.xml')
  if (manifest === null) return
  let isEncrypted = false
  await eachTag(zip, manifest, (xml) => {
    isEncrypted ||= xml.name() === 'encryption-data'
  })
  if (isEncrypted) throw new EngineFailure('encrypted_file', 'The spreadsheet is protected with a password.')
}

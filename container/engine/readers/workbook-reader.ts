import { workbookMessages } from '../catalog/workbooks.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { type FileKind, fileKind } from '../detect/file-kind.ts'
import { EngineFailure } from '../failure.ts'
import type { ReadRequest } from './read-request.ts'
import { openOds } from './ods/open-ods.ts'
import type { RowReader } from './row-reader.ts'
import { workbookPart } from './spreadsheet/office-package.ts'
import { sheetReader } from './spreadsheet/sheet-reader.ts'
import { streamedReader } from './spreadsheet/table-stream.ts'
import { holdsPackage } from './xls/workbook-stream.ts'
import { openXls } from './xls/xls-workbook.ts'
import { openXlsb } from './xlsb/xlsb-workbook.ts'
import { withinCellLimit } from './spreadsheet/cell-limit.ts'
import { openXlsx } from './xlsx/xlsx-workbook.ts'

const officeReaders = { xlsx: openXlsx, xlsb: openXlsb } as const

/** The maximum number of encrypted files around a workbook. */
const layersMax = 2

/** Opens a workbook of any supported format and reads its rows. */
export async function workbookReader(
  kind: Extract<FileKind, { kind: 'old-office' | 'package' }>,
  request: Pick<ReadRequest, 'source' | 'spec' | 'reporter' | 'accelerator' | 'inflate'>,
  layers = 1,
): Promise<RowReader> {
  const { source, spec, reporter, inflate } = request
  const accelerator = (await request.accelerator?.forWorkbooks()) ?? null
  const { input } = spec
  const readInner = async (inner: ByteSource): Promise<RowReader> => {
    const innerKind = await fileKind(inner, inflate)
    if (layers === layersMax || innerKind.kind !== 'package') throw noWorkbook()
    return workbookReader(innerKind, { ...request, source: inner }, layers + 1)
  }
  if (kind.kind === 'old-office') {
    if (!(await holdsPackage(source))) {
      const workbook = await openXls(source, input, accelerator)
      return withinCellLimit(await sheetReader(workbook, input, reporter, accelerator), reporter)
    }
    const { decryptedPackage } = await import('./encryption/office-encryption.ts')
    return readInner(await decryptedPackage(source, input.password))
  }
  if (kind.format === 'ods') {
    const opened = await openOds(kind.archive, reporter, input.password, inflate)
    return 'size' in opened ? readInner(opened) : streamedReader(opened, input, reporter, accelerator)
  }
  const part = await workbookPart(kind.archive)
  if (part === null) throw noWorkbook()
  const workbook = await officeReaders[kind.format](kind.archive, part)
  return withinCellLimit(await sheetReader(workbook, input, reporter, accelerator), reporter)
}

const noWorkbook = (): EngineFailure => new EngineFailure('corrupt_file', workbookMessages.corrupt_file.noWorkbook)

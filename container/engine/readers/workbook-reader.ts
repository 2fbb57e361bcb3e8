import type { Spec } from '../../../src/contract/spec.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { FileKind } from '../detect/file-kind.ts'
import { EngineFailure } from '../failure.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Reporter } from '../report/reporter.ts'
import { openOds } from './ods/open-ods.ts'
import type { RowReader } from './row-reader.ts'
import { workbookPart } from './spreadsheet/office-package.ts'
import { sheetReader } from './spreadsheet/sheet-reader.ts'
import { streamedReader } from './spreadsheet/table-stream.ts'
import { openXls } from './xls/xls-workbook.ts'
import { openXlsb } from './xlsb/xlsb-workbook.ts'
import { withinCellLimit } from './spreadsheet/cell-limit.ts'
import { openXlsx } from './xlsx/xlsx-workbook.ts'

const officeReaders = { xlsx: openXlsx, xlsb: openXlsb } as const

/** The rows of a workbook, whichever program wrote it. */
export async function workbookReader(
  kind: Extract<FileKind, { kind: 'old-office' | 'package' }>,
  source: ByteSource,
  spec: Spec,
  reporter: Reporter,
  kernel: Kernel | null,
): Promise<RowReader> {
  if (kind.kind === 'old-office') {
    const workbook = await openXls(source, spec.input.encoding, kernel)
    return withinCellLimit(await sheetReader(workbook, spec.input, reporter, kernel), reporter)
  }
  if (kind.format === 'ods') return streamedReader(await openOds(kind.archive, reporter), spec.input, reporter, kernel)
  const part = await workbookPart(kind.archive)
  if (part === null) throw new EngineFailure('corrupt_file', 'The package holds no workbook.')
  const workbook = await officeReaders[kind.format](kind.archive, part)
  return withinCellLimit(await sheetReader(workbook, spec.input, reporter, kernel), reporter)
}

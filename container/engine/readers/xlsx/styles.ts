import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import type { SerialShape } from '../../values/excel-serial.ts'
import { digitsFilled, shapeOfFormat } from '../../values/number-format.ts'
import { eachTag } from '../spreadsheet/office-package.ts'

const stylesMax = 1 << 20

/** For each cell style how its numbers are shown. */
export interface CellStyles {
  readonly shapes: readonly SerialShape[]
  /** How many digits formats such as `00000` fill; 0 for the others. */
  readonly digits: readonly number[]
}

export async function readStyles(zip: ZipArchive, entry: ZipEntry | null): Promise<CellStyles> {
  const codes = new Map<number, string>()
  const shapes: SerialShape[] = []
  const digits: number[] = []
  if (entry === null) return { shapes, digits }
  let inCellStyles = false
  await eachTag(zip, entry, (xml) => {
    const name = xml.name()
    if (name === 'numFmt') codes.set(Number(xml.attribute('numFmtId')), xml.attribute('formatCode') ?? '')
    else if (name === 'cellXfs') inCellStyles = true
    else if (name === 'cellStyleXfs' || name === 'cellStyles' || name === 'dxfs') inCellStyles = false
    else if (name === 'xf' && inCellStyles && shapes.length < stylesMax) {
      const id = Number(xml.attribute('numFmtId') ?? 0)
      shapes.push(shapeOfFormat(id, codes.get(id)))
      digits.push(digitsFilled(codes.get(id)))
    }
  })
  return { shapes, digits }
}

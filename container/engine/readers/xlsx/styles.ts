import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import { eachTag } from '../spreadsheet/office-package.ts'
import { CellStyles } from '../spreadsheet/sheet-parts.ts'

const stylesMax = 1 << 20

export async function readStyles(zip: ZipArchive, entry: ZipEntry | null): Promise<CellStyles> {
  const codes = new Map<number, string>()
  const styles = new CellStyles()
  if (entry === null) return styles
  let inCellStyles = false
  await eachTag(zip, entry, (xml) => {
    const name = xml.name()
    if (name === 'numFmt') codes.set(Number(xml.attribute('numFmtId')), xml.attribute('formatCode') ?? '')
    else if (name === 'cellXfs') inCellStyles = true
    else if (name === 'cellStyleXfs' || name === 'cellStyles' || name === 'dxfs') inCellStyles = false
    else if (name === 'xf' && inCellStyles && styles.shapes.length < stylesMax) {
      const id = Number(xml.attribute('numFmtId') ?? 0)
      styles.add(id, codes.get(id))
    }
  })
  return styles
}

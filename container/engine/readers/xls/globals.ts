import { workbookMessages } from '../../catalog/workbooks.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { EngineFailure } from '../../failure.ts'
import type { WorkbookAccelerator } from '../spreadsheet/workbook-accelerator.ts'
import { CellStyles, type SheetParts } from '../spreadsheet/sheet-parts.ts'
import type { NamedCells, SheetInfo } from '../spreadsheet/workbook.ts'
import { CodePage } from './code-pages.ts'
import { DefinedNames } from './defined-names.ts'
import { Biff, BiffRecords, type BiffVersion, isBegin } from './records.ts'
import { SharedStrings } from './shared-strings.ts'
import { laterVersion, versionOf } from './sheet-start.ts'
import { UnicodeText } from './unicode-text.ts'

export interface XlsSheet extends SheetInfo {
  /** The position of the sheet's start in the stream. */
  readonly position: number
}

/** The records before the sheets: sheet names and positions, styles, and shared strings. */
export interface Globals extends SheetParts {
  readonly version: BiffVersion
  readonly sheets: readonly XlsSheet[]
  /**
   * Whether cells refer to styles. In the first generation, they refer to number formats directly, and `styles`
   * contains these formats.
   */
  readonly hasStyles: boolean
  readonly codePage: CodePage
  /** Cells with a name. */
  readonly named: readonly NamedCells[]
}

/** The records after this one are encrypted. It contains the method. */
export class ProtectedRecords extends EngineFailure {
  readonly info: Uint8Array

  constructor(info: Uint8Array) {
    super('encrypted_file', workbookMessages.encrypted_file.protected)
    this.info = info
  }
}

const worksheet = 0
const defaultCodePage = 1252

export async function readGlobals(
  stream: ByteSource,
  encoding: string | null,
  accelerator: WorkbookAccelerator | null,
): Promise<Globals> {
  const records = new BiffRecords(stream, 0, accelerator?.markup)
  const globals = new GlobalRecords(encoding, accelerator, await firstVersion(stream))
  try {
    for (;;) {
      if (records.next()) {
        if (globals.take(records)) return globals.globals()
      } else if (!(await records.fill())) break
    }
  } finally {
    await records.close()
  }
  throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.noFirstSheet)
}

/** Returns the generation of a workbook whose first record is missing, or null if the record is there. */
async function firstVersion(stream: ByteSource): Promise<BiffVersion | null> {
  const head = await stream.read(0, Math.min(2, stream.size))
  return isBegin((head[0] ?? 0) | ((head[1] ?? 0) << 8)) ? null : laterVersion(stream)
}

class GlobalRecords {
  private version: BiffVersion | null
  private readonly sheets: XlsSheet[] = []
  /** The names of all tabs, including those without cells. */
  private readonly tabNames: string[] = []
  private readonly definedNames = new DefinedNames()
  private readonly formats = new Map<number, string>()
  private readonly formatOfStyle: number[] = []
  private is1904 = false
  private isInStrings = false
  private nextSheetName: string | null = null
  private depth = 1
  private readonly shared: SharedStrings
  private codePage: CodePage
  private readonly encoding: string | null

  /** `version` is null if the first record gives it. */
  constructor(encoding: string | null, accelerator: WorkbookAccelerator | null, version: BiffVersion | null) {
    this.version = version
    this.encoding = encoding
    this.shared = new SharedStrings(accelerator)
    this.codePage = new CodePage(encoding ?? defaultCodePage)
  }

  /** Returns true at the record that ends the workbook's globals. */
  take(records: BiffRecords): boolean {
    const { type } = records
    if (this.version === null) {
      this.version = versionOf(records)
      return false
    }
    if (this.isInStrings && type === Biff.continues) {
      this.shared.continues(records.bytes, records.start, records.end)
      return false
    }
    this.isInStrings = false
    switch (type) {
      case Biff.bof:
      case Biff.bof4:
        return this.beginSubstream(records)
      case Biff.eof:
        return --this.depth === 0
      case Biff.filePass:
        throw new ProtectedRecords(records.bytes.slice(records.start, records.end))
      case Biff.codePage:
        if (this.encoding === null) this.codePage = new CodePage(records.u16(0))
        break
      case Biff.dateMode:
        this.is1904 = records.u16(0) === 1
        break
      case Biff.boundSheet:
        this.boundSheet(records)
        break
      case Biff.sheetHeader:
        this.nextSheetName = this.codePage.decode(records.bytes, records.start + 5, records.start + 5 + records.u8(4))
        break
      case Biff.sst:
        this.isInStrings = true
        this.shared.begin(records.bytes, records.start, records.end)
        break
      case Biff.supportingBook:
        this.definedNames.supportingBook(records)
        break
      case Biff.externalSheet:
        if (this.version === 8) this.definedNames.externalSheets(records)
        break
      case Biff.definedName:
        if (this.version >= 5) this.definedNames.add(records, this.version === 8 ? null : this.codePage)
        break
      case Biff.format:
      case Biff.format23:
        this.format(records)
        break
      case Biff.xf:
        this.formatOfStyle.push(records.u16(2))
        break
      case Biff.xf3:
      case Biff.xf4:
        this.formatOfStyle.push(records.u8(1))
        break
      case Biff.xf2:
        this.formatOfStyle.push(records.u8(2) & 0x3f)
        break
    }
    return false
  }

  globals(): Globals {
    const styles = new CellStyles()
    const hasStyles = this.formatOfStyle.length > 0
    const named = this.version === 2 ? this.formats.keys() : []
    for (const id of hasStyles ? this.formatOfStyle : named) styles.add(id, this.formats.get(id))
    return {
      version: this.version ?? 8,
      sheets: this.sheets.length > 0 ? this.sheets : [{ name: 'Sheet1', isHidden: false, position: 0 }],
      styles,
      hasStyles,
      is1904: this.is1904,
      strings: this.shared.strings,
      codePage: this.codePage,
      named: this.definedNames.cells(this.tabNames),
    }
  }

  /**
   * Handles the start of a substream. A workspace of Excel 4 contains its sheets. In other files, the end of the
   * globals is missing.
   */
  private beginSubstream(records: BiffRecords): boolean {
    if (this.nextSheetName === null) return this.sheets.length > 0
    this.sheets.push({ name: this.nextSheetName, isHidden: false, position: records.position })
    this.nextSheetName = null
    this.depth++
    return false
  }

  private boundSheet(records: BiffRecords): void {
    if (records.length < 7) return
    const name =
      this.version === 8
        ? unicode(records, 8, records.u8(6), records.u8(7))
        : this.codePage.decode(
            records.bytes,
            records.start + 7,
            Math.min(records.end, records.start + 7 + records.u8(6)),
          )
    this.tabNames.push(name)
    if (records.u8(5) !== worksheet) return
    this.sheets.push({ name, isHidden: (records.u8(4) & 3) !== 0, position: records.u32(0) })
  }

  private format(records: BiffRecords): void {
    if (this.version === 8) {
      this.formats.set(records.u16(0), unicode(records, 5, records.u16(2), records.u8(4)))
      return
    }
    const at = records.type === Biff.format ? 2 : 0
    const id = this.version === 5 ? records.u16(0) : this.formats.size
    const start = records.start + at + 1
    this.formats.set(id, this.codePage.decode(records.bytes, start, Math.min(records.end, start + records.u8(at))))
  }
}

function unicode(records: BiffRecords, at: number, characters: number, flags: number): string {
  const out = new GrowingBytes(256)
  const text = new UnicodeText(out)
  text.begin(characters, flags)
  text.take(records.bytes, Math.min(records.start + at, records.end), records.end)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(out.bytes.subarray(0, out.length))
}

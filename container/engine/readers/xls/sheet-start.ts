import { workbookMessages } from '../../catalog/workbooks.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { EngineFailure } from '../../failure.ts'
import { Biff, BiffRecords, type BiffVersion, isBegin, isCell } from './records.ts'

const worksheetContent = 0x10
/** In every generation, the records before the first cell have lower numbers. */
const typesMax = 0x1000

/** The position of a sheet's first record, and whether the record that begins a sheet is missing. */
export interface SheetStart {
  readonly position: number
  readonly isBegun: boolean
}

/** Returns the generation that the first record of a workbook or a sheet declares, or null for other records. */
export function versionOf(records: BiffRecords): BiffVersion | null {
  switch (records.type) {
    case Biff.bof2:
      return 2
    case Biff.bof3:
      return 3
    case Biff.bof4:
      return 4
    case Biff.bof:
      return records.u16(0) >= 0x600 ? 8 : 5
    default:
      return null
  }
}

/** Returns the generation of a workbook whose first record is missing: that of its sheets, or else the last one. */
export async function laterVersion(stream: ByteSource): Promise<BiffVersion> {
  for await (const records of recordsFrom(stream, 0)) {
    const version = versionOf(records)
    if (version !== null) return version
  }
  return 8
}

/**
 * Returns the start of a sheet, which is usually where the workbook says. Some programs record wrong positions, so
 * their sheets are matched by the order of tabs. Others omit the record that begins a sheet, so its cells follow
 * directly.
 */
export async function sheetStart(
  stream: ByteSource,
  sheets: readonly { readonly position: number }[],
  index: number,
): Promise<SheetStart> {
  const position = sheets[index]?.position ?? 0
  const head = position + 2 <= stream.size ? await stream.read(position, 2) : new Uint8Array(2)
  if (isBegin((head[0] ?? 0) | ((head[1] ?? 0) << 8))) return { position, isBegun: false }
  const starts = await worksheetStarts(stream)
  const start = starts[index]
  if (start !== undefined && starts.length === sheets.length) return { position: start, isBegun: false }
  if (await holdsCells(stream, position)) return { position, isBegun: true }
  throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.sheetPosition)
}

async function worksheetStarts(stream: ByteSource): Promise<number[]> {
  const starts: number[] = []
  let depth = 0
  for await (const records of recordsFrom(stream, 0)) {
    if (isBegin(records.type)) {
      if (depth === 0 && records.u16(2) === worksheetContent) starts.push(records.position)
      depth++
    } else if (records.type === Biff.eof) depth = Math.max(0, depth - 1)
  }
  return starts
}

/** Tests whether records with cells follow, up to the end of a sheet. */
async function holdsCells(stream: ByteSource, position: number): Promise<boolean> {
  let cells = 0
  for await (const records of recordsFrom(stream, position)) {
    if (records.type === Biff.eof) return cells > 0
    if (records.type > typesMax || isBegin(records.type)) return false
    if (isCell(records.type)) cells++
  }
  return false
}

async function* recordsFrom(stream: ByteSource, position: number): AsyncIterable<BiffRecords> {
  const records = new BiffRecords(stream, position)
  try {
    do while (records.next()) yield records
    while (await records.fill())
  } finally {
    await records.close()
  }
}

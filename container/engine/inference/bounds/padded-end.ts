import { findTableStart } from '../header/header-row.ts'
import { isHeader } from '../header/header-signs.ts'
import { filled, hasValue, isBlank, isNameRow, usedWidth, usualWidth, widthOf } from '../rows/row-shapes.ts'
import { isDrawnLine, isPlainNote } from '../../values/notes.ts'
import { isSentence, isSplitNote } from '../rows/sentence.ts'
import type { TextRow } from '../rows/text-row.ts'

/** The rows after the table, in a file whose rows all have the same number of cells, as spreadsheets write them. */
export interface PaddedEnd {
  readonly code: 'note' | 'other_table'
  /** The number of the first row after the table's last one. */
  readonly from: number
  /** The number of the first row that is not a title. */
  readonly names: number
}

const titlesMax = 4

/**
 * Finds another table or notes after the table. In these files, rows of delimiters replace blank lines. The rows after
 * one are another table if they begin with different names, and notes if they consist of sentences only.
 */
export function paddedEnd(rows: readonly TextRow[]): PaddedEnd | null {
  const [first] = rows
  if (first === undefined || widthOf(first) < 2 || rows.some((row) => widthOf(row) !== widthOf(first))) return null
  const parts = partsOf(rows)
  for (let at = 1; at < parts.length; at++) {
    const above = parts.slice(0, at).flat()
    const below = parts.slice(at).flat()
    const start = findTableStart(trimmed(above), null)
    const data = above.filter(({ number }) => number > start.lastHeadRow)
    if (start.headerRow === null || data.length === 0) continue
    const from = (above.at(-1) as TextRow).number + 1
    if (data.every((row) => filled(row) > 1) && below.every((row) => isSentence(row, 0)))
      return { code: 'note', from, names: from }
    const names = namesOfOther(parts[at] as TextRow[], start.names)
    const isLarge = data.length * usualWidth(above) * 2 >= below.length * usualWidth(below)
    if (names !== null && isLarge) return { code: 'other_table', from, names: names.number }
  }
  return null
}

/**
 * Finds notes below the last row, each in the first cell of its row or split by its commas. They begin with a sign or
 * word for notes, are separated from the table, or are below a line of dashes.
 */
export function paddedNotes(rows: readonly TextRow[]): PaddedEnd | null {
  const [first] = rows
  if (first === undefined || widthOf(first) < 2 || rows.some((row) => widthOf(row) !== widthOf(first))) return null
  const end = drawnLine(rows) ?? firstNote(rows)
  const [table, notes] = [rows.slice(0, end), rows.slice(end)]
  const [top] = notes
  if (top === undefined || notes.every(isEmpty) || table.length < 3 || !table.every((row) => filled(row) > 1))
    return null
  const isSplit = isSplitNote(top)
  if (isSplit && table.some((row) => row.cells.some(({ text }) => text.startsWith(' ')))) return null
  const isApart = isEmpty(top) || isPlainNote(firstText(top))
  return isApart ? { code: 'note', from: top.number, names: top.number } : null
}

/** Returns the index of the first sentence or empty row at the end. */
const firstNote = (rows: readonly TextRow[]): number => rows.findLastIndex((row) => !isNoteOrEmpty(row)) + 1

/** Returns the index of a drawn line with only first cells below it, or null if there is none. */
function drawnLine(rows: readonly TextRow[]): number | null {
  const alone = rows.findLastIndex((row) => filled(row) > 1 || (filled(row) === 1 && firstText(row) === '')) + 1
  const at = rows.findIndex((row, index) => index >= alone && isDrawnLine(firstText(row)))
  return at < 0 ? null : at
}

const firstText = (row: TextRow): string => row.cells[0]?.text.trim() ?? ''

const isNoteOrEmpty = (row: TextRow): boolean => isEmpty(row) || isSentence(row, 0) || isSplitNote(row)

const isEmpty = (row: TextRow): boolean => usedWidth(row) === 0

/** Splits the rows at empty ones. */
function partsOf(rows: readonly TextRow[]): TextRow[][] {
  const parts: TextRow[][] = [[]]
  for (const row of rows) {
    if (usedWidth(row) > 0) parts.at(-1)?.push(row)
    else if (parts.at(-1)?.length !== 0) parts.push([])
  }
  return parts.filter((part) => part.length > 0)
}

/** Returns the names of another table, below titles, if a part begins with them. */
function namesOfOther(part: readonly TextRow[], ours: readonly string[]): TextRow | null {
  const titles = part.findIndex((row) => filled(row) > 1)
  if (titles < 0 || titles > titlesMax) return null
  const [names, ...below] = trimmed(part.slice(titles))
  if (names === undefined || below.length === 0 || !isNameRow(names) || !below.some(hasValue)) return null
  const width = widthOf(names)
  const areOurs = names.cells.every(({ text }, column) => text.trim() === (ours[column] ?? '').trim())
  if (areOurs || below.some((row) => widthOf(row) > width)) return null
  return isHeader(names, below, width) ? (part[titles] as TextRow) : null
}

/** Removes columns at the end that are empty in every row. */
function trimmed(rows: readonly TextRow[]): TextRow[] {
  const width = Math.max(0, ...rows.map(usedWidth))
  return rows.map((row) => ({ ...row, cells: row.cells.slice(0, width) }))
}

/** Returns the rows of the table itself. */
export const beforeEnd = (rows: readonly TextRow[], { from }: PaddedEnd): readonly TextRow[] =>
  trimmed(rows.filter((row) => row.number < from && !row.cells.every(isBlank)))

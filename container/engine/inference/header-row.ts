import { CellKind } from '../table/row-batch.ts'
import type { HeadRow } from './sample.ts'

/** Where the table begins in the file, and what its columns are called there. */
export interface TableStart {
  /** Row number of the (first) header row; null where the file has none. */
  readonly headerRow: number | null
  /** Rows up to this number are not data. */
  readonly lastHeadRow: number
  readonly names: readonly string[]
}

const titleRowsMax = 50

/** Decides from the first rows; `given` is the row that the spec or the format itself names. */
export function findTableStart(rows: readonly HeadRow[], given: number | null): TableStart {
  if (given !== null) return givenHeader(rows, given)
  const width = usualWidth(rows)
  const first = rows.findIndex(
    (row) =>
      filled(row) >= Math.max(1, Math.ceil(Math.min(width, widthOf(row)) * 0.5)) &&
      widthOf(row) >= Math.min(width, 2) &&
      isTableRow(row, width),
  )
  const top = first < 0 || first > titleRowsMax ? 0 : first
  const candidate = rows[top]
  if (candidate === undefined) return { headerRow: null, lastHeadRow: 0, names: [] }
  const data = rows.slice(top + 1)
  const before = candidate.number - 1
  if (!isHeader(candidate, data, width)) return { headerRow: null, lastHeadRow: before, names: unnamed(width) }
  const second = data[0]
  if (second !== undefined && continuesHeader(candidate, second, data.slice(1), width)) {
    return { headerRow: candidate.number, lastHeadRow: second.number, names: joinedNames(candidate, second, width) }
  }
  return { headerRow: candidate.number, lastHeadRow: candidate.number, names: namesOf(candidate, width) }
}

function givenHeader(rows: readonly HeadRow[], given: number): TableStart {
  const row = rows.find((one) => one.number >= given)
  const width = usualWidth(rows.filter((one) => one.number >= given))
  return row === undefined
    ? { headerRow: given, lastHeadRow: given, names: [] }
    : { headerRow: row.number, lastHeadRow: row.number, names: namesOf(row, width) }
}

const widthOf = (row: HeadRow): number => row.cells.length
const isBlank = (cell: HeadRow['cells'][number] | undefined): boolean => cell === undefined || cell.text.trim() === ''
const filled = (row: HeadRow): number => row.cells.filter((cell) => !isBlank(cell)).length
const unnamed = (width: number): string[] => Array.from({ length: width }, () => '')
const namesOf = (row: HeadRow, width: number): string[] =>
  Array.from({ length: Math.max(width, widthOf(row)) }, (_, column) => row.cells[column]?.text.trim() ?? '')

/** The width that most rows have, counted without empty cells at the end; the wider one of equals. */
export function usualWidth(rows: readonly HeadRow[]): number {
  const counts = new Map<number, number>()
  for (const row of rows) counts.set(usedWidth(row), (counts.get(usedWidth(row)) ?? 0) + 1)
  counts.delete(0)
  const usual = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
  // Rows whose last cells are empty are narrower than their table.
  const wider = [...counts].filter(([width, count]) => width > usual && count >= 2).map(([width]) => width)
  const firstWide = rows.find((row) => usedWidth(row) > usual && filled(row) === usedWidth(row))
  return Math.max(usual, ...wider, firstWide !== undefined && rows.indexOf(firstWide) < 3 ? usedWidth(firstWide) : 0)
}

function usedWidth(row: HeadRow): number {
  let width = row.cells.length
  while (width > 0 && isBlank(row.cells[width - 1])) width--
  return width
}

/** A title stands alone in its row; a row of the table fills at least half of it. */
function isTableRow(row: HeadRow, width: number): boolean {
  return width < 2 ? filled(row) > 0 : filled(row) >= 2 && usedWidth(row) * 2 >= width
}

type Shape = 'empty' | 'number' | 'date' | 'word' | 'text'

/** A rough look at a value: enough to tell names from data. */
function shapeOf(cell: HeadRow['cells'][number] | undefined): Shape {
  if (cell === undefined || isBlank(cell)) return 'empty'
  const text = cell.text.trim()
  if (cell.kind === CellKind.number) return 'number'
  if (cell.kind === CellKind.date || cell.kind === CellKind.timestamp || cell.kind === CellKind.time) return 'date'
  if (cell.kind === CellKind.boolean || /^(?:true|false|yes|no|null|n\/a|na|nan|\\n|-)$/i.test(text)) return 'word'
  if (/^[-+($€£]?\s?[-+]?\d[\d.,' \u00a0\u202f]*(?:e[-+]?\d+)?\s?[%€$£)]?-?$/i.test(text)) return 'number'
  if (/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T].*)?$/.test(text) || /^\d{1,2}:\d{2}/.test(text)) return 'date'
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text) || /^https?:|@.+\./.test(text)) return 'date'
  return 'text'
}

/**
 * A header names columns: its cells are text where the data below are not. Where everything is text, names are short, all
 * there, all different and not seen again below.
 */
function isHeader(row: HeadRow, data: readonly HeadRow[], width: number): boolean {
  const judged = data.slice(0, 200)
  let asHeader = 0
  let asData = 0
  for (let column = 0; column < width; column++) {
    const head = shapeOf(row.cells[column])
    const below = judged.map((one) => shapeOf(one.cells[column])).filter((shape) => shape !== 'empty')
    if (below.length === 0) continue
    const usual = below.filter((shape) => shape !== 'text').length / below.length
    if (usual > 0.7) {
      if (head === 'text') asHeader++
      else if (head !== 'empty') asData++
    } else if (head === 'number' || head === 'date') asData += 0.5
  }
  if (asHeader !== asData) return asHeader > asData
  if (asHeader > 0) return true
  return looksLikeNames(row, judged, width)
}

function looksLikeNames(row: HeadRow, data: readonly HeadRow[], width: number): boolean {
  const names = row.cells.slice(0, width).map((cell) => cell.text.trim())
  if (names.some((name) => name.length > 64) || names.filter((name) => name !== '').length < width * 0.5) return false
  if (names.some((name) => shapeOf({ kind: CellKind.text, text: name }) === 'number')) return false
  const given = names.filter((name) => name !== '')
  if (new Set(given.map((name) => name.toLowerCase())).size < given.length * 0.8) return false
  if (data.length === 0) return !names.every((name) => /^\d/.test(name))
  const seenBelow = names.filter((name, column) =>
    data.some((one) => one.cells[column]?.text.trim() === name && name !== ''),
  ).length
  return seenBelow === 0
}

/** A second header row: units or parts of names, text in columns whose data are not, with gaps in the first row. */
function continuesHeader(first: HeadRow, second: HeadRow, data: readonly HeadRow[], width: number): boolean {
  if (data.length === 0) return false
  const gaps = Array.from({ length: width }, (_, column) => isBlank(first.cells[column])).filter(Boolean).length
  const repeated = new Set(first.cells.map((cell) => cell.text.trim())).size < first.cells.length
  if (gaps === 0 && !repeated) return false
  return (
    isHeader(second, data, width) &&
    filled(second) >= width * 0.5 &&
    !second.cells.some((cell) => shapeOf(cell) === 'number' || shapeOf(cell) === 'date')
  )
}

/** A group's name stands once above its columns: it holds until the next one. */
function joinedNames(first: HeadRow, second: HeadRow, width: number): string[] {
  let group = ''
  return Array.from({ length: Math.max(width, widthOf(second)) }, (_, column) => {
    const upper = first.cells[column]?.text.trim() ?? ''
    const lower = second.cells[column]?.text.trim() ?? ''
    if (upper !== '') group = upper
    return [lower === '' || upper !== '' || group !== '' ? group : '', lower].filter((part) => part !== '').join(' ')
  })
}

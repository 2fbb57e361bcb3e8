import { CellKind } from '../../table/row-batch.ts'
import { currencies } from '../../values/currencies.ts'
import type { TextCell, TextRow } from './text-row.ts'

export const widthOf = (row: TextRow): number => row.cells.length
export const isBlank = (cell: TextCell | undefined): boolean => cell === undefined || cell.text.trim() === ''
export const filled = (row: TextRow): number => row.cells.filter((cell) => !isBlank(cell)).length

/**
 * Returns the most frequent width of rows, without empty cells at the end. If several are equally frequent, the widest
 * one wins.
 */
export function usualWidth(rows: readonly TextRow[]): number {
  const counts = new Map<number, number>()
  for (const row of rows) counts.set(usedWidth(row), (counts.get(usedWidth(row)) ?? 0) + 1)
  counts.delete(0)
  const [first] = rows
  // If all rows have the same number of cells, the last column may be empty in all but one.
  if (first !== undefined && counts.has(widthOf(first)) && rows.every((row) => widthOf(row) === widthOf(first)))
    return widthOf(first)
  const usual = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
  // Rows with empty last cells are narrower than their table.
  const wider = [...counts].filter(([width, count]) => width > usual && count >= 2).map(([width]) => width)
  const firstWide = rows.find((row) => usedWidth(row) > usual && filled(row) === usedWidth(row))
  return Math.max(usual, ...wider, firstWide !== undefined && rows.indexOf(firstWide) < 3 ? usedWidth(firstWide) : 0)
}

/** Returns the width without empty cells at the end. */
export function usedWidth(row: TextRow): number {
  let width = row.cells.length
  while (width > 0 && isBlank(row.cells[width - 1])) width--
  return width
}

type Shape = 'empty' | 'number' | 'date' | 'word' | 'text'

/** Matches an amount with signs and currencies at either end: `-$1.50`, `($1,234)`, `12 %`. */
const amount = new RegExp(
  `^\\(?[-+\u2212]?\\s?(?:${currencies}|%)?\\s?[-+\u2212]?\\(?\\d[\\d.,'’ \\u00a0\\u2009\\u202f]*(?:e[-+]?\\d+)?\\s?(?:${currencies}|%)?\\)?-?$`,
  'i',
)

const day = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T].*)?$/

/** Matches the start of a path: a drive, a server, or a folder. A relative one begins with a point. */
const path = /^(?:[A-Za-z]:[\\/]|\\\\[\w.$-]+\\|(?:~|\.{1,2})\/|\/[^/\r\n]+\/)\S/

/** Classifies a value roughly, which is enough to distinguish names from data. */
export function shapeOf(cell: TextCell | undefined): Shape {
  if (cell === undefined || isBlank(cell)) return 'empty'
  if (cell.isName === true) return 'text'
  const text = cell.text.trim()
  if (cell.kind === CellKind.number) return 'number'
  if (cell.kind === CellKind.date || cell.kind === CellKind.timestamp || cell.kind === CellKind.time) return 'date'
  if (cell.kind === CellKind.boolean || /^(?:true|false|yes|no|null|n\/a|na|nan|\\n|-)$/i.test(text)) return 'word'
  if (day.test(text) || /^\d{1,2}:\d{2}/.test(text)) return 'date'
  if (amount.test(text)) return 'number'
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text) || /^https?:/.test(text) || path.test(text) || holdsAddress(text))
    return 'date'
  return 'text'
}

/**
 * Tests for an email address: an at sign in a line, with a point somewhere after it. A pattern would search for a point
 * after each of many at signs.
 */
const holdsAddress = (text: string): boolean =>
  text.includes('@') &&
  text.split(/[\r\n]/).some((line) => {
    const at = line.indexOf('@')
    return at >= 0 && line.lastIndexOf('.') > at + 1
  })

export const isDay = (cell: TextCell | undefined): boolean =>
  cell?.kind === CellKind.date || cell?.kind === CellKind.timestamp || day.test(cell?.text.trim() ?? '')

/** Tests for a number or a timestamp, as opposed to words. */
export const isTyped = (cell: TextCell | undefined): boolean => ['number', 'date'].includes(shapeOf(cell))
export const hasValue = (row: TextRow): boolean => row.cells.some(isTyped)

/** Tests for a value, which is neither empty nor words that may be names. */
export const isPlainValue = (cell: TextCell | undefined): boolean => !['text', 'empty'].includes(shapeOf(cell))

/** Tests for a row of names only: text in every cell, all of it different. */
export function isNameRow(row: TextRow): boolean {
  const names = row.cells.map((cell) => cell.text.trim().toLowerCase())
  return row.cells.every((cell) => shapeOf(cell) === 'text') && new Set(names).size === names.length
}

export const sameTexts = (a: TextRow, b: TextRow): boolean =>
  a.cells.length === b.cells.length &&
  a.cells.every((cell, column) => cell.text.trim().toLowerCase() === b.cells[column]?.text.trim().toLowerCase())

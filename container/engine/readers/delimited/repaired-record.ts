/** A line with broken quotes and more delimiters can be read in too many ways. */
const partsMax = 400

export interface RepairedCell {
  readonly text: string
  readonly isQuoted: boolean
}

/**
 * Returns the cells of a line with broken quotes. Either inner quotes are not doubled (`"Ann "Annie" Lee"`), or one
 * quote never closes. Returns null unless exactly one reading has `width` cells.
 */
export function repairedCells(line: string, delimiter: string, quote: string, width: number): RepairedCell[] | null {
  const parts = line.split(delimiter)
  if (parts.length > partsMax || parts.length < width) return null
  const extra = parts.length - width
  for (const mayStayOpen of [false, true]) {
    const readings = readingsOf(parts, 0, extra, { delimiter, quote, mayStayOpen, known: new Map() })
    if (readings.length > 0) return readings.length === 1 ? (readings[0] as RepairedCell[]) : null
  }
  return null
}

interface Reading {
  readonly delimiter: string
  readonly quote: string
  /** Whether a cell may begin with a quote that does not close at its end. */
  readonly mayStayOpen: boolean
  /**
   * The repairs found for each remainder of the parts. Many paths lead to the same remainder, so each is computed only
   * once.
   */
  readonly known: Map<string, RepairedCell[][]>
}

/**
 * Finds ways to join the parts into cells, with `extra` fewer cells than parts. It stops at two, because two already
 * make the line ambiguous.
 */
function readingsOf(parts: readonly string[], from: number, extra: number, reading: Reading): RepairedCell[][] {
  if (from === parts.length) return extra === 0 ? [[]] : []
  const key = `${from} ${extra}`
  const known = reading.known.get(key)
  if (known !== undefined) return known
  const found: RepairedCell[][] = []
  for (let joined = 0; joined <= extra && from + joined < parts.length && found.length < 2; joined++) {
    const cell = cellOf(parts.slice(from, from + joined + 1), reading)
    if (cell === null) continue
    for (const rest of readingsOf(parts, from + joined + 1, extra - joined, reading)) found.push([cell, ...rest])
  }
  const two = found.slice(0, 2)
  reading.known.set(key, two)
  return two
}

/**
 * Several parts form one cell if a quote opens the first part and closes the last. A single part is a cell with or
 * without quotes.
 */
function cellOf(parts: readonly string[], { delimiter, quote, mayStayOpen }: Reading): RepairedCell | null {
  const text = parts.join(delimiter).trim()
  const opens = text.startsWith(quote)
  const closes = text.length > 1 && text.endsWith(quote)
  if (opens && closes) return { text: text.slice(1, -1).replaceAll(quote + quote, quote), isQuoted: true }
  if (parts.length > 1 || (opens && !mayStayOpen)) return null
  const isOpen = opens && !text.includes(quote, 1)
  return { text: isOpen ? text.slice(1) : (parts[0] as string), isQuoted: isOpen }
}

import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { Elements, Members } from './json-members.ts'
import { Scan, skipSpace } from './json-scan.ts'
import type { JsonWindow } from './json-window.ts'

const chunkBytes = 1 << 16

/**
 * Converts a document that lists the values of each column to rows of NDJSON. Returns null for any other text. By
 * default, pandas writes a frame like this: `{"id":{"0":7,"1":8},"name":{"0":"Ann","1":null}}`. Dictionaries of lists
 * in pandas and R look like `{"id":[7,8],"name":["Ann",null]}`. The values of a row are spread over the text, so all of
 * it stays in memory.
 */
export async function frameLines(window: JsonWindow): Promise<AsyncIterable<Uint8Array> | null> {
  if ((await window.peek()) !== 123) return null
  let columns = columnsIn(window)
  while (columns === 'cut' && !window.isLast) {
    await window.fill()
    columns = columnsIn(window)
  }
  if (columns === 'cut' || columns === null) return null
  return linesOf(window.bytes.slice(window.at, window.end), columns)
}

interface Column {
  readonly key: Uint8Array
  readonly isList: boolean
  readonly rows: number
  /** The position of the column's values in the text. */
  readonly at: number
  /** The position in the window after the elements that have been read. */
  readonly end: number
}

/** Returns `cut` if the window shows only a part that may still become a frame. */
function columnsIn(window: JsonWindow): readonly Column[] | 'cut' | null {
  const columns: Column[] = []
  const members = Members.from(window, window.at)
  while (members.stepsToValue()) {
    if (members.start >= window.end) return 'cut'
    const column = columnAt(window, members, columns[0])
    if (column === 'cut' || column === null) return column
    columns.push(column)
    members.end = column.end
  }
  if (!members.isWhole) return 'cut'
  const isAll = skipSpace(window.bytes, members.end, window.end) === window.end
  if (!isAll || !areTable(columns)) return null
  return window.isLast ? columns : 'cut'
}

/** A table needs at least two lists, with two values each. */
function areTable([first, second]: readonly Column[]): boolean {
  return first !== undefined && (!first.isList || (first.rows > 1 && second !== undefined))
}

/** Returns a column of the same kind and length as the first one. */
function columnAt(window: JsonWindow, { keyStart, keyEnd, start }: Members, first?: Column): Column | 'cut' | null {
  const { bytes, at } = window
  const isList = bytes[start] === 91
  if ((!isList && bytes[start] !== 123) || isList !== (first?.isList ?? isList)) return null
  const values = isList ? Elements.from(window, start) : Members.from(window, start)
  const rows = rowsIn(values, window, first?.rows)
  if (rows === null) return null
  if (!values.isWhole) return 'cut'
  if (rows === 0 || rows !== (first?.rows ?? rows)) return null
  return { key: bytes.slice(keyStart, keyEnd), isList, rows, at: start - at, end: values.end }
}

/**
 * Counts the visible values. Returns null if the column has too many values, or one that is invalid or does not belong
 * in a column.
 */
function rowsIn(values: Members | Elements, window: JsonWindow, most = Number.POSITIVE_INFINITY): number | null {
  let rows = 0
  for (; values.stepsToValue(); rows++) {
    // An object has the row numbers as its keys, starting at 0. A list contains only scalars.
    const isOne = values instanceof Members ? values.isNumbered(rows) : rows > 0 || !isNested(window, values.start)
    if (!isOne || rows === most) return null
    if (!values.passesValue()) return values.end === Scan.incomplete ? rows : null
  }
  return rows
}

const isNested = ({ bytes, end }: JsonWindow, at: number): boolean =>
  at < end && (bytes[at] === 123 || bytes[at] === 91)

async function* linesOf(text: Uint8Array, columns: readonly Column[]): AsyncGenerator<Uint8Array, void> {
  const out = new GrowingBytes(chunkBytes * 2)
  const cursors = columns.map(({ at, isList }) => (isList ? new Elements(text, at) : new Members(text, at)))
  const rows = columns[0]?.rows ?? 0
  for (let row = 0; row < rows; row++) {
    for (const [column, cursor] of cursors.entries()) {
      cursor.next()
      out.push(column === 0 ? 123 : 44)
      out.append(columns[column]?.key ?? text)
      out.push(58)
      out.append(text, cursor.start, cursor.end)
    }
    out.push(125)
    out.push(10)
    if (out.length < chunkBytes && row < rows - 1) continue
    yield out.bytes.subarray(0, out.length)
    out.clear()
  }
}

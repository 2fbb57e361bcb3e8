import { GrowingBytes } from '../bytes/growing-bytes.ts'
import { Members } from './json-members.ts'
import { skipSpace } from './json-scan.ts'
import type { JsonWindow } from './json-window.ts'

const chunkBytes = 1 << 16
/** As much as is looked at before the whole is read. */
const headBytes = 1 << 12

/**
 * pandas writes a frame column by column unless it is told otherwise: `{"id":{"0":7,"1":8},"name":{"0":"Ann","1":null}}`. The
 * same as an object a line; null where the text is anything else. A row has its values all over the text, so that has to be held.
 */
export async function frameLines(window: JsonWindow): Promise<AsyncIterable<Uint8Array> | null> {
  if ((await window.peek()) !== 123) return null
  while (!window.isLast && window.end - window.at < headBytes) await window.fill()
  const columns = Members.of(window, window.at)
  if (!columns.stepsToKey() || !beginsWithRow(window, columns)) return null
  while (!window.isLast) await window.fill()
  const text = window.bytes.slice(window.at, window.end)
  const frame = frameIn(text)
  return frame === null ? null : linesOf(text, frame)
}

/** Whether the first column has a first row, as far as the window shows it. */
function beginsWithRow(window: JsonWindow, columns: Members): boolean {
  const values = Members.of(window, columns.start)
  return values.stepsToKey() && values.isNumbered(0)
}

interface Frame {
  readonly rows: number
  readonly columns: readonly { readonly key: Uint8Array; readonly at: number }[]
}

/** Columns whose values all have the numbers of their rows, from 0 on, for names. */
function frameIn(text: Uint8Array): Frame | null {
  const columns: { key: Uint8Array; at: number }[] = []
  const members = new Members(text, 0)
  let rows: number | null = null
  while (members.next()) {
    const count = valuesIn(text, members)
    if (count === null || (rows !== null && rows !== count)) return null
    rows = count
    columns.push({ key: text.subarray(members.keyStart, members.keyEnd), at: members.start })
  }
  return members.isWhole && rows !== null && skipSpace(text, members.end, text.length) === text.length
    ? { rows, columns }
    : null
}

function valuesIn(text: Uint8Array, { start, end }: Members): number | null {
  if (text[start] !== 123) return null
  const values = new Members(text, start, end)
  let count = 0
  while (values.next()) if (!values.isNumbered(count++)) return null
  return count > 0 ? count : null
}

async function* linesOf(text: Uint8Array, { rows, columns }: Frame): AsyncGenerator<Uint8Array, void> {
  const out = new GrowingBytes(chunkBytes * 2)
  const cursors = columns.map(({ at }) => new Members(text, at))
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

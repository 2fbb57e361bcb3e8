import { EngineFailure } from '../failure.ts'
import type { Reporter } from '../report/reporter.ts'
import { Scan, scanString, scanValue, skipSpace } from './json-scan.ts'
import { broken, brokenValue, type JsonWindow } from './json-window.ts'

/** Where the rows are: documents one after another, members of an array, or members of an object. */
export type Place = 'documents' | 'array' | 'members'

/** Looks at the beginning and steps to the first row. */
export async function findRows(window: JsonWindow, format: string, reporter: Reporter): Promise<Place> {
  const first = await window.peek()
  if (first < 0) throw new EngineFailure('empty_file', 'The file is empty.')
  if (format === 'ndjson') return 'documents'
  if (first === 91) {
    window.at++
    return 'array'
  }
  if (first !== 123) return 'documents'
  const members = await visibleMembers(window)
  if (members.hasNextDocument) return 'documents'
  const tables = members.list.filter((member) => member.kind === 'rows')
  const [table] = tables
  if (tables.length === 1 && table !== undefined) {
    if (members.list.length > 1) {
      const others = members.list.filter((member) => member !== table).map((member) => `"${member.key}"`)
      reporter.note(
        `The rows are the array under "${table.key}". Beside it, and not converted: ${others.slice(0, 20).join(', ')}.`,
      )
    }
    window.at = table.start + 1
    return 'array'
  }
  if (members.list.length > 1 && members.list.every((member) => member.kind === 'object')) {
    window.at++
    return 'members'
  }
  return 'documents'
}

interface Member {
  readonly key: string
  readonly kind: 'rows' | 'object' | 'other'
  readonly start: number
}

/** The members of the first document as far as the window shows them without reading on for long. */
async function visibleMembers(window: JsonWindow): Promise<{ list: Member[]; hasNextDocument: boolean }> {
  while (!window.isLast && window.end - window.at < 1 << 19) await window.fill()
  const { bytes, end, isLast } = window
  const list: Member[] = []
  let at = skipSpace(bytes, window.at + 1, end)
  while (bytes[at] === 34 && at < end) {
    const keyEnd = scanString(bytes, at, end)
    if (keyEnd < 0) break
    const key = new TextDecoder().decode(bytes.subarray(at + 1, keyEnd - 1))
    const start = skipSpace(bytes, skipSpace(bytes, keyEnd, end) + 1, end)
    const inside = bytes[start] === 91 ? bytes[skipSpace(bytes, start + 1, end)] : undefined
    list.push({
      key,
      start,
      kind: inside === 123 || inside === 91 ? 'rows' : bytes[start] === 123 ? 'object' : 'other',
    })
    const valueEnd = start < end ? scanValue(bytes, start, end, isLast) : Scan.incomplete
    if (valueEnd < 0) return { list, hasNextDocument: false }
    at = skipSpace(bytes, valueEnd, end)
    if (bytes[at] !== 44) break
    at = skipSpace(bytes, at + 1, end)
  }
  const after = skipSpace(bytes, at + 1, end)
  return { list, hasNextDocument: bytes[at] === 125 && after < end }
}

/** Behind the rows only the rest of their document may stand. */
export async function finish(window: JsonWindow, place: Place): Promise<void> {
  if (place === 'documents') return
  let byte = await window.peek()
  while (byte === 44) {
    window.at++
    await window.peek()
    await window.string()
    await window.expect(58, 'the colon after a key')
    await window.peek()
    const end = await window.valueEnd()
    if (end < 0) throw brokenValue(window, end)
    window.at = end
    byte = await window.peek()
  }
  if (byte === 125) {
    window.at++
    byte = await window.peek()
  }
  if (byte >= 0) throw broken(window, 'something stands after the end')
}

import { EngineFailure } from '../failure.ts'
import type { Reporter } from '../report/reporter.ts'
import { Scan, scanString, scanValue, skipSpace } from './json-scan.ts'
import { broken, brokenValue, type JsonWindow } from './json-window.ts'

/** Where the rows are: documents one after another, members of an array, or members of an object. */
export type Place = 'documents' | 'array' | 'members'

export interface FoundRows {
  readonly place: Place
  /** Of rows that are arrays, what their columns are called beside them. */
  readonly names: readonly string[] | null
}

/** Looks at the beginning and steps to the first row. */
export async function findRows(window: JsonWindow, format: string, reporter: Reporter): Promise<FoundRows> {
  const first = await window.peek()
  if (first < 0) throw new EngineFailure('empty_file', 'The file is empty.')
  if (format === 'ndjson') return rowsAt('documents')
  if (first === 91) {
    window.at++
    return rowsAt('array')
  }
  if (first !== 123) return rowsAt('documents')
  const members = await visibleMembers(window)
  if (members.hasNextDocument) return rowsAt('documents')
  const { list } = members
  const tables = list.filter((member) => member.kind === 'rows' || member.kind === 'arrays')
  const named = tables.find((member) => member.key === 'data') ?? tables[0]
  const names = named?.kind === 'arrays' ? namesBeside(window, list, named) : null
  const table = tables.length === 1 || names !== null ? named : undefined
  if (table !== undefined) {
    noteOthers(list, table, names !== null, reporter)
    window.at = table.start + 1
    return { place: 'array', names }
  }
  if (list.length > 1 && list.every((member) => member.kind === 'object')) {
    window.at++
    return rowsAt('members')
  }
  return rowsAt('documents')
}

const rowsAt = (place: Place): FoundRows => ({ place, names: null })

function noteOthers(members: readonly Member[], table: Member, hasNames: boolean, reporter: Reporter): void {
  const others = members.filter((member) => member !== table && !(hasNames && member.key === namesKey))
  const rows = `The rows are the array under "${table.key}"${hasNames ? `, their columns are called as "${namesKey}" says` : ''}.`
  const beside = others.slice(0, 20).map((member) => `"${member.key}"`)
  if (others.length > 0) reporter.note(`${rows} Beside it, and not converted: ${beside.join(', ')}.`)
  else if (hasNames) reporter.note(rows)
}

interface Member {
  readonly key: string
  /** rows: an array of objects; arrays: one of arrays. */
  readonly kind: 'rows' | 'arrays' | 'object' | 'other'
  readonly start: number
  /** Scan.incomplete where the window does not show it. */
  readonly end: number
}

interface Members {
  readonly list: readonly Member[]
  readonly hasNextDocument: boolean
}

/** The members of the first document as far as the window shows them without reading on for long. */
async function visibleMembers(window: JsonWindow): Promise<Members> {
  while (!window.isLast && window.end - window.at < 1 << 19) await window.fill()
  let members = membersIn(window)
  // pandas (`orient="split"`) has the names of the columns, an index as long as the table, and then the table.
  while (!window.isLast && isIndex(members.list.at(-1)) && members.list.some(({ key }) => key === namesKey)) {
    await window.fill()
    members = membersIn(window)
  }
  return members
}

const isIndex = (member: Member | undefined): boolean => member?.key === 'index' && member.end === Scan.incomplete

function membersIn(window: JsonWindow): Members {
  const { bytes, end, isLast } = window
  const list: Member[] = []
  let at = skipSpace(bytes, window.at + 1, end)
  while (bytes[at] === 34 && at < end) {
    const keyEnd = scanString(bytes, at, end)
    if (keyEnd < 0) break
    const key = new TextDecoder().decode(bytes.subarray(at + 1, keyEnd - 1))
    const start = skipSpace(bytes, skipSpace(bytes, keyEnd, end) + 1, end)
    const valueEnd = start < end ? scanValue(bytes, start, end, isLast) : Scan.incomplete
    list.push({ key, kind: kindOf(bytes, start, end), start, end: valueEnd })
    if (valueEnd < 0) return { list, hasNextDocument: false }
    at = skipSpace(bytes, valueEnd, end)
    if (bytes[at] !== 44) break
    at = skipSpace(bytes, at + 1, end)
  }
  const after = skipSpace(bytes, at + 1, end)
  return { list, hasNextDocument: bytes[at] === 125 && after < end }
}

function kindOf(bytes: Uint8Array, start: number, end: number): Member['kind'] {
  if (bytes[start] === 123) return 'object'
  const inside = bytes[start] === 91 ? bytes[skipSpace(bytes, start + 1, end)] : undefined
  return inside === 123 ? 'rows' : inside === 91 ? 'arrays' : 'other'
}

/** The member that has the names of a table of arrays. */
const namesKey = 'columns'

/** The names that stand beside a table of arrays, where its first row has as many cells. */
function namesBeside({ bytes, end }: JsonWindow, members: readonly Member[], table: Member): readonly string[] | null {
  const arrayAt = (from: number, to: number): readonly unknown[] | null =>
    to < 0 || bytes[from] !== 91 ? null : (JSON.parse(new TextDecoder().decode(bytes.subarray(from, to))) as unknown[])
  const names = members.find(({ key }) => key === namesKey)
  const found = names === undefined ? null : arrayAt(names.start, names.end)
  if (found === null || !found.every((name) => typeof name === 'string' || typeof name === 'number')) return null
  const row = skipSpace(bytes, table.start + 1, end)
  return arrayAt(row, scanValue(bytes, row, end, false))?.length === found.length ? found.map(String) : null
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

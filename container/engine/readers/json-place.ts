import { EngineFailure } from '../failure.ts'
import type { Reporter } from '../report/reporter.ts'
import { Members } from './json-members.ts'
import { Scan, scanValue, skipSpace } from './json-scan.ts'
import { broken, type JsonWindow } from './json-window.ts'

/** Where the rows are: documents one after another, members of an array, or members of an object. */
export type Place = 'documents' | 'array' | 'members'

export interface FoundRows {
  readonly place: Place
  /** Of rows that are arrays, what their columns are called beside them. */
  readonly names: readonly string[] | null
  /** The keys that lead to the rows: as many objects are closed behind them. */
  readonly path: readonly string[]
  /** Members around the rows of which the report speaks. */
  readonly noted: ReadonlySet<string>
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
  const { list, hasNextDocument } = await visibleMembers(window)
  if (hasNextDocument) return rowsAt('documents')
  const table = tableIn(window, list, wrappingsMax)
  if (table !== null) {
    noteBeside(table, reporter)
    window.at = table.start + 1
    return { place: 'array', names: table.names, path: table.path, noted: new Set(table.beside) }
  }
  if (list.length > 1 && list.every((member) => member.kind === 'object')) {
    window.at++
    return rowsAt('members')
  }
  const tables = list.filter(isTable)
  if (tables.length > 1)
    reporter.note(`Several members are arrays of rows, ${listed(tables.map(({ key }) => key))}: they stay in one row.`)
  return rowsAt('documents')
}

export const rowsAt = (place: Place): FoundRows => ({ place, names: null, path: [], noted: new Set() })

/** The one array of rows among an object's members, or within one of them. */
interface Table {
  readonly start: number
  readonly path: readonly string[]
  readonly names: readonly string[] | null
  /** What else the objects around it have, each by the keys that lead to it. */
  readonly beside: readonly string[]
}

/** Objects within objects that are looked into for rows. */
const wrappingsMax = 3

/** What services call the object that their rows are in, whatever else stands beside it. */
const wrappers = new Set([
  'data',
  'result',
  'results',
  'response',
  'payload',
  'body',
  'query',
  'feed',
  'd',
  'hits',
  '_embedded',
])

const isTable = ({ kind }: Member): boolean => kind === 'rows' || kind === 'arrays'
const pathOf = (keys: readonly string[]): string => keys.join('.')

function tableIn(window: JsonWindow, list: readonly Member[], wrappingsLeft: number): Table | null {
  const tables = list.filter(isTable)
  const table = tables.find((member) => member.key === 'data') ?? tables[0]
  if (table === undefined) return wrappingsLeft > 0 ? wrappedTable(window, list, wrappingsLeft) : null
  const names = table.kind === 'arrays' ? namesBeside(window, list, table) : null
  if (tables.length > 1 && names === null) return null
  const others = list.filter((member) => member !== table && !(names !== null && member.key === namesKey))
  return { start: table.start, path: [table.key], names, beside: others.map(({ key }) => key) }
}

/** Within one that is called like a wrapping and is alone in having rows, or within the only one where nothing stands beside them. */
function wrappedTable(window: JsonWindow, list: readonly Member[], wrappingsLeft: number): Table | null {
  if (list.length > 1 && !list.some(({ key }) => wrappers.has(key))) return null
  const found = list.flatMap((member) => {
    if (member.kind !== 'object') return []
    const table = tableIn(window, membersAt(window, member.start).list, wrappingsLeft - 1)
    return table === null ? [] : [{ member, table }]
  })
  const [only] = found
  if (only === undefined || found.length > 1) return null
  const { member, table } = only
  const around = list.filter((other) => other !== member).map(({ key }) => key)
  const within = table.beside.map((path) => pathOf([member.key, path]))
  const beside = [...around, ...within]
  if (!wrappers.has(member.key) && beside.length > 0) return null
  return { ...table, path: [member.key, ...table.path], beside }
}

const namedMax = 20
const listed = (paths: readonly string[]): string =>
  paths
    .slice(0, namedMax)
    .map((path) => `"${path}"`)
    .join(', ')

function noteBeside({ path, names, beside }: Table, reporter: Reporter): void {
  const rows = `The rows are the array under "${pathOf(path)}"${names === null ? '' : `, their columns are called as "${namesKey}" says`}.`
  if (beside.length > 0) reporter.note(`${rows} Beside it, and not converted: ${listed(beside)}.`)
  else if (names !== null || path.length > 1) reporter.note(rows)
}

interface Member {
  readonly key: string
  /** rows: an array of objects; arrays: one of arrays. */
  readonly kind: 'rows' | 'arrays' | 'object' | 'other'
  readonly start: number
  /** Scan.incomplete where the window does not show it. */
  readonly end: number
}

interface VisibleMembers {
  readonly list: readonly Member[]
  readonly hasNextDocument: boolean
}

/** The members of the first document as far as the window shows them without reading on for long. */
async function visibleMembers(window: JsonWindow): Promise<VisibleMembers> {
  while (!window.isLast && window.end - window.at < 1 << 19) await window.fill()
  let members = membersAt(window, window.at)
  // pandas (`orient="split"`) has the names of the columns, an index as long as the table, and then the table.
  while (!window.isLast && isIndex(members.list.at(-1)) && members.list.some(({ key }) => key === namesKey)) {
    await window.fill()
    members = membersAt(window, window.at)
  }
  return members
}

const isIndex = (member: Member | undefined): boolean => member?.key === 'index' && member.end === Scan.incomplete

/** Of the object that begins at `start`, as far as the window shows it. */
function membersAt(window: JsonWindow, start: number): VisibleMembers {
  const { bytes, end } = window
  const list: Member[] = []
  const members = Members.of(window, start)
  while (members.stepsToKey()) {
    const key = new TextDecoder().decode(bytes.subarray(members.keyStart + 1, members.keyEnd - 1))
    const isWhole = members.passesValue()
    list.push({ key, kind: kindOf(bytes, members.start, end), start: members.start, end: members.end })
    if (!isWhole) return { list, hasNextDocument: false }
  }
  return { list, hasNextDocument: members.isWhole && skipSpace(bytes, members.end, end) < end }
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

/** Behind the rows only the rest of their document may stand: what of it nobody has seen yet is named in the report. */
export async function finish(window: JsonWindow, found: FoundRows, reporter: Reporter): Promise<void> {
  const { place, path, noted } = found
  if (place === 'documents') return
  const unseen: string[] = []
  for (let depth = path.length - 1; depth >= 0; depth--) {
    for await (const key of passedMembers(window)) {
      const member = pathOf([...path.slice(0, depth), key])
      if (unseen.length < namedMax && !noted.has(member)) unseen.push(member)
    }
  }
  if ((await window.peek()) >= 0) throw broken(window, 'something stands after the end')
  if (unseen.length > 0) reporter.note(`Behind the rows, and not converted: ${listed(unseen)}.`)
}

/** The keys of the members up to the end of the object, which is passed too. */
async function* passedMembers(window: JsonWindow): AsyncIterable<string> {
  for (let byte = await window.peek(); byte !== 125; byte = await window.peek()) {
    if (byte !== 44) throw broken(window, byte < 0 ? 'the file ends too early' : 'a comma is missing')
    window.at++
    await window.peek()
    yield await window.string()
    await window.expect(58, 'the colon after a key')
    await window.peek()
    await window.passValue()
  }
  window.at++
}

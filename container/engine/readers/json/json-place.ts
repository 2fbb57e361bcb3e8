import type { Message } from '../../../../src/contract/catalog/message.ts'
import { specMessages } from '../../catalog/spec.ts'
import { documentMessages } from '../../catalog/documents.ts'
import { textMessages } from '../../catalog/text.ts'
import { EngineFailure } from '../../failure.ts'
import type { Reporter } from '../../report/reporter.ts'
import { listsColumns } from './json-columns.ts'
import { arraysOfRows, onlyList } from './json-lists.ts'
import { keyedWithin, onlyPage, type Table, tableIn, tableInArray } from './json-table.ts'
import { elementsAt, isCut, type Member, membersAt, type Path, pathOf } from './json-visible.ts'
import { broken, type JsonWindow } from './json-window.ts'

/** Rows are consecutive documents, elements of an array, or members of an object. */
export type Place = 'documents' | 'array' | 'members'

export interface FoundRows {
  readonly place: Place
  /** The column names listed next to rows that are arrays. */
  readonly names: readonly string[] | null
  /** The path to the rows. Each step is an object or array that must close after the rows. */
  readonly path: Path
  /** Members around the rows that the report mentions. */
  readonly noted: ReadonlySet<string>
}

/** Examines the beginning of the document and moves to the first row. */
export async function findRows(window: JsonWindow, format: string, reporter: Reporter): Promise<FoundRows> {
  const first = await window.peek()
  if (first < 0) throw new EngineFailure('empty_file', textMessages.empty_file.empty)
  if (format === 'ndjson' || format === 'xml') return rowsAt('documents')
  if (first === 91) {
    await fillHead(window)
    const table = tableInArray(window, window.at)
    if (table !== null) return stepInto(window, table, reporter)
    window.at++
    return rowsAt('array')
  }
  if (first !== 123) return rowsAt('documents')
  const { list, hasNextDocument } = await visibleMembers(window)
  if (hasNextDocument) return rowsAt('documents')
  const table = tableIn(window, list) ?? onlyList(window, list) ?? onlyPage(window, list)
  if (table !== null) return stepInto(window, table, reporter)
  noteSeveral(arraysOfRows(window, list), reporter)
  const keyed = keyedWithin(window, list)
  if (keyed !== null) {
    const { start, path, beside } = keyed
    const rows = documentMessages.notes.rowsAreMembers(pathOf(path))
    reporter.note(beside.length === 0 ? rows : documentMessages.notes.besideRows(rows, listed(beside)))
    window.at = start + 1
    return { ...rowsAt('members'), path, noted: new Set(beside) }
  }
  if (list.length > 1 && (list.every((member) => member.kind === 'object') || areTooMany(window, list))) {
    window.at++
    return rowsAt('members')
  }
  return rowsAt('documents')
}

/**
 * An object with more scalar members is not a row but a table of names and values. Most databases do not support this
 * many columns.
 */
const membersMin = 1000
const areTooMany = ({ bytes }: JsonWindow, list: readonly Member[]): boolean =>
  list.length > membersMin && list.every(({ kind, start }) => kind === 'other' && bytes[start] !== 91)

function noteSeveral(paths: readonly string[], reporter: Reporter): void {
  // Records keyed by their ids repeat the same arrays, so these are not several tables.
  if (new Set(paths.map((path) => path.split('.').at(-1))).size < 2) return
  reporter.note(documentMessages.notes.severalArrays(listed(paths)))
}

/** Moves to the first row of the array at the spec's path, which is a JSON Pointer (RFC 6901) or a dotted path. */
export async function findAtPath(window: JsonWindow, path: string): Promise<FoundRows> {
  const names = path.startsWith('/')
    ? path
        .slice(1)
        .split('/')
        .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    : path.split('.')
  const steps: (string | number)[] = []
  for (const name of names) {
    const isArray = (await window.peek()) === 91
    if (!(isArray ? await stepsToElement(window, name) : await stepsToMember(window, name)))
      throw pathNotFound(path, documentMessages.pathProblem.missing(name))
    steps.push(isArray ? Number(name) : name)
  }
  if ((await window.peek()) !== 91) throw pathNotFound(path, documentMessages.pathProblem.notArray)
  window.at++
  return { ...rowsAt('array'), path: steps }
}

async function stepsToMember(window: JsonWindow, name: string): Promise<boolean> {
  if ((await window.peek()) !== 123) return false
  window.at++
  for (let byte = await window.peek(); byte !== 125; byte = await window.peek()) {
    if (byte === 44) window.at++
    await window.peek()
    if ((await passedKey(window)) === name) return true
    await window.passValue()
  }
  return false
}

async function stepsToElement(window: JsonWindow, name: string): Promise<boolean> {
  window.at++
  if (!/^\d{1,9}$/.test(name) || (await window.peek()) === 93) return false
  for (let left = Number(name); left > 0; left--) {
    await window.passValue()
    if ((await window.peek()) !== 44) return false
    window.at++
    await window.peek()
  }
  return true
}

function pathNotFound(path: string, problem: Message): EngineFailure {
  const message = specMessages.path_not_found.json(path, problem)
  return new EngineFailure('invalid_spec', message, [{ code: 'path_not_found', message, value: path }])
}

export const rowsAt = (place: Place): FoundRows => ({ place, names: null, path: [], noted: new Set() })

function stepInto(window: JsonWindow, table: Table, reporter: Reporter): FoundRows {
  const { start, path, columns, beside } = table
  noteBeside(table, reporter)
  window.at = start + 1
  const noted = new Set(columns === null ? beside : [...beside, columns.path])
  return { place: 'array', names: columns?.names ?? null, path, noted }
}

const namedMax = 20
const listed = (paths: readonly string[]): string =>
  paths
    .slice(0, namedMax)
    .map((path) => `"${path}"`)
    .join(', ')

function noteBeside({ path, columns, beside }: Table, reporter: Reporter): void {
  const rows = documentMessages.notes.rowsAreArray(pathOf(path), columns?.path ?? null)
  if (beside.length > 0) reporter.note(documentMessages.notes.besideRows(rows, listed(beside)))
  else if (columns !== null || path.length > 1) reporter.note(rows)
}

const headBytes = 1 << 19
/** The window grows up to this size to show the first row. */
const firstRowBytesMax = 16 << 20

export async function fillHead(window: JsonWindow, bytes = headBytes): Promise<void> {
  while (!window.isLast && window.end - window.at < bytes) await window.fill()
}

/** Returns the members of the first document that the window shows. It extends the window only a little. */
async function visibleMembers(window: JsonWindow): Promise<ReturnType<typeof membersAt>> {
  for (let bytes = headBytes; ; bytes *= 2) {
    await fillHead(window, bytes)
    const members = membersAt(window, window.at)
    const isEnough = !isIndexCut(members.list) && (bytes >= firstRowBytesMax || !isFirstRowCut(window, members.list))
    if (window.isLast || isEnough) return members
  }
}

/** pandas (`orient="split"`) writes the column names, then an index as long as the table, then the table itself. */
function isIndexCut(list: readonly Member[]): boolean {
  const last = list.at(-1)
  return last?.key === 'index' && isCut(last) && list.some(listsColumns)
}

/**
 * Tests whether the window ends inside the first row, for objects keyed by their ids or for arrays after a list of
 * column names.
 */
function isFirstRowCut(window: JsonWindow, list: readonly Member[]): boolean {
  const last = list.at(-1)
  if (last === undefined || !isCut(last)) return false
  if (last.kind === 'object')
    return list.length === 1 && tableIn(window, list) === null && keyedWithin(window, list) === null
  // The rows may follow a long value.
  if (last.kind === 'other') return tableIn(window, list) === null && onlyList(window, list) === null
  return last.kind === 'arrays' && list.some(listsColumns) && isCut(elementsAt(window, last.start, 1)[0])
}

/** Checks that only the rest of the document follows the rows. The report names the parts that were not read. */
export async function finish(window: JsonWindow, found: FoundRows, reporter: Reporter): Promise<void> {
  const { place, path, noted } = found
  if (place === 'documents') return
  const unseen: string[] = []
  for (let depth = path.length - 1; depth >= 0; depth--) {
    for await (const key of passedAfter(window, path[depth])) {
      const member = pathOf([...path.slice(0, depth), key])
      if (unseen.length < namedMax && !noted.has(member)) unseen.push(member)
    }
  }
  if ((await window.peek()) >= 0) throw broken(window, documentMessages.jsonError.moreText)
  if (unseen.length > 0) reporter.note(documentMessages.notes.afterRows(listed(unseen)))
}

/**
 * Yields the remaining keys of the object, or the remaining indexes of the array, and moves past its closing bracket.
 */
async function* passedAfter(window: JsonWindow, last: Path[number] | undefined): AsyncIterable<string | number> {
  const isArray = typeof last === 'number'
  const closing = isArray ? 93 : 125
  let number = isArray ? last : 0
  for (let byte = await window.peek(); byte !== closing; byte = await window.peek()) {
    if (byte !== 44)
      throw broken(window, byte < 0 ? documentMessages.jsonError.ends : documentMessages.jsonError.noComma)
    window.at++
    await window.peek()
    yield isArray ? ++number : await passedKey(window)
    await window.passValue()
  }
  window.at++
}

async function passedKey(window: JsonWindow): Promise<string> {
  const key = await window.string()
  await window.expect(58, documentMessages.jsonError.noColon)
  await window.peek()
  return key
}

import { areLinks, type ColumnNames, columnNamesAmong, isAbout, listsColumns } from './json-columns.ts'
import { elementsAt, type Member, membersAt, parsed, type Path, pathOf } from './json-visible.ts'
import type { JsonWindow } from './json-window.ts'

/** The rows of a document: its only array of rows, or its only object of them. */
export interface Table {
  /** The position of its opening bracket. */
  readonly start: number
  readonly path: Path
  readonly columns: ColumnNames | null
  /** The other members of the surrounding objects, as paths. */
  readonly beside: readonly string[]
  /** Whether members next to the array confirm that it is a table. */
  readonly isReported: boolean
}

/** The number of nested objects to search for rows. */
const wrappingsMax = 3

/** Common names for the object around the rows. Its other members do not matter. */
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
  'log',
  'objects',
  '_embedded',
])

export const isTable = ({ kind }: Member): boolean => kind === 'rows' || kind === 'arrays'

/** Finds the table among an object's members, or inside one of them. */
export function tableIn(window: JsonWindow, list: readonly Member[], wrappingsLeft = wrappingsMax): Table | null {
  const tables = tablesAmong(window, list)
  if (tables.length === 0) return wrappingsLeft > 0 ? wrappedTable(window, list, wrappingsLeft) : null
  const columnNames = columnNamesAmong(window, list)
  for (const table of tables.toSorted((one, other) => Number(other.key === 'data') - Number(one.key === 'data'))) {
    const columns = columnNames(table)
    // In an object with thousands of arrays, the first other one ends the comparison.
    if (columns === null && tables.some((other) => other !== table && !isAbout(window, other, table))) continue
    const around = list.filter(({ key }) => key !== table.key && key !== columns?.path)
    const found = {
      start: table.start,
      path: [table.key],
      columns,
      beside: around.map(({ key }) => key),
      // TopoJSON names its collections.
      isReported: columns !== null || tables.length > 1 || table.key === 'geometries',
    }
    return columns === null && wrappingsLeft > 0 ? (tableOfOnly(window, found, wrappingsLeft) ?? found) : found
  }
  return null
}

/** Names for the array of rows when a list of their columns is next to it. */
const namesOfRows = new Set(['data', 'rows', 'records', 'results', 'items', 'features', 'values'])

/** A table that lists its columns must also have rows. */
function tablesAmong(window: JsonWindow, list: readonly Member[]): readonly Member[] {
  const isWithoutRows = list.some(({ kind, key }) => kind === 'empty' && namesOfRows.has(key))
  return list.filter(
    (member) => isTable(member) && !areLinks(window, member) && !(isWithoutRows && listsColumns(member)),
  )
}

/**
 * Finds a table inside another object. Either that object has a wrapper's name and is the only one with rows, or it is
 * the only member.
 */
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
  if (!wrappers.has(member.key) && !table.isReported && around.length + table.beside.length > 0) return null
  return within([member.key], table, around)
}

/** Prefixes the path of a table with the object around it. */
function within(outer: Path, table: Table, around: readonly string[]): Table {
  const from = (path: string): string => pathOf([...outer, path])
  const columns = table.columns === null ? null : { ...table.columns, path: from(table.columns.path) }
  return { ...table, path: [...outer, ...table.path], columns, beside: [...around, ...table.beside.map(from)] }
}

/**
 * Finds a table inside the only object of an array, if that object declares one. SQL Developer and InfluxDB respond in
 * this format.
 */
function tableOfOnly(window: JsonWindow, array: Table, wrappingsLeft: number): Table | null {
  const [only, next] = elementsAt(window, array.start, 2)
  if (only?.kind !== 'object' || next !== undefined) return null
  const table = tableIn(window, membersAt(window, only.start).list, wrappingsLeft - 1)
  if (table === null || !table.isReported) return null
  return within([...array.path, 0], table, array.beside)
}

/** Finds a table in a document that is an array but not itself a table. */
export const tableInArray = (window: JsonWindow, start: number): Table | null =>
  pageAfterFacts(window, start) ?? exportedTable(window, start)

/** Finds rows that follow an object describing the page. The World Bank responds in this format. */
function pageAfterFacts(window: JsonWindow, start: number): Table | null {
  const [facts, page, next] = elementsAt(window, start, 3)
  if (facts?.kind !== 'object' || page?.kind !== 'rows' || next !== undefined) return null
  if (!membersAt(window, facts.start).list.some(({ key }) => key === 'page')) return null
  return { start: page.start, path: [1], columns: null, beside: ['0'], isReported: true }
}

/**
 * Finds a table in a phpMyAdmin export. The export lists a header, the database, and each table with its rows in
 * `data`.
 */
function exportedTable(window: JsonWindow, start: number): Table | null {
  const elements = elementsAt(window, start, 4).map((element) => membersAt(window, element.start).list)
  const types = elements.map(([first]) => (first?.key === 'type' ? parsed(window, first) : ''))
  if (types.join(' ') !== 'header database table') return null
  const members = elements[2] ?? []
  const data = members.find((member) => member.key === 'data' && isTable(member))
  if (data === undefined) return null
  const facts = members.filter((member) => member !== data).map(({ key }) => pathOf([2, key]))
  return { start: data.start, path: [2, 'data'], columns: null, beside: ['0', '1', ...facts], isReported: true }
}

/** The members of a response in GraphQL. */
const membersOfResponse = new Set(['data', 'errors', 'extensions'])
const levelsOfQuery = 10

/** Finds the only page of a GraphQL response, whose rows have `pageInfo` beside them as Relay defines. */
export function onlyPage(window: JsonWindow, list: readonly Member[]): Table | null {
  const data = list.find(({ key }) => key === 'data')
  if (data?.kind !== 'object' || list.some(({ key }) => !membersOfResponse.has(key))) return null
  const [only, another] = pagesWithin(window, list, data, levelsOfQuery)
  return only === undefined || another !== undefined ? null : only
}

function pagesWithin(window: JsonWindow, list: readonly Member[], member: Member, levelsLeft: number): Table[] {
  const inner = membersAt(window, member.start).list
  const around = list.filter((other) => other !== member).map(({ key }) => key)
  const rows = inner.find(({ key, kind }) => (key === 'edges' || key === 'nodes') && kind === 'rows')
  const beside = inner.filter((other) => other !== rows).map(({ key }) => key)
  if (rows !== undefined && beside.includes('pageInfo'))
    return [
      within([member.key], { start: rows.start, path: [rows.key], columns: null, beside, isReported: true }, around),
    ]
  if (levelsLeft === 0) return []
  return inner
    .filter(({ kind }) => kind === 'object')
    .flatMap((object) => pagesWithin(window, inner, object, levelsLeft - 1))
    .map((page) => within([member.key], page, around))
}

/** The names of an object that describes the document beside its rows. */
const aboutRows = /^meta[ _]?(?:data)?$/i

/**
 * Finds objects keyed by their ids. They are alike, and they are inside the only member of an object, except for one
 * that describes the document.
 */
export function keyedWithin(
  window: JsonWindow,
  list: readonly Member[],
  path: Path = [],
): Pick<Table, 'start' | 'path' | 'beside'> | null {
  const around = list.filter(({ key, kind }) => kind === 'object' && aboutRows.test(key))
  const [only, other] = list.filter((member) => !around.includes(member))
  if (other !== undefined || only?.kind !== 'object' || path.length === wrappingsMax) return null
  const inner = membersAt(window, only.start).list
  const here = [...path, only.key]
  if (inner.length < 2) return around.length === 0 ? keyedWithin(window, inner, here) : null
  if (!inner.every(({ kind }) => kind === 'object') || !areAlike(window, inner)) return null
  return { start: only.start, path: here, beside: around.map(({ key }) => pathOf([...path, key])) }
}

/** Tests whether each object shares a key with the first one. */
function areAlike(window: JsonWindow, objects: readonly Member[]): boolean {
  const [first, ...others] = objects.map(({ start }) => membersAt(window, start).list.map(({ key }) => key))
  return others.every((keys) => keys.length === 0 || keys.some((key) => first?.includes(key) === true))
}

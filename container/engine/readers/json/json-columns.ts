import { elementsAt, type Member, parsed } from './json-visible.ts'
import type { JsonWindow } from './json-window.ts'

/** The column names of rows that are arrays, and where the document lists them. */
export interface ColumnNames {
  readonly names: readonly string[]
  readonly path: string
}

/** Common names of a list of columns next to the table. */
const listsOfColumns = new Set(['columns', 'column_names', 'cols', 'fields', 'header', 'headers', 'meta', 'rowType'])
/** The maximum depth of such a list inside other objects. Socrata has it in `meta.view`. */
const depthMax = 3

export const listsColumns = ({ key }: Member): boolean => listsOfColumns.has(key)

/**
 * Returns a function that finds the column names for a table of arrays, if its first row has as many cells. An object may
 * have thousands of such tables, so the names are searched once for each width.
 */
export function columnNamesAmong(window: JsonWindow, list: readonly Member[]): (table: Member) => ColumnNames | null {
  const describing = list.filter((member) => member.kind === 'object' || listsColumns(member))
  const namesByWidth = new Map<number, ColumnNames | null>()
  return (table) => {
    const row = table.kind === 'arrays' ? firstOf(window, table) : undefined
    if (!Array.isArray(row)) return null
    if (listsColumns(table))
      return namesOfWidth(
        window,
        describing.filter((member) => member !== table),
        row.length,
      )
    const known = namesByWidth.get(row.length)
    if (known !== undefined) return known
    const names = namesOfWidth(window, describing, row.length)
    namesByWidth.set(row.length, names)
    return names
  }
}

function namesOfWidth(window: JsonWindow, describing: readonly Member[], width: number): ColumnNames | null {
  for (const member of describing) {
    const found = namesIn(parsed(window, member), member.key, member.key, width)
    if (found !== null) return found
  }
  return null
}

const firstOf = (window: JsonWindow, table: Member): unknown => {
  const [row] = elementsAt(window, table.start, 1)
  return row === undefined ? undefined : parsed(window, row)
}

function namesIn(value: unknown, key: string, path: string, count: number): ColumnNames | null {
  if (Array.isArray(value)) {
    const names = listsOfColumns.has(key) ? namesOf(value) : null
    return names?.length === count ? { names, path } : null
  }
  if (!isObject(value) || path.split('.').length > depthMax) return null
  for (const [inner, within] of Object.entries(value)) {
    const found = namesIn(within, inner, `${path}.${inner}`, count)
    if (found !== null) return found
  }
  return null
}

/** A column is a name or an object with a name. A single null makes the list unusable. */
function namesOf(columns: readonly unknown[]): readonly string[] | null {
  const names = columns.map((column) => (isObject(column) ? (column['name'] ?? column['id']) : column))
  return names.every((name) => typeof name === 'string' || typeof name === 'number') ? names.map(String) : null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Links to the next page or to the response itself, as in FHIR and ORDS. Links of a graph are rows instead. */
export function areLinks(window: JsonWindow, member: Member): boolean {
  if (member.key !== 'link' && member.key !== 'links') return false
  const link = firstOf(window, member)
  return isObject(link) && (Object.hasOwn(link, 'rel') || Object.hasOwn(link, 'relation'))
}

/** Tests whether one of two arrays only describes the other's rows, for example their columns or pages. */
export function isAbout(window: JsonWindow, other: Member, table: Member): boolean {
  // JSON:API and HAR each have their own name for it.
  if (other.key === 'included') return table.key === 'data'
  if (other.key === 'pages') return table.key === 'entries'
  return listsColumns(other) && describesRow(parsed(window, other), firstOf(window, table))
}

/**
 * Tests whether every key of the row, or of its attributes (ArcGIS), is a column name. SQL Developer converts names to
 * lowercase.
 */
function describesRow(columns: unknown, row: unknown): boolean {
  const names = Array.isArray(columns) ? namesOf(columns)?.map((name) => name.toLowerCase()) : undefined
  if (names === undefined || !isObject(row)) return false
  const keys = Object.keys(isObject(row['attributes']) ? row['attributes'] : row)
  return keys.length > 0 && keys.every((key) => names.includes(key.toLowerCase()))
}
